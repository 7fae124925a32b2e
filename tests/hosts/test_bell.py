"""The bell: a queue beside the judge's tables, which may ring twice, late or not at all."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from psycopg.errors import DeadlockDetected
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from judge.cli import main
from judge.keeper import backup
from judge.kernel.errors import KeeperError
from judge.run import batch, listening, mails, watch, worker
from judge.run.listening import listen
from judge.run.watch import Stop
from judge.run.work import Pass
from judge.spool import spool
from judge.store import bell, server
from judge.store.database import connect
from tests.game.world import DEADLINE, MINUTE, START
from tests.hosts.cluster import Cluster
from tests.hosts.test_workers import Host, order
from tests.hosts.world import HostedWorld
from tests.servers.stack import wait

ALPHA, BETA = 1, 2
JOBS = f"{bell.SCHEMA}.procrastinate_jobs"
WAITS = ((worker, "BUSY"), (worker, "FIRST_WAIT"), (watch, "LONGEST_WAIT"))


@pytest.fixture
def bare(hosted: HostedWorld) -> Iterator[Host]:
    """A host without games."""
    one = Host(hosted)
    yield one
    one.end()


@pytest.fixture
def host(bare: Host) -> Host:
    """A host with two games, which took their first mails before."""
    return _with_games(bare)


@pytest.fixture
def doomed(mortal: Cluster, tmp_path: Path) -> Iterator[Host]:
    """A host with two games whose database may die."""
    one = Host(HostedWorld(tmp_path / "hosted", mortal.database()))
    yield _with_games(one)
    one.end()


def _with_games(host: Host) -> Host:
    for name in ("alpha", "beta"):
        host.world.begun(name, players=2)
        order(host.world, "Austria", "A VIE - GAL", name)
    host.do("take", "play")
    return host


def jobs(host: Host) -> list[tuple[Any, ...]]:
    """What lies in the queue: each game, and how far its job is."""
    asked = f"SELECT CAST(args ->> 'game' AS integer), status FROM {JOBS} ORDER BY id"
    return host.world.rows(asked)


@contextmanager
def begun(host: Host) -> Iterator[Connection]:
    """A transaction of a worker's."""
    with server.share(host.engine).begin() as db:
        yield db


def fetch(db: Connection) -> int | None:
    """Begin with the next job, as procrastinate does; the game that it is about."""
    db.execute(text(f"SET LOCAL search_path = {bell.SCHEMA}"))
    fetched = "SELECT args ->> 'game' FROM procrastinate_fetch_job_v2(ARRAY['games'], NULL)"
    found = db.execute(text(fetched)).scalar()
    return None if found is None else int(found)


def heard(
    host: Host, count: int, act: Callable[[int | None], None] = lambda _game: None
) -> list[int | None]:
    """So many games that a worker of procrastinate's is called for."""
    found: list[int | None] = []

    def note(number: int | None) -> None:
        found.append(number)
        act(number)

    end = time.monotonic() + 30
    listen(host.world.url(), note, lambda: len(found) < count and time.monotonic() < end, 0.1)
    return found


# --- rung in the transaction that lays mails for a game


