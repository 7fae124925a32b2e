"""``judge worker``: processes that take mail, play, post and sweep beside those of other hosts.

Each does one thing, round by round or when the bell rings, by its own connection to the database;
one that dies is started anew. While any of them works, a pass that cron calls finds the judge busy.

A round is a step of a pass, by itself. The tables say what is to be done, so that it may be cut off
anywhere and be done by anybody. Who takes mail rings a bell for each game that it is for, and who
plays is called by it; again and again it is rung for whatever still waits, whether it was not heard
or somebody broke off. A game is played in transactions that lock its row alone; what turns out to
reach beyond it is undone and done with the lock of all. A phase is closed when all inboxes were
read past its deadline and no mail waits that may be for it and came before. Of a game there is one
such transaction a second, since the names of some mails tell no two moments of a second apart.
"""

import gc
import os
import random
import signal
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import Connection, Engine

from judge.game.turn import due
from judge.kernel.errors import BeyondError, BusyError, JudgeError, KeeperError, UndoneError
from judge.kernel.notice import Notice
from judge.language.commands import check_words
from judge.mail.inbox import Inbox
from judge.post import servers, shunt, trouble
from judge.post.hand import GAME, MAIL, Task
from judge.report import render
from judge.run import closing, daily
from judge.run.deaths import put_deadly_aside
from judge.run.groups import Act, Item, Mishap, act_on_each, in_hand
from judge.run.mails import answer_mail, read_heads, shunt_mail, take_mails
from judge.run.nightly import do_chores
from judge.run.pictures import draw
from judge.run.sending import post_mails, report_trouble, write_waiting
from judge.run.start import begin_pass, is_clock_believed
from judge.run.watch import FIRST_WAIT, Service, Stop, Tell, settle
from judge.run.work import Allowance, Pass, Report, tell_log
from judge.spool import aside, hosts, mishaps, runs, spool
from judge.spool.house import House
from judge.spool.spool import Spool
from judge.store import bell, games, letters, log, server
from judge.store.database import open_alone
from judge.store.record import ReceivedMail
from judge.store.server import Turn

FRESH = 1.0
"""Seconds for which a round of play lasts: the next one has a time of its own."""
MOST = 1000
"""Games that are rung for before workers come to them; the others are when these are done."""
MAILS = 20
"""Mails of a game that are answered in one commit."""

Round = Callable[[Pass], None]


@dataclass(slots=True)
class Playing:
    """A round of play: up to when it closes phases, and whether its clock is believed."""

    work: Pass
    house: House
    believed: bool | None = None
    """None until a phase is due: only then other clocks are asked."""
    end: float = field(default_factory=lambda: time.monotonic() + FRESH)


def begin_round(engine: Engine, spool: Spool, holder: str, now: datetime | None = None) -> Pass:
    """A round before it begins; ``now`` as in ``batch.run``. Raises KeeperError as a pass does."""
    work = begin_pass(server.share(engine), spool, Report(), now)
    return replace(work, engine=engine, holder=holder)


def take(work: Pass) -> None:
    """Take what lies in our inbox and read the heads. Nobody else reads that inbox meanwhile."""
    closing.recover_from_outage(work)
    work_beside = replace(work, engine=work.beside)
    obstacle = ""
    try:
        take_mails(work_beside)
    except KeeperError as error:
        obstacle = str(error)
    read_heads(work_beside)
    report_trouble(work, trouble.IN, obstacle, well=not obstacle)


def begin_playing(work: Pass) -> Playing:
    """A round of play before the first bell."""
    return Playing(work, closing.hold_back(work))


def play_game(playing: Playing, number: int | None) -> None:
    """Answer mails that wait for a game, or for none, and close its phase if that is due."""
    work = playing.work

    def answer(db: Connection, waiting_mail: ReceivedMail) -> Sequence[Notice]:
        if number is not None:
            _enter(db, work, number)
        mail = letters.hold(db, waiting_mail.id)
        return answer_mail(work, db, mail) if mail else ()

    with work.beside.begin() as db:
        mails = letters.find_of_game(db, number, MAILS)
    if mails and mails[0].put_off:  # each of these may take long, and other games wait
        mails = mails[:1]
    _act(work, number, mails, answer, partial(shunt_mail, work), lambda one: Task(MAIL, one.id))
    if number is not None:
        _close_phase(playing, number)


def ring(work: Pass) -> None:
    """Ring for games that have something to do and were not rung for, or in vain.

    Which of very many come first is left to chance, so that those that have to wait stop no others.
    """
    house = closing.hold_back(work)
    with work.beside.begin() as db:
        lone_games = {game.id for game in aside.list_games(db)}
        due_games = {
            number for number in games.find_due(db, house.cutoff) if number not in lone_games
        }
        rung_games = bell.find_rung(db)
        to_ring = list((letters.find_open(db) | due_games) - rung_games)
        room = max(0, MOST - len(rung_games))
        bell.ring(db, random.sample(to_ring, min(len(to_ring), room)))


def sweep(work: Pass) -> None:
    """Do what one worker at a time does: look after inboxes, maps, computers and the night."""
    with work.beside.begin() as db:
        bell.forget_leaked(db)
    closing.tell_of_silent(work)
    closing.move_what_waits(work)
    if work.night:
        do_chores(work)
    write_waiting(work)
    draw(work, lambda: None)
    daily.gather(work)
    closing.let_computers_think(work)
    if work.spool.config.log != "none":
        with work.engine.begin() as db:
            tell_log(db, work.spool.config.log, work.report.lines)


