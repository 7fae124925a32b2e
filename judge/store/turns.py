"""The turns played: kept whole, for HISTORY, export and the end of the game."""

import hashlib
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select

from judge.kernel.engine import Event
from judge.store.record import Entry, PlayedTurn
from judge.store.schema import games, turns

_ORDERS = msgspec.json.Decoder(dict[str, tuple[Entry, ...]])
_EVENTS = msgspec.json.Decoder(tuple[Event, ...])


def add(db: Connection, game: int, turn: PlayedTurn) -> str:
    """Store a turn that was adjudicated; return its digest."""
    orders = msgspec.json.encode(turn.orders).decode()
    events = msgspec.json.encode(turn.events).decode()
    db.execute(
        insert(turns).values(
            game=game,
            number=turn.number,
            revision=turn.revision,
            phase=turn.phase,
            title=turn.title,
            closed=turn.closed,
            before=turn.before,
            orders=orders,
            events=events,
        )
    )
    return digest(turn.before, orders, events)


def digest(before: bytes, orders: str, events: str) -> str:
    """The SHA-256 of a turn as it is stored: what the log says of it."""
    whole = b"\0".join((before, orders.encode(), events.encode()))
    return hashlib.sha256(whole).hexdigest()


def _turn(row: Any) -> PlayedTurn:
    return PlayedTurn(
        row.number,
        row.revision,
        row.phase,
        row.title,
        row.closed,
        row.before,
        _ORDERS.decode(row.orders),
        _EVENTS.decode(row.events),
    )


def of_game(db: Connection, game: int) -> list[PlayedTurn]:
    """A game's turns in order, each in its last revision; not those that were rolled back."""
    present = select(games.c.number).where(games.c.id == game).scalar_subquery()
    last = (
        select(turns.c.number, func.max(turns.c.revision).label("revision"))
        .where(turns.c.game == game, turns.c.number < present)
        .group_by(turns.c.number)
        .subquery()
    )
    rows = db.execute(
        select(turns)
        .join(last, (turns.c.number == last.c.number) & (turns.c.revision == last.c.revision))
        .where(turns.c.game == game)
        .order_by(turns.c.number)
    )
    return [_turn(row) for row in rows]


def versions(db: Connection, game: int, phase: str) -> list[PlayedTurn]:
    """Every turn that was ever made of a phase, oldest first."""
    query = select(turns).where(turns.c.game == game, turns.c.phase == phase)
    return [_turn(row) for row in db.execute(query.order_by(turns.c.revision))]
