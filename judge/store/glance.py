"""Whether anything is due, asked of the database by plain sqlite3: its first import costs most.

An idle run asks this when it does not know when the next deadline is. "No" is said only where a
pass would find nothing to do; whatever can't be known at a glance is the pass's business.
"""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from judge.store.lineage import Head

VERSIONS = Path(__file__).parent / "migrations" / "versions"
URGENT = ("fenced", "lost", "clock-doubted", "trouble-in", "trouble-out", "died-on")
"""The marks of a judge that has something to say in every pass."""
ASIDE = "aside."
"""With what the marks of games begin that are left alone."""
WAITS = """
SELECT (SELECT version_num FROM alembic_version) != :version
    OR EXISTS (SELECT 1 FROM letters WHERE status = 'new')
    OR EXISTS (SELECT 1 FROM outbox WHERE status = 'queued' AND due <= :now)
    OR EXISTS (SELECT 1 FROM games WHERE touched AND status IN ('running', 'forming'))
    OR EXISTS (SELECT 1 FROM games WHERE status IN ('running', 'forming') AND alarm <= :cutoff)
    OR EXISTS (SELECT 1 FROM seats JOIN games ON games.id = seats.game
               WHERE computer = 'sharp' AND person IS NULL AND status = 'running')
    OR EXISTS (SELECT 1 FROM marks WHERE name IN (:m0, :m1, :m2, :m3, :m4, :m5))
    OR EXISTS (SELECT 1 FROM marks WHERE substr(name, 1, 6) = :aside)
"""
ROW = "SELECT hash FROM log WHERE book = ? AND number = ?"


def may_wait(database: Path, now: datetime, cutoff: datetime) -> bool:
    """Whether a mail waits, or a game's alarm has rung by ``cutoff``, or a pass may be needed.

    Times are UTC. A database that can't be read, or that another judge wrote, needs a pass.
    """
    values = {
        "version": newest_version(),
        "now": _text(now),
        "cutoff": _text(cutoff),
        "aside": ASIDE,
        **{f"m{at}": name for at, name in enumerate(URGENT)},
    }
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as db:
            (answer,) = db.execute(WAITS, values).fetchone()
    except sqlite3.Error:
        return True
    return bool(answer != 0)  # None: it says no version


def is_changed(database: Path, head: Head) -> bool:
    """Whether the log is not as it was with ``head``; of what was let go of a pass knows."""
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as db:
            row = db.execute(ROW, (head.book, head.number)).fetchone()
    except sqlite3.Error:
        return True
    return bool(row != (head.hash,))


def newest_version() -> str:
    """The schema that this judge writes, as its migrations are numbered."""
    return max(path.name[:4] for path in VERSIONS.glob("[0-9]*.py"))


def _text(moment: datetime) -> str:
    """A time as the tables hold it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
