"""AUDIT power [phase]: for the game master, a seat's orders as they came and as they were read.

He sees the letters of phases that are over; of their lines those that were orders, of their
headers those that say whence they came. What a line is decides that, as the reader knew it, never
how it begins. Of other lines, and of letters without orders, he does not even learn that there
are any; nor of any letter when it came, but whether it was too late: a letter may hold orders and
ask for what is told to all without a name, and the hour would tell who did. So would an audit now
and another one a minute later; nothing that it shows depends on the letters of the open phase, not
even where the game's options say openly that he sees orders before: STATUS ALL shows those.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from judge.commands import words
from judge.desk import receipts
from judge.desk.desk import Desk
from judge.game.readers.addresses import MASTER
from judge.game.terms import settings
from judge.game.terms.tables import Table
from judge.kernel.engine import GM, Event
from judge.kernel.notice import AHEAD, LATE, ORDER, Answer
from judge.kernel.text import Command
from judge.mail import mime
from judge.mail.ours import Ours, pattern
from judge.post import archived_mails
from judge.store import letters, log, readings
from judge.store.record import OVER, Read

VERBS = ("audit",)
MOST = 10
"""Letters that one answer shows, the latest ones."""
LINES, WIDTH = 80, 200
"""Header lines of a letter, and their length, that are shown."""
HEADERS = frozenset(
    (
        "authentication-results", "delivered-to", "from", "received-spf", "return-path",
        "sender", "user-agent", "x-mailer", "x-originating-ip",
    )
)  # fmt: skip
"""The headers that are shown: whence a letter came, and nothing of what it says, nor when it came.
Dates and Received lines tell that, and so do Message-IDs: most begin with the hour.
"""
_DATED = re.compile(r"\b(SRS[01]|prvs)[=+-][^\s@<>]+", re.IGNORECASE)
"""An envelope sender that a server marked with the day (SRS, BATV)."""
_NAME = re.compile(r"([^\s:]+)[ \t]*:")


def run(desk: Desk, command: Command) -> Desk:
    """Show the letters; that they were looked at stands in the game's log."""
    table = desk.table
    if table is None or desk.role != MASTER:
        return desk.refuses(command, "only the game master may do that, from his secret address")
    if not command.words or command.words[0] not in table.powers:
        return desk.refuses(command, "whose letters?", f"AUDIT {table.powers[0]}")
    power, *phase_words = command.words
    phase_text = words.named_phase(phase_words, table.variant)
    readings_of_phase = (
        reading
        for reading in readings.of_role(desk.db, table.game.id, power)
        if phase_text in reading.phase
    )
    visible_readings = [
        reading
        for reading in readings_of_phase
        if _is_over(table, reading) and _visible_lines(table, reading)
    ]
    log.append(desk.db, desk.house.now, MASTER, "gm.audit", table.game.name, power=power)
    played_receipts = receipts.list_receipts_played(desk, table, power)
    rows = [_row(desk, table, reading, played_receipts) for reading in visible_readings[-MOST:]]
    data = {
        "power": power,
        "rows": rows,
        "sealed": table.game.status != OVER,
        "open_orders": settings.shows_open_orders(table.game.options),
        "left_out": max(0, len(visible_readings) - MOST),
    }
    reply = desk.shows(Event("audit", data, GM))
    return reply.says(command, "see below").titles(f"audit of {power}")


def _row(
    desk: Desk, table: Table, reading: Read, played_receipts: frozenset[str]
) -> dict[str, Any]:
    """A letter: for which phase, whence, its orders; not when it came."""
    row = receipts.make_row(desk, reading, played_receipts)
    return {
        "receipt": row["receipt"],
        "phase": reading.phase,
        "sender": reading.sender,
        "used": row["used"],
        "headers": _headers(desk, reading),
        "lines": receipts.list_lines(
            _hide_hour(answer) for answer in _visible_lines(table, reading)
        ),
    }


def _hide_hour(answer: Answer) -> Answer:
    """A line that came too late, without how much too late."""
    late = answer.message.startswith(LATE)
    return replace(answer, message=LATE) if late else answer


def _is_over(table: Table, reading: Read) -> bool:
    """Whether the phase in which a letter was read is over."""
    return table.game.status == OVER or reading.number < table.game.number


def _headers(desk: Desk, reading: Read) -> list[str]:
    """Headers of a letter as they came, without secret addresses."""
    letter = letters.get(desk.db, reading.letter)
    octets = archived_mails.find_octets(desk.db, desk.house, letter) if letter else None
    return list(_mask_headers(octets, desk.house.ours))[:LINES] if octets else []


def _mask_headers(octets: bytes, ours: Ours) -> Iterator[str]:
    head = mime.head(octets).decode("ascii", "replace")
    is_shown = False
    for line in pattern(ours).sub(ours.address, head).splitlines():
        if line[:1] not in (" ", "\t"):
            name = _NAME.match(line)
            is_shown = name is not None and name[1].lower() in HEADERS
        if is_shown:
            yield _DATED.sub(r"\1=...", line)[:WIDTH]


def _visible_lines(table: Table, reading: Read) -> tuple[Answer, ...]:
    """The lines of a letter that the game master may see."""
    natures = (ORDER, AHEAD) if table.game.status == OVER else (ORDER,)
    return tuple(answer for answer in reading.answers if answer.nature in natures)
