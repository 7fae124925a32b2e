"""TEST ... ENDTEST: what typed orders of any powers would lead to; told to the sender alone.

TEST AGAINST COMPUTERS ... ENDTEST lets computers order for all powers of which nothing is typed.
"""

from dataclasses import replace

from judge.desk import orders
from judge.desk.desk import Desk
from judge.game.readers import views
from judge.game.readers.notices import Reader
from judge.game.terms.tables import Table
from judge.game.turn import trial
from judge.game.turn.trial import Trial
from judge.kernel.engine import Event
from judge.kernel.notice import View
from judge.kernel.text import Command
from judge.store import trials
from judge.store.record import RUNNING

VERBS = ("test",)


def run(desk: Desk, command: Command) -> Desk:
    """Try the orders of the block; nothing is kept but that a test was asked for."""
    table, person = desk.table, desk.person
    if table is None or person is None:
        return desk.refuses(command, orders.STRANGER)
    if table.game.status != RUNNING:
        return desk.refuses(command, f"{table.game.name} is not being played")
    day = f"{desk.house.now:%Y-%m-%d}"
    most = desk.house.config.limits.tests_a_day
    left = most - trials.count(desk.db, person.id, day)
    if left <= 0:
        return desk.refuses(command, f"you have had {most} tests today; there are more tomorrow")
    name = f"{desk.receipt}.{command.span.line}"
    found = trial.try_orders(
        table, desk.role, command.block, name, computers="computers" in command.words
    )
    if not found.given:
        refusal = desk.refuses(command, "there is no order in it that could be tried")
        return refusal.shows(*_lines(table, found, left)) if found.rows else refusal
    trials.add(desk.db, person.id, day)
    reader = Reader(person, desk.role, desk.seat)
    tale = [event for event in found.events if not event.data.get("foot")]  # not to be checked
    seen = [event for event in tale if reader.sees(event, table)]
    over = Event("test-over", {"left": left - 1})
    shown = desk.shows(*_lines(table, found, left), *seen, over).draws(_view(table, found))
    return shown.says(command, "see below; nothing of it is kept").titles("a test")


def _view(table: Table, found: Trial) -> View:
    """The board as everybody knows it, with what came of the orders."""
    shown = views.of_phase(table, found.events)
    return replace(shown, title=f"a test of {shown.title}")


def _lines(table: Table, found: Trial, left: int) -> tuple[Event, ...]:
    """The heading of a test, with the lines that could not be tried."""
    phase = table.game.phase.title if table.game.phase else ""
    data = {"phase": phase, "rows": list(found.rows), "dice": table.variant.dice, "left": left}
    return (Event("test", data),)
