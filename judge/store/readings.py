"""Readings: how each letter of a seat was read, line by line, by its number in the journal."""

from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from judge.kernel.notice import Answer
from judge.store.record import OVER, Read
from judge.store.schema import games, letters, readings

_ANSWERS = msgspec.json.Decoder(tuple[Answer, ...])
_SAVE = insert(readings)
BLANK = "[]"
"""The lines of a mail of which they were let go."""


def save(db: Connection, reading: Read) -> None:
    """Store how a letter was read."""
    values = {
        "letter": reading.letter,
        "game": reading.game,
        "role": reading.role,
        "number": reading.number,
        "phase": reading.phase,
        "sender": reading.sender,
        "answers": msgspec.json.encode(reading.answers).decode(),
    }
    db.execute(_SAVE, values)


def _read(row: Any) -> Read:
    answers = _ANSWERS.decode(row.answers)
    return Read(row.letter, row.game, row.role, row.number, row.phase, row.sender, answers)


def get(db: Connection, letter: int) -> Read | None:
    """How one letter was read, or None."""
    row = db.execute(select(readings).where(readings.c.letter == letter)).first()
    return None if row is None else _read(row)


def of_role(db: Connection, game: int, role: str) -> list[Read]:
    """The letters of one role in a game, oldest first."""
    query = select(readings).where(readings.c.game == game).where(readings.c.role == role)
    return [_read(row) for row in db.execute(query.order_by(readings.c.letter))]


def last_heard(db: Connection, game: int, role: str) -> datetime | None:
    """When the newest letter of one role in a game came, or None."""
    query = (
        select(func.max(letters.c.received))
        .join(readings, readings.c.letter == letters.c.id)
        .where(readings.c.game == game)
        .where(readings.c.role == role)
    )
    return db.execute(query).scalar()


def blank(db: Connection, before: datetime, most: int) -> int:
    """Forget the lines of some mails received before a time, whose phase is over; how many."""
    is_over = (games.c.status == OVER) | (readings.c.number < games.c.number)
    query = (
        select(readings.c.letter)
        .join(letters, letters.c.id == readings.c.letter)
        .join(games, games.c.id == readings.c.game)
        .where(letters.c.received < before, readings.c.answers != BLANK, is_over)
        .order_by(readings.c.letter)
        .limit(most)
    )
    numbers = list(db.execute(query).scalars())
    if numbers:
        statement = update(readings).where(readings.c.letter.in_(numbers))
        db.execute(statement.values(answers=BLANK, sender=""))
    return len(numbers)
