"""Writes that fail: a full disk (ENOSPC) or a broken one (EIO) at each write of a pass.

A write is what changes a disk: a file opened to be written, its bytes, fsync, rename, unlink,
mkdir, and each statement by which SQLite writes. SQLite's own errors are raised where Python
meets them, after its transaction is gone, as SQLite itself leaves it.
"""

import builtins
import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy.engine.default import DefaultDialect

from judge.cli import main
from judge.keeper.audit import audit
from tests.game.test_crash import outcome, prepared
from tests.game.world import DEADLINE, World

OF_SYSTEM = {"ENOSPC": errno.ENOSPC, "EIO": errno.EIO}
OF_SQLITE = {
    "ENOSPC": (sqlite3.SQLITE_FULL, "database or disk is full"),
    "EIO": (sqlite3.SQLITE_IOERR_WRITE, "disk I/O error"),
}
SAID = {
    "ENOSPC": ("The disk is full", "No space left on device"),
    "EIO": ("The disk does not read or write", "Input/output error"),
}
"""One of these stands in what the keeper reads."""
TROUBLES = (
    b"ail can't be sent",
    b"ail goes out again",
    b"ail can't be taken in",
    b"ail comes in again",
)
"""The subjects of mails that tell of trouble with the mailboxes."""
EFFECTS: tuple[tuple[Any, str], ...] = (
    (os, "write"),
    (os, "pwrite"),
    (os, "fsync"),
    (os, "replace"),
    (os, "rename"),
    (os, "unlink"),
    (os, "mkdir"),
    (Path, "write_text"),
    (Path, "touch"),
)
WRITING = ("INSERT", "UPDATE", "DELETE", "SAVEPOINT", "RELEASE")


class Writes:
    """Counts writes; the one that is ``fatal`` fails, and all after it while it ``lasts``."""

    def __init__(self, kind: str, fatal: int, *, lasts: bool = False) -> None:
        self.kind, self.fatal, self.lasts, self.count = kind, fatal, lasts, 0

    def fails(self) -> bool:
        """Count a write; whether it fails."""
        self.count += 1
        return self.count == self.fatal or (self.lasts and 0 < self.fatal < self.count)

    def around(self, effect: Callable[..., Any]) -> Callable[..., Any]:
        """A system call that may fail."""

        def done(*arguments: Any, **more: Any) -> Any:
            if self.fails():
                raise OSError(OF_SYSTEM[self.kind], os.strerror(OF_SYSTEM[self.kind]))
            return effect(*arguments, **more)

        return done

    def opened(self, effect: Callable[..., Any]) -> Callable[..., Any]:
        """``open``, which writes only in some modes."""
        failing = self.around(effect)

        def done(file: Any, mode: str = "r", *arguments: Any, **more: Any) -> Any:
            chosen = failing if set(mode) & set("wxa+") else effect
            return chosen(file, mode, *arguments, **more)

        return done

    def executed(self, effect: Callable[..., Any]) -> Callable[..., Any]:
        """A statement to SQLite; where it fails, the transaction is rolled back already."""

        def done(dialect: Any, cursor: Any, statement: str, *more: Any) -> Any:
            if statement.lstrip().upper().startswith(WRITING) and self.fails():
                raise self._refused(cursor.connection)
            return effect(dialect, cursor, statement, *more)

        return done

    def committed(self, effect: Callable[..., Any]) -> Callable[..., Any]:
        """A commit, which may fail as well."""

        def done(dialect: Any, connection: Any) -> Any:
            if self.fails():
                raise self._refused(connection.dbapi_connection)
            return effect(dialect, connection)

        return done

    def _refused(self, connection: sqlite3.Connection) -> sqlite3.OperationalError:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        code, words = OF_SQLITE[self.kind]
        error = sqlite3.OperationalError(words)
        error.sqlite_errorcode = code
        return error


@contextmanager
def failing(writes: Writes) -> Iterator[None]:
    """Let writes fail."""
    with pytest.MonkeyPatch.context() as patch:
        for owner, name in EFFECTS:
            patch.setattr(owner, name, writes.around(getattr(owner, name)))
        patch.setattr(builtins, "open", writes.opened(open))
        patch.setattr(DefaultDialect, "do_execute", writes.executed(DefaultDialect.do_execute))
        patch.setattr(DefaultDialect, "do_commit", writes.committed(DefaultDialect.do_commit))
        yield


@dataclass(slots=True)
class Figures:
    """What a sweep has found: how many writes were made to fail, and what went wrong."""

    kind: str
    writes: int = 0
    """How many writes an undisturbed pass has."""
    points: int = 0
    refused: int = 0
    """Passes that ended in a sentence; the others went on and told of it."""
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """One line."""
        return (
            f"{self.kind}: {self.points} of {self.writes} writes failed, {self.refused} passes "
            f"ended with a sentence, {len(self.faults)} faults"
        )


def sweep(kind: str, first: int = 1, step: int = 1, *, lasts: bool = False) -> Figures:
    """Let the writes ``first``, ``first + step``... of a pass fail with ``kind``, one at a time.

    ``kind`` is "ENOSPC" or "EIO"; with ``lasts`` every write after it fails, too. Each time the
    keeper must read one right sentence a line and no trace, and the next pass must leave all as
    one that was never disturbed. What does not is a fault, named by its write.
    """
    found = Figures(kind)
    with TemporaryDirectory(prefix="judge-writes-") as folder:
        calm = prepared(Path(folder) / "calm")
        counting = Writes(kind, 0)
        with failing(counting):
            _run(calm)
        expected, found.writes = left(calm), counting.count
        for fatal in range(first, found.writes + 1, step):
            found.points += 1
            world = prepared(Path(folder) / str(fatal))
            for fault in _disturbed(found, world, Writes(kind, fatal, lasts=lasts), expected):
                found.faults.append(f"write {fatal}: {fault}")
    return found


def _disturbed(
    found: Figures, world: World, writes: Writes, expected: tuple[Any, ...]
) -> Iterator[str]:
    """Do a pass whose write fails, then one that is let alone; what went wrong."""
    with failing(writes):
        status, told = _run(world)
    found.refused += status != 0
    if "Traceback" in told or ".py" in told:
        yield f"a trace: {told}"
    if status not in (0, 71, 74, 75):
        yield f"exit status {status}: {told}"
    if status and not any(words in told for words in SAID[writes.kind]):
        yield f"another reason: {told}"
    if status == 0 and told and "Error:" in told:
        yield f"no exit status: {told}"
    for _ in range(2):
        status, told = _run(world)
    if status:
        yield f"the next pass does not work: {told}"
    if left(world) != expected:
        yield "the next pass leads to something else"
    if audit(world.home).faults:
        yield f"the audit finds {audit(world.home).faults[0]}"


def left(world: World) -> tuple[Any, ...]:
    """What a pass leads to, without what the keeper is told of the trouble itself."""
    files, letters, mails, *others = outcome(world)
    troubles = {
        path.name
        for path in world.outbox()
        if any(words in path.read_bytes() for words in TROUBLES)
    }
    kept = [name for name in files if name not in troubles]
    return kept, letters, [row for row in mails if "keeper.trouble." not in row[0]], *others


def _run(world: World) -> tuple[int, str]:
    """``judge run`` at the deadline: its exit status and what it said."""
    world.engine().dispose()
    done = CliRunner().invoke(
        main, ["run", "--spool", str(world.home), "--pretend", "--now", DEADLINE.isoformat()]
    )
    raised = "" if isinstance(done.exception, SystemExit | None) else f"Traceback {done.exception}"
    return done.exit_code, done.output + raised
