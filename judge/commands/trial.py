"""TEST ... ENDTEST: what typed orders of any powers would lead to; told to the sender alone.

TEST AGAINST COMPUTERS ... ENDTEST lets computers order for all powers of which nothing is typed.
"""

from dataclasses import replace

from judge.desk import speakers
from judge.desk.desk import Desk
from judge.game.readers import views
from judge.game.terms.tables import Table
from judge.game.turn import trial
from judge.game.turn.trial import Trial
from judge.kernel.engine import Event
from judge.kernel.notice import View
from judge.kernel.text import Command
from judge.store import trials
from judge.store.record import RUNNING

VERBS = ("test",)


@speakers.for_game
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Try the orders of the block; nothing is kept but that a test was asked for."""
    person = desk.person
    if person is None:
        return desk.refuses(command, speakers.STRANGER)
    if table.game.status != RUNNING:
        return desk.refuses(command, f"{table.game.name} is not being played")
    day = f"{desk.house.now:%Y-%m-%d}"
    most = desk.house.config.limits.tests_a_day
    tests_left = most - trials.count(desk.db, person.id, day)
    if tests_left <= 0:
        return desk.refuses(command, f"you have had {most} tests today; there are more tomorrow")
    name = f"{desk.receipt}.{command.span.line}"
    result = trial.try_orders(
        table, desk.role, command.block, name, computers="computers" in command.words
    )
    if not result.given:
        refusal = desk.refuses(command, "there is no order in it that could be tried")
        return refusal.shows(_heading(desk, table, result, tests_left)) if result.rows else refusal
    trials.add(desk.db, person.id, day)
    events_told = [
        event for event in result.events if not event.data.get("foot")
    ]  # not to be checked
    end_event = Event("test-over", {"left": tests_left - 1}, desk.own)
    heading = _heading(desk, table, result, tests_left)
    reply = desk.shows(heading, *events_told, end_event).draws(_view(table, result))
    return reply.says(command, "see below; nothing of it is kept").titles("a test")


def _view(table: Table, result: Trial) -> View:
    """The board as everybody knows it, with what came of the orders."""
    view = views.of_phase(table, result.events)
    return replace(view, title=f"a test of {view.title}")


def _heading(desk: Desk, table: Table, result: Trial, tests_left: int) -> Event:
    """The heading of a test, with the lines that could not be tried."""
    phase = table.game.phase.title if table.game.phase else ""
    data = {
        "phase": phase,
        "rows": list(result.rows),
        "dice": table.variant.dice,
        "left": tests_left,
    }
    return Event("test", data, desk.own)
