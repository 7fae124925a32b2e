"""The doctor: tries everything that a judge needs, and says of each in one sentence how it is.

It asks no name server for anything but the addresses of the servers that judge.toml names.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from judge.home import spool
from judge.keeper import checks, standing
from judge.keeper.checks import Patient
from judge.keeper.standing import NEEDS_YOU, STOPPED, WELL
from judge.kernel.errors import JudgeError
from judge.store.database import open_to_read

Check = Callable[[Patient], str]

CHECKS: tuple[tuple[str, Check, int], ...] = (
    ("Files", checks.files, STOPPED),
    ("Database", checks.database, STOPPED),
    ("Fence", checks.fenced, STOPPED),
    ("Mail in", checks.inbox, STOPPED),
    ("Mail out", checks.way_out, STOPPED),
    ("Outbox", checks.queue, NEEDS_YOU),
    ("Addresses", checks.addresses, NEEDS_YOU),
    ("Clock", checks.clock, NEEDS_YOU),
    ("Zones", checks.zones, NEEDS_YOU),
    ("Disk", checks.disk, NEEDS_YOU),
    ("Templates", checks.templates, NEEDS_YOU),
    ("Variants", checks.variants, NEEDS_YOU),
    ("Games", checks.playable, NEEDS_YOU),
    ("Runs", checks.calls, STOPPED),
    ("Last run", checks.ended, NEEDS_YOU),
)
"""Each with how the judge stands where it fails."""


@dataclass(frozen=True, slots=True)
class Finding:
    """How a part of the judge is: ``text`` says it, and how to mend it if it is not ``ok``.

    ``level`` is what that means for the whole judge: WELL, NEEDS_YOU, STOPPED or UNASKED.
    """

    part: str
    level: int
    text: str

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return self.level == WELL

    def __str__(self) -> str:
        """A line for a terminal."""
        return f"{'ok   ' if self.ok else 'WRONG'}  {self.part}: {self.text}"


def examine(home: Path) -> Iterator[Finding]:
    """Look at the judge at ``home``, part by part; what can't be opened ends it."""
    try:
        opened = spool.open_spool(home)
    except (JudgeError, OSError) as error:
        yield _wrong("Spool", error)
        return
    try:
        engine = open_to_read(opened.database)
    except (JudgeError, OSError, DatabaseError) as error:
        yield _wrong("Database", error)
        return
    yield Finding("Spool", WELL, f"{home} is private, judge.toml can be read.")
    with engine.begin() as db:
        for part, check, level in CHECKS:
            yield _tried(part, check, level, Patient(opened, db, datetime.now(UTC)))
    engine.dispose()


def _tried(part: str, check: Check, level: int, patient: Patient) -> Finding:
    """What a check finds; trouble is a finding too."""
    try:
        return Finding(part, WELL, check(patient))
    except JudgeError as error:
        return Finding(part, level, str(error))
    except (OSError, DatabaseError) as error:
        return _wrong(part, error)


def _wrong(part: str, error: Exception) -> Finding:
    """What the machine or the spool refused."""
    found = standing.of_error(error)
    return Finding(part, found.level, found.text)
