"""What those are told whose orders are missing: before a deadline, behind it, and what it costs."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.clocks import excuses, missing
from judge.game.clocks.missing import DAY
from judge.game.conduct import awaited, first_orders
from judge.game.readers import notices, views
from judge.game.readers.notices import MASTER, Reader
from judge.game.terms.policy import DISORDER, NAMES, SELF, WAIT
from judge.game.terms.tables import Table
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.notice import Notice
from judge.spool.house import House
from judge.store import sheets
from judge.store.record import Seat, Sheet


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
            pace
            for moment, pace in missing.reminder_moments(table, reader.seat)
            if moment <= house.now
        ]
        if come and (reader.seat.remind or not sheet.complete):
            others = awaited.event(db, house, table) if others is None else others
            standing = table.standing(reader.role, sheet.orders)
            events = (*others, *_tell_stakes(db, house, table, reader.seat, sheet))
            blank = notices.game_notice(house, table, reader, "reminder", events, standing)
            pace = come[-1]
            when = f"{table.game.deadline:%Y%m%dT%H%M}.{pace.days}d{pace.minutes}m"
            mails.append(replace(blank, key=f"{blank.key}.{when}"))
    return views.add(db, house, mails, lambda: [views.of_board(table)])


def late_notices_due(db: Connection, house: House, table: Table) -> list[Notice]:
    """What is told after a deadline; the outbox drops what has been told.

    The late and the game master hear of it every day, the others once, as the game's options say.
    """
    if table.game.deadline is None:
        return []
    day = (house.cutoff - table.game.deadline) // DAY
    sheets_missing = missing.missing_sheets(db, table)
    awaited_seats = first_orders.list_awaited(db, house, table)
    vacant_powers = [seat.power for seat in awaited_seats if seat.person is None]
    is_offer = any(seat.offered for seat in awaited_seats)
    named_powers = [
        name
        for name, sheet in sheets_missing.items()
        if awaited.owes_openly(table, name, sheet.orders)
    ]
    late_powers = tuple(sheets_missing)
    mails = []
    for reader in notices.readers(db, table.game, house.now):
        powers = _powers_to_name(table, reader, late_powers, named_powers)
        is_daily = reader.role in (*late_powers, MASTER)
        if (powers is None and not vacant_powers) or not (day == 0 or is_daily or is_offer):
            continue
        sheet = sheets_missing.get(reader.role) if reader.seat else None
        data = {
            "powers": [] if sheet is not None else list(powers or ()),
            "own": sheet is not None,
            "unnamed": powers is not None and not (powers or (vacant_powers and not late_powers)),
            "vacant": vacant_powers,
            "offered": reader.seat.offered
            if reader.seat and sheet
            else is_offer and powers is not None,
            "master": reader.role == MASTER,
            "phase": table.game.phase_title,
        }
        times = f"{table.game.deadline:%Y%m%dT%H%M}.{day if is_daily else 0}"
        key = f"{times}.offered" if is_offer else times
        mails.append(_make_late_notice(db, house, table, reader, sheet, data, key))
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
    db: Connection,
    house: House,
    table: Table,
    reader: Reader,
    sheet: Sheet | None,
    data: dict[str, Any],
    key: str,
) -> Notice:
    until = (table.game.deadline or house.now) + table.clock.grace
    is_grace = until > house.cutoff
    times = {"grace": until.isoformat() if is_grace else "", "waits": table.policy.nmr == WAIT}
    events = [Event("late", data | times, _find_audience(reader, sheet))]
    if is_grace and sheet is not None and reader.seat is not None:
        events += _tell_stakes(db, house, table, reader.seat, sheet)
    standing = table.standing(reader.role, sheet.orders) if sheet else None
    blank = notices.game_notice(house, table, reader, "late", tuple(events), standing)
    return replace(blank, key=f"{blank.key}.{key}")


def _tell_stakes(
    db: Connection, house: House, table: Table, seat: Seat, sheet: Sheet
) -> Iterator[Event]:
    """What it costs a player to send nothing, if he has sent nothing and it costs more than that.

    No word of it betrays that a power has to order others' units in secret.
    """
    if not awaited.is_silent(table, house, seat, sheet):
        return
    left = excuses.count_left(db, table, seat.power)
    is_first = seat in first_orders.list_awaited(db, house, table)
    if is_first:
        text = (
            "You have sent no order in this game yet. Without one it waits for you behind the "
            "deadline, and offers your seat to others."
        )
    elif left:
        turns = "one more turn that you miss" if left == 1 else f"{left} turns that you miss"
        text = f"If you send nothing you have a day more, once: that is so for {turns}."
    elif table.policy.nmr == DISORDER and seat.missed + 1 >= table.policy.patience:
        text = "If you send nothing you lose your seat."
    elif table.policy.excuses:
        text = "If you send nothing it counts as a missed turn: none of yours is excused any more."
    else:
        return
    yield Event("note", {"text": text}, seat.power)
