"""The secret addresses of a game's seats, and whose address a letter was sent to."""

from sqlalchemy import Connection

from judge.kernel import audience
from judge.mail import identity
from judge.mail.ours import Ours
from judge.store import seats
from judge.store.record import Game, Person, Seat

MASTER, OBSERVER = audience.MASTER, "observer"
"""The roles without a power: who runs a game, who watches it. Addresses are signed under them."""


def name(seat: Seat | None) -> str:
    """What a seat is called in its address: its power, or its number while powers are not dealt."""
    if seat is None:
        return ""
    return seat.power or f"seat{seat.id}"


def substitute(seat: Seat, person: int) -> str:
    """What a seat is called in the address of somebody who stands in for its player."""
    return f"{name(seat)} for {person}"


def reply_to(ours: Ours, game: Game, role: str, seat: Seat | None, person: int = 0) -> str:
    """Where somebody who holds a role answers to: a secret address, or the game's open one."""
    if seat is not None:
        stands_in = person and seat.person not in (None, person)
        local_name = substitute(seat, person) if stands_in else name(seat)
        return identity.seat_address(ours, game.name, local_name, seat.epoch)
    if role == MASTER:
        return identity.seat_address(ours, game.name, MASTER, _term(game))
    if role == OBSERVER:
        return identity.seat_address(ours, game.name, OBSERVER, person)
    return ours.plus(game.name)


def _proves(claim: identity.Claim, ours: Ours, game: Game, local_name: str, epoch: int) -> bool:
    return identity.proves(claim, ours, local_name, epoch, game.number)


def _term(game: Game) -> int:
    """A number that is another one for every game master and each of his secret addresses."""
    return (game.gm or 0) * 10_000 + game.epoch


def proven_holder(
    db: Connection, ours: Ours, game: Game, claim: identity.Claim
) -> Seat | Person | str | None:
    """Whose secret address was used: a seat, MASTER, an observer, or None for nobody's.

    A seat keeps the address that it had before powers were dealt.
    """
    holder: Seat | Person | str | None = None
    for seat in seats.of_game(db, game.id):
        for local_name in (name(seat), f"seat{seat.id}"):
            if seat.person is not None and _proves(claim, ours, game, local_name, seat.epoch):
                holder = seat
    if game.gm is not None and _proves(claim, ours, game, MASTER, _term(game)):
        holder = MASTER
    for person in seats.people_watching(db, game.id) if holder is None else ():
        if _proves(claim, ours, game, OBSERVER, person.id):
            holder = person
    return holder
