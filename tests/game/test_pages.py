"""docs/playing.md and docs/masters.md show real mails: each page is played through a judge.

A page is read from above. In a comment that begins with "meanwhile" others write, a mail a line
(`England: F Lon - Nth / A Lvp - Yor`, by their seats of alpha, or by an address), or a time comes
(`at 2026-11-05T18:01`). A block called "mail" is written by its From. One called "answer" shows the
next mail to its To of those that came of it, but for what stands behind the words of "until". With
JUDGE_REWRITE set the answers are written anew.
"""

import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from judge.kernel.mail import REPLY_MARKER
from judge.letters.commands.verbs import VERBS
from tests import recordings
from tests.game.world import Sent, World, mailbox

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("playing", "masters")
_PIECE = re.compile(
    r"^<!-- meanwhile\n(?P<meanwhile>.*?)^-->$"
    r"|^```mail\n(?P<mail>.*?)^```$"
    r"|^```answer(?: until (?P<until>[^\n]*))?\n(?P<answer>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
_SEAT = re.compile(r"judge\+(\w+)\.(\w+)\.TOKEN@judge\.example")


class Reading:
    """A page while it is played."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sent: list[Sent] = []

    def piece(self, found: re.Match[str]) -> str:
        """Play a piece of the page; return it with what was really answered."""
        if found["answer"] is not None:
            return self._answer(found["answer"], found["until"] or "")
        if found["mail"] is not None:
            self._mail(found["mail"])
            self.sent = self.world.run()
        else:
            self.sent = [
                sent for line in found["meanwhile"].splitlines() for sent in self._line(line)
            ]
        return found[0]

    def _mail(self, text: str) -> None:
        head, _, body = text.partition("\n\n")
        sender, to = (line.partition(": ")[2] for line in head.splitlines())
        self.world.mail(sender, body, to=self._address(to))

    def _address(self, shown: str) -> str:
        """A seat's secret address stands on the page as `judge+alpha.france.TOKEN@...`."""
        seat = _SEAT.fullmatch(shown)
        if not seat:
            return shown
        game, power = seat.groups()
        return self.world.address("GM" if power == "gm" else power.title(), game)

    def _line(self, line: str) -> list[Sent]:
        if line.startswith("at "):
            return self.world.run(datetime.fromisoformat(line[3:]).replace(tzinfo=UTC))
        who, _, told = line.partition(": ")
        if "@" in who:
            self.world.mail(who, told.replace(" / ", "\n"))
        else:
            self.world.mail(mailbox(who), told.replace(" / ", "\n"), to=self.world.address(who))
        return self.world.run()

    def _answer(self, text: str, until: str) -> str:
        to = text.partition("To: ")[2].partition("\n")[0]
        mail = next(sent for sent in self.sent if sent.to == to)
        self.sent = self.sent[self.sent.index(mail) + 1 :]
        shown = mail.text.removeprefix(REPLY_MARKER).strip("\n") + "\n"
        info = f" until {until}" if until else ""
        if until:
            first, cut, _ = shown.partition(f"\n{until}")
            assert cut, f"no line of the mail begins with {until!r}"
            shown = f"{first}\n[...]\n"
        return f"```answer{info}\nTo: {to}\nSubject: {mail.subject}\n\n{shown}```"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_what_the_judge_answers(name: str, tmp_path: Path) -> None:
    path = DOCS / f"{name}.md"
    page = path.read_text(encoding="utf-8")
    played = _PIECE.sub(Reading(World(tmp_path / "spool")).piece, page)
    if recordings.REASON in os.environ:
        path.write_text(played, encoding="utf-8")
        recordings.changed.extend([path.name, *recordings.difference(page, played)])
        return
    assert played == page


def topics(page: str) -> Iterator[str]:
    """The topics of HELP that a page sends its readers to."""
    for line in page.splitlines():
        yield from re.findall(r"`HELP (\w+)`", line)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_topics_that_there_are(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    there = {path.name.partition(".")[0] for path in (DOCS.parent / "templates/help").iterdir()}
    assert {topic.lower() for topic in topics(page)} <= there


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_commands_that_there_are(name: str) -> None:
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([A-Z]{2,})\b[^`\n]*`", _PIECE.sub("", page)))
    assert named
    assert {verb.lower() for verb in named} <= set(VERBS)
