"""Whole games as scripts: what the judge sends is as written, and every ruling is at work in it."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from judge import resources
from judge.game.terms import tables
from tests import recordings
from tests.game.world import DAY, HOUR, MINUTE, Sent, World
from tests.games import forms, limits, script
from tests.games.script import Scene, Script

GAMES = sorted(Path(__file__).parent.glob("*/game.txt"))
_RULINGS = re.compile(r"^- \*\*([A-Z]\d+(?:, [A-Z]\d+)*)\*\*", re.MULTILINE)
"""The numbers that a paragraph of RULES.md begins with."""


class Play(World):
    """The game of a script; its players' addresses are made of their powers' names."""

    seats: Mapping[str, str]
    """The secret addresses of those who write in it."""

    def begin(self, game: Script) -> None:
        """Create the game and let everybody join it."""
        self.mail("Ruth <gm@players.example>", game.words)
        self.run()
        for power in tables.load(self.game()).powers:
            self.mail(f"{power} <{address(power)}>", f"JOIN alpha as {power}")
        self.run()
        authors = {letter.author for scene in game.scenes for letter in scene.letters}
        self.seats = {author: self.address(author) for author in authors}

    def play(self, scene: Scene) -> list[Sent]:
        """Mail what a phase's players mail; all that is sent until the phase is over."""
        assert self.phase() == scene.phase
        for letter in scene.letters:
            self.mail(address(letter.author), letter.text, to=self.seats[letter.author])
        sent = self.run(self.now + HOUR)
        for wait in (MINUTE, DAY):
            due = self.game().deadline
            if self.phase() == scene.phase and due is not None:
                sent += self.run(due + wait)
        return sent

    def phase(self) -> str:
        """The id of the phase that waits for orders."""
        phase = self.game().phase
        return phase.id if phase else ""


def address(author: str) -> str:
    """Where somebody of a script gets mail."""
    return f"{author.lower().replace(' ', '')}@players.example"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_a_game_goes_as_its_script_says(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", b"alpha".ljust)
    game, world = script.load(path), Play(tmp_path / "spool")
    world.begin(game)
    unseen: list[str] = []
    too_long: list[str] = []
    refused: list[str] = []
    for number, scene in enumerate(game.scenes, start=1):
        sent = world.play(scene)
        unseen += missing(scene, sent)
        too_long += limits.faults(path.parent.name, sent)
        refused += forms.refused(world, sent)
        compare(path.parent / f"{number:02}-{scene.phase}.sent", "".join(told(scene, sent)))
    assert unseen == []
    assert too_long == []
    assert refused == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.parent.name)
def test_every_ruling_of_a_variant_is_at_work_in_its_games(path: Path) -> None:
    game = script.load(path)
    rules = (resources.root("variants") / game.variant / "RULES.md").read_text(encoding="utf-8")
    games = [other for other in map(script.load, GAMES) if other.variant == game.variant]
    seen = {one.ruling for other in games for scene in other.scenes for one in scene.seen}
    numbers = {number for head in _RULINGS.findall(rules) for number in head.split(", ")}
    assert numbers - seen == set(game.elsewhere)


def missing(scene: Scene, sent: list[Sent]) -> Iterator[str]:
    """The rulings that a phase does not show to whom it should."""
    for seen in scene.seen:
        theirs = " ".join(mail.flat for mail in sent if mail.to == address(seen.reader))
        if seen.words not in theirs:
            yield f"{scene.phase} {seen.ruling} {seen.reader}: {seen.words}"


def told(scene: Scene, sent: list[Sent]) -> Iterator[str]:
    """Who gets what, on a line each, and below it the mails that the script wants whole."""
    answers = [mail for mail in sent if mail.message["Auto-Submitted"] == "auto-replied"]
    whole = [mail for mail, letter in zip(answers, scene.letters, strict=True) if letter.shown]
    readers = {address(reader) for reader in scene.shown}
    whole += [mail for mail in sent if mail not in answers and mail.to in readers]
    for mail in sent:
        yield f"{mail.to}: {mail.subject}\n"
    for mail in whole:
        yield f"\n=== To: {mail.to}\nSubject: {mail.subject}\n\n{mail.text}"


def compare(path: Path, shown: str) -> None:
    """Hold what was sent against the file, or write the file anew, for a reason."""
    recordings.keep(path, shown)
    assert shown == path.read_text(encoding="utf-8")
