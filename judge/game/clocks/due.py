"""What a game needs by the clock: its phase closed, or its players reminded."""

from dataclasses import replace

from sqlalchemy import Connection

from judge.game import table
from judge.game.clocks import deadlines, late, reminders
from judge.game.clocks.policy import WAIT
from judge.game.house import House
from judge.game.master import hold
from judge.game.seats import vacancies
from judge.game.store import games, seats, sheets
from judge.game.table import Table
from judge.kernel.notice import Notice


def close(db: Connection, house: House, number: int) -> list[Notice]:
    """Do what game ``number`` needs: close its phase, remind its players, offer its free seats."""
    return [*_closed(db, house, number), *vacancies.offer(db, house, number)]


def _closed(db: Connection, house: House, number: int) -> list[Notice]:
    """Close the phase if its time has come; if not, remind who must be."""
    game = games.get(db, number)
    at = table.of(game)
    if game.deadline is None or game.held:
        games.save(db, replace(game, touched=False))
        return []
    if _over(db, house, at):
        return hold.closed(db, house, game)
    told = late.due if game.deadline <= house.cutoff else reminders.due
    games.save(db, deadlines.ringing(db, replace(game, touched=False), house.cutoff))
    return told(db, house, at)


def _over(db: Connection, house: House, at: Table) -> bool:
    """Whether a phase ends: early when all is in, at its deadline, or after its grace."""
    game = at.game
    if game.deadline is None or game.opened is None:
        return False
    ready = sheets.all_in(db, game.id, game.number)
    if house.cutoff < game.deadline:
        if not ready or not at.clock.early or house.now < game.opened + at.clock.delay:
            return False
        return not seats.anybody_waits(db, game.id)
    if ready:
        return True
    if house.cutoff < game.deadline + at.clock.grace:
        return False
    return at.policy.nmr != WAIT or not late.silent(db, at)
