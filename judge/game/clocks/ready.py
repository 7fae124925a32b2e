"""When a sheet is ready: nothing of it is open, so that its phase may end before its deadline.

A careful secretary does not close the book over a question: a line that was asked back, an order
that would come to nothing, points that would be lost.
"""

from collections.abc import Iterator
from itertools import groupby

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.terms.tables import Table
from judge.kernel.engine import Standing
from judge.kernel.text import list_names
from judge.store import sheets
from judge.store.record import DONE, Sheet


def decide_points(standing: Standing, waiver: str) -> Standing:
    """The standing of a player who said so: who spends no points has decided about them.

    His word for it stands where they have no order, and no advice is given him any more.
    """
    if not waiver:
        return standing
    tasks = (
        replace(task, order=waiver.upper()) if task.points and not task.order else task
        for task in standing.tasks
    )
    warnings, facts = (
        tuple(one for one in lines if one not in standing.advice)
        for lines in (standing.warnings, standing.facts)
    )
    return replace(standing, tasks=tuple(tasks), warnings=warnings, facts=facts)


def is_ready(sheet: Sheet, standing: Standing) -> bool:
    """Whether the phase may end before its deadline as far as a sheet goes."""
    return sheet.complete and not any(open_ends(sheet, standing))


def judge_sheet(sheet: Sheet, standing: Standing) -> Sheet:
    """A sheet with what its orders make of it: whether it is complete, whether it is ready."""
    whole = decide_points(standing, sheet.said)
    complete = replace(sheet, complete=whole.complete)
    return replace(complete, ready=is_ready(complete, whole))


def store_sheet(db: Connection, table: Table, sheet: Sheet) -> None:
    """Store a sheet of the open phase with what its orders make of it."""
    judged_sheet = judge_sheet(sheet, table.standing(sheet.power, sheet.orders))
    sheets.save(db, table.game.id, table.game.number, judged_sheet)


def open_ends(sheet: Sheet, standing: Standing, receipt: str = "") -> Iterator[str]:
    """What keeps a sheet from being ready, beside units without orders, in words.

    ``receipt`` is the mail that is being answered: its lines are named by their numbers alone.
    """
    for name, group in groupby(sheet.doubts, key=lambda doubt: doubt.receipt):
        lines = [doubt.line for doubt in group]
        numbers = [str(line) for line in lines if line]
        noun = "line" if len(numbers) == 1 else "lines"
        named = [f"{noun} {list_names(numbers)}"] if numbers else []
        if 0 in lines:
            named.append("the Subject")
        of = "" if name == receipt else f" of {name}"
        yield f"{list_names(named)}{of} {'are' if len(lines) > 1 else 'is'} still in doubt"
    if sheet.said == DONE:
        return
    if standing.void:
        yield "one of your orders can't work as it is written"
    if standing.unspent and not sheet.said:
        many = standing.unspent > 1
        yield f"{standing.unspent} point{'s are' if many else ' is'} not spent"
