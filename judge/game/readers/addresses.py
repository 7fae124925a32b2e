"""The secret addresses of a game's seats, and whose address a letter was sent to."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from judge.kernel import audience
from judge.mail import identity
from judge.mail.ours import Ours
from judge.store import seats
from judge.store.record import Game, Person, Seat

MASTER, OBSERVER = audience.MASTER, "observer"
"""The roles without a power: who runs a game, who watches it. Addresses are signed under them."""

Holder = Seat | Person | str
"""Whose a secret address is: a seat's, MASTER's, an observer's."""


def name(seat: Seat | None) -> str:
    """What a seat is called in its address: its power, or its number while powers are not dealt."""
    if seat is None:
        return ""
    return seat.power or f"seat{seat.id}"


def substitute(seat: Seat, person: int) -> str:
    """What a seat is called in the address of somebody who stands in for its player."""
    return f"{name(seat)} for {person}"


def reply_to(
    ours: Ours, game: Game, role: str, seat: Seat | None, person: int = 0, message: int = 0
) -> str:
    """Where somebody who holds a role answers to: a secret address, or the game's open one.

    With the serial of a ``message`` of press it is the address that answers this message.
    """
    if seat is not None:
        stands_in = person and seat.person not in (None, person)
        signature = (substitute(seat, person) if stands_in else name(seat)), seat.epoch
    elif role == MASTER:
        signature = MASTER, _term(game)
    elif role == OBSERVER:
        signature = OBSERVER, person
    else:
        return ours.plus(game.name)
    if message:
        return identity.press_address(ours, game.name, *signature, message)
    return identity.seat_address(ours, game.name, *signature)


def _term(game: Game) -> int:
    """A number that is another one for every game master and each of his secret addresses."""
    return (game.gm or 0) * 10_000 + game.epoch


def list_signatures(db: Connection, game: Game) -> Iterator[tuple[Holder, str, int]]:
    """Who holds secret addresses of a game, and under which names and numbers these are signed.

    A seat keeps the address that it had before powers were dealt.
    """
    for seat in seats.of_game(db, game.id):
        for local_name in (name(seat), f"seat{seat.id}"):
            if seat.person is not None:
                yield seat, local_name, seat.epoch
    if game.gm is not None:
        yield MASTER, MASTER, _term(game)
    for person in seats.people_watching(db, game.id):
        yield person, OBSERVER, person.id


def proven_holder(db: Connection, ours: Ours, game: Game, claim: identity.Claim) -> Holder | None:
    """Whose secret address was used: a seat, MASTER, an observer, or None for nobody's."""
    for holder, local_name, epoch in list_signatures(db, game):
        if identity.proves(claim, ours, local_name, epoch, game.number):
            return holder
    return None


def is_substitute(db: Connection, all_seats: Iterable[Seat], person: Person) -> bool:
    """Whether somebody stands in, or has stood in, for who plays on one of some seats."""
    return any(
        one.person.id == person.id for seat in all_seats for one in seats.substitutes_of(db, seat)
    )


def acting_substitutes(db: Connection, game: Game, seat: Seat, now: datetime) -> list[Person]:
    """Who stands in for a seat's player at present."""
    day = now.astimezone(ZoneInfo(game.options["zone"])).date()
    substitutes = seats.substitutes_of(db, seat) if seat.person is not None else []
    return [one.person for one in substitutes if one.first <= day <= one.last]
