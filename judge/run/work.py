"""A pass under way, and what the keeper should read of it."""

import json
import sys
import syslog
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct, field
from sqlalchemy import Connection, Engine

from judge.kernel import limits
from judge.kernel.errors import JudgeError
from judge.kernel.notice import Notice
from judge.post.keys import Keys
from judge.spool.house import House
from judge.spool.machine_clock import Machine
from judge.spool.spool import Spool
from judge.store import log, marks, server


class PutOffError(JudgeError):
    """A mail has to wait; ``why`` as in ``letters.put_off``."""

    def __init__(self, why: int) -> None:
        super().__init__("it waits behind seats and deadlines")
        self.why = why


class Allowance(Struct):
    """What unproven mail has taken so far, in all and by sender."""

    spent: float = 0.0
    spent_by: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def is_used_up(self, sender: str = "") -> bool:
        """Whether nothing is left for all, or for a sender."""
        return (
            self.spent >= limits.UNPROVEN_OF_ALL
            or self.spent_by.get(sender, 0.0) >= limits.UNPROVEN_OF_EACH
        )

    def spend(self, sender: str, seconds: float) -> None:
        """Take time from both."""
        self.spent += seconds
        self.spent_by[sender] += seconds


TOLD = "log-told"
"""The number of the last event that was told."""


def tell_log(db: Connection, where: str, lines: Sequence[str]) -> None:
    """Tell what was done since the last time, and ``lines``, which the keeper should read.

    ``where`` is what judge.toml calls it: "syslog", or "stdout" (an object of JSON a line).

    What was done before judge.toml asked for it is past.
    """
    last_told = marks.read(db, TOLD)
    last, _ = log.last(db)
    new_links = log.find(db, int(last_told)) if last_told is not None else []
    if where == "syslog":
        syslog.openlog("judge", syslog.LOG_PID, syslog.LOG_MAIL)
        for link in new_links:
            syslog.syslog(syslog.LOG_INFO, log.as_line(link))
        for line in lines:
            syslog.syslog(syslog.LOG_WARNING, line)
        syslog.closelog()
    else:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        records = [*map(log.as_record, new_links), *({"at": now, "keeper": one} for one in lines)]
        sys.stdout.writelines(f"{json.dumps(one)}\n" for one in records)
        sys.stdout.flush()
    if last_told != str(last):
        marks.write(db, TOLD, str(last))


class Report(Struct):
    """What the keeper should read of a pass: nothing when all is well.

    ``failed``: a part of the pass could not be done, or a server takes nothing from us.
    ``restless``: the next pass must try again.
    ``busy``: another pass was under way, and this one did nothing.
    """

    lines: list[str] = []
    failed: bool = False
    restless: bool = False
    busy: bool = False


class Pass(Struct, frozen=True):
    """A pass under way."""

    engine: Engine
    spool: Spool
    house: House
    report: Report
    machine: Machine
    doubt: str
    """Why the clock can't be right, "" if it may be."""
    leap: str = ""
    """Why it needs a witness, "" if it needs none."""
    night: bool = False
    """The first pass of a day looks whether anything needs the keeper."""
    stamps: list[datetime] = []
    """When servers took the mails of this pass, by their own clocks."""
    news: dict[str, Notice] = {}
    """The notices of this pass, by key, whose mails may still grow."""
    holder: str = ""
    """Who we are among workers that work side by side; "" where there is one pass at a time."""

    keys: Keys = field(default_factory=Keys)
    """The signers' keys that were asked for."""
    allowance: Allowance = field(default_factory=Allowance)
    """What mail that nothing proves has taken of the processor's time."""

    @property
    def beside(self) -> Engine:
        """The database for what may be done while others work: rows keep us apart."""
        return server.share(self.engine) if self.holder else self.engine
