"""Whether anything is due, asked of the database by plain sqlite3: its first import costs most.

An idle run asks this when it does not know when the next deadline is. "No" is said only where a
pass would find nothing to do; whatever can't be known at a glance is the pass's business. How far
the log was when we last wrote it lies in a file, a "head", beside the database.
"""

import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec

VERSION = "1101"
"""The migration that makes what stands in schema.py; those before 1.0.0 were 0001 to 0029."""

HEADS_FILE = "head"


class Head(msgspec.Struct, frozen=True):
    """A row of the log by its book and number, its hash, and when it was committed by our clock.

    ``letters`` and ``mails`` are the numbers of the last ones that the database knew then.
    """

    book: str
    number: int
    hash: str
    at: datetime
    letters: int
    mails: int


_DECODER = msgspec.json.Decoder(Head)


def read_heads(file: Path) -> Head | None:
    """What a file holds; None where none is there, or a power cut has left something else."""
    try:
        return _DECODER.decode(file.read_bytes())
    except (OSError, msgspec.MsgspecError):
        return None


def find_heads(home: Path) -> list[Head]:
    """Those of all processes that ever worked in a spool."""
    files = (file for file in home.glob(f"{HEADS_FILE}*") if file.suffix != ".part")
    return [head for file in files if (head := read_heads(file))]


def write_head(file: Path, head: Head) -> None:
    """Put a head in the place of the one before. Where the disk refuses, that one stays."""
    part = Path(f"{file}.part")
    with suppress(OSError):
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as target:
            target.write(msgspec.json.encode(head))
        part.replace(file)


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
        "version": VERSION,
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


def _text(moment: datetime) -> str:
    """A time as the tables hold it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
