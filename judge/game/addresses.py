"""The secret addresses of a game's seats, and whose address a letter was sent to."""

from sqlalchemy import Connection

from judge.game.record import Game, Seat
from judge.game.store import seats
from judge.mail import identity
from judge.mail.ours import Ours

MASTER = "GM"
"""The role that runs a game; its address is signed under this name."""


def name(seat: Seat | None) -> str:
    """What a seat is called in its address: its power, or its number while powers are not dealt."""
    if seat is None:
        return ""
    return seat.power or f"seat{seat.id}"


def reply_to(ours: Ours, game: Game, role: str, seat: Seat | None) -> str:
    """Where the holder of a role answers to: a secret address, or the game's open one."""
    if seat is not None:
        return identity.seat_address(ours, game.name, name(seat), seat.epoch)
    if role == MASTER:
        return identity.seat_address(ours, game.name, MASTER, game.gm or 0)
    return ours.plus(game.name)


def proven(db: Connection, ours: Ours, game: Game, claim: identity.Claim) -> Seat | str | None:
    """The seat whose secret address was used, MASTER for the game master's, else None.

    A seat keeps the address that it had before powers were dealt.
    """
    found: Seat | str | None = None
    for seat in seats.of_game(db, game.id):
        for known in (name(seat), f"seat{seat.id}"):
            if seat.person is not None and identity.proves(claim, ours, known, seat.epoch):
                found = seat
    if game.gm is not None and identity.proves(claim, ours, MASTER, game.gm):
        found = MASTER
    return found
