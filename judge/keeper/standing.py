"""How the judge stands, in one line and one number: for Nagios, systemd, load balancers.

It asks no server, so that it may be asked every few seconds; ``judge doctor`` tries them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

from judge.health import broken_commands, fence
from judge.health import nightly as health
from judge.home import mishaps, readers, spool, wake, witness
from judge.home.spool import Spool
from judge.kernel import errors
from judge.kernel.errors import JudgeError
from judge.post import trouble
from judge.report import words
from judge.store import games, letters, marks, outbox
from judge.store.database import open_to_read

WELL, NEEDS_YOU, STOPPED, UNASKED = range(4)
NAMES = ("well", "needs you", "does not work", "can't be asked")
SILENCE = timedelta(hours=1)
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


@dataclass(frozen=True, slots=True)
class Standing:
    """``level`` is WELL, NEEDS_YOU, STOPPED or UNASKED; ``text`` says why."""

    level: int
    text: str

    def __str__(self) -> str:
        """One line."""
        return f"{NAMES[self.level]}: {self.text}"


def of_status(status: int) -> int:
    """The level of a judge that could not be looked at, by what that broke off with."""
    return UNASKED if status in NOBODY else STOPPED


def of_error(error: Exception, home: Path) -> Standing:
    """The standing of a judge whose spool or database at ``home`` can't be opened.

    Raises ``error`` itself if it is neither the keeper's nor the machine's.
    """
    if isinstance(error, JudgeError):
        return Standing(of_status(error.status), str(error))
    mishap = mishaps.of(error, home)
    if mishap is None:
        raise error
    return Standing(of_status(mishap.status), f"{mishap.text}.")


def look(home: Path, now: datetime | None = None) -> Standing:
    """How the judge at ``home`` stands."""
    try:
        this_spool = spool.open_spool(home)
        engine = open_to_read(this_spool.database)
        with engine.begin() as db:
            worst = _find_worst(db, this_spool, now or datetime.now(UTC))
        engine.dispose()
    except (JudgeError, OSError, DatabaseError) as error:
        return of_error(error, home)
    return worst


def _find_worst(db: Connection, this_spool: Spool, now: datetime) -> Standing:
    """The worst that is to be said: first why it does not work, then what it needs."""
    for level, list_reasons in ((STOPPED, _stop_reasons), (NEEDS_YOU, _needs)):
        lines = list(list_reasons(db, this_spool, now))
        if lines:
            more = f" (and {len(lines) - 1} more: 'judge status')" if len(lines) > 1 else ""
            return Standing(level, f"{lines[0]}{more}")
    running = games.run_count(db)
    last = wake.find_last_beat(this_spool)
    called = f"last called at {last:%Y-%m-%d %H:%M} UTC" if last else "nobody has called it yet"
    games_played = words.count(running, "game")
    return Standing(WELL, f"{games_played} played, {called}, {health.room(this_spool)}.")


def _stop_reasons(db: Connection, this_spool: Spool, _now: datetime) -> Iterator[str]:
    """Why nothing goes on."""
    why = fence.reason(db, this_spool)
    if why:
        yield why
    for way in (trouble.IN, trouble.OUT, trouble.WORDING):
        if present := trouble.find_trouble(db, way, readers.name(this_spool)):
            yield f"{trouble.WORDS[way]} since {present.since:%Y-%m-%d %H:%M} UTC: {present.reason}"
    trace = broken_commands.unmended_trace(this_spool.home)
    if trace:
        yield f"The last pass broke off: 'judge run' says why, {trace} where."
    last = wake.find_last_beat(this_spool)
    if last is not None and datetime.now(UTC) - last > SILENCE:
        yield f"Nobody calls it since {last:%Y-%m-%d %H:%M} UTC: does cron still work?"


def _needs(db: Connection, this_spool: Spool, now: datetime) -> Iterator[str]:
    """What the keeper is waited for with."""
    doubt_time = marks.get(db, witness.DOUBTED)
    if doubt_time is not None:
        since = f"{doubt_time:%Y-%m-%d %H:%M} UTC"
        yield f"The clock has been in doubt since {since}: 'judge doctor' says why."
    if present := trouble.find_trouble(db, trouble.MAPS, readers.name(this_spool)):
        yield f"{trouble.WORDS[trouble.MAPS]}: {present.reason}"
    shunt_count = letters.counts(db).get(letters.SHUNTED, 0)
    if shunt_count:
        yield f"In the shunt: {words.count(shunt_count, 'mail')}; 'judge shunt list' shows why."
    oldest = outbox.oldest_wait(db)
    if oldest is not None and oldest < now - STUCK:
        yield f"A mail waits since {oldest:%Y-%m-%d %H:%M} UTC: 'judge outbox list' says why."
    yield from health.findings(db, this_spool, now)
