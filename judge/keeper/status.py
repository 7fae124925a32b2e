"""The status: all that a keeper wants to know at a glance, games and what they wait for below."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

from judge.game.books import overview
from judge.game.books.overview import Listing
from judge.kernel import errors
from judge.kernel.errors import JudgeError, KeeperError
from judge.kernel.text import count
from judge.post import trouble
from judge.report import wording
from judge.run import broken_commands, fence
from judge.run import nightly as health
from judge.run.start import changing, reading
from judge.spool import hosts, machine_clock, mishaps, runs
from judge.spool.spool import Spool
from judge.store import games, letters, marks, outbox, people
from judge.store.games import BY_DEADLINE, GOING, read_page
from judge.store.record import FORMING, OVER, RUNNING

WELL, NEEDS_YOU, STOPPED, UNASKED = range(4)
NAMES = ("well", "needs you", "does not work", "can't be asked")
LONG_SILENCE = timedelta(hours=1)
"""Cron calls every minute: after so long it has stopped."""
STUCK = timedelta(hours=6)
"""A mail that waits so long is not only late."""
NOBODY = frozenset(
    {
        errors.USAGE,
        errors.NO_INPUT,
        errors.BUG,
        errors.SYSTEM,
        errors.LATER,
        errors.NO_RIGHT,
    }
)
"""What says nothing of the judge, but that whoever asks can't ask it."""


class Standing(Struct, frozen=True):
    """``level`` is WELL, NEEDS_YOU, STOPPED or UNASKED; ``text`` says why."""

    level: int
    text: str

    def __str__(self) -> str:
        """One line."""
        return f"{NAMES[self.level]}: {self.text}"

    @property
    def record(self) -> dict[str, object]:
        """The same for programs."""
        return {"level": self.level, "standing": str(self)}


def standing_of_status(status: int) -> int:
    """The level of a judge that could not be looked at, by what that broke off with."""
    return UNASKED if status in NOBODY else STOPPED


def standing_of_error(error: Exception, home: Path) -> Standing:
    """The standing of a judge whose spool or database at ``home`` can't be opened.

    Raises ``error`` itself if it is neither the keeper's nor the machine's.
    """
    if isinstance(error, JudgeError):
        return Standing(standing_of_status(error.status), str(error))
    mishap = mishaps.of(error, home)
    if mishap is None:
        raise error
    return Standing(standing_of_status(mishap.status), f"{mishap.text}.")


def look_at_standing(home: Path, now: datetime | None = None) -> Standing:
    """How the judge at ``home`` stands: first why it does not work, then what it needs."""
    now = now or datetime.now(UTC)
    try:
        with reading(home) as (db, this_spool):
            # What stands still is not asked what else it needs: it may not be able to say.
            for level, reasons in _list_reasons(db, this_spool, now):
                if reasons:
                    more = f" (and {len(reasons) - 1} more: 'judge status')" if reasons[1:] else ""
                    return Standing(level, f"{reasons[0]}{more}")
            called = f"last called at {runs.find_last_beat(this_spool):%Y-%m-%d %H:%M} UTC"
            games_played = count(games.counts(db).get(RUNNING, 0), "game")
            return Standing(WELL, f"{games_played} played, {called}, {health.room(this_spool)}.")
    except (JudgeError, OSError, DatabaseError) as error:
        return standing_of_error(error, home)


def _list_reasons(
    db: Connection, this_spool: Spool, now: datetime
) -> Iterator[tuple[int, list[str]]]:
    """Why nothing goes on; then, if somebody asks, what the keeper is waited for with."""
    reasons = [why] if (why := fence.reason(db, this_spool)) else []
    reasons += _troubles(db, this_spool, _STOPPING)
    if trace := broken_commands.unmended_trace(this_spool.home):
        reasons.append(f"The last pass broke off: 'judge run' says why, {trace} where.")
    last = runs.find_last_beat(this_spool)
    if last is not None and datetime.now(UTC) - last > LONG_SILENCE:
        since = f"{last:%Y-%m-%d %H:%M} UTC"
        reasons.append(f"Nobody calls it since {since}: does cron still work?")
    yield STOPPED, reasons
    reasons = []
    if doubted := marks.get(db, machine_clock.DOUBTED):
        since = f"{doubted:%Y-%m-%d %H:%M} UTC"
        reasons.append(f"The clock has been in doubt since {since}: 'judge doctor' says why.")
    if present := trouble.find_trouble(db, trouble.MAPS, hosts.reader_name(this_spool)):
        reasons.append(f"{trouble.WORDS[trouble.MAPS]}: {present.reason}")
    if shunted := letters.counts(db).get(letters.SHUNTED, 0):
        reasons.append(f"In the shunt: {count(shunted, 'mail')}; 'judge shunt list' shows why.")
    oldest = outbox.oldest_wait(db)
    if oldest is not None and oldest < now - STUCK:
        since = f"{oldest:%Y-%m-%d %H:%M} UTC"
        reasons.append(f"A mail waits since {since}: 'judge outbox list' says why.")
    reasons += health.findings(db, this_spool, now)
    if runs.find_last_beat(this_spool) is None:
        reasons.append(f"Nobody has called it yet: {runs.CALL}.")
    yield NEEDS_YOU, reasons


