"""``judge worker``: processes that take mail, play, post and sweep beside those of other hosts.

Each does one thing, round by round, by its own connection to the database; one that dies is
started anew. While any of them works, a pass that cron calls finds the judge busy.
"""

import os
import signal
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from judge.batch import rounds
from judge.batch.deaths import put_deadly_aside
from judge.home import aside, mishaps, readers, spool, wake
from judge.home.spool import Spool
from judge.keeper.watch import FIRST_WAIT, LONGEST_WAIT, SETTLING, Stop, Tell
from judge.kernel.errors import BusyError, KeeperError
from judge.mail.inbox import Inbox
from judge.post import servers, shunt
from judge.store.database import open_alone
from judge.store.server import Turn

ROLES = tuple(rounds.ROUNDS)
TICK = {"take": 5.0, "play": 0.5, "post": 0.5, "sweep": 2.0}
"""Seconds between two rounds; a mailbox tells at once when a mail comes."""
BUSY = 2.0
"""Seconds after which what another one does is tried again."""

Clock = Callable[[], datetime]
"""Says what the time is; tests have clocks of their own."""


@dataclass(slots=True)
class Worker:
    """One process: what it does, and as which of its host's."""

    home: Path
    role: str
    slot: str
    stop: Stop
    tell: Tell
    clock: Clock | None = None
    told: str = ""
    wait: float = FIRST_WAIT

    @property
    def name(self) -> str:
        """What it is called among all workers."""
        return f"{socket.gethostname()} {os.getpid()} {self.slot}"


def work(home: Path, roles: Sequence[str], processes: int, stop: Stop, tell: Tell) -> bool:
    """Let workers work until ``stop`` is called, or another version of the judge is installed.

    ``processes`` is how many play. Returns whether it is another version: then the caller starts
    anew. Raises KeeperError where the spool itself is wrong, or other hosts can't use its database.
    """
    refuse_file(spool.open_spool(home))
    code = aside.code_digest()
    jobs = [(role, at) for role in roles for at in range(processes if role == "play" else 1)]
    running: dict[int, tuple[str, int]] = {}
    try:
        while not stop.called:
            for role, at in [job for job in jobs if job not in running.values()]:
                running[_start(Worker(home, role, f".{role}{at}", stop, tell))] = role, at
            stop.wait(1)
            for child in [one for one in running if os.waitpid(one, os.WNOHANG)[0]]:
                del running[child]
            if aside.code_digest() != code:
                stop.wait(SETTLING)  # files come one after the other
                return not stop.called
    finally:
        for child in running:
            os.kill(child, signal.SIGTERM)
        for child in running:
            os.waitpid(child, 0)
    return False


def refuse_file(opened: Spool) -> None:
    """Raise KeeperError where the database is a file."""
    if not opened.is_shared:
        raise KeeperError(
            "workers work on a PostgreSQL database ('judge move URL'); with judge.db say 'judge "
            "watch'."
        )


def _start(worker: Worker) -> int:
    """A process of its own that serves; its number."""
    child = os.fork()
    if child:
        return child
    try:
        serve(worker)
    finally:
        os._exit(0)


def serve(worker: Worker) -> None:
    """Do rounds until told to stop, whatever befalls servers and the database meanwhile."""
    while not worker.stop.called:
        try:
            _serve_connection(worker)
        except BusyError:
            worker.stop.wait(BUSY)
        except KeeperError as error:
            _stumble(worker, str(error))
        except Exception as error:
            known = mishaps.of(error, worker.home)
            if known is None:
                shunt.write(spool.open_spool(worker.home), f"judge-worker{worker.slot}", error)
            _stumble(worker, f"{known.text if known else shunt.name(error)}.")


def _stumble(worker: Worker, line: str) -> None:
    """Tell what went wrong, but not the same again and again, and wait."""
    _say(worker, [line])
    worker.stop.wait(worker.wait)
    worker.wait = min(2 * worker.wait, LONGEST_WAIT)


def _say(worker: Worker, lines: Sequence[str]) -> None:
    for line in lines:
        if line != worker.told:
            worker.tell(line)
            worker.told = line


def _serve_connection(worker: Worker) -> None:
    """Do rounds over one connection. Raises whatever breaks it, and BusyError."""
    opened = replace(spool.open_spool(worker.home), slot=worker.slot)
    engine = open_alone(opened.database, turn=Turn(beside=True, lease=_lease(worker, opened)))
    try:
        first = rounds.begin(engine, opened, worker.name, _now(worker))
        put_deadly_aside(first)
        with ExitStack() as stack:
            box: Inbox | None = None
            while not worker.stop.called:
                wake.beat(opened)
                done = rounds.begin(engine, opened, worker.name, _now(worker))
                rounds.ROUNDS[worker.role](done)
                _say(worker, done.report.lines)
                worker.wait = FIRST_WAIT
                if worker.role == "take" and box is None:
                    box = stack.enter_context(servers.inbox(opened))
                _pause(worker, box)
    finally:
        engine.dispose()


def _now(worker: Worker) -> datetime | None:
    return worker.clock() if worker.clock else None


def _lease(worker: Worker, opened: Spool) -> str:
    """What nobody else does meanwhile: read that inbox, sweep."""
    if worker.role == "take":
        return f"take {readers.name(opened)}"
    return worker.role if worker.role == "sweep" else ""


def _pause(worker: Worker, box: Inbox | None) -> None:
    """Wait for the next round: who takes mail wakes when some comes."""
    tick = TICK[worker.role]
    if box is None:
        worker.stop.wait(tick)
        return
    end = time.monotonic() + tick
    box.idle(lambda: not worker.stop.called and time.monotonic() < end)
