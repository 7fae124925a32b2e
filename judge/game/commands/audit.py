"""AUDIT power [phase]: for the game master, a seat's letters as they came and as they were read.

He sees headers without a seat's secret address, no press, no votes, and orders only of phases
that are over, as everybody does, unless the game's options say openly that he sees them before.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from judge.game import settings
from judge.game.books import receipts
from judge.game.commands import words
from judge.game.desk import Desk
from judge.game.record import OVER, Read
from judge.game.seats.addresses import MASTER
from judge.game.store import letters, log, readings
from judge.game.table import Table
from judge.kernel.engine import GM, Event
from judge.kernel.notice import Answer
from judge.kernel.text import Command
from judge.language.command_words import COMMAND_WORDS
from judge.mail import mime
from judge.mail.ours import Ours, pattern

VERBS = ("audit",)
MOST = 10
"""Letters that one answer shows, the latest ones."""
LINES, WIDTH = 80, 200
"""Header lines of a letter, and their length, that are shown."""
SEALED = "sealed until the phase is over"
VOTES = tuple(
    spelling
    for verb in ("_DRAW", "_NODRAW", "_CONCEDE", "_NOCONCEDE", "_PAUSE", "_RESUME", "_EXTEND")
    for spelling in COMMAND_WORDS[verb]
)


def run(desk: Desk, command: Command) -> Desk:
    """Show the letters; that they were looked at stands in the game's log."""
    at = desk.table
    if at is None or desk.role != MASTER:
        return desk.refuses(command, "only the game master may do that, from his secret address")
    if not command.words or command.words[0] not in at.powers:
        return desk.refuses(command, "whose letters?", f"AUDIT {at.powers[0]}")
    power, *phase = command.words
    named = words.phase_named(phase)
    chosen = [read for read in readings.of_role(desk.db, at.game.id, power) if named in read.phase]
    log.append(desk.db, desk.house.now, MASTER, "gm.audit", at.game.name, power=power)
    in_use = receipts.used(desk, at, power)
    rows = [_row(desk, at, read, in_use) for read in chosen[-MOST:]]
    data = {"power": power, "rows": rows, "left_out": max(0, len(chosen) - MOST)}
    shown = desk.shows(Event("audit", data, GM))
    return shown.says(command, "see below").titled(f"audit of {power}")


def _row(desk: Desk, at: Table, read: Read, in_use: frozenset[str]) -> dict[str, Any]:
    """A letter: who, when, its headers, its lines."""
    row = receipts.row(desk, read, in_use)
    row["headers"] = _headers(desk, read)
    row["lines"] = receipts.lines(tuple(_seen(at, read)))
    return row


def _headers(desk: Desk, read: Read) -> list[str]:
    """The headers of a letter as they came, without secret addresses and subject."""
    taken = letters.get(desk.db, read.letter)
    archive = desk.house.archive
    if taken is None or archive is None:
        return []
    path = archive / f"{taken.digest}.eml"
    return list(_masked(path, desk.house.ours)) if path.exists() else []


def _masked(path: Path, ours: Ours) -> Iterable[str]:
    head = mime.head(path.read_bytes()).decode("ascii", "replace")
    subject = False
    for line in pattern(ours).sub(ours.address, head).splitlines()[:LINES]:
        subject = line.lower().startswith("subject:") or (subject and line[:1] in (" ", "\t"))
        if not subject:
            yield line[:WIDTH]


def _seen(at: Table, read: Read) -> Iterable[Answer]:
    """The lines of a letter as the game master may see them."""
    is_open = at.game.status != OVER and read.number >= at.game.number
    later = False
    for answer in read.answers:
        typed = " ".join(answer.text.lower().split())
        later = later or (typed.startswith(("phase ", "if ")) and at.game.status != OVER)
        if typed.startswith(VOTES):
            yield _hidden(answer, "a vote")
        elif typed in ("press", "broadcast"):
            yield _hidden(answer, answer.text)
        elif (is_open or later) and not settings.open_orders(at.game.options):
            yield _hidden(answer, SEALED)
        else:
            yield answer


def _hidden(answer: Answer, instead: str) -> Answer:
    return Answer(answer.line, instead, answer.verdict)
