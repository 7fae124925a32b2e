"""A new version: the spool is saved, migrated and tried; what is older or newer says what to do."""

import sqlite3
import subprocess
import sys
import tarfile
import threading
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge import __version__
from judge.cli import main
from judge.keeper import backup, moving
from judge.keeper.audit import audit
from judge.kernel.errors import BusyError
from judge.run import batch
from judge.run.watch import Stop, watch
from judge.spool import aside, spool
from judge.store.schema import VERSION
from tests.game.world import DAY, DEADLINE, HOUR, World
from tests.servers.stack import wait

OLD = Path(__file__).parent / "data" / "spool-0001.tar.xz"
"""A spool as 0.1.0's first schema had it, with a game in F1901M; that code has written it."""


def judge(*words: object) -> Result:
    """What a command says."""
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def old(tmp_path: Path) -> World:
    """A judge as the first version left it, in another place."""
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    subprocess.run(("tar", "-C", unpacked, "-xf", OLD), check=True)
    world = World(tmp_path / "spool")
    for path in (tmp_path / "spool").glob("judge.db*"):
        path.unlink()
    for name in ("judge.db", "judge.toml", "secret"):
        (tmp_path / "unpacked" / "spool" / name).rename(tmp_path / "spool" / name)
    for part in ("archive", "in/new"):
        for path in (tmp_path / "unpacked" / "spool" / part).iterdir():
            path.rename(tmp_path / "spool" / part / path.name)
    text = (world.home / "judge.toml").read_text()
    kinds = 'inbox = {kind = "maildir"}\noutbox = {kind = "maildir"}\n'
    (world.home / "judge.toml").write_text(f"{kinds}{text}" if "inbox" not in text else text)
    world.now = DEADLINE + HOUR
    return world


def schema(file: Path) -> str:
    """The schema of a database."""
    with closing(sqlite3.connect(file)) as db:
        found: str = db.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        return found


def test_a_game_under_way_goes_on_after_an_upgrade_from_the_first_schema(old: World) -> None:
    done = judge("upgrade", "--spool", old.home)
    assert done.exit_code < 2, done.output
    lines = done.output.splitlines()
    file = old.home / f"backup-before-{VERSION}.tar.gz"
    assert lines[0].startswith(f"{file} holds this judge as it was")
    assert lines[1] == f"The schema was 0001 and is {VERSION} now."
    assert schema(old.home / "judge.db") == VERSION
    assert schema(old.home / f"judge.db.before-{VERSION}") == "0001"
    assert old.game().phase is not None
    old.order("France", "A Bur - Mun")
    results = old.run(old.due())
    assert len([mail for mail in results if "FALL 1901" in mail.text.upper()]) >= 8
    assert old.game().number == 3
    assert audit(old.home).faults == []


def test_the_backup_before_an_upgrade_leads_back_to_it(old: World, tmp_path: Path) -> None:
    judge("upgrade", "--spool", old.home)
    backup.restore(old.home / f"backup-before-{VERSION}.tar.gz", tmp_path / "again")
    assert audit(tmp_path / "again").faults == []
    with tarfile.open(old.home / f"backup-before-{VERSION}.tar.gz") as tar:
        held = tar.extractfile("judge.db")
        assert held
        (tmp_path / "seen.db").write_bytes(held.read())
    assert schema(tmp_path / "seen.db") == "0001"
    backup.backup(old.home, tmp_path / "next.tar.gz")
    with tarfile.open(tmp_path / "next.tar.gz") as tar:
        assert not [name for name in tar.getnames() if "before" in name]


def test_a_pass_migrates_too_and_keeps_the_database_that_was(old: World) -> None:
    batch.run(old.home, old.now)
    assert schema(old.home / "judge.db") == VERSION
    assert schema(old.home / f"judge.db.before-{VERSION}") == "0001"
    assert (old.home / f"judge.db.before-{VERSION}").stat().st_mode & 0o777 == 0o600


