"""The watch: a pass as soon as a mail comes or something is due, instead of at the next minute.

It only looks; the pass itself takes the mail, under the spool's lock, so that cron may go on
beside it. An IMAP server tells by IDLE (RFC 2177), of a Maildir the system tells.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from judge.kernel.errors import JudgeError
from judge.post import servers
from judge.run import batch
from judge.spool import aside, installed, runs, spool
from judge.spool.spool import Spool
from judge.store.database import KeptDatabase

SESSION = 29 * 60
"""Seconds after which a connection is made anew: servers drop idle ones after thirty minutes."""
LOOK = 60
"""Seconds after which a mail is looked for though the server said nothing."""
FIRST_WAIT, LONGEST_WAIT = 5.0, 300.0
"""Seconds to wait after a failure; twice as long after each further one."""
TICK = 1
SETTLING = 5
"""Seconds without a change after which all files of a new version have come."""

Tell = Callable[[str], None]
"""Says a line to the keeper."""


@dataclass(slots=True)
class Stop:
    """Ends the watch when it is called, as a signal's handler or by another thread."""

    called: bool = False

    def __call__(self, *_signal: object) -> None:
        """Let the watch end; a pass under way is finished first."""
        self.called = True

    def wait(self, seconds: float) -> None:
        """Sleep, but not on when we are called."""
        end = time.monotonic() + seconds
        while not self.called and time.monotonic() < end:
            time.sleep(min(TICK, seconds))


@dataclass(slots=True)
class Service:
    """What works on one spool until it is stopped; ``last_line`` is the last one that was told."""

    home: Path
    stop: Stop
    tell: Tell
    last_line: str = ""
    wait: float = FIRST_WAIT

    def say(self, *lines: str) -> None:
        """Tell the keeper, but not the same again and again."""
        for line in lines:
            if line != self.last_line:
                self.tell(line)
                self.last_line = line

    def goes_on(self, end: float) -> bool:
        """Whether nobody has stopped it, and a time has not come by the monotonic clock."""
        return not self.stop.called and time.monotonic() < end

    def rest(self) -> None:
        """Wait after a failure, twice as long after each further one."""
        self.stop.wait(self.wait)
        self.wait = min(2 * self.wait, LONGEST_WAIT)


@dataclass(slots=True)
class Watch(Service):
    """A watch on one spool."""

    code: str = field(default_factory=aside.digest_code)
    """The program's files and the keeper's variants, as they were when this began."""
    quiet_until: float = 0.0
    """Until then nothing but a new mail causes a pass."""
    database: KeptDatabase = field(default_factory=KeptDatabase)


def watch(home: Path, stop: Stop, tell: Tell) -> bool:
    """Watch until ``stop`` is called, or another version of the judge or of a variant comes.

    Returns whether it is that: then the caller starts anew. Raises KeeperError only where the
    spool itself is wrong.
    """
    spool.open_spool(home)
    watching = Watch(home, stop, tell)
    try:
        # One connection after the other.
        while not stop.called:
            if aside.digest_code() != watching.code:
                return settle(stop)
            try:
                _watch_connection(watching, spool.open_spool(home))
            except JudgeError as error:
                watching.say(str(error))
                watching.rest()
            except _FailedError:
                watching.rest()
    except Exception:
        if not installed.is_replaced():
            raise
        return settle(stop)  # it could not load what is not there any more
    finally:
        watching.database.close()
    return False


def settle(stop: Stop) -> bool:
    """Wait until another version is whole; whether to begin anew with it."""
    files = ""
    while not stop.called and (files != (files := aside.digest_code()) or installed.is_absent()):
        stop.wait(SETTLING)  # files come one after the other
    return not stop.called


class _FailedError(Exception):
    """A pass could not do all that it should; what it had to say of that has been told."""


def _watch_connection(watching: Watch, this_spool: Spool) -> None:
    """Watch over one connection. Raises KeeperError when it breaks."""
    end = time.monotonic() + SESSION
    patience = LOOK
    with servers.open_inbox(this_spool) as box:
        while watching.goes_on(end):
            if aside.digest_code() != watching.code:
                return
            first = runs.beat(this_spool)
            is_mail = box.waiting() or servers.waits_in_junk(this_spool)
            if first or is_mail or _is_due(watching, this_spool):
                report = batch.run(watching.home, kept_database=watching.database)
                # What other hosts do to a database nobody tells us: we look from time to time.
                resting = report.restless or spool.open_spool(watching.home).is_shared
                watching.quiet_until = time.monotonic() + (LOOK if resting else 0)
                watching.say(*report.lines)
                if report.failed:
                    raise _FailedError
                watching.wait = FIRST_WAIT
                watching.last_line = watching.last_line if report.lines else ""
                if report.busy or box.waiting() or _is_due(watching, this_spool):
                    watching.stop.wait(TICK)  # something is left, and it may not go at once
                patience = TICK  # Mails come in flocks, and one just before we idle may go untold.
                continue
            look = min(end, time.monotonic() + patience)
            box.idle(partial(_may_go_on, watching, this_spool, look))
            patience = LOOK


def _may_go_on(watching: Watch, this_spool: Spool, end: float) -> bool:
    """Whether to go on waiting for the server's word."""
    return watching.goes_on(end) and not _is_due(watching, this_spool)


def _is_due(watching: Watch, this_spool: Spool) -> bool:
    """Whether a deadline has come, or the last pass left something to be tried again."""
    return time.monotonic() >= watching.quiet_until and runs.is_due(this_spool, datetime.now(UTC))
