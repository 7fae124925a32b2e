"""Missed turns that are excused: a day more, told, and not counted.

Each seat has as many excuses of its own as the game's options say; its master gives others.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.clocks import deadlines, missing, silence
from judge.game.clocks.deadlines import Due
from judge.game.conduct import awaited
from judge.game.readers import notices
from judge.game.terms.clock import Pace
from judge.game.terms.tables import Table
from judge.kernel.engine import Event
from judge.kernel.notice import Notice
from judge.spool.house import House
from judge.store import conduct, log, seats, sheets
from judge.store.record import Seat, Sheet

TITLE = "a day more"
"""What the mails of a phase are called whose deadline moves for a missed turn."""


def use(db: Connection, house: House, table: Table, sheet_of: Mapping[str, Sheet]) -> list[str]:
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
        and count_left(db, table, seat.power)
    ]
    for seat in excused_seats:
        excuse(db, table, seat, conduct.EXCUSED)
    return [seat.power for seat in excused_seats]


def excuse(db: Connection, table: Table, seat: Seat, mark: str) -> None:
    """Excuse a seat from the open phase, by itself or by the game master as ``mark`` says."""
    seats.save(db, replace(seat, excused=True))
    conduct.mark(db, table.game.id, table.game.number, {(seat.person or 0, seat.power): mark})


def count_left(db: Connection, table: Table, power: str) -> int:
    """How many turns that a seat misses are still excused."""
    if not table.policy.excuses:
        return 0
    words = [word for *_, word in conduct.marks_of(db, table.game.id, power)]
    return max(0, table.policy.excuses - words.count(conduct.EXCUSED))


def give_day(db: Connection, house: House, table: Table) -> list[Notice]:
    """Give a phase that would end a day more for those who are excused; [] if nobody is."""
    sheet_of = sheets.of_phase(db, table.game.id, table.game.number)
    powers = use(db, house, table, sheet_of)
    return extend(db, house, table, powers, log.JUDGE) if powers else []


def extend(
    db: Connection, house: House, table: Table, powers: Sequence[str], who: str
) -> list[Notice]:
    """Move the deadline by a day for powers that are excused, and tell all, as far as they may.

    Before the deadline nobody else learns from it whose orders are still to come.
    """
    deadline = table.game.deadline or house.now
    told: Iterable[Event] = ()
    reason = "the game master gives a day more"
    if deadline <= house.now:
        told, reason = silence.tell(table, "excused", powers), "a day more for a missed turn"
    events = (*told, *(_word_own(db, table, power) for power in powers))
    due = Due(_find_later(db, house, table), reason)
    mails = deadlines.move(db, house, table.game, due, who, TITLE, *events)
    return notices.add_standings(db, table, mails, powers)


def _word_own(db: Connection, table: Table, power: str) -> Event:
    """What a player who is excused is told of it, and of how many more turns will be."""
    left = count_left(db, table, power)
    rest = "no other turn that you miss is excused"
    if left:
        rest = f"{left} more turn{'s' if left > 1 else ''} that you miss would be, too"
    text = f"You are excused: without orders this turn does not count as missed; {rest}."
    return Event("note", {"text": text}, power)


def _find_later(db: Connection, house: House, table: Table) -> datetime:
    """A day after the deadline; where the judge comes so late that it is over, a day from now."""
    game, day = table.game, Pace(days=1)
    away = deadlines.days_away(db, table, missing.awaited_powers(db, table))
    deadline = game.deadline or house.now
    later = table.clock.extend(deadline, day, game.phase_kind, away)
    return later if later > house.now else table.clock.extend(house.now, day, game.phase_kind, away)
