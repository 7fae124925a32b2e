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
    ("Files", checks.check_files, STOPPED),
    ("Database", checks.check_database, STOPPED),
    ("Fence", checks.check_fence, STOPPED),
    ("Mail in", checks.check_inbox, STOPPED),
    ("Mail out", checks.check_way_out, STOPPED),
    ("Outbox", checks.check_queue, NEEDS_YOU),
    ("Addresses", checks.check_addresses, NEEDS_YOU),
    ("Clock", checks.check_clock, NEEDS_YOU),
    ("Zones", checks.check_zones, NEEDS_YOU),
    ("Disk", checks.check_disk, NEEDS_YOU),
    ("Templates", checks.check_templates, NEEDS_YOU),
    ("Variants", checks.check_variants, NEEDS_YOU),
    ("Games", checks.check_games, NEEDS_YOU),
    ("Runs", checks.check_calls, STOPPED),
    ("Last run", checks.check_last_pass, NEEDS_YOU),
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
        yield _wrong_finding("Spool", error)
        return
    try:
        engine = open_to_read(opened.database)
    except (JudgeError, OSError, DatabaseError) as error:
        yield _wrong_finding("Database", error)
        return
    yield Finding("Spool", WELL, f"{home} is private, judge.toml can be read.")
    with engine.begin() as db:
        for part, check, level in CHECKS:
            yield _try_check(part, check, level, Patient(opened, db, datetime.now(UTC)))
    engine.dispose()


def _try_check(part: str, check: Check, level: int, patient: Patient) -> Finding:
    """What a check finds; trouble is a finding too."""
    try:
        return Finding(part, WELL, check(patient))
    except JudgeError as error:
        return Finding(part, level, str(error))
    except (OSError, DatabaseError) as error:
        return _wrong_finding(part, error)


def _wrong_finding(part: str, error: Exception) -> Finding:
    """What the machine or the spool refused."""
    found = standing.of_error(error)
    return Finding(part, found.level, found.text)
