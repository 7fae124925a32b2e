"""What a game needs by the clock: its phase closed, or its players reminded."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from judge.game.clocks import deadlines, late, reminders
from judge.game.seats import computers, vacancies
from judge.game.terms import tables
from judge.game.terms.policy import WAIT
from judge.game.terms.tables import Table
from judge.game.turn import beginning, hold
from judge.home.house import House
from judge.kernel.notice import Notice
from judge.store import games, seats, sheets
from judge.store.record import FORMING


def see_to_game(db: Connection, house: House, number: int) -> list[Notice]:
    """Do what game ``number`` needs: close its phase, remind its players, offer its free seats."""
    return [*_close_or_remind(db, house, number), *vacancies.offer(db, house, number)]


def _close_or_remind(db: Connection, house: House, number: int) -> list[Notice]:
    """Close the phase if its time has come; if not, remind who must be."""
    game = games.get(db, number)
    if game.status == FORMING:
        return beginning.begin_or_warn(db, house, game)
    table = tables.load(game)
    if game.deadline is None or game.held:
        games.save(db, replace(game, touched=False, ready=None))
        return []
    deadline = game.deadline
    game = replace(game, ready=_find_ready_since(db, house, table))
    table = replace(table, game=game)
    if _is_over(db, house, table):
        return hold.close_or_hold(db, house, game)
    compose = late.notices_due if deadline <= house.cutoff else reminders.notices_due
    games.save(db, deadlines.set_alarm(db, replace(game, touched=False), house.cutoff))
    return compose(db, house, table)


def _find_ready_since(db: Connection, house: House, table: Table) -> datetime | None:
    """Since when nobody keeps the phase from ending early; None where somebody does."""
    game = table.game
    if not table.clock.early or seats.anybody_waits(db, game.id):
        return None
    if not sheets.are_all_ready(db, game.id, game.number):
        return None
    if computers.find_thinking(db, table):
        return None
    return game.ready or house.now


def _is_over(db: Connection, house: House, table: Table) -> bool:
    """Whether a phase ends: early when all are ready, at its deadline, or after its grace."""
    game = table.game
    if game.deadline is None or game.opened is None:
        return False
    if house.cutoff < game.deadline:
        return _ends_early(house, table)
    if late.is_grace_over(db, table):
        return True
    if house.cutoff < game.deadline + table.clock.grace:
        return False
    return table.policy.nmr != WAIT or not late.holds(db, table, house.cutoff)


def _ends_early(house: House, table: Table) -> bool:
    """Whether the delay is over in which all who are ready may still think better of it.

    A mail that our server took within it has had time to reach the mailbox.
    """
    game, delay = table.game, table.clock.delay
    if game.ready is None or game.opened is None or house.now < game.opened + table.clock.least:
        return False
    return not delay or house.cutoff >= game.ready + delay
