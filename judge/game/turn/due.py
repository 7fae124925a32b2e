"""What a game needs by the clock: its phase closed, or its players reminded."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from judge.game.clocks import deadlines, late, reminders
from judge.game.seats import vacancies
from judge.game.terms import table
from judge.game.terms.policy import WAIT
from judge.game.terms.table import Table
from judge.game.turn import hold
from judge.home.house import House
from judge.kernel.notice import Notice
from judge.store import games, seats, sheets


def close(db: Connection, house: House, number: int) -> list[Notice]:
    """Do what game ``number`` needs: close its phase, remind its players, offer its free seats."""
    return [*_closed(db, house, number), *vacancies.offer(db, house, number)]


def _closed(db: Connection, house: House, number: int) -> list[Notice]:
    """Close the phase if its time has come; if not, remind who must be."""
    game = games.get(db, number)
    at = table.of(game)
    if game.deadline is None or game.held:
        games.save(db, replace(game, touched=False, ready=None))
        return []
    due = game.deadline
    game = replace(game, ready=_ready_since(db, house, at))
    at = replace(at, game=game)
    if _over(db, house, at):
        return hold.closed(db, house, game)
    told = late.due if due <= house.cutoff else reminders.due
    games.save(db, deadlines.ringing(db, replace(game, touched=False), house.cutoff))
    return told(db, house, at)


def _ready_since(db: Connection, house: House, at: Table) -> datetime | None:
    """Since when nobody keeps the phase from ending early; None where somebody does."""
    game = at.game
    if not at.clock.early or seats.anybody_waits(db, game.id):
        return None
    if not sheets.all_ready(db, game.id, game.number):
        return None
    return game.ready or house.now


def _over(db: Connection, house: House, at: Table) -> bool:
    """Whether a phase ends: early when all are ready, at its deadline, or after its grace."""
    game = at.game
    if game.deadline is None or game.opened is None:
        return False
    if house.cutoff < game.deadline:
        return _ends_early(house, at)
    if late.settled(db, at):
        return True
    if house.cutoff < game.deadline + at.clock.grace:
        return False
    return at.policy.nmr != WAIT or not late.holds(db, at, house.cutoff)


def _ends_early(house: House, at: Table) -> bool:
    """Whether the delay is over in which all who are ready may still think better of it.

    A mail that our server took within it has had time to reach the mailbox.
    """
    game, delay = at.game, at.clock.delay
    if game.ready is None or game.opened is None or house.now < game.opened + at.clock.least:
        return False
    return not delay or house.cutoff >= game.ready + delay
