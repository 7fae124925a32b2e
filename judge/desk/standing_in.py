"""A substitute's letters: what proves him, and what stays with the player whose seat it is."""

from judge.desk.desk import Desk
from judge.game.readers import addresses, standins
from judge.mail import identity
from judge.mail.identity import Claim
from judge.store import seats
from judge.store.record import Game, Person, Seat

OWN = frozenset(
    {
        "absence",
        "concede",
        "draw",
        "emergency",
        "extend",
        "noabsence",
        "noconcede",
        "nodraw",
        "noextend",
        "nopause",
        "nopublish",
        "noresume",
        "password",
        "pause",
        "publish",
        "remind",
        "reset",
        "resign",
        "resume",
        "substitute",
    }
)
"""The commands that only the player himself may give."""


def find_proven_substitute(desk: Desk, game: Game, claim: Claim) -> tuple[Seat, Person] | None:
    """The seat and the substitute whose secret address a letter was sent to, on his days."""
    for seat in seats.of_game(desk.db, game.id):
        for person in standins.acting_substitutes(desk.db, game, seat, desk.house.now):
            name = addresses.substitute(seat, person.id)
            if identity.proves(claim, desk.house.ours, name, seat.epoch, game.number):
                return seat, person
    return None


def is_acting(desk: Desk) -> bool:
    """Whether a letter speaks for a seat whose player somebody else is."""
    seat, person = desk.seat, desk.person
    return seat is not None and person is not None and seat.person != person.id
