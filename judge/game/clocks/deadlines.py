"""A game's deadlines: when a phase is due, when the judge looks at the game again, pauses."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection

from judge.game.clocks import ready
from judge.game.clocks.ready import DAY
from judge.game.conduct import awaited
from judge.game.readers import notices
from judge.game.readers.notices import Reader
from judge.game.terms import customs, tables
from judge.game.terms.tables import Table
from judge.kernel import days
from judge.kernel.days import Days
from judge.kernel.engine import PUBLIC, Event, Phase
from judge.kernel.notice import Notice
from judge.spool.house import House
from judge.store import games, log, seats
from judge.store.record import FORMING, Game, Person, Seat


class Due(Struct, frozen=True):
    """When a phase is due, and why not when its clock alone would have it ("": it is)."""

    deadline: datetime
    reason: str = ""


def first(db: Connection, table: Table, phase: Phase, now: datetime, busy: Collection[str]) -> Due:
    """When a phase that opens now is due; not while a player of a ``busy`` power is away."""
    away = days_away(db, table, busy)
    usual = table.clock.deadline(now, phase.kind)
    return _give_reason(table, usual, table.clock.deadline(now, phase.kind, away), away)


def after(db: Connection, table: Table, moment: datetime, kind: str, busy: Collection[str]) -> Due:
    """The first deadline at ``moment`` or later, out of the days of those who are away."""
    away = days_away(db, table, busy)
    usual = table.clock.after(moment, kind)
    return _give_reason(table, usual, table.clock.after(moment, kind, away), away)


def for_newcomer(db: Connection, house: House, table: Table, seat: Seat) -> Due | None:
    """The deadline that leaves who takes a seat, on which the game waits, all of a phase's time.

    None where the present one stays.
    """
    game = table.game
    awaited_ids = [one.id for one in awaited.list_unheard(db, house, table)]
    if game.phase is None or game.deadline is None or game.held or seat.id not in awaited_ids:
        return None
    due = first(db, table, game.phase, house.now, ready.awaited_powers(db, table))
    if due.deadline <= game.deadline:
        return None
    return Due(due.deadline, "a new player has the time of a whole phase")


def tell_newcomer(
    db: Connection,
    house: House,
    seat: Seat,
    person: Person | None,
    due: Due | None,
    title: str,
    company: Sequence[Event],
) -> list[Notice]:
    """News to everybody else of who has taken a seat, and of the deadline that comes of it."""
    game = games.get(db, seat.game)
    data = {"power": seat.power, "player": notices.public_name(game, person)}
    events = (Event("seated", data, PUBLIC), *company)
    if due is None:
        mails = tell_news(db, house, game, title, *events)
    else:
        mails = move(db, house, game, due, log.JUDGE, title, *events)
    return [one for one in mails if one.facts.power != seat.power]


def _give_reason(table: Table, usual: datetime, deadline: datetime, away: Collection[Days]) -> Due:
    if deadline == usual:
        return Due(deadline)
    day, end = table.clock.today(usual), table.clock.today(deadline)
    while day < end and any(day in stretch for stretch in away):
        day += DAY
    return Due(deadline, f"a player is away until {days.day_text(day - DAY)}")


def days_away(db: Connection, table: Table, busy: Collection[str]) -> list[Days]:
    """The days on which a player of one of the powers ``busy`` is away."""
    stretches = games.absences_of(db, table.game.id)
    if not stretches:
        return []
    people = {seat.person for seat in seats.of_game(db, table.game.id) if seat.power in busy}
    return [stretch for person, stretch in stretches if person in people]


def alarm(db: Connection, table: Table, since: datetime) -> datetime | None:
    """When the judge has next to look at a game without being asked; None where it has not."""
    game = table.game
    if game.status == FORMING:
        return customs.start_moment(table.customs.start, table.options["zone"])
    if game.deadline is None or game.opened is None or game.held:
        return None
    # A game that waits is looked at once a day behind its deadline.
    next_day = game.deadline + max(1, (since - game.deadline) // DAY + 1) * DAY
    times = [game.deadline, game.deadline + table.clock.grace, next_day]
    if table.clock.least:
        times.append(game.opened + table.clock.least)
    if game.ready is not None:
        times.append(game.ready + table.clock.delay)
    for seat in seats.of_game(db, game.id):
        if seat.person is not None:
            times += [moment for moment, _ in ready.reminder_moments(table, seat)]
    return min(time for time in times if time > since)


def set_alarm(db: Connection, game: Game, since: datetime) -> Game:
    """The game with its next alarm; a table without seats has neither that nor a deadline."""
    table = tables.load(game)
    if table.is_seatless:
        return replace(game, deadline=None, alarm=None)
    return replace(game, alarm=alarm(db, table, since))


def move(
    db: Connection,
    house: House,
    game: Game,
    due: Due,
    who: str,
    title: str = "a new deadline",
    *events: Event,
) -> list[Notice]:
    """Set another deadline for the present phase and tell everybody, with what led to it."""
    moved_game = replace(game, deadline=due.deadline, left=None, sequence=game.sequence + 1)
    games.save(db, set_alarm(db, moved_game, house.cutoff))
    log.append(db, house.now, who, "deadline.moved", game.name, deadline=due.deadline.isoformat())
    return _tell_clock(db, house, moved_game, title, describe(game, due), *events)


def describe(game: Game, due: Due) -> Event:
    """When the present phase is due, and why not when its clock alone would have it."""
    data = {"phase": game.phase_title, "deadline": due.deadline.isoformat(), "reason": due.reason}
    return Event("deadline", data, PUBLIC)


def _tell_clock(
    db: Connection, house: House, game: Game, title: str, *events: Event
) -> list[Notice]:
    """News of a game's clock to everybody in it: one mail a pass, in which the last word counts."""
    return [
        replace(one, key=f"{one.key.removesuffix(title)}clock")
        for one in tell_news(db, house, game, title, *events)
    ]


