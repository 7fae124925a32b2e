"""The turns played: kept whole, for HISTORY, export and the end of the game."""

import hashlib

from sqlalchemy import Connection, func, insert, select

from judge.store.record import PlayedTurn, as_columns, of_columns
from judge.store.schema import games, turns

_ADD = insert(turns)


def add(db: Connection, game: int, turn: PlayedTurn) -> str:
    """Store a turn that was adjudicated; return its digest."""
    columns = as_columns(turn)
    db.execute(_ADD, {"game": game, **columns})
    return digest(turn.before, columns["orders"], columns["events"])


def digest(before: bytes, orders: str, events: str) -> str:
    """The SHA-256 of a turn as it is stored: what the log says of it."""
    return hashlib.sha256(b"\0".join((before, orders.encode(), events.encode()))).hexdigest()


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
    return [of_columns(PlayedTurn, row) for row in rows.mappings()]


def versions(db: Connection, game: int, phase: str) -> list[PlayedTurn]:
    """Every turn that was ever made of a phase, oldest first."""
    query = select(turns).where(turns.c.game == game, turns.c.phase == phase)
    rows = db.execute(query.order_by(turns.c.revision))
    return [of_columns(PlayedTurn, row) for row in rows.mappings()]
