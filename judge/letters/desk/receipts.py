"""Receipts: every letter of a seat has one, and how the letter was read is kept with it.

What nobody else may read is not kept: passwords, the words of press, and lines that were not read.
"""

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from judge.game.terms.tables import Table
from judge.kernel import mask
from judge.kernel.mail import Letter
from judge.kernel.notice import Answer
from judge.letters.desk.desk import Desk
from judge.mail import ours
from judge.post import intake
from judge.store import letters, sheets, turns
from judge.store.record import Read, ReceivedMail

_PRESS = re.compile(r"\W*(press|broadcast)\b", re.IGNORECASE)
_SWALLOWED = re.compile(r"stands below (?:PRESS|BROADCAST) without")


def keep(desk: Desk, mail: ReceivedMail) -> None:
    """Store how a letter was read, if it spoke for somebody in a game."""
    if desk.table is None:
        return
    game, kept = desk.table.game, []
    for answer in map(mask.answer, sorted(desk.answers, key=lambda answer: answer.line)):
        press = _PRESS.match(answer.text)
        if answer.nature in ("press", "broadcast"):
            text = answer.nature.upper()
        elif press:
            text = press[1].upper()
        elif answer.verdict == "ignored" or _SWALLOWED.match(answer.message):
            text = ""
        else:
            kept.append(answer)
            continue
        # Of press only that it was press, of what was not read only why.
        kept.append(replace(answer, text=text, suggestions=()))
    reading = Read(
        letter=mail.id,
        game=game.id,
        role=desk.author,
        number=game.number,
        phase=game.phase.id if game.phase else "",
        sender=desk.letter.sender,
        answers=tuple(kept),
    )
    letters.save_reading(desk.db, reading)


def list_receipts_in_use(desk: Desk, table: Table, role: str) -> frozenset[str]:
    """The receipts of the orders that stand now, or were adjudicated."""
    standing = sheets.get(desk.db, table.game.id, table.game.number, role).entries
    return list_receipts_played(desk, table, role) | {entry.receipt for entry in standing}


def list_receipts_played(desk: Desk, table: Table, role: str) -> frozenset[str]:
    """The receipts of the orders that were adjudicated."""
    played = turns.of_game(desk.db, table.game.id)
    return frozenset(entry.receipt for turn in played for entry in turn.orders.get(role, ()))


def list_readings(desk: Desk) -> Sequence[Read]:
    """How the letters of this seat were read, in their order."""
    return letters.readings_of(desk.db, desk.table.game.id, desk.author) if desk.table else ()


def find_own_letter(desk: Desk, name: str) -> Read | None:
    """How the letter of this seat with the receipt ``name`` was read; None if there is none."""
    number = ours.receipt_number(desk.house.ours, name)
    return next((read for read in list_readings(desk) if read.letter == number), None)


def read_letter(desk: Desk, reading: Read | None) -> Letter | None:
    """The letter of a reading, as it came; None for no reading."""
    mail = letters.get(desk.db, reading.letter) if reading else None
    return intake.read(desk.db, desk.house, mail) if mail else None


def has_aside(reading: Read | None, *why: str) -> bool:
    """Whether a letter had lines that were set aside for one of the reasons; no letter had any."""
    return reading is not None and any(answer.aside in why for answer in reading.answers)


def make_row(desk: Desk, read: Read, in_use: frozenset[str]) -> dict[str, object]:
    """A letter in a list of receipts."""
    letter = letters.get(desk.db, read.letter)
    name = ours.receipt_name(desk.house.ours, read.letter)
    return {
        "receipt": name,
        "received": letter.received.isoformat() if letter else None,
        "phase": read.phase,
        "sender": read.sender,
        "orders": sum(bool(answer.order) for answer in read.answers),
        "problems": sum(answer.verdict == "problem" for answer in read.answers),
        "used": name in in_use,
    }


def list_lines(answers: Iterable[Answer]) -> list[dict[str, object]]:
    """The lines of a letter, as plain data."""
    parts = ("line", "verdict", "text", "order", "message")
    return [{name: getattr(answer, name) for name in parts} for answer in answers]
