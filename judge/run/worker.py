"""``judge worker``: processes that take mail, play, post and sweep beside those of other hosts.

Each does one thing, round by round or when the bell rings, by its own connection to the database;
one that dies is started anew. While any of them works, a pass that cron calls finds the judge busy.
"""

import os
import signal
import socket
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine

from judge.kernel.errors import BusyError, JudgeError, KeeperError
from judge.mail.inbox import Inbox
from judge.post import servers, shunt
from judge.run import rounds
from judge.run.deaths import put_deadly_aside
from judge.run.rounds import Playing
from judge.run.watch import FIRST_WAIT, LONGEST_WAIT, SETTLING, Stop, Tell
from judge.run.work import Allowance, Pass
from judge.spool import aside, hosts, mishaps, runs, spool
from judge.spool.spool import Spool
from judge.store import bell
from judge.store.database import open_alone
from judge.store.server import Turn

PARTS = {"take": ("take",), "play": ("play",), "post": ("post",), "sweep": ("sweep", "ring")}
"""What each role does, each in a process: for maps and computers no bell should wait."""
ROLES = tuple(PARTS)
TICK = {"take": 5.0, "play": 0.5, "post": 0.5, "sweep": 2.0, "ring": 0.5}
"""Seconds between two rounds; a mailbox tells at once when a mail comes, and so does the bell."""
RENEWED = 60.0
"""Seconds after which unproven mail has its share of the processor's time anew: those of a pass."""
BUSY = 2.0
"""Seconds after which what another one does is tried again."""

Clock = Callable[[], datetime]
"""Says what the time is; tests have clocks of their own."""


@dataclass(slots=True)
class Worker:
    """One process: what it does, one of PARTS, and as which of its host's."""

    home: Path
    role: str
    slot: str
    stop: Stop
    tell: Tell
    clock: Clock | None = None
    last_line: str = ""
    wait: float = FIRST_WAIT

    @property
    def name(self) -> str:
        """What it is called among all workers."""
        return f"{socket.gethostname()} {os.getpid()} {self.slot}"


def work(home: Path, roles: Sequence[str], processes: int, stop: Stop, tell: Tell) -> bool:
    """Let workers work until ``stop`` is called, or another version of judge or variant comes.

    ``processes`` is how many play. Returns whether it is another version: then the caller starts
    anew. Raises KeeperError where the spool itself is wrong, or other hosts can't use its database.
    """
    refuse_file(spool.open_spool(home))
    refuse_bare()
    code = aside.digest_code()
    parts = [part for role in roles for part in PARTS[role]]
    jobs = [(part, nth) for part in parts for nth in range(processes if part == "play" else 1)]
    running: dict[int, tuple[str, int]] = {}
    try:
        while not stop.called:
            for role, nth in [job for job in jobs if job not in running.values()]:
                running[_start(Worker(home, role, f".{role}{nth}", stop, tell))] = role, nth
            stop.wait(1)
            for child in [one for one in running if os.waitpid(one, os.WNOHANG)[0]]:
                del running[child]
            if aside.digest_code() != code:
                stop.wait(SETTLING)  # files come one after the other
                return not stop.called
    finally:
        _end_processes(running)
    return False


def _end_processes(children: Collection[int]) -> None:
    """Tell all processes to end, then wait for each."""
    for child in children:
        os.kill(child, signal.SIGTERM)
    for child in children:
        os.waitpid(child, 0)


def refuse_file(this_spool: Spool) -> None:
    """Raise KeeperError where the database is a file."""
    if not this_spool.is_shared:
        raise KeeperError(
            "workers work on a PostgreSQL database ('judge move URL'); with judge.db say 'judge "
            "watch'."
        )


