"""The watch on a Maildir: mails and deadlines cause passes; it stops when told, and stays calm."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.kernel.errors import KeeperError
from judge.run import batch
from judge.run import watch as watching
from judge.run.watch import Stop, watch
from judge.run.work import Report
from judge.spool import runs, spool
from judge.spool.runs import beat, find_last_beat, write_wake
from judge.store import database
from judge.store.database import KeptDatabase
from tests.game.world import World
from tests.keeper.watching import watched
from tests.servers.stack import wait

ROOT = Path(__file__).parent.parent.parent
LETTER = b"From: new@players.example\nMessage-ID: <%d@x>\n\nLIST\n"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody wants to wait for seconds."""
    monkeypatch.setattr(watching, "TICK", 0.02)
    monkeypatch.setattr(watching, "FIRST_WAIT", 0.02)
    monkeypatch.setattr("judge.mail.inbox.TICK", 0.02)


@pytest.fixture
def passes(world: World, monkeypatch: pytest.MonkeyPatch) -> list[Report]:
    """The reports of the passes that the watch causes; these do what they say."""
    reports: list[Report] = []
    real = batch.run

    def run(home: Path, kept_database: KeptDatabase | None = None) -> Report:
        reports.append(real(home, kept_database=kept_database))
        return reports[-1]

    monkeypatch.setattr(batch, "run", run)
    return reports


def test_a_mail_is_answered_as_soon_as_it_comes(world: World, passes: list[Report]) -> None:
    with watched(world.home) as told:
        for number in (1, 2):
            world.raw(LETTER % number)
            wait(lambda count=number: len(world.outbox()) == count)  # type: ignore[misc]
    assert told == []
    assert len(passes) <= 3