def tell_news(db: Connection, house: House, game: Game, title: str, *events: Event) -> list[Notice]:
    """News of a game to everybody in it."""
    table = tables.load(game)
    people = notices.readers(db, game, house.now)
    return [news(house, table, reader, title, *events) for reader in people]


def news(house: House, table: Table, reader: Reader, title: str, *events: Event) -> Notice:
    """News of a game to one reader; its key is made of the moment, since there may be more."""
    blank = notices.game_notice(house, table, reader, "news", events)
    return replace(blank, key=f"{blank.key}.{house.now:%Y%m%dT%H%M%S}.{title}", title=title)


def pause(db: Connection, house: House, game: Game, who: str, whom: str) -> list[Notice]:
    """Stop the clock and tell everybody: the phase keeps the time that it has left."""
    seconds_left = int((game.deadline - house.now).total_seconds()) if game.deadline else 0
    left, sequence = max(0, seconds_left), game.sequence + 1
    game = replace(game, deadline=None, alarm=None, ready=None, left=left, sequence=sequence)
    games.save(db, game)
    log.append(db, house.now, who, "game.paused", game.name)
    text = f"{whom} has paused the game. Orders are taken all the same."
    note = Event("note", {"text": text}, PUBLIC)
    return _tell_clock(db, house, game, "the game is paused", note)


def resume(db: Connection, house: House, game: Game, who: str) -> list[Notice]:
    """Let the clock go on and tell everybody the new deadline."""
    log.append(db, house.now, who, "game.resumed", game.name)
    going = replace(game, touched=True)
    # It has the time that was left, and a day at least.
    table, kind = tables.load(game), game.phase_kind
    least = min(DAY, table.clock.rhythm(kind).pace.length)
    end = house.now + max(timedelta(seconds=game.left or 0), least)
    due = after(db, table, end, kind, ready.awaited_powers(db, table))
    return move(db, house, going, due, who, "the game goes on")
