"""Substitutes: who may order for a seat beside its player while he is away.

A substitute has a secret address of his own for the seat, which holds on his days only, and gets
its mails on these. He orders and writes press; he does not vote, resign or change the seat.
"""

from collections.abc import Iterable
from datetime import date, datetime
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from judge.store import waiting
from judge.store.record import Game, Person, Seat


def today(game: Game, now: datetime) -> date:
    """The day that it is where the game is played."""
    return now.astimezone(ZoneInfo(game.options["zone"])).date()


def is_substitute(db: Connection, all_seats: Iterable[Seat], person: Person) -> bool:
    """Whether somebody stands in, or has stood in, for who plays on one of some seats."""
    return any(
        one.person.id == person.id for seat in all_seats for one in waiting.substitutes_of(db, seat)
    )


def acting_substitutes(db: Connection, game: Game, seat: Seat, now: datetime) -> list[Person]:
    """Who stands in for a seat's player at present."""
    day = today(game, now)
    substitutes = waiting.substitutes_of(db, seat) if seat.person is not None else []
    return [one.person for one in substitutes if one.first <= day <= one.last]
