"""Orders of phases that were taken back: kept by phase and power, until they are given again."""

from collections.abc import Mapping

import msgspec
from sqlalchemy import Connection, delete, insert, select

from judge.store.record import Entry
from judge.store.schema import later

_ENTRIES = msgspec.json.Decoder(tuple[Entry, ...])


def keep(db: Connection, game: int, phase: str, orders: Mapping[str, tuple[Entry, ...]]) -> None:
    """Keep a phase's orders in the place of those that were kept before."""
    drop(db, game, phase)
    rows = [
        {
            "game": game,
            "phase": phase,
            "power": power,
            "entries": msgspec.json.encode(entries).decode(),
        }
        for power, entries in orders.items()
        if entries
    ]
    if rows:
        db.execute(insert(later), rows)


def of_phase(db: Connection, game: int, phase: str) -> dict[str, tuple[Entry, ...]]:
    """The orders that are kept for a phase, by power."""
    query = select(later.c.power, later.c.entries).where(later.c.game == game)
    rows = db.execute(query.where(later.c.phase == phase).order_by(later.c.power))
    return {row.power: _ENTRIES.decode(row.entries) for row in rows}


def drop(db: Connection, game: int, phase: str) -> None:
    """Forget what is kept for a phase."""
    db.execute(delete(later).where(later.c.game == game).where(later.c.phase == phase))
