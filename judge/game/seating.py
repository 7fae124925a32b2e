"""Who speaks: who knows a secret address; From alone proves nothing."""

from dataclasses import replace

from judge.game import addresses, orders, standins, table
from judge.game.desk import Desk
from judge.game.record import Game, Person, Seat
from judge.game.store import games, people
from judge.mail import identity


def seated(desk: Desk) -> Desk:
    """The desk speaking for whoever's secret address was used; else knowing a From at most.

    An address with a wrong token, of a game that is or is none, is our plain address.
    """
    claim = identity.claim(desk.letter.recipient)
    game = games.named(desk.db, claim.game) if claim else None
    found = addresses.proven(desk.db, desk.house.ours, game, claim) if game and claim else None
    if game and isinstance(found, Seat):
        return sit(desk, game, found)
    if game and found == addresses.MASTER:
        return preside(desk, game)
    if game and isinstance(found, Person):
        return replace(desk, person=found, table=table.of(game), role=addresses.OBSERVER)
    acting = standins.proven(desk, game, claim) if game and claim else None
    if game and acting:
        seat, person = acting
        return replace(sit(desk, game, seat), person=person)
    return replace(desk, person=people.at(desk.db, desk.letter.sender))


def sit(desk: Desk, game: Game, seat: Seat) -> Desk:
    """Let the desk speak for a seat; answers go to the seat's holder from now on."""
    holder = people.get(desk.db, seat.person or 0)
    at = table.of(game)
    sheet = orders.sheet(desk.db, at, seat)
    return replace(desk, person=holder, table=at, role=seat.power, seat=seat, sheet=sheet)


def preside(desk: Desk, game: Game) -> Desk:
    """Let the desk speak for the game master; answers go to him from now on."""
    holder = people.get(desk.db, game.gm or 0)
    return replace(desk, person=holder, table=table.of(game), role=addresses.MASTER)