ROUNDS: dict[str, Round] = {"take": take, "ring": ring, "post": post_mails, "sweep": sweep}
"""What is done again and again; what is left is done when the bell rings."""


def _close_phase(playing: Playing, number: int) -> None:
    """Look after a game if its alarm has rung and the clock is believed."""
    work, house = playing.work, playing.house
    with work.beside.begin() as db:
        if not games.is_due(db, number, house.cutoff):
            return
        if any(game.id == number for game in aside.list_games(db)):
            return
    if playing.believed is None:
        playing.believed = is_clock_believed(replace(work, engine=work.beside), ask=True)
    if not playing.believed:
        return

    def close(db: Connection, number: int) -> Sequence[Notice]:
        _enter(db, work, number)
        if not games.is_due(db, number, house.cutoff):
            return ()
        if letters.is_any_before(db, number, house.cutoff):
            return ()
        return due.see_to_game(db, house, number)

    _act(
        work, number, [number], close, partial(closing.report_stuck_game, work), partial(Task, GAME)
    )


def _enter(db: Connection, work: Pass, number: int) -> None:
    """Begin to work at a game. Raises UndoneError where another one is at it, or just was."""
    games.hold(db, number)
    if log.is_written_in(db, games.get(db, number).name, work.house.now):
        raise UndoneError("its next second has to come")


def _act(
    work: Pass,
    number: int | None,
    items: Sequence[Item],
    act: Act[Item],
    mishap: Mishap[Item],
    name_item: Callable[[Item], Task],
) -> None:
    """Act on what is a game's own, beside others; what is not, or turns out not to be, alone."""
    with in_hand(work, name_item) as hold, suppress(UndoneError):
        if number is not None:
            own = replace(work, engine=server.within(work.engine, number), news={})
            with suppress(BeyondError):
                act_on_each(own, items, act, mishap, hold)
                return
        act_on_each(replace(work, news={}), items, act, mishap, hold)


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
class Worker(Service):
    """One process: what it does, one of PARTS, and as which of its host's."""

    role: str = ""
    slot: str = ""
    clock: Clock | None = None

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
    # What every mail and turn needs is loaded before we fork: all share its memory.
    check_words()
    render.prepare("standard")
    gc.freeze()
    code = aside.digest_code()
    jobs = [
        (part, nth)
        for role in roles
        for part in PARTS[role]
        for nth in range(processes if part == "play" else 1)
    ]
    running: dict[int, tuple[str, int]] = {}
    try:
        while not stop.called:
            for role, nth in [job for job in jobs if job not in running.values()]:
                worker = Worker(home, stop, tell, role=role, slot=f".{role}{nth}")
                child = os.fork()
                if not child:
                    try:
                        serve(worker)
                    finally:
                        os._exit(0)
                running[child] = role, nth
            stop.wait(1)
            for child in [one for one in running if os.waitpid(one, os.WNOHANG)[0]]:
                del running[child]
            if aside.digest_code() != code:
                return settle(stop)
    finally:
        for child in running:
            os.kill(child, signal.SIGTERM)
        for child in running:
            os.waitpid(child, 0)
    return False


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


def serve(worker: Worker) -> None:
    """Do rounds until told to stop, whatever befalls servers and the database meanwhile."""
    while not worker.stop.called:
        try:  # one connection after the other
            this_spool = replace(spool.open_spool(worker.home), slot=worker.slot)
            # What nobody else does meanwhile: read that inbox, sweep.
            lease = worker.role if worker.role in PARTS["sweep"] else ""
            if worker.role == "take":
                lease = f"take {hosts.reader_name(this_spool)}"
            turn = Turn(beside=True, lease=lease)
            engine = open_alone(this_spool.database, turn=turn, head=this_spool.head)
            try:
                bell.hang(engine)
                put_deadly_aside(_begin(worker, this_spool, engine))
                serve_on = _listen if worker.role == "play" else _do_rounds
                serve_on(worker, this_spool, engine)
            finally:
                engine.dispose()
        except BusyError:
            worker.stop.wait(BUSY)
        except JudgeError as error:
            worker.say(str(error))
            worker.rest()
        except Exception as error:
            mishap = mishaps.of(error, worker.home)
            if mishap is None:
                shunt.write(spool.open_spool(worker.home), f"judge-worker{worker.slot}", error)
            worker.say(f"{mishap.text if mishap else shunt.name_error(error)}.")
            worker.rest()


def _begin(worker: Worker, this_spool: Spool, engine: Engine) -> Pass:
    return begin_round(engine, this_spool, worker.name, worker.clock() if worker.clock else None)


def _do_rounds(worker: Worker, this_spool: Spool, engine: Engine) -> None:
    """Do rounds, one after the other."""
    with ExitStack() as stack:
        box: Inbox | None = None
        while not worker.stop.called:
            runs.beat(this_spool)
            pass_work = _begin(worker, this_spool, engine)
            ROUNDS[worker.role](pass_work)
            worker.say(*pass_work.report.lines)
            worker.wait = FIRST_WAIT
            if worker.role == "take" and box is None:
                box = stack.enter_context(servers.open_inbox(this_spool))
            tick = TICK[worker.role]
            if box is None:
                worker.stop.wait(tick)
            else:  # who takes mail wakes when some comes
                box.idle(partial(worker.goes_on, time.monotonic() + tick))


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
            playing = begin_playing(work)
        play_game(playing, number)
        worker.say(*playing.work.report.lines)
        playing.work.report.lines.clear()
        worker.wait = FIRST_WAIT

    def goes_on() -> bool:
        runs.beat(this_spool)
        return not worker.stop.called

    listen(this_spool.database, play, goes_on, TICK["play"])
