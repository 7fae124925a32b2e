"""Substitutes: who may order for a seat beside its player while he is away.

A substitute has a secret address of his own for the seat, which holds on his days only, and gets
its mails on these. He orders and writes press; he does not vote, resign or change the seat.
"""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from judge.game.desk import Desk
from judge.game.record import Game, Person, Seat
from judge.game.seats import addresses
from judge.game.store import seats, waiting
from judge.mail import identity
from judge.mail.identity import Claim

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


def today(game: Game, now: datetime) -> date:
    """The day that it is where the game is played."""
    return now.astimezone(ZoneInfo(game.options["zone"])).date()


def acting(db: Connection, game: Game, seat: Seat, now: datetime) -> list[Person]:
    """Who stands in for a seat's player at present."""
    day = today(game, now)
    found = waiting.substitutes_of(db, seat) if seat.person is not None else []
    return [one.person for one in found if one.first <= day <= one.last]


def proven(desk: Desk, game: Game, claim: Claim) -> tuple[Seat, Person] | None:
    """The seat and the substitute whose secret address a letter was sent to, on his days."""
    for seat in seats.of_game(desk.db, game.id):
        for person in acting(desk.db, game, seat, desk.house.now):
            name = addresses.substitute(seat, person.id)
            if identity.proves(claim, desk.house.ours, name, seat.epoch):
                return seat, person
    return None


def is_acting(desk: Desk) -> bool:
    """Whether a letter speaks for a seat whose player somebody else is."""
    seat, person = desk.seat, desk.person
    return seat is not None and person is not None and seat.person != person.id
