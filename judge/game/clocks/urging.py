"""What those are told whose orders are missing: before a deadline, behind it, and what it costs."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.clocks import ready, silence
from judge.game.clocks.ready import DAY
from judge.game.conduct import awaited, open_offers
from judge.game.readers import notices, views
from judge.game.readers.notices import MASTER, Reader
from judge.game.terms.policy import DISORDER, NAMES, SELF, WAIT
from judge.game.terms.tables import Table
from judge.kernel.engine import GM, PUBLIC, Event
from judge.kernel.notice import Notice
from judge.kernel.text import list_names
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
        moments = ready.reminder_moments(table, reader.seat)
        come = [pace for moment, pace in moments if moment <= house.now]
        if come and (reader.seat.remind or not sheet.complete):
            others = awaited.event(db, house, table) if others is None else others
            standing = table.standing(reader.role, sheet.orders)
            events = (
                *others,
                *_tell_stakes(db, house, table, reader.seat, sheet),
                *_tell_open_offers(db, house, table, sheet),
            )
            blank = notices.game_notice(house, table, reader, "reminder", events, standing)
            pace = come[-1]
            when = f"{table.game.deadline:%Y%m%dT%H%M}.{pace.days}d{pace.minutes}m"
            mails.append(replace(blank, key=f"{blank.key}.{when}"))
    return views.add(db, house, mails, lambda: [views.of_board(table)])


def late_notices_due(db: Connection, house: House, table: Table) -> list[Notice]:
    """What is told after a deadline; the outbox drops what has been told.

    The late and the game master hear of it every day, the others once, as the game's options say,
    and once more when seats are offered.
    """
    if table.game.deadline is None:
        return []
    day = (house.cutoff - table.game.deadline) // DAY
    sheets_missing = ready.missing_sheets(db, table)
    awaited_seats = awaited.list_unheard(db, house, table)
    offered = ".offered" if any(seat.offered for seat in awaited_seats) else ""
    named_powers = [
        power
        for power, sheet in sheets_missing.items()
        if awaited.owes_openly(table, power, sheet.orders)
    ]
    mails = []
    for reader in notices.readers(db, table.game, house.now):
        sheet = sheets_missing.get(reader.role) if reader.seat else None
        events = (
            *_tell_late(db, house, table, reader, sheets_missing, named_powers, awaited_seats),
            *(_tell_open_offers(db, house, table, sheet) if sheet else ()),
            *_tell_offers(table, reader, awaited_seats),
        )
        is_daily = reader.role in (*sheets_missing, MASTER)
        if events and (day == 0 or is_daily or offered):
            standing = table.standing(reader.role, sheet.orders) if sheet else None
            blank = notices.game_notice(house, table, reader, "late", events, standing)
            time = f"{table.game.deadline:%Y%m%dT%H%M}.{day if is_daily else 0}"
            mails.append(replace(blank, key=f"{blank.key}.{time}{offered}"))
    return mails


def _find_audience(reader: Reader, sheet: Sheet | None) -> str:
    if reader.role == MASTER:
        return GM
    return reader.role if sheet is not None else PUBLIC


def _tell_late(
    db: Connection,
    house: House,
    table: Table,
    reader: Reader,
    missing: Mapping[str, Sheet],
    named_powers: Sequence[str],
    awaited_seats: Sequence[Seat],
) -> Iterator[Event]:
    """Whose orders are late; to who owes some himself also what it costs."""
    sheet = missing.get(reader.role) if reader.seat else None
    is_other = sheet is None and reader.role != MASTER
    if (awaited_seats and not missing) or (is_other and table.policy.late == SELF):
        return
    powers = list(missing) if reader.role == MASTER else []
    if is_other and table.policy.late == NAMES:
        powers = list(named_powers)
    until = (table.game.deadline or house.now) + table.clock.grace
    grace = until.isoformat() if until > house.cutoff else ""
    data = {
        "powers": powers,
        "own": sheet is not None,
        "phase": table.game.phase_title,
        "grace": grace,
        "waits": table.policy.nmr == WAIT,
    }
    yield Event("late", data, _find_audience(reader, sheet))
    if grace and sheet is not None and reader.seat is not None:
        yield from _tell_stakes(db, house, table, reader.seat, sheet)


def _tell_offers(table: Table, reader: Reader, awaited_seats: Sequence[Seat]) -> Iterator[Event]:
    """Which seats the game waits for without an order: his own, those of others, and free ones."""
    offered_powers = [seat.power for seat in awaited_seats if seat.offered]
    vacant_powers = [table.variant.the(seat.power) for seat in awaited_seats if not seat.person]
    if reader.role in offered_powers:
        text = (
            "You have sent no order in this game yet: it waits for you, and offers your seat to "
            "others. It stays yours if your orders come first."
        )
        yield Event("note", {"text": text}, reader.role)
    elif offered_powers and (table.policy.late != SELF or reader.role == MASTER):
        text = "The game waits, and offers the seats of those who never sent an order to others."
        yield Event("note", {"text": text}, _find_audience(reader, None))
    if vacant_powers:
        text = f"Nobody plays {list_names(vacant_powers)}: the game waits until somebody does."
        yield Event("note", {"text": text}, PUBLIC)
    if reader.role == MASTER and (offered_powers or vacant_powers):
        yield Event("note", {"text": "PROCESS goes on without them."}, GM)


def _tell_open_offers(db: Connection, house: House, table: Table, sheet: Sheet) -> Iterator[Event]:
    """What a player has not answered yet: without his yes its units have no order."""
    return open_offers.tell(open_offers.list_open(db, house.ours, table, sheet), sheet.power)


def _tell_stakes(
    db: Connection, house: House, table: Table, seat: Seat, sheet: Sheet
) -> Iterator[Event]:
    """What it costs a player to send nothing, if he has sent nothing and it costs more than that.

    No word of it betrays that a power has to order others' units in secret.
    """
    if not awaited.is_silent(table, house, seat, sheet):
        return
    left = silence.count_excuses(db, table, seat.power)
    is_first = seat in awaited.list_unheard(db, house, table)
    if is_first:
        text = (
            "You have sent no order in this game yet. Without one it waits for you after the "
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
