"""The judge in figures: for ``status --json`` and, in Prometheus' text format, ``metrics``."""

import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection

from judge.health import nightly as health
from judge.home import readers, spool, tally, wake
from judge.home.spool import Spool
from judge.home.tally import Tally
from judge.keeper import standing
from judge.keeper.standing import UNASKED, Standing
from judge.kernel.errors import KeeperError
from judge.post import trouble
from judge.store import failing, games, letters, marks, outbox
from judge.store.database import open_to_read
from judge.store.record import FORMING, OVER, RUNNING


@dataclass(frozen=True, slots=True)
class Figures:
    """A judge in figures; times in UTC, sizes in bytes, ``missed`` deadlines that are overdue.

    ``mails`` and ``outbox`` count by state, ``games`` as well; ``stuck`` says which servers are
    in trouble ("in", "out").
    """

    mails: dict[str, int]
    outbox: dict[str, int]
    games: dict[str, int]
    stuck: dict[str, bool]
    oldest: datetime | None
    missed: int
    failing: int
    passes: Tally
    called: datetime | None
    backup: datetime | None
    free: int
    size: int


def gather(home: Path, now: datetime | None = None) -> Figures:
    """Count. Raises KeeperError where the spool can't be opened."""
    this_spool = spool.open_spool(home)
    engine = open_to_read(this_spool.database)
    try:
        with engine.begin() as db:
            return _count(db, this_spool, now or datetime.now(UTC))
    finally:
        engine.dispose()


def _count(db: Connection, this_spool: Spool, now: datetime) -> Figures:
    all_games = games.find_all(db)
    states = Counter(game.status for game in all_games)
    disk = os.statvfs(this_spool.home)
    return Figures(
        mails=dict.fromkeys(letters.STATES, 0) | letters.counts(db),
        outbox=dict.fromkeys(outbox.STATES, 0) | outbox.counts(db),
        games={state: states[state] for state in (RUNNING, FORMING, OVER)},
        stuck={
            way: trouble.find_trouble(db, way, readers.name(this_spool)) is not None
            for way in trouble.WORDS
        },
        oldest=outbox.oldest_wait(db),
        missed=sum(health.is_overdue(game, now) for game in all_games),
        failing=len(failing.find_all(db)),
        passes=tally.read(this_spool),
        called=wake.find_last_beat(this_spool),
        backup=marks.get(db, health.BACKUP),
        free=disk.f_bavail * disk.f_frsize,
        size=disk.f_blocks * disk.f_frsize,
    )


def as_json(figures: Figures, how_it_stands: Standing) -> dict[str, object]:
    """The figures for programs, with how the judge stands."""
    return {
        "level": how_it_stands.level,
        "standing": str(how_it_stands),
        "mails": figures.mails,
        "outbox": {**figures.outbox, "oldest": figures.oldest},
        "games": {**figures.games, "overdue": figures.missed},
        "servers_in_trouble": [way for way, lasts in figures.stuck.items() if lasts],
        "failing_addresses": figures.failing,
        "passes": {
            "count": figures.passes.passes,
            "seconds": figures.passes.seconds,
            "last_seconds": figures.passes.last,
            "last_called": figures.called,
        },
        "last_backup": figures.backup,
        "disk": {"free": figures.free, "size": figures.size},
    }


def metrics(home: Path, now: datetime | None = None) -> str:
    """The figures in Prometheus' text format; a judge that can't be asked has its level alone."""
    moment = now or datetime.now(UTC)
    how_it_stands = standing.look(home, now)
    try:
        figures = gather(home, moment)
    except KeeperError:
        return "".join(_level_lines(how_it_stands.level))
    return "".join([*_level_lines(how_it_stands.level), *_lines(figures, moment)])


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


def _level_lines(level: int) -> Iterator[str]:
    yield from _metric("level", "0 well, 1 needs you, 2 does not work, 3 can't be asked", level)
    yield from _metric("up", "1 if the judge could be asked", int(level != UNASKED))


def _lines(figures: Figures, now: datetime) -> Iterator[str]:
    """Each metric with its help and type."""
    for name, about, counts in (
        ("mails_in", "mails taken, by what became of them", figures.mails),
        ("mails_out", "mails written, by what became of them", figures.outbox),
        ("games", "games by state", figures.games),
        ("server_trouble", "1 while a server does not do its part", figures.stuck),
    ):
        key = "way" if name == "server_trouble" else "state"
        yield f"# HELP judge_{name} {about}\n# TYPE judge_{name} gauge\n"
        for state, count in counts.items():
            yield f'judge_{name}{{{key}="{state}"}} {int(count)}\n'
    oldest = (now - figures.oldest).total_seconds() if figures.oldest else 0
    yield from _metric("oldest_waiting_seconds", "how long the oldest mail waits to leave", oldest)
    yield from _metric("deadlines_missed", "games overdue for more than a day", figures.missed)
    yield from _metric("failing_addresses", "addresses whose mails come back", figures.failing)
    passes = figures.passes
    yield from _metric("passes_total", "passes with something to do", passes.passes, "counter")
    yield from _metric("pass_seconds_total", "seconds of all these", passes.seconds, "counter")
    yield from _metric("last_pass_seconds", "seconds of the last of these", passes.last)
    for name, moment in (("last_called", figures.called), ("last_backup", figures.backup)):
        if moment is not None:
            yield from _metric(f"{name}_timestamp_seconds", name.replace("_", " "), _unix(moment))
    yield from _metric("disk_free_bytes", "room on the spool's disk", figures.free)
    yield from _metric("disk_size_bytes", "size of the spool's disk", figures.size)


def _unix(moment: datetime) -> int:
    return int(moment.timestamp())


def _metric(name: str, about: str, value: float, kind: str = "gauge") -> Iterator[str]:
    yield f"# HELP judge_{name} {about}\n# TYPE judge_{name} {kind}\njudge_{name} {value:.16g}\n"