def test_the_database_stays_open_from_pass_to_pass(
    world: World, passes: list[Report], monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not when its file is another one: the keeper may have put back a backup."""
    opened: list[str] = []
    real = database.open_database
    monkeypatch.setattr(database, "open_database", lambda *one: opened.append(one[0]) or real(*one))  # type: ignore[func-returns-value]
    with watched(world.home):
        for number in (1, 2):
            world.raw(LETTER % number)
            wait(lambda count=number: len(world.outbox()) == count)  # type: ignore[misc]
        assert len(opened) == 1
        with spool.wait_for_lock(world.home, 10):
            copy = world.home / "judge.copy"
            shutil.copy(world.home / "judge.db", copy)
            copy.replace(world.home / "judge.db")
            world.raw(LETTER % 3)
        wait(lambda: len(opened) == 2)


def test_a_judge_with_nothing_to_do_is_left_alone(world: World, passes: list[Report]) -> None:
    opened = spool.open_spool(world.home)
    batch.run(world.home)
    beat(opened)
    passes.clear()
    with watched(world.home):
        wait(lambda: find_last_beat(opened))
    assert passes == []


def test_the_first_look_of_a_day_is_a_pass(world: World, passes: list[Report]) -> None:
    """It looks whether anything needs the keeper."""
    opened = spool.open_spool(world.home)
    batch.run(world.home)
    beat(opened)
    passes.clear()
    os.utime(opened.pulse, (1e9, 1e9))
    with watched(world.home):
        wait(lambda: passes)


def test_what_is_due_is_done_without_a_mail(world: World, passes: list[Report]) -> None:
    write_wake(spool.open_spool(world.home), datetime.now(UTC))
    with watched(world.home):
        wait(lambda: passes)
    assert world.rows("SELECT name FROM marks WHERE name = 'drained'")


def test_a_pass_of_cron_that_is_under_way_is_waited_for(world: World, passes: list[Report]) -> None:
    world.raw(LETTER % 1)
    with ExitStack() as watched_beside:
        with spool.hold_lock(world.home) as mine:
            assert mine
            watched_beside.enter_context(watched(world.home))
            wait(lambda: len(passes) > 2)
            assert all(report.busy for report in passes[:3])
        wait(world.outbox)


def test_a_failure_is_told_once_and_tried_again_more_and_more_slowly(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    stop = Stop()

    def failing(_home: Path, **_kept: KeptDatabase) -> Report:
        return Report(["The SMTP server is away."], failed=True)

    def count(seconds: float) -> None:
        waits.append(seconds)
        stop.called = len(waits) == 9

    monkeypatch.setattr(batch, "run", failing)
    monkeypatch.setattr(watching, "FIRST_WAIT", 5)
    monkeypatch.setattr(Stop, "wait", lambda _stop, seconds: count(seconds))
    told: list[str] = []
    watch(world.home, stop, told.append)
    assert told == ["The SMTP server is away."]
    assert waits == [5, 10, 20, 40, 80, 160, 300, 300, 300]


def test_a_restored_judge_is_watched_but_does_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fenced(_home: Path, **_kept: KeptDatabase) -> Report:
        raise KeeperError("This judge was restored.")

    monkeypatch.setattr(batch, "run", fenced)
    with watched(world.home) as told:
        wait(lambda: told)
    assert told == ["This judge was restored."]


def test_a_game_that_is_stuck_does_not_make_the_watch_restless(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs: list[Path] = []

    def stuck(home: Path, **_kept: KeptDatabase) -> Report:
        runs.append(home)
        return Report(["The game alpha is stuck."], restless=True)

    monkeypatch.setattr(batch, "run", stuck)
    with watched(world.home) as told:
        wait(lambda: told)
        wait(lambda: find_last_beat(spool.open_spool(world.home)))
    assert (len(runs), told) == (1, ["The game alpha is stuck."])


def test_what_is_no_spool_is_not_watched(tmp_path: Path) -> None:
    with pytest.raises(KeeperError, match="is no spool"):
        watch(tmp_path, Stop(), print)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(world: World, sign: signal.Signals) -> None:
    command = [sys.executable, "-m", "judge", "watch", "--spool", str(world.home)]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        try:
            world.raw(LETTER % 1)
            wait(world.outbox)
            process.send_signal(sign)
            assert process.wait(20) == 0
            assert process.stderr is not None
            assert process.stderr.read() == b""
        finally:
            process.kill()


def test_a_watch_outlives_an_upgrade_under_it(world: World, tmp_path: Path) -> None:
    """For some seconds nothing of the judge is there: a mail that comes meanwhile is no worse."""
    site = tmp_path / "site"
    for name in ("judge", "grammar", "templates", "variants"):
        shutil.copytree(ROOT / name, site / name, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "judge", "watch", "--spool", str(world.home)]
    opened = spool.open_spool(world.home)
    environment = os.environ | {"PYTHONPATH": str(site)}
    with subprocess.Popen(command, cwd=site, env=environment, stderr=subprocess.PIPE) as process:
        try:
            wait(lambda: runs.read_tally(opened).passes)
            (site / "judge").rename(site / "old")
            world.raw(LETTER % 1)
            time.sleep(2)
            shutil.copytree(site / "old", site / "judge")
            wait(world.outbox, 40)
            assert world.rows("SELECT status FROM letters") == [("done",)]
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0
        finally:
            process.kill()


def test_a_database_that_was_put_back_under_a_watch_is_the_one_that_it_goes_on_with(
    world: World, tmp_path: Path
) -> None:
    """What was open is gone: nobody would ever read what is written into that."""
    kept, path = KeptDatabase(), world.home / "judge.db"
    batch.run(world.home, world.now, kept)
    with closing(sqlite3.connect(path)) as old, closing(sqlite3.connect(tmp_path / "new")) as new:
        old.backup(new)
    for name in ("judge.db-wal", "judge.db-shm"):
        (world.home / name).unlink(missing_ok=True)
    (tmp_path / "new").replace(path)
    world.raw(LETTER % 1)
    with pytest.raises(KeeperError, match="was put back from a copy"):
        batch.run(world.home, world.now, kept)
    assert CliRunner().invoke(main, ["resume", "--spool", str(world.home)]).exit_code == 0
    batch.run(world.home, world.now, kept)
    kept.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT status FROM letters").fetchall() == [("done",)]
