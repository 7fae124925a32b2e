"""Missing orders: reminders before a deadline, and late notices after it, to whom these concern."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.conduct import awaited
from judge.game.readers import notices, views
from judge.game.readers.notices import MASTER, Reader
from judge.game.terms import policy
from judge.game.terms.clock import Pace
from judge.game.terms.policy import NAMES, SELF, WAIT
from judge.game.terms.tables import Table
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.notice import Notice
from judge.spool.house import House
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
    paces: Sequence[Pace] = table.policy.reminders
    if seat.remind:
        paces = policy.read_reminders(seat.remind)
    fresh = game.opened + (game.deadline - game.opened) / EARLIEST
    times = [(game.deadline - pace.length, pace) for pace in paces]
    return [(moment, pace) for moment, pace in times if moment > fresh]


def reminders_due(db: Connection, house: House, table: Table) -> list[Notice]:
    """The reminders whose time has come: of several that are late only the last.

    Who has no order or not all of them is reminded; who asked for times of his own always is. The
    outbox drops those that were sent: a key is made of the deadline and the time before it.
    """
    mails: list[Notice] = []
    others: tuple[Event, ...] | None = None
    sheet_of = sheets.of_phase(db, table.game.id, table.game.number)
    for reader in notices.readers(db, table.game, house.now):
        sheet = sheet_of.get(reader.role)
        if reader.seat is None or sheet is None:
            continue
        come = [
            pace for moment, pace in reminder_moments(table, reader.seat) if moment <= house.now
        ]
        if come and (reader.seat.remind or not sheet.complete):
            others = awaited.event(db, house, table) if others is None else others
            standing = table.standing(reader.role, sheet.orders)
            blank = notices.game_notice(house, table, reader, "reminder", others, standing)
            pace = come[-1]
            when = f"{table.game.deadline:%Y%m%dT%H%M}.{pace.days}d{pace.minutes}m"
            mails.append(replace(blank, key=f"{blank.key}.{when}"))
    return views.add(db, house, mails, lambda: [views.of_board(table)])


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


def silent_powers(db: Connection, table: Table) -> list[str]:
    """The powers with a player that has something to decide and has sent nothing at all."""
    return [power for power, sheet in missing_sheets(db, table).items() if not sheet.entries]


def is_grace_over(db: Connection, table: Table) -> bool:
    """Whether a grace ends at once: all is in, and no mail of it was asked back."""
    open_sheets = sheets.of_phase(db, table.game.id, table.game.number).values()
    return sheets.are_all_complete(db, table.game.id, table.game.number) and not any(
        _has_question(sheet, table.game.deadline) for sheet in open_sheets
    )


def keeps_waiting(db: Connection, table: Table, now: datetime) -> bool:
    """Whether a game that waits for orders goes on waiting: for them, or a day for an answer."""
    if silent_powers(db, table):
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


def late_notices_due(db: Connection, house: House, table: Table) -> list[Notice]:
    """What is told after a deadline; the outbox drops what has been told.

    The late and the game master hear of it every day, the others once, as the game's options say.
    """
    if table.game.deadline is None:
        return []
    day = (house.cutoff - table.game.deadline) // DAY
    sheets_missing = missing_sheets(db, table)
    named_powers = [
        name
        for name, sheet in sheets_missing.items()
        if awaited.owes_openly(table, name, sheet.orders)
    ]
    mails = []
    for reader in notices.readers(db, table.game, house.now):
        powers = _powers_to_name(table, reader, tuple(sheets_missing), named_powers)
        if powers is not None and (day == 0 or reader.role in (*sheets_missing, MASTER)):
            sheet = sheets_missing.get(reader.role) if reader.seat else None
            mails.append(_make_late_notice(house, table, reader, powers, sheet, day))
    return mails


def _powers_to_name(
    table: Table, reader: Reader, late: Sequence[str], named_powers: Sequence[str]
) -> Sequence[str] | None:
    """The powers that a reader is told of; () without names, None if he is told nothing."""
    if reader.seat is not None and reader.role in late:
        return (reader.role,)
    if reader.role == MASTER:
        return late
    if table.policy.late == NAMES:
        return named_powers
    return None if table.policy.late == SELF else ()


def _find_audience(reader: Reader, sheet: Sheet | None) -> str:
    if reader.role == MASTER:
        return GM
    return reader.role if sheet is not None else PUBLIC


def _make_late_notice(
    house: House,
    table: Table,
    reader: Reader,
    powers: Sequence[str],
    sheet: Sheet | None,
    day: int,
) -> Notice:
    game = table.game
    until = (game.deadline or house.now) + table.clock.grace
    data = {
        "powers": [] if sheet is not None else list(powers),
        "own": sheet is not None,
        "phase": game.phase_title,
        "grace": until.isoformat() if until > house.cutoff else "",
        "waits": table.policy.nmr == WAIT,
    }
    standing = table.standing(reader.role, sheet.orders) if sheet else None
    event = Event("late", data, _find_audience(reader, sheet))
    blank = notices.game_notice(house, table, reader, "late", (event,), standing)
    return replace(blank, key=f"{blank.key}.{game.deadline:%Y%m%dT%H%M}.{day}")
