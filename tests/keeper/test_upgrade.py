"""A new version: the spool is saved, migrated and tried; what is older or newer says what to do."""

import shutil
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
from judge.store import database, marks
from judge.store.database import passing
from judge.store.glance import VERSION
from tests.game.world import DAY, DEADLINE, World
from tests.servers.stack import wait

OLDER = "1000"
"""A schema that is made up: all that ours has more is who was banned."""
MIGRATION = """\
import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = {down_revision!r}


def upgrade() -> None:
    {step}
"""
BANS = """op.create_table(
        "bans",
        sa.Column("address", sa.String, primary_key=True),
        sa.Column("since", sa.String(27), nullable=False),
    )"""


def judge(*words: object) -> Result:
    """What a command says."""
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture
def old(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A judge as an older version left it, with a game in S1901M."""
    migrations = tmp_path / "migrations"
    shutil.copytree(database.MIGRATIONS, migrations)
    for path in (migrations / "versions").glob("*.py"):
        path.unlink()
    for revision, down_revision, step in ((OLDER, None, "pass"), (VERSION, OLDER, BANS)):
        text = MIGRATION.format(revision=revision, down_revision=down_revision, step=step)
        (migrations / "versions" / f"{revision}.py").write_text(text)
    monkeypatch.setattr(database, "MIGRATIONS", migrations)
    monkeypatch.setattr(database, "FIRST", OLDER)
    world.begun()
    with passing(world.engine()) as db:
        marks.note_program(db, f"0.9.9 {OLDER}")
    make_older(world, OLDER)
    return world


def make_older(world: World, schema: str) -> None:
    """Let a database be one of an older schema."""
    with closing(sqlite3.connect(world.home / "judge.db")) as db:
        db.execute("DROP TABLE bans")
        db.execute("UPDATE alembic_version SET version_num = ?", (schema,))
        db.commit()


def schema(file: Path) -> str:
    """The schema of a database."""
    with closing(sqlite3.connect(file)) as db:
        found: str = db.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        return found


def test_a_game_under_way_goes_on_after_an_upgrade(old: World) -> None:
    done = judge("upgrade", "--spool", old.home)
    assert done.exit_code < 2, done.output
    lines = done.output.splitlines()
    file = old.home / f"backup-before-{__version__}.tar.gz"
    assert lines[0] == f"{file} holds this judge as it was."
    assert lines[1] == f"It was 0.9.9 (schema {OLDER}) and is {__version__} (schema {VERSION}) now."
    assert lines[2].startswith("The way back to 0.9.9: ")
    assert f"judge restore {file} {old.home}.0.9.9" in lines[2]
    assert schema(old.home / "judge.db") == VERSION
    assert schema(old.home / f"judge.db.before-{VERSION}") == OLDER
    old.order("France", "A Par - Bur")
    old.run(old.due())
    assert old.game().number == 2
    assert audit(old.home).faults == []


def test_the_backup_before_an_upgrade_leads_back_to_it(old: World, tmp_path: Path) -> None:
    judge("upgrade", "--spool", old.home)
    backup.restore(old.home / f"backup-before-{__version__}.tar.gz", tmp_path / "again")
    assert audit(tmp_path / "again").faults == []
    with tarfile.open(old.home / f"backup-before-{__version__}.tar.gz") as tar:
        held = tar.extractfile("judge.db")
        assert held
        (tmp_path / "seen.db").write_bytes(held.read())
    assert schema(tmp_path / "seen.db") == OLDER
    backup.backup(old.home, tmp_path / "next.tar.gz")
    with tarfile.open(tmp_path / "next.tar.gz") as tar:
        assert not [name for name in tar.getnames() if "before" in name]


def test_a_pass_migrates_too_and_keeps_the_database_that_was(old: World) -> None:
    batch.run(old.home, old.now)
    assert schema(old.home / "judge.db") == VERSION
    assert schema(old.home / f"judge.db.before-{VERSION}") == OLDER
    assert (old.home / f"judge.db.before-{VERSION}").stat().st_mode & 0o777 == 0o600


def test_what_is_up_to_date_is_said_to_be(world: World) -> None:
    world.run()
    done = judge("upgrade", "--spool", world.home)
    assert done.output.splitlines()[0] == (
        f"This judge is {__version__} already: nothing has to be done."
    )
    assert "The way back" not in done.output


def test_a_version_without_a_migration_saves_nothing_and_goes_back_by_itself(world: World) -> None:
    with passing(world.engine()) as db:
        marks.note_program(db, f"0.9.9 {VERSION}")
    told = judge("upgrade", "--spool", world.home).output.splitlines()
    assert told[0].startswith(f"It was 0.9.9 (schema {VERSION}) and is {__version__} ")
    assert told[1].startswith("The way back to 0.9.9: ")
    assert told[1].endswith("; nothing else.")
    assert not list(world.home.glob("*before*"))
    assert not (world.home / f"backup-before-{__version__}.tar.gz").exists()


def test_an_older_schema_is_told_with_the_command(old: World) -> None:
    done = judge("doctor", "--spool", old.home)
    said = f"judge.db has schema {OLDER}, this judge"
    assert f"{said} {VERSION}: 'judge upgrade' saves it and brings it up to date." in done.output


def test_a_newer_schema_is_told_with_what_to_do(world: World) -> None:
    engine = world.engine()
    with engine.begin() as db:
        db.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    for words in (("run",), ("doctor",), ("upgrade",), ("list",)):
        done = judge(*words, "--spool", world.home)
        assert "was written by a newer judge (schema 9999, this one knows" in done.output
        assert done.output.count("\n") == 1


def test_a_judge_from_before_the_first_release_is_told_how_its_games_come_over(
    world: World, tmp_path: Path
) -> None:
    world.begun()
    make_older(world, "0027")
    backup.backup(world.home, tmp_path / "judge.tar.gz")
    for words in (
        *((word, "--spool", world.home) for word in ("run", "upgrade", "doctor", "list")),
        ("restore", tmp_path / "judge.tar.gz", tmp_path / "again"),
    ):
        done = judge(*words)
        assert "judge.db is of a judge before 1.0.0 (schema 0027)" in done.output
        assert "'judge export GAME --secret' of that judge and 'judge import FILE'" in done.output
        assert done.output.count("\n") == 1
    assert schema(world.home / "judge.db") == "0027"
    assert not list(world.home.glob("*before*"))


def test_an_upgrade_waits_for_the_pass_under_way(
    old: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "PATIENCE", 0.3)
    with spool.hold_lock(old.home):
        done = judge("upgrade", "--spool", old.home)
        assert done.exit_code == BusyError.status
    assert schema(old.home / "judge.db") == OLDER


def test_the_version_tells_code_and_schema() -> None:
    assert f"version {__version__}, schema {VERSION}, commit " in judge("--version").output


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
