"""Whole games by mail: what the judge sends in each pass is what the folder says."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from difflib import unified_diff
from itertools import chain
from pathlib import Path

import pytest

from tests import recordings
from tests.game.world import JUDGE, Sent, World
from tests.games import dice, forms, happens, limits

GAMES = Path(__file__).parent
BRIEF = "-brief"
PASSES = sorted(GAMES.glob("*/*.mbox"))
_MAIL = re.compile(r"^From (\S+) (\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4})\n", re.MULTILINE)
_SEAT = re.compile(r"\{([a-z]+)\.([A-Za-z ]+)\}")
_ID = re.compile(r"<[a-z2-7.@=-]{20,}>|<[\w.]+@(?:players|judge)\.example>")


@pytest.mark.parametrize("folder", sorted({path.parent for path in PASSES}), ids=lambda p: p.name)
def test_a_game_by_mail_goes_as_written(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", lambda size: folder.name.encode().ljust(size))
    world = World(tmp_path / "spool")
    numbers: dict[str, str] = {}
    told: dict[str, list[Sent]] = {}
    refused: list[str] = []
    for path, sent in played(world, folder):
        told[path.stem.partition("-")[0]] = sent
        refused += forms.refused(world, sent)
        shown = _brief(sent) if path.stem.endswith(BRIEF) else _shown(sent)
        _compare(path.with_suffix(".sent"), _numbered("".join(shown), numbers))
    assert list(happens.missing(folder, world, told)) == []
    assert dice.faults(world) == []
    assert refused == []
    assert list(limits.faults(folder.name, chain.from_iterable(told.values()))) == []


def played(world: World, folder: Path) -> Iterator[tuple[Path, list[Sent]]]:
    """What the judge sends in each pass of a game, beside the file of the mails that came."""
    for path in sorted(folder.glob("*.mbox")):
        for sender, moment, mail in _mails(path.read_text()):
            _drop(world, sender, moment, mail)
        time = path.stem.removesuffix(BRIEF).partition("-")[2]
        yield path, world.run(datetime.fromisoformat(time).replace(tzinfo=UTC))


def _mails(text: str) -> Iterator[tuple[str, datetime, str]]:
    """Who wrote each mail of a file, when it came, and its headers and text."""
    parts = _MAIL.split(text)[1:]
    for sender, moment, mail in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        yield sender, datetime.strptime(moment, "%a %b %d %H:%M:%S %Y").replace(tzinfo=UTC), mail


def _drop(world: World, sender: str, moment: datetime, mail: str) -> None:
    """Put a mail into the inbox, with the headers that every mail has."""
    full = _SEAT.sub(lambda seat: world.address(seat[2], seat[1]), mail)
    head, _, text = full.partition("\n\n")
    given = {line.partition(":")[0].lower() for line in head.splitlines()}
    world.count += 1
    usual = {
        "Received": f"from there by mx.judge.example; {moment:%a, %d %b %Y %H:%M:%S +0000}",
        "From": sender,
        "To": JUDGE,
        "Message-ID": f"<mail{world.count}@players.example>",
    }
    added = [f"{name}: {value}" for name, value in usual.items() if name.lower() not in given]
    lines = [*added, *(head.splitlines()), "", text]
    world.raw("\n".join(lines).encode())


def _shown(sent: list[Sent]) -> Iterator[str]:
    """The mails as text: the first of a kind whole, its like as differences."""
    first: dict[str, list[str]] = {}
    for mail in sent:
        lines = mail.text.splitlines()
        kind = re.sub(r"\[.*?\]|\d+", "", mail.subject) + str(mail.message["Auto-Submitted"])
        yield "".join(_headers(mail))
        if kind in first:
            change = list(unified_diff(first[kind], lines, n=0, lineterm=""))[2:]
            yield "".join(f"{line}\n" for line in change if not line.startswith("@@")) + "\n"
        else:
            first[kind] = lines
            yield f"{mail.text}\n"


def _brief(sent: list[Sent]) -> Iterator[str]:
    """Who got what, on a line each."""
    for mail in sent:
        yield f"{mail.to}: {mail.subject}\n"


def _headers(mail: Sent) -> Iterator[str]:
    """The headers that matter."""
    yield f"=== To: {mail.to}\n"
    yield f"Subject: {mail.subject}\n"
    for name in ("Reply-To", "In-Reply-To", "References", "Auto-Submitted"):
        if mail.message[name]:
            yield f"{name}: {' '.join(str(mail.message[name]).split())}\n"
    yield "\n"


def _numbered(text: str, numbers: dict[str, str]) -> str:
    """The text with short names for Message-IDs and secret addresses."""
    return _ID.sub(lambda found: numbers.setdefault(found[0], f"<{len(numbers) + 1}>"), text)


def _compare(path: Path, shown: str) -> None:
    recordings.keep(path, shown)
    assert shown == path.read_text(encoding="utf-8")
