"""The doctor: tries everything that a judge needs, and says of each in one sentence how it is.

It asks no name server for anything but the addresses of the servers that judge.toml names.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from judge.game import spool
from judge.game.store.database import open_to_read
from judge.keeper import checks
from judge.keeper.checks import Patient
from judge.kernel.errors import JudgeError

Check = Callable[[Patient], str]

CHECKS: tuple[tuple[str, Check], ...] = (
    ("Files", checks.files),
    ("Database", checks.database),
    ("Fence", checks.fenced),
    ("Mail in", checks.inbox),
    ("Mail out", checks.way_out),
    ("Outbox", checks.queue),
    ("Addresses", checks.addresses),
    ("Clock", checks.clock),
    ("Zones", checks.zones),
    ("Disk", checks.disk),
    ("Templates", checks.templates),
    ("Variants", checks.variants),
    ("Games", checks.playable),
    ("Runs", checks.calls),
    ("Last run", checks.ended),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """How a part of the judge is: ``text`` says it, and how to mend it if it is not ``ok``."""

    part: str
    ok: bool
    text: str

    def __str__(self) -> str:
        """A line for a terminal."""
        return f"{'ok   ' if self.ok else 'WRONG'}  {self.part}: {self.text}"


def examine(home: Path) -> Iterator[Finding]:
    """Look at the judge at ``home``, part by part; what can't be opened ends it."""
    try:
        opened = spool.open_spool(home)
        engine = open_to_read(opened.database)
    except JudgeError as error:
        yield Finding("Spool", ok=False, text=str(error))
        return
    except DatabaseError as error:
        yield Finding("Database", ok=False, text=_damaged(error))
        return
    yield Finding("Spool", ok=True, text=f"{home} is private, judge.toml can be read.")
    with engine.begin() as db:
        for part, check in CHECKS:
            yield _tried(part, check, Patient(opened, db, datetime.now(UTC)))
    engine.dispose()


def _tried(part: str, check: Check, patient: Patient) -> Finding:
    """What a check finds; trouble is a finding too."""
    try:
        return Finding(part, ok=True, text=check(patient))
    except JudgeError as error:
        return Finding(part, ok=False, text=str(error))
    except DatabaseError as error:
        return Finding(part, ok=False, text=_damaged(error))


def _damaged(error: DatabaseError) -> str:
    return f"judge.db can't be read ({error.orig}): 'judge restore' a backup."