def gather_figures(home: Path, now: datetime | None = None) -> dict[str, Any]:
    """A judge in figures, as programs get them (docs/json.md): times in UTC, sizes in bytes.

    Raises KeeperError where the spool can't be opened.
    """
    now = now or datetime.now(UTC)
    with reading(home) as (db, this_spool):
        free, size = health.measure_disk(this_spool)
        states, passes = games.counts(db), runs.read_tally(this_spool)
        missed = games.count_listed(db, games.list_overdue(now - health.DAY, now))
        posts = dict.fromkeys(outbox.STATES, 0) | outbox.counts(db)
        return {
            "mails": dict.fromkeys(letters.STATES, 0) | letters.counts(db),
            "outbox": {**posts, "oldest": outbox.oldest_wait(db)},
            "games": {
                **{state: states.get(state, 0) for state in (RUNNING, FORMING, OVER)},
                "overdue": missed,
            },
            "servers_in_trouble": [
                way
                for way in trouble.WORDS
                if trouble.find_trouble(db, way, hosts.reader_name(this_spool))
            ],
            "failing_addresses": len(people.find_failing(db)),
            "passes": {
                "count": passes.passes,
                "seconds": passes.seconds,
                "last_seconds": passes.last,
                "last_called": runs.find_last_beat(this_spool),
            },
            "last_backup": marks.get(db, health.BACKUP),
            "disk": {"free": free, "size": size},
        }


def metrics(home: Path) -> str:
    """The figures in Prometheus' text format; a judge that can't be asked has its level alone."""
    moment = datetime.now(UTC)
    level = look_at_standing(home, moment).level
    lines = [
        _metric("level", "0 well, 1 needs you, 2 does not work, 3 can't be asked", level),
        _metric("up", "1 if the judge could be asked", int(level != UNASKED)),
    ]
    with suppress(KeeperError):
        figures = gather_figures(home, moment)
        posts, boards, passes = figures["outbox"], figures["games"], figures["passes"]
        oldest, missed = posts.pop("oldest"), boards.pop("overdue")
        stuck = {way: way in figures["servers_in_trouble"] for way in trouble.WORDS}
        for name, about, key, counts in (
            ("mails_in", "mails taken, by what became of them", "state", figures["mails"]),
            ("mails_out", "mails written, by what became of them", "state", posts),
            ("games", "games by state", "state", boards),
            ("server_trouble", "1 while a server does not do its part", "way", stuck),
        ):
            lines.append(f"# HELP judge_{name} {about}\n# TYPE judge_{name} gauge\n")
            for state, number in counts.items():
                lines.append(f'judge_{name}{{{key}="{state}"}} {int(number)}\n')
        waits = (moment - oldest).total_seconds() if oldest else 0
        failing = figures["failing_addresses"]
        lines += [
            _metric("oldest_waiting_seconds", "how long the oldest mail waits to leave", waits),
            _metric("deadlines_missed", "games overdue for more than a day", missed),
            _metric("failing_addresses", "addresses whose mails come back", failing),
            _metric("passes_total", "passes with something to do", passes["count"], "counter"),
            _metric("pass_seconds_total", "seconds of all these", passes["seconds"], "counter"),
            _metric("last_pass_seconds", "seconds of the last of these", passes["last_seconds"]),
        ]
        times = {"last_called": passes["last_called"], "last_backup": figures["last_backup"]}
        for name, at in times.items():
            about = name.replace("_", " ")
            lines += (
                [_metric(f"{name}_timestamp_seconds", about, int(at.timestamp()))] if at else []
            )
        lines += [
            _metric("disk_free_bytes", "room on the spool's disk", figures["disk"]["free"]),
            _metric("disk_size_bytes", "size of the spool's disk", figures["disk"]["size"]),
        ]
    return "".join(lines)


