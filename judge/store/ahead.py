"""Lines for later phases, as typed; forgotten when their phase opens or can't come any more."""

from collections.abc import Collection
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select

from judge.store import memo
from judge.store.record import Later
from judge.store.schema import ahead

_LINES = msgspec.json.Decoder(tuple[str, ...])
_OF_GAME = (
    select(ahead).where(ahead.c.game == bindparam("game")).order_by(ahead.c.received, ahead.c.id)
)


def add(db: Connection, later: Later) -> None:
    """Store the lines of one letter for one phase; their id is not looked at."""
    values = {
        "game": later.game,
        "power": later.power,
        "person": later.person,
        "phase": later.phase,
        "title": later.title,
        "receipt": later.receipt,
        "received": later.received,
        "lines": msgspec.json.encode(later.lines).decode(),
    }
    db.execute(insert(ahead).values(values))


def _later(row: Any) -> Later:
    return Later(
        game=row.game,
        power=row.power,
        person=row.person,
        phase=row.phase,
        title=row.title,
        receipt=row.receipt,
        received=row.received,
        lines=_LINES.decode(row.lines),
        id=row.id,
    )


def of_game(db: Connection, game: int) -> list[Later]:
    """All that waits in a game, in the order in which our server took it."""
    return [_later(row) for row in memo.rows(db, (ahead.name,), _OF_GAME, {"game": game})]


def drop(db: Connection, ids: Collection[int]) -> None:
    """Forget lines."""
    if ids:
        db.execute(delete(ahead).where(ahead.c.id.in_(ids)))
