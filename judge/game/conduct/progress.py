"""Whose orders are in, as far as all may know: never what they are, and of no secret unit.

A power is told of by what everybody knows that it has to decide (``owed``): who orders others'
units in secret is not betrayed by having to.
"""

from collections.abc import Mapping

from sqlalchemy import Connection

from judge.game.conduct import owed_orders
from judge.game.terms import policy, settings
from judge.game.terms.tables import Table
from judge.home.house import House
from judge.kernel.engine import PUBLIC, Event
from judge.store import seats, sheets
from judge.store.record import RUNNING

IN, WAITED_FOR, LATE = "orders in", "orders to come", "late"


def find_public(db: Connection, house: House, table: Table) -> Mapping[str, str]:
    """What all may know of each power's orders in the open phase; {} where that is nothing."""
    openness, game = settings.shown_of_orders(table.game.options), table.game
    if openness == policy.UNTOLD or game.status != RUNNING or game.held or game.deadline is None:
        return {}
    is_over = game.deadline <= house.now
    if openness == policy.LATE and not is_over:
        return {}
    state_of = {}
    played_powers = [seat.power for seat in seats.of_game(db, game.id) if seat.person is not None]
    sheet_of = sheets.of_phase(db, game.id, game.number)
    for power in played_powers:
        if power not in sheet_of or not owed_orders.owes_openly(table, power):
            continue
        if owed_orders.owes_openly(table, power, sheet_of[power].orders):
            state_of[power] = LATE if is_over else WAITED_FOR
        elif openness == policy.READY:
            state_of[power] = IN
    return state_of


def event(db: Connection, house: House, table: Table) -> tuple[Event, ...]:
    """The same for a reminder: whose orders are in, and for whose the game waits."""
    state_of = find_public(db, house, table)
    if not state_of:
        return ()
    parts = {
        state: [power for power in state_of if state_of[power] == state]
        for state in set(state_of.values())
    }
    data = {
        "ready": parts.get(IN, []),
        "waited": [*parts.get(WAITED_FOR, []), *parts.get(LATE, [])],
    }
    return (Event("progress", data, PUBLIC),)
