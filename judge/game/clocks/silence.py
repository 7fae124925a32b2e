"""No move received: who sent nothing for how many phases, and what becomes of such seats.

Each seat has as many excuses of its own as the game's options say, its master gives others: an
excused turn is not counted, and a day more is given for it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.clocks import deadlines, ready
from judge.game.clocks.deadlines import Due
from judge.game.conduct import awaited, reputation
from judge.game.readers import notices
from judge.game.readers.notices import Reader
from judge.game.terms.clock import Pace
from judge.game.terms.policy import DISORDER, NAMES, SELF
from judge.game.terms.tables import Table
from judge.kernel.engine import GM, PUBLIC, Event, Turn
from judge.kernel.notice import Notice
from judge.spool.house import House
from judge.store import conduct, log, people, seats, sheets
from judge.store.log import Deed
from judge.store.record import Seat, Sheet

MISSED, EXCUSED, LATE = "orders.missed", "orders.excused", "orders.late"
"""What the log says of a player who sent nothing, or sent some only after the deadline."""
VACATED = "vacated"
"""The event that tells of a seat whose player sent nothing for too long."""
DAY_MORE = "a day more"
"""What the mails of a phase are called whose deadline moves for a missed turn."""


def count_silence(
    db: Connection, house: House, table: Table, sheet_of: Mapping[str, Sheet]
) -> list[Seat]:
    """Count and log the phases without orders; return the seats whose players lose them.

    One that is excused is not counted, as if it had not been.
    """
    lost_seats: list[Seat] = []
    changed_seats: list[Seat] = []
    deeds: list[Deed] = []
    phase: dict[str, log.Fact] = {"phase": table.game.phase_id, "number": table.game.number}
    for seat in seats.of_game(db, table.game.id):
        sheet = sheet_of.get(seat.power)
        if seat.person is None or sheet is None or not awaited.owed_counts(table, sheet):
            continue
        word = EXCUSED if seat.excused else MISSED
        if sheet.entries:
            word = ""
        if awaited.has_late_orders(table.game, sheet):
            word = LATE
        if word:
            facts = {**phase, "power": seat.power, "seat": seat.id}
            deeds.append(Deed(log.JUDGE, word, table.game.name, facts))
        missed = seat.missed if word == EXCUSED else seat.missed + 1 if word == MISSED else 0
        counted_seat = replace(seat, missed=missed)
        if counted_seat.missed != seat.missed:
            changed_seats.append(counted_seat)
        if table.policy.nmr == DISORDER and counted_seat.missed >= table.policy.patience:
            lost_seats.append(counted_seat)
    seats.save(db, *changed_seats)
    log.extend(db, house.now, deeds)
    return lost_seats


def tell_silence(db: Connection, table: Table, sheet_of: Mapping[str, Sheet]) -> Iterator[Event]:
    """Who had something to decide and sent nothing: to the game master, and to all as he chose.

    What nobody else may know, that orders for others' units are missing, only he is told, and each
    who sent nothing of himself.
    """
    all_seats = seats.of_game(db, table.game.id)
    played_powers = {seat.power for seat in all_seats if seat.person is not None}
    excused_powers = {seat.power for seat in all_seats if seat.excused}
    silent = [
        power
        for power, sheet in sheet_of.items()
        if power in played_powers and not sheet.entries and not sheet.complete
    ]
    excused = [power for power in silent if power in excused_powers]
    counted = [power for power in silent if power not in excused_powers]
    owing_powers = [power for power in counted if awaited.owed_counts(table, sheet_of[power])]
    yield from tell(table, "silent", owing_powers, counted)
    yield from tell(table, "silent-excused", excused)


def tell(
    table: Table, kind: str, powers: Sequence[str], also: Sequence[str] = ()
) -> Iterator[Event]:
    """An event of those who sent nothing, to all as far as the game's options say.

    The game master is told of all, and so is each of himself; ``also`` are all powers where there
    are others, of whom nobody else may know.
    """
    everybody = list(also or powers)
    powers_told = list(powers) if table.policy.late == NAMES else []
    if powers and table.policy.late != SELF:
        yield Event(kind, {"powers": powers_told, "count": len(powers)}, PUBLIC)
    if everybody != powers_told:
        yield Event(kind, {"powers": everybody, "count": len(everybody)}, GM)
    for power in set(everybody).difference(powers_told):
        yield Event(kind, {"powers": [power], "count": 1}, power)


def vacate_seats(
    db: Connection, house: House, table: Table, lost_seats: Sequence[Seat], turn: Turn[Any]
) -> tuple[Turn[Any], list[Notice]]:
    """Vacate seats after a turn; the engine says what becomes of their powers.

    Returns the turn with that, and the notices that tell those who had the seats.
    """
    mails: list[Notice] = []
    for seat in lost_seats:
        stretch = "in this phase" if seat.missed == 1 else f"for {seat.missed} phases in a row"
        seat_name = f"your seat as {table.variant.the(seat.power)} in {table.game.name}"
        text = f"You sent no orders {stretch}, so {seat_name} is free for somebody else."
        mails.append(_take_away(db, house, table, seat, "your seat is free", text))
        turn_without = table.engine.give_up(turn.state, seat.power)
        vacancy = Event(VACATED, {"power": seat.power, "missed": seat.missed}, PUBLIC)
        turn = Turn(turn_without.state, (*turn.events, vacancy, *turn_without.events), turn.winners)
    return turn, mails


def give_up_powers(table: Table, turn: Turn[Any], events: Iterable[Event]) -> Any:
    """The state after a turn is played again and the powers are given up that its events tell."""
    state = turn.state
    for event in events:
        if event.kind == VACATED:
            state = table.engine.give_up(state, event.data["power"]).state
    return state


def displace(db: Connection, house: House, table: Table, seat: Seat) -> list[Notice]:
    """Take a seat that was on offer from its player, if it has one, for whoever is to have it."""
    if seat.person is None:
        return []
    whose = f"As {table.variant.the(seat.power)} in {table.game.name} you never sent an order"
    text = f"{whose}, so your seat was offered to others: somebody has taken it."
    return [_take_away(db, house, table, seat, "your seat is taken", text)]


def _take_away(
    db: Connection, house: House, table: Table, seat: Seat, title: str, text: str
) -> Notice:
    """Vacate a seat, and tell who had it."""
    reader = Reader(people.get(db, seat.person or 0), seat.power, seat)
    reputation.store_result(db, seat, conduct.LOST)
    vacant_seat = seats.vacate(seat)
    seats.save(db, vacant_seat)
    log.seat(db, house.now, "seat.lost", table.game.name, vacant_seat)
    note = Event("note", {"text": text}, seat.power)
    return replace(deadlines.news(house, table, reader, title, note), reply_to="")


def use_excuses(
    db: Connection, house: House, table: Table, sheet_of: Mapping[str, Sheet]
) -> list[str]:
    """Use an excuse of each seat that sent nothing and has one left; return their powers.

    A turn is excused once: the day more is the last.
    """
    all_seats = seats.of_game(db, table.game.id)
    if awaited.is_alone(table.game, all_seats):
        return []
    excused_seats = [
        seat
        for seat in all_seats
        if seat.person is not None
        and not seat.excused
        and awaited.is_silent(table, house, seat, sheet_of.get(seat.power))
        and count_excuses(db, table, seat.power)
    ]
    for seat in excused_seats:
        excuse(db, table, seat, conduct.EXCUSED)
    return [seat.power for seat in excused_seats]


def excuse(db: Connection, table: Table, seat: Seat, mark: str) -> None:
    """Excuse a seat from the open phase, by itself or by the game master as ``mark`` says."""
    seats.save(db, replace(seat, excused=True))
    conduct.mark(db, table.game.id, table.game.number, {(seat.person or 0, seat.power): mark})


def count_excuses(db: Connection, table: Table, power: str) -> int:
    """How many turns that a seat misses are still excused."""
    if not table.policy.excuses:
        return 0
    words = [word for *_, word in conduct.marks_of(db, table.game.id, power)]
    return max(0, table.policy.excuses - words.count(conduct.EXCUSED))


def give_day(db: Connection, house: House, table: Table) -> list[Notice]:
    """Give a phase that would end a day more for those who are excused; [] if nobody is."""
    powers = use_excuses(db, house, table, sheets.of_phase(db, table.game.id, table.game.number))
    return extend_for(db, house, table, powers, log.JUDGE) if powers else []


def extend_for(
    db: Connection, house: House, table: Table, powers: Sequence[str], who: str
) -> list[Notice]:
    """Move the deadline by a day for powers that are excused, and tell all, as far as they may.

    Before the deadline nobody else learns from it whose orders are still to come.
    """
    deadline = table.game.deadline or house.now
    told: Iterable[Event] = ()
    reason = "the game master gives a day more"
    if deadline <= house.now:
        told, reason = tell(table, "excused", powers), "a day more for a missed turn"
    events = [*told]
    for power in powers:
        left = count_excuses(db, table, power)
        rest = "no other turn that you miss is excused"
        if left:
            rest = f"{left} more turn{'s' if left > 1 else ''} that you miss would be, too"
        text = f"You are excused: without orders this turn does not count as missed; {rest}."
        events.append(Event("note", {"text": text}, power))
    away = deadlines.days_away(db, table, ready.awaited_powers(db, table))
    day, kind = Pace(days=1), table.game.phase_kind
    later = table.clock.extend(deadline, day, kind, away)
    if later <= house.now:  # the judge comes so late that the day is over
        later = table.clock.extend(house.now, day, kind, away)
    mails = deadlines.move(db, house, table.game, Due(later, reason), who, DAY_MORE, *events)
    return notices.add_standings(db, table, mails, powers)