def write_metrics(home: Path, file: Path) -> None:
    """Write the metrics into a file that others may read, whole or not at all."""
    try:
        handle, part = tempfile.mkstemp(dir=file.absolute().parent, prefix=f".{file.name}.")
        with os.fdopen(handle, "w") as target:
            target.write(metrics(home))
        Path(part).chmod(0o644)
        Path(part).replace(file)
    except OSError as error:
        raise KeeperError(f"{file} can't be written: {error.strerror}.") from error


def _metric(name: str, about: str, value: float, kind: str = "gauge") -> str:
    return f"# HELP judge_{name} {about}\n# TYPE judge_{name} {kind}\njudge_{name} {value:.16g}\n"


HEADS = ("game", "variant", "state", "phase", "due", "in", "orders")


def status(home: Path, now: datetime | None = None, *, whole: bool = False) -> Listing:
    """How the spool at ``home`` stands. Raises KeeperError where it can't be opened.

    Of many games only those whose deadlines come next are named, all of them if ``whole``.
    """
    moment = now or datetime.now(UTC)
    with changing(home) as (db, this_spool):
        page = read_page(db, BY_DEADLINE, GOING, most=None if whole else overview.MANY)
        left_out = page[0].all - len(page) if page else 0
        lines = (*_lines(db, this_spool, moment), *overview.rest(left_out))
        rows = []
        for one in page:
            game, deadline = one.game, one.game.deadline
            seat_count = sum(seat.person is not None for seat in one.seats)
            # Seats that are taken, or how many of their players have decided everything.
            ready, players = f"{one.complete} of {seat_count}", count(seat_count, "player")
            rows.append(
                (
                    game.name,
                    game.variant,
                    overview.state(game),
                    game.phase.title if game.phase else "",
                    overview.local_time(deadline, game),
                    "" if deadline is None else wording.time_left(deadline, moment),
                    players if game.status == FORMING else ready,
                )
            )
        return Listing(lines, HEADS, tuple(rows))


def _lines(db: Connection, this_spool: Spool, now: datetime) -> Iterator[str]:
    """What stands above the games."""
    if why := fence.reason(db, this_spool):
        yield f"! {why}"
    if doubted := marks.get(db, machine_clock.DOUBTED):
        yield f"! The clock has been in doubt since {doubted:%Y-%m-%d %H:%M} UTC: no phase closes."
    yield f"Last run: {_time_ago(runs.find_last_beat(this_spool), now)}"
    yield f"Games: {_sum(games.counts(db), (RUNNING, FORMING, OVER))}"
    yield f"Mails in: {_sum(letters.counts(db), letters.STATES)}"
    oldest = outbox.oldest_wait(db)
    since = f", the oldest since {_time_ago(oldest, now)}" if oldest else ""
    yield f"Mails out: {_sum(outbox.counts(db), outbox.STATES)}{since}"
    yield from _troubles(db, this_spool, (*_STOPPING, trouble.MAPS))
    if given_up := outbox.counts(db).get(outbox.FAILED):
        yield f"Given up: {given_up}; 'judge outbox' lists them"
    broken = [f"{one.address} ({one.times})" for one in people.find_failing(db)]
    if broken:
        yield f"Mails come back from: {', '.join(broken)}"
    yield f"Last backup: {_time_ago(marks.get(db, health.BACKUP), now)}"
    yield f"Disk: {health.room(this_spool)}"
    for line in health.findings(db, this_spool, now):
        yield f"! {line}"


_STOPPING = (trouble.IN, trouble.OUT, trouble.WORDING)


def _troubles(db: Connection, this_spool: Spool, ways: Sequence[str]) -> Iterator[str]:
    """The servers that do not do what they should, mails not written and maps not drawn."""
    for way in ways:
        if present := trouble.find_trouble(db, way, hosts.reader_name(this_spool)):
            yield f"{trouble.WORDS[way]} since {present.since:%Y-%m-%d %H:%M} UTC: {present.reason}"


def _sum(counts: dict[str, int], states: tuple[str, ...]) -> str:
    return ", ".join(f"{counts.get(state, 0)} {state}" for state in states)


def _time_ago(moment: datetime | None, now: datetime) -> str:
    """A time and how long it is past: "2026-11-20 10:00 UTC, 3 hours ago"."""
    if moment is None:
        return "never"
    span = now - moment
    if span < timedelta(minutes=1):
        return f"{moment:%Y-%m-%d %H:%M} UTC, just now"
    return (
        f"{moment:%Y-%m-%d %H:%M} UTC, {wording.time_left(now, moment).removesuffix(' left')} ago"
    )
