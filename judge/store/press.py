"""Press: every message, with its author, for its readers and for the end of the game."""

from dataclasses import replace
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from judge.store.record import Press
from judge.store.schema import press

_NAMES = msgspec.json.Decoder(tuple[str, ...])


def add(db: Connection, message: Press) -> Press:
    """Store a message (its serial is not looked at) and return it with its serial."""
    last = select(func.max(press.c.serial)).where(press.c.game == message.game)
    serial = (db.execute(last).scalar() or 0) + 1
    values = {
        "game": message.game,
        "serial": serial,
        "number": message.number,
        "phase": message.phase,
        "author": message.author,
        "person": message.person,
        "signed": message.signed,
        "recipients": msgspec.json.encode(message.recipients).decode(),
        "readers": msgspec.json.encode(message.readers).decode(),
        "text": message.text,
        "public": message.public,
        "receipt": message.receipt,
        "written": message.written,
        "waits": message.waits,
        "answers": message.answers,
    }
    db.execute(insert(press).values(values))
    return replace(message, serial=serial)


def _message(row: Any) -> Press:
    return Press(
        game=row.game,
        number=row.number,
        phase=row.phase,
        author=row.author,
        person=row.person,
        signed=row.signed,
        recipients=_NAMES.decode(row.recipients),
        readers=_NAMES.decode(row.readers),
        text=row.text,
        public=row.public,
        receipt=row.receipt,
        written=row.written,
        waits=row.waits,
        serial=row.serial,
        answers=row.answers,
    )


def of_game(db: Connection, game: int) -> list[Press]:
    """All press of a game in the order in which it was taken."""
    rows = db.execute(select(press).where(press.c.game == game).order_by(press.c.serial))
    return [_message(row) for row in rows]


def count_since(db: Connection, game: int, author: str, since: datetime) -> int:
    """How much press one author has written."""
    query = (
        select(func.count())
        .where(press.c.game == game)
        .where(press.c.author == author)
        .where(press.c.written > since)
    )
    count: int = db.execute(query).scalar_one()
    return count


def replies_of(db: Connection, game: int, author: str) -> list[Press]:
    """The replies to press of one author, oldest first."""
    own = (press.c.game == game) & (press.c.author == author) & (press.c.answers > 0)
    rows = db.execute(select(press).where(own).order_by(press.c.serial))
    return [_message(row) for row in rows]


def take_up(db: Connection, game: int) -> list[Press]:
    """The press that waited for the results which are told now; it waits no more."""
    is_waiting = (press.c.game == game) & press.c.waits
    messages = [
        _message(row)
        for row in db.execute(select(press).where(is_waiting).order_by(press.c.serial))
    ]
    if messages:
        db.execute(update(press).where(is_waiting).values(waits=False))
    return messages
