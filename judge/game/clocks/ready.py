"""Whose orders are ready and whose missing: whether a game waits, when players are reminded.

A sheet is ready if nothing of it is open, so that its phase may end before its deadline: a careful
secretary does not close the book over a question, a line that was asked back, an order that would
come to nothing, points that would be lost.
"""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from itertools import groupby

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.conduct import awaited
from judge.game.readers import notices
from judge.game.terms import policy
from judge.game.terms.clock import Pace
from judge.game.terms.tables import Table
from judge.kernel.engine import Standing
from judge.kernel.text import list_names
from judge.store import sheets
from judge.store.record import DONE, Seat, Sheet

DAY = timedelta(days=1)


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
    warnings = tuple(one for one in standing.warnings if one not in standing.advice)
    facts = tuple(one for one in standing.facts if one not in standing.advice)
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
    earlier = {one.receipt for one in sheet.doubts} - {receipt}
    if len(earlier) > 1:
        yield f"lines of {len(earlier)} earlier mails are still in doubt"
    for name, group in groupby(sheet.doubts, key=lambda doubt: doubt.receipt):
        if name in earlier and len(earlier) > 1:
            continue
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


def reminder_moments(table: Table, seat: Seat) -> list[tuple[datetime, Pace]]:
    """When the player of a seat is reminded in this phase, first to last, each with its pace."""
    game = table.game
    if game.deadline is None or game.opened is None:
        return []
    paces = policy.read_reminders(seat.remind) if seat.remind else table.policy.reminders
    # A phase's first quarter has no reminders: its results are still news.
    fresh = game.opened + (game.deadline - game.opened) / 4
    times = [(game.deadline - pace.length, pace) for pace in paces]
    return [(moment, pace) for moment, pace in times if moment > fresh]


def missing_sheets(db: Connection, table: Table) -> dict[str, Sheet]:
    """The sheets of the powers with a player whose orders are not complete, by power."""
    sheet_of = sheets.of_phase(db, table.game.id, table.game.number)
    played_powers = [
        reader.role for reader in notices.readers(db, table.game) if reader.seat is not None
    ]
    return {
        power: sheet_of[power]
        for power in played_powers
        if power in sheet_of and not sheet_of[power].complete
    }


def is_grace_over(db: Connection, table: Table) -> bool:
    """Whether a grace ends at once: all is in, and no mail of it was asked back."""
    open_sheets = sheets.of_phase(db, table.game.id, table.game.number).values()
    return sheets.are_all_complete(db, table.game.id, table.game.number) and not any(
        _has_question(sheet, table.game.deadline) for sheet in open_sheets
    )


def keeps_waiting(db: Connection, table: Table, now: datetime) -> bool:
    """Whether a game that waits for orders goes on waiting: for them, or a day for an answer."""
    if not all(sheet.entries for sheet in missing_sheets(db, table).values()):
        return True
    open_sheets = sheets.of_phase(db, table.game.id, table.game.number).values()
    since = max(table.game.deadline or now, now - DAY)
    return any(_has_question(sheet, since) for sheet in open_sheets)


def _has_question(sheet: Sheet, since: datetime | None) -> bool:
    """Whether something was asked back of a mail that came at ``since`` or later."""
    return since is not None and any(doubt.received >= since for doubt in sheet.doubts)


def awaited_powers(db: Connection, table: Table) -> Collection[str]:
    """The powers whose players' absence moves the present deadline."""
    return awaited.awaited_powers(table, missing_sheets(db, table))