def test_what_is_up_to_date_is_said_to_be(world: World) -> None:
    done = judge("upgrade", "--spool", world.home)
    assert done.output.splitlines()[0] == (
        f"The schema is {VERSION} already: nothing has to be migrated."
    )
    assert not (world.home / f"backup-before-{VERSION}.tar.gz").exists()


def test_an_older_schema_is_told_with_the_command(old: World) -> None:
    done = judge("doctor", "--spool", old.home)
    said = "judge.db has schema 0001, this judge"
    assert f"{said} {VERSION}: 'judge upgrade' saves it and brings it up to date." in done.output


def test_a_newer_schema_is_told_with_what_to_do(world: World) -> None:
    engine = world.engine()
    with engine.begin() as db:
        db.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    for words in (("run",), ("doctor",), ("upgrade",), ("list",)):
        done = judge(*words, "--spool", world.home)
        assert "was written by a newer judge (schema 9999, this one knows" in done.output
        assert done.output.count("\n") == 1


def test_an_upgrade_waits_for_the_pass_under_way(
    old: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "UPGRADE_PATIENCE", 0.3)
    with spool.hold_lock(old.home):
        done = judge("upgrade", "--spool", old.home)
        assert done.exit_code == BusyError.status
    assert schema(old.home / "judge.db") == "0001"


def test_the_version_tells_code_and_schema() -> None:
    assert judge("--version").output == f"judge, version {__version__}, schema {VERSION}\n"


def test_a_watch_ends_to_start_anew_when_another_version_is_installed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = ["old", "old", "new"]
    monkeypatch.setattr(aside, "digest_code", lambda: digests.pop(0) if digests[1:] else "new")
    monkeypatch.setattr("judge.run.watch.SETTLING", 0)
    ended: list[bool] = []
    watcher = threading.Thread(target=lambda: ended.append(watch(world.home, Stop(), print)))
    watcher.start()
    watcher.join(30)
    assert ended == [True]


def test_a_watch_starts_anew_when_a_variant_of_the_keepers_is_mended(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.run.watch.SETTLING", 0)
    rules = world.home / "variants" / "rivers" / "rules.py"
    rules.parent.mkdir(parents=True)
    rules.write_text("broken")
    spool.open_spool(world.home)
    before = aside.digest_code()
    (rules.parent / "__pycache__").mkdir()
    (rules.parent / "__pycache__" / "rules.pyc").write_text("compiled")
    assert aside.digest_code() == before
    ended: list[bool] = []
    watcher = threading.Thread(target=lambda: ended.append(watch(world.home, Stop(), print)))
    watcher.start()
    world.raw(b"From: new@players.example\nMessage-ID: <1@x>\n\nLIST\n")
    wait(world.outbox)
    rules.write_text("mended")
    watcher.join(30)
    assert ended == [True]


def test_now_adjudicates_nobodys_game_by_mistake(world: World) -> None:
    later = (DEADLINE + DAY).isoformat()
    world.begun()
    done = judge("run", "--spool", world.home, "--now", later)
    assert done.exit_code == 64
    assert "would play 1 running game as if that time had come" in done.output
    assert world.game().number == 1
    assert judge("run", "--spool", world.home, "--now", later, "--pretend").exit_code == 0
    assert world.game().number == 2


def test_now_may_be_given_where_no_game_is_running(world: World) -> None:
    assert judge("run", "--spool", world.home, "--now", DEADLINE.isoformat()).exit_code == 0


def test_a_full_device_or_a_closed_pipe_is_no_traceback(played: World) -> None:
    command = f"{sys.executable} -m judge list --spool {played.home}"
    for line, status in ((f"{command} >/dev/full", 74), (f"{command} | true", 0)):
        done = subprocess.run(("sh", "-c", line), check=False, capture_output=True, text=True)
        assert "Traceback" not in done.stderr
        assert "Exception ignored" not in done.stderr
        assert done.returncode == status, done.stderr