def refuse_bare() -> None:
    """Raise KeeperError where the library of the bell is missing."""
    try:
        import procrastinate  # noqa: F401, PLC0415 - before we fork: all share its memory
    except ImportError as error:
        raise KeeperError(
            "workers need procrastinate, which is not installed: 'pip install procrastinate' "
            "beside the judge, or its extra [hosts], brings it."
        ) from error


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
        except JudgeError as error:
            _stumble(worker, str(error))
        except Exception as error:
            mishap = mishaps.of(error, worker.home)
            if mishap is None:
                shunt.write(spool.open_spool(worker.home), f"judge-worker{worker.slot}", error)
            _stumble(worker, f"{mishap.text if mishap else shunt.name_error(error)}.")


def _stumble(worker: Worker, line: str) -> None:
    """Tell what went wrong, but not the same again and again, and wait."""
    _say(worker, [line])
    worker.stop.wait(worker.wait)
    worker.wait = min(2 * worker.wait, LONGEST_WAIT)


def _say(worker: Worker, lines: Sequence[str]) -> None:
    for line in lines:
        if line != worker.last_line:
            worker.tell(line)
            worker.last_line = line


def _serve_connection(worker: Worker) -> None:
    """Do rounds over one connection. Raises whatever breaks it, and BusyError."""
    this_spool = replace(spool.open_spool(worker.home), slot=worker.slot)
    engine = open_alone(
        this_spool.database,
        turn=Turn(beside=True, lease=_lease(worker, this_spool)),
        head=this_spool.head,
    )
    try:
        bell.hang(engine)
        put_deadly_aside(_begin(worker, this_spool, engine))
        serve_on = _listen if worker.role == "play" else _do_rounds
        serve_on(worker, this_spool, engine)
    finally:
        engine.dispose()


def _begin(worker: Worker, this_spool: Spool, engine: Engine) -> Pass:
    return rounds.begin(engine, this_spool, worker.name, worker.clock() if worker.clock else None)


def _do_rounds(worker: Worker, this_spool: Spool, engine: Engine) -> None:
    """Do rounds, one after the other."""
    with ExitStack() as stack:
        box: Inbox | None = None
        while not worker.stop.called:
            runs.beat(this_spool)
            pass_work = _begin(worker, this_spool, engine)
            rounds.ROUNDS[worker.role](pass_work)
            _say(worker, pass_work.report.lines)
            worker.wait = FIRST_WAIT
            if worker.role == "take" and box is None:
                box = stack.enter_context(servers.open_inbox(this_spool))
            _pause(worker, box)


def _listen(worker: Worker, this_spool: Spool, engine: Engine) -> None:
    """Play the games that the bell rings for."""
    from judge.run.listening import listen  # noqa: PLC0415 - only an extra brings the library

    playing: Playing | None = None
    allowance, renewed = Allowance(), time.monotonic()

    def play(number: int | None) -> None:
        nonlocal playing, allowance, renewed
        if time.monotonic() > renewed + RENEWED:
            allowance, renewed = Allowance(), time.monotonic()
        if playing is None or time.monotonic() > playing.end:
            work = replace(_begin(worker, this_spool, engine), allowance=allowance)
            playing = rounds.begin_playing(work)
        rounds.play(playing, number)
        _say(worker, playing.work.report.lines)
        playing.work.report.lines.clear()
        worker.wait = FIRST_WAIT

    def goes_on() -> bool:
        runs.beat(this_spool)
        return not worker.stop.called

    listen(this_spool.database, play, goes_on, TICK["play"])


def _lease(worker: Worker, this_spool: Spool) -> str:
    """What nobody else does meanwhile: read that inbox, sweep."""
    if worker.role == "take":
        return f"take {hosts.reader_name(this_spool)}"
    return worker.role if worker.role in PARTS["sweep"] else ""


def _pause(worker: Worker, box: Inbox | None) -> None:
    """Wait for the next round: who takes mail wakes when some comes."""
    tick = TICK[worker.role]
    if box is None:
        worker.stop.wait(tick)
        return
    end = time.monotonic() + tick
    box.idle(lambda: not worker.stop.called and time.monotonic() < end)