def test_mails_and_their_bell_are_committed_together(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    order(host.world, "Austria", "A VIE - TRI")
    with monkeypatch.context() as patch:
        patch.setattr(bell, "ring", _ring_and_break(bell.ring))
        with pytest.raises(ZeroDivisionError):
            host.do("take")
    assert jobs(host) == []
    assert host.world.rows("SELECT count(*) FROM letters WHERE status = 'new' AND content = ''")
    host.do("take")
    assert jobs(host) == [(ALPHA, "todo")]


def _ring_and_break(ring: Callable[..., None]) -> Callable[..., None]:
    def both(*arguments: object) -> None:
        ring(*arguments)
        raise ZeroDivisionError

    return both


def test_a_savepoint_that_is_undone_takes_its_bell_along(bare: Host) -> None:
    with begun(bare) as db:
        bell.ring(db, [ALPHA])
        with db.begin_nested() as step:
            bell.ring(db, [BETA])
            step.rollback()
    assert jobs(bare) == [(ALPHA, "todo")]


def test_a_game_has_one_job_however_many_mails_come_and_no_lock_and_no_time(host: Host) -> None:
    for lines in ("A VIE - TRI", "A VIE - BOH", "A VIE H"):
        order(host.world, "Austria", lines)
    order(host.world, "Austria", "A VIE - TRI", "beta")
    host.world.mail("new@x.example", "LIST")
    host.do("take")
    assert jobs(host) == [(ALPHA, "todo"), (BETA, "todo"), (None, "todo")]
    order(host.world, "Austria", "A VIE - GAL")
    host.do("take")
    assert len(jobs(host)) == 3
    assert host.world.rows(f"SELECT DISTINCT lock, scheduled_at FROM {JOBS}") == [(None, None)]


def test_all_ring_in_one_order(bare: Host) -> None:
    """Two that rang in two orders would wait for each other."""
    with begun(bare) as db:
        bell.ring(db, [3, None, BETA, ALPHA])
    assert [game for game, _ in jobs(bare)] == [ALPHA, BETA, 3, None]


def test_a_bell_rung_while_its_job_is_fetched_is_heard(bare: Host) -> None:
    """Before we commit the waiting job is ours; if it was fetched before, there is another one."""
    other = Host(bare.world, "other")
    with begun(bare) as db:
        bell.ring(db, [ALPHA])
    with begun(bare) as ringing:
        bell.ring(ringing, [ALPHA])
        with begun(other) as db:
            assert fetch(db) is None
    with begun(other) as db:
        assert fetch(db) == ALPHA
    with begun(bare) as db:
        bell.ring(db, [ALPHA])
    assert jobs(bare) == [(ALPHA, "doing"), (ALPHA, "todo")]
    other.end()


# --- rung for what waits


def test_a_deadline_rings_when_it_has_come(host: Host) -> None:
    host.do("take", "ring")
    assert jobs(host) == []
    host.now = DEADLINE + MINUTE
    host.do("take", "ring", "ring")
    assert jobs(host) == [(ALPHA, "todo"), (BETA, "todo")]
    host.do("play")
    assert [host.world.game(name).number for name in ("alpha", "beta")] == [2, 2]


def test_of_very_many_games_some_are_rung_for_at_a_time(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All come to their turn: a queue is no faster for being long."""
    monkeypatch.setattr(worker, "MOST", 1)
    host.now = DEADLINE + MINUTE
    host.do("take", "ring", "ring")
    assert len(jobs(host)) == 1
    host.do("play", "play")
    assert [host.world.game(name).number for name in ("alpha", "beta")] == [2, 2]


def test_a_lost_bell_is_rung_again_and_a_leaked_job_stops_nobody(host: Host) -> None:
    """One that died, or whose connection was cut, leaves a job that he never ends."""
    order(host.world, "Austria", "A VIE - TRI")
    host.do("take")
    with begun(host) as db:
        assert fetch(db) == ALPHA
    host.do("ring", "sweep")
    assert jobs(host) == [(ALPHA, "doing"), (ALPHA, "todo")]
    with begun(host) as db:
        aged = f"UPDATE {bell.SCHEMA}.procrastinate_events SET at = now() - interval '6 minutes'"
        db.execute(text(aged))
    host.do("sweep")
    assert jobs(host) == [(ALPHA, "todo")]
    host.do("play")
    assert host.world.orders("Austria") == ["A VIE - TRI"]


def test_who_is_called_late_or_twice_does_nothing_twice(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bell rings for another one while the first is still at it: the game's row is his."""
    order(host.world, "Austria", "A VIE - TRI")
    host.do("take")
    other, before = Host(host.world, "other"), mails.answer_mail
    acted: list[str] = []

    def answer(work: Pass, *more: Any) -> Any:
        acted.append(work.holder)
        if work.holder == host.name:
            worker.play_game(worker.begin_playing(other.begin()), ALPHA)
        return before(work, *more)

    monkeypatch.setattr(worker, "answer_mail", answer)
    for one in (host, host, other):
        worker.play_game(worker.begin_playing(one.begin()), ALPHA)
    assert acted == [host.name]
    assert host.world.rows("SELECT status, count(*) FROM letters GROUP BY 1") == [("done", 3)]
    other.end()


# --- heard


def test_the_bell_calls_at_once_and_each_game_once(bare: Host) -> None:
    with begun(bare) as db:
        bell.ring(db, [ALPHA, BETA, None])
    assert heard(bare, 3) == [ALPHA, BETA, None]
    assert jobs(bare) == []
    assert bare.world.rows(f"SELECT count(*) FROM {bell.SCHEMA}.procrastinate_workers") == [(0,)]


def test_a_game_that_breaks_off_is_not_tried_again_beside_its_next_bell(bare: Host) -> None:
    """A second try of the queue's own would meet the job that waits, and violate its lock."""

    def ring_and_break(number: int | None) -> None:
        with begun(bare) as db:
            bell.ring(db, [number])
        raise ZeroDivisionError

    with begun(bare) as db:
        bell.ring(db, [ALPHA])
    with pytest.raises(ZeroDivisionError):
        heard(bare, 1, ring_and_break)
    assert jobs(bare) == [(ALPHA, "todo")]
    assert heard(bare, 1) == [ALPHA]


def test_workers_outlive_the_queue_and_the_database(
    mortal: Cluster, doomed: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The queue's tables are emptied, then thrown away; the database is away, and for longer."""
    monkeypatch.setattr(listening, "PATIENCE", 0.5)
    for module, name in WAITS:
        monkeypatch.setattr(module, name, 0.3)
    monkeypatch.setattr(worker, "TICK", dict.fromkeys(worker.TICK, 0.3))
    first = time.monotonic()

    def clock() -> datetime:
        return START + 2 * MINUTE + timedelta(seconds=time.monotonic() - first)

    tables = ", ".join(f"{bell.SCHEMA}.procrastinate_{name}" for name in ("jobs", "workers"))
    running = [_start(doomed, part, clock) for part in ("take", "play", "ring")]

    def say(statement: str) -> None:
        """Workers hold locks in their own order: whom PostgreSQL sends back tries again."""
        try:
            with connect(doomed.world.url()).begin() as db:
                db.execute(text(statement))
        except OperationalError as error:
            if not isinstance(error.orig, DeadlockDetected):
                raise
            say(statement)

    def be_away(seconds: float) -> None:
        mortal.stop("immediate")
        time.sleep(seconds)
        mortal.start()

    harms: tuple[Callable[[], None], ...] = (
        partial(say, f"TRUNCATE {tables} CASCADE"),
        partial(say, f"DROP SCHEMA {bell.SCHEMA} CASCADE"),
        partial(be_away, 0.0),
        partial(be_away, 2.0),
    )
    try:
        for done, harm in enumerate(harms, 3):
            harm()
            order(doomed.world, "Austria", f"A VIE - {'BOH' if done % 2 else 'TRI'}")
            wait(partial(_is_answered, doomed, done), 120)
    finally:
        for child in running:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        connect(doomed.world.url()).dispose()
    assert doomed.world.orders("Austria") == ["A VIE - TRI"]
    assert not list(doomed.world.home.glob("shunt/*"))


def _is_answered(host: Host, count: int) -> bool:
    """Whether so many mails are, if the database can be asked."""
    with suppress(Exception):
        return host.world.rows("SELECT count(*) FROM letters WHERE status = 'done'") == [(count,)]
    return False


def _start(host: Host, part: str, clock: Callable[[], datetime]) -> int:
    """A worker in a process of its own."""
    child = os.fork()
    if child:
        return child
    try:
        worker.serve(
            worker.Worker(
                host.world.home,
                Stop(),
                lambda _line: None,
                role=part,
                slot=f".{part}",
                clock=clock,
            )
        )
    finally:
        os._exit(0)


def test_workers_without_the_library_say_what_to_install(
    bare: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "procrastinate", None)
    with pytest.raises(KeeperError, match="'pip install procrastinate'"):
        worker.work(bare.world.home, worker.ROLES, 1, Stop(), print)


# --- its tables


def test_the_tables_of_an_older_queue_are_made_anew_and_those_of_a_newer_kept(bare: Host) -> None:
    def hang(version: str) -> list[tuple[Any, ...]]:
        with begun(bare) as db:
            bell.ring(db, [ALPHA])
            db.execute(text(f"COMMENT ON SCHEMA {bell.SCHEMA} IS '{version}'"))
        bell.hang(bare.engine)
        return jobs(bare)

    assert hang("99.00.00_01_x") == [(ALPHA, "todo")]
    assert hang("00.00.00_01_initial") == []


def test_a_backup_holds_no_bell_and_what_is_restored_hangs_its_own(
    postgres: Cluster, bare: Host, tmp_path: Path
) -> None:
    with begun(bare) as db:
        bell.ring(db, [ALPHA])
    backup.write_dump(bare.world.url(), tmp_path / "dump")
    postgres.execute("CREATE DATABASE rung")
    backup.put_dump_back(tmp_path / "dump", postgres.url("rung"))
    engine = connect(postgres.url("rung"))
    with engine.begin() as db:
        assert db.execute(text(f"SELECT to_regnamespace('{bell.SCHEMA}')")).scalar() is None
    bell.hang(engine)
    with engine.begin() as db:
        assert bell.find_rung(db) == set()
    engine.dispose()


# --- the hosts' clocks


def test_a_host_whose_clock_is_not_the_databases_does_nothing(
    bare: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seconds, way in ((7, "behind"), (-7, "ahead of")):
        with monkeypatch.context() as patch:
            off = timedelta(seconds=seconds)
            patch.setattr(server, "clock", lambda _db, off=off: datetime.now(UTC) + off)
            told = f"This host's clock can't be right: it is [67] seconds {way} the database's"
            with pytest.raises(KeeperError, match=told):
                worker.begin_round(bare.engine, spool.open_spool(bare.world.home), "one")
            bare.engine.dispose()
            with pytest.raises(KeeperError, match=told):
                batch.run(bare.world.home)
            asked = CliRunner().invoke(main, ["doctor", "--spool", str(bare.world.home)])
            assert asked.exit_code != 0
            assert f"seconds {way} the database's" in " ".join(asked.output.split())
    worker.begin_round(bare.engine, spool.open_spool(bare.world.home), "one")
