"""Games that stand still: their masters are reminded every week, four times, then every month."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.game.readers import notices
from judge.game.readers.notices import MASTER, Reader
from judge.game.terms import tables
from judge.game.turn import beginning
from judge.home.house import House
from judge.kernel.engine import GM, Event
from judge.kernel.notice import Notice
from judge.store import doors, log, marks, people, seats
from judge.store.record import FORMING, PAUSED, Game

WEEK, MONTH = timedelta(days=7), timedelta(days=30)
WEEKLY = 4
"""So many weeks are told each; what follows is told by the month."""
_STOPS = ("game.paused", "game.imported")


def reminders(db: Connection, house: House, game: Game) -> Iterator[Notice]:
    """The mail to the master of a game that stands still, if one is due and was not sent."""
    since = _find_start(db, game)
    if game.gm is None or since is None:
        return
    count = _count_due(house.now - since)
    stamp = f"{since:%Y%m%d%H%M}.{count}"
    name = f"patience.{game.id}"
    person = people.get(db, game.gm)
    if not count or marks.read(db, name) == stamp or not person.reachable:
        return
    marks.write(db, name, stamp)
    text = _write_text(db, game, (house.now - since).days)
    event = Event("note", {"text": text}, GM)
    reader = Reader(person, MASTER)
    notice = notices.game_notice(house, tables.load(game), reader, "gm", (event,))
    yield replace(notice, key=f"{notice.key}.{stamp}", title=f"{game.name} stands still")


def _count_due(standstill: timedelta) -> int:
    """How many reminders are due of a game that has stood so long."""
    weeks = max(standstill, timedelta()) // WEEK
    return weeks if weeks <= WEEKLY else WEEKLY + (standstill - WEEKLY * WEEK) // MONTH


def _find_start(db: Connection, game: Game) -> datetime | None:
    """Since when a game stands still; None: it does not."""
    if game.status == FORMING:
        join_times = [
            moment for moment, deed in log.of_game(db, game.name) if deed.what == "seat.taken"
        ]
        return max((game.created, *join_times[-1:]))
    if game.told_status != PAUSED:
        return None
    stops = [moment for moment, deed in log.of_game(db, game.name) if deed.what in _STOPS]
    return stops[-1] if stops else game.opened


def _write_text(db: Connection, game: Game, days: int) -> str:
    if game.told_status == PAUSED:
        return (
            f"The game {game.name} has been paused for {days} days: RESUME lets it go on, "
            f"TERMINATE ends it."
        )
    table = tables.load(game)
    seat_count = len(seats.of_game(db, game.id))
    seats_missing = beginning.count_missing(table, seat_count)
    waits = f"it waits for {seats_missing} more" if seats_missing else "it waits for your word"
    asking = doors.list_asked(db, game.id)
    verb = "waits" if len(asking) == 1 else "wait"
    answers = f" {', '.join(asking)} {verb} for your APPROVE or DENY." if asking else ""
    begins = "PROCESS begins it with those who are there, TERMINATE" if seat_count else "TERMINATE"
    return (
        f"Nobody has joined {game.name} for {days} days; {seat_count} of {len(table.powers)} seats "
        f"{'is' if seat_count == 1 else 'are'} taken, and {waits}.{answers} {begins} ends it."
    )
