"""What computers have thought out for a phase that is open: kept until it closes."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select

from judge.store.record import Game
from judge.store.schema import moves

_ORDERS = msgspec.json.Decoder(tuple[str, ...])


def of_phase(db: Connection, game: Game) -> dict[str, tuple[str, tuple[str, ...]]]:
    """By power the level that thought, and its orders, for the present phase of a game."""
    query = (
        select(moves)
        .where(moves.c.game == game.id)
        .where(moves.c.number == game.number)
        .where(moves.c.revision == game.revision)
    )
    return {row.power: (row.level, _ORDERS.decode(row.orders)) for row in db.execute(query)}


def add(db: Connection, game: Game, power: str, level: str, orders: Sequence[str]) -> None:
    """Keep a computer's orders for the present phase; those of earlier phases are forgotten."""
    db.execute(
        delete(moves).where(
            (moves.c.game == game.id) & ((moves.c.number != game.number) | (moves.c.power == power))
        )
    )
    values = {"game": game.id, "number": game.number, "revision": game.revision}
    encoded = msgspec.json.encode(tuple(orders)).decode()
    db.execute(insert(moves).values(**values, power=power, level=level, orders=encoded))
