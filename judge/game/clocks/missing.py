"""Missing orders: whose they are, whether a game waits for them, when players are reminded."""

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.game.conduct import awaited
from judge.game.readers import notices
from judge.game.terms import policy
from judge.game.terms.clock import Pace
from judge.game.terms.tables import Table
from judge.store import sheets
from judge.store.record import Seat, Sheet

DAY = timedelta(days=1)
EARLIEST = 4
"""A phase's first quarter has no reminders: its results are still news."""


def reminder_moments(table: Table, seat: Seat) -> list[tuple[datetime, Pace]]:
    """When the player of a seat is reminded in this phase, first to last, each with its pace."""
    game = table.game
    if game.deadline is None or game.opened is None:
        return []
    paces = policy.read_reminders(seat.remind) if seat.remind else table.policy.reminders
    fresh = game.opened + (game.deadline - game.opened) / EARLIEST
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
