"""The status: all that a keeper wants to know at a glance, games and what they wait for below."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection

from judge.game.books import overview
from judge.game.books.overview import Listing
from judge.health import fence
from judge.health import nightly as health
from judge.home import readers, spool, wake, witness
from judge.home.spool import Spool
from judge.post import trouble
from judge.report import words
from judge.store import failing, game_list, games, letters, marks, outbox
from judge.store.database import open_database
from judge.store.game_list import ListedGame
from judge.store.record import FORMING, OVER, RUNNING

HEADS = ("game", "variant", "state", "phase", "due", "in", "orders")


def status(home: Path, now: datetime | None = None, *, whole: bool = False) -> Listing:
    """How the spool at ``home`` stands. Raises KeeperError where it can't be opened.

    Of many games only those whose deadlines come next are named, all of them if ``whole``.
    """
    this_spool = spool.open_spool(home)
    moment = now or datetime.now(UTC)
    engine = open_database(this_spool.database)
    try:
        with engine.begin() as db:
            most = None if whole else overview.MANY
            page = game_list.read_page(db, game_list.BY_DEADLINE, game_list.GOING, most=most)
            left_out = page[0].all - len(page) if page else 0
            lines = (*_lines(db, this_spool, moment), *overview.rest(left_out))
            return Listing(lines, HEADS, tuple(_row(one, moment) for one in page))
    finally:
        engine.dispose()


def _row(one: ListedGame, now: datetime) -> tuple[str, ...]:
    game, deadline = one.game, one.game.deadline
    return (
        game.name,
        game.variant,
        overview.state(game),
        game.phase.title if game.phase else "",
        overview.local_time(deadline, game),
        "" if deadline is None else words.time_left(deadline, now),
        _orders(one),
    )


def _orders(one: ListedGame) -> str:
    """How many players have decided everything, or how many seats are taken."""
    seat_count = sum(seat.person is not None for seat in one.seats)
    if one.game.status == FORMING:
        return words.count(seat_count, "player")
    return f"{one.complete} of {seat_count}"


def _lines(db: Connection, this_spool: Spool, now: datetime) -> Iterator[str]:
    """What stands above the games."""
    yield from _hindrances(db, this_spool)
    yield f"Last run: {_time_ago(wake.find_last_beat(this_spool), now)}"
    yield f"Games: {_sum(games.counts(db), (RUNNING, FORMING, OVER))}"
    yield f"Mails in: {_sum(letters.counts(db), letters.STATES)}"
    oldest = outbox.oldest_wait(db)
    since = f", the oldest since {_time_ago(oldest, now)}" if oldest else ""
    yield f"Mails out: {_sum(outbox.counts(db), outbox.STATES)}{since}"
    yield from _troubles(db, this_spool)
    if given_up := outbox.count_given_up(db):
        yield f"Given up: {given_up}; 'judge outbox' lists them"
    broken = [f"{one.address} ({one.times})" for one in failing.find_all(db)]
    if broken:
        yield f"Mails come back from: {', '.join(broken)}"
    yield f"Last backup: {_time_ago(marks.get(db, health.BACKUP), now)}"
    yield f"Disk: {health.room(this_spool)}"
    for line in health.findings(db, this_spool, now):
        yield f"! {line}"


def _troubles(db: Connection, this_spool: Spool) -> Iterator[str]:
    """The servers that do not do what they should, mails not written and maps not drawn."""
    for way in (trouble.IN, trouble.OUT, trouble.WORDING, trouble.MAPS):
        if present := trouble.find_trouble(db, way, readers.name(this_spool)):
            yield f"{trouble.WORDS[way]} since {present.since:%Y-%m-%d %H:%M} UTC: {present.reason}"


def _hindrances(db: Connection, this_spool: Spool) -> Iterator[str]:
    """Why the judge does less than it should."""
    why, since = fence.reason(db, this_spool), marks.get(db, witness.DOUBTED)
    if why:
        yield f"! {why}"
    if since is not None:
        yield f"! The clock has been in doubt since {since:%Y-%m-%d %H:%M} UTC: no phase closes."


def _sum(counts: dict[str, int], states: tuple[str, ...]) -> str:
    return ", ".join(f"{counts.get(state, 0)} {state}" for state in states)


def _time_ago(moment: datetime | None, now: datetime) -> str:
    """A time and how long it is past: "2026-11-20 10:00 UTC, 3 hours ago"."""
    if moment is None:
        return "never"
    span = now - moment
    if span < timedelta(minutes=1):
        return f"{moment:%Y-%m-%d %H:%M} UTC, just now"
    return f"{moment:%Y-%m-%d %H:%M} UTC, {words.time_left(now, moment).removesuffix(' left')} ago"
