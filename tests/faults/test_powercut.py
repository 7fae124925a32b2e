"""A power cut loses nothing that was promised: each fsync that the design needs, one by one.

Where one of them is taken out of the code, a test here fails: it shows what would be lost.
"""

import gzip
import os
import tarfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.engine.default import DefaultDialect

from judge.keeper import backup
from judge.keeper.audit import audit
from judge.mail import deliver, disk
from judge.post import idle
from judge.run import batch
from judge.spool import spool
from judge.store.database import connect
from tests.faults.powercut import Disk, recorded
from tests.game.test_crash import KillError, outcome, prepared
from tests.game.world import DAY, DEADLINE, World


def cut(world: World, disk: Disk) -> World:
    """The judge after a power cut: its folder holds what was durable."""
    left = world.home.parent / "left"
    disk.left(left)
    world.engine().dispose()
    world.home.rename(world.home.parent / "lost")
    left.rename(world.home)
    with world.engine().begin() as db:  # the same spool, on the same disk
        db.execute(text("DELETE FROM marks WHERE name = 'place'"))
    world.engine().dispose()
    return world


def killed_at(commit: int, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The power fails right after this commit."""
    count = [0]
    do_commit: Callable[[Any, Any], None] = DefaultDialect.do_commit

    def committed(dialect: Any, connection: Any) -> None:
        do_commit(dialect, connection)
        count[0] += 1
        if count[0] == commit:
            raise KillError

    monkeypatch.setattr(DefaultDialect, "do_commit", committed)
    return monkeypatch


def idle_or_pass(world: World) -> None:
    """What cron does: a pass, unless the file "wake" says that there is nothing to do."""
    if not idle.is_idle(world.home, DEADLINE):
        batch.run(world.home, DEADLINE)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, ...]:
    """What a pass leads to."""
    world = prepared(tmp_path_factory.mktemp("calm") / "spool")
    batch.run(world.home, DEADLINE)
    return outcome(world)


@pytest.mark.parametrize("commit", range(1, 11))
def test_a_power_cut_after_any_commit_of_a_pass_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undisturbed: tuple[Any, ...], commit: int
) -> None:
    """A journalled mail's bytes are in the archive, and a mail that counts as sent was left."""
    world = prepared(tmp_path / "spool")
    disk = Disk(world.home)
    with recorded(disk), killed_at(commit, monkeypatch).context(), suppress(KillError):
        batch.run(world.home, DEADLINE)
    monkeypatch.undo()
    cut(world, disk)
    idle_or_pass(world)
    assert outcome(world) == undisturbed
    assert audit(world.home).faults == []


def test_the_word_that_nothing_is_due_is_gone_before_anything_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Were it back after a power cut, orders that were taken would wait until the next mail."""
    world = World(tmp_path / "spool")
    batch.run(world.home, DEADLINE)
    assert idle.is_asleep(spool.open_spool(world.home), DEADLINE)
    world.mail("new@players.example", "LIST")
    disk = Disk(world.home)
    with recorded(disk), killed_at(3, monkeypatch).context(), pytest.raises(KillError):
        batch.run(world.home, DEADLINE)
    monkeypatch.undo()
    disk.left(tmp_path / "left")
    assert (tmp_path / "left" / "place").exists()
    assert not (tmp_path / "left" / "wake").exists()


def test_a_mail_that_the_pipe_took_is_there(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    disk = Disk(world.home)
    raw = b"From: new@players.example\n\nLIST\n"
    reading, writing = os.pipe()
    os.write(writing, raw)
    os.close(writing)
    with recorded(disk):
        deliver.deliver(str(world.home), reading, {}, 1e9)
    os.close(reading)
    disk.left(tmp_path / "left")
    (path,) = (tmp_path / "left" / "in" / "new").iterdir()
    assert path.read_bytes().endswith(raw)


def test_stored_files_are_there_whole(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for folder in (home, home / "new", home / "tmp"):
        folder.mkdir()
    durable = Disk(home)
    files = {f"{number}.eml": b"x" * number for number in range(1, 120)}
    with recorded(durable):
        disk.store(files, home / "new", home / "tmp")
    durable.left(tmp_path / "left")
    assert {path.name: path.read_bytes() for path in (tmp_path / "left" / "new").iterdir()} == files


def test_a_spool_that_was_made_is_there(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    durable = Disk(tmp_path / "disk")
    with recorded(durable):
        spool.make_spool(tmp_path / "disk" / "spool")
    durable.left(tmp_path / "left")
    left = tmp_path / "left" / "spool"
    for name in ("secret", "judge.toml"):
        assert (left / name).read_bytes() == (tmp_path / "disk" / "spool" / name).read_bytes()
    assert {f"{path.relative_to(left)}" for path in left.rglob("*") if path.is_dir()} == {
        *spool.FOLDERS,
        spool.VARIANTS,
    }


def test_a_new_secret_is_there(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    durable = Disk(world.home)
    with recorded(durable):
        spool.renew_secret(world.home)
    durable.left(tmp_path / "left")
    assert (tmp_path / "left" / "secret").read_bytes() == (world.home / "secret").read_bytes()


def test_a_backup_that_was_made_is_there_and_the_older_one_until_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path / "spool")
    (tmp_path / "disk").mkdir()
    backup.backup(world.home, tmp_path / "disk" / "judge.tar")
    durable = Disk(tmp_path / "disk")
    with recorded(durable), monkeypatch.context() as patch:
        patch.setattr(Path, "replace", _and(Path.replace, lambda: durable.left(tmp_path / "mid")))
        backup.backup(world.home, tmp_path / "disk" / "judge.tar")
    durable.left(tmp_path / "left")
    for name in ("mid", "left"):
        assert tarfile.is_tarfile(tmp_path / name / "judge.tar"), name
    whole = (tmp_path / "disk" / "judge.tar").read_bytes()
    assert (tmp_path / "left" / "judge.tar").read_bytes() == whole


def _and(effect: Callable[..., Any], look: Callable[[], object]) -> Callable[..., Any]:
    """An effect, and a look right after it."""

    def done(*arguments: Any) -> Any:
        result = effect(*arguments)
        look()
        return result

    return done


def test_a_mail_that_was_packed_away_is_there_before_it_goes_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk may keep that a name was removed, and lose one that was made before."""
    world = World(tmp_path / "spool")
    world.say("new@players.example", "LIST")
    (mail,) = (world.home / "archive").iterdir()
    os.utime(mail, (world.now.timestamp(),) * 2)
    durable, unlink = Disk(world.home), Path.unlink
    packed: list[Path] = []

    def look(path: Path, missing_ok: bool = False) -> None:
        if path == mail:
            durable.left(tmp_path / "left")
            packed.extend((tmp_path / "left" / "archive").glob("*/*.eml.gz"))
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", look)
    with recorded(durable):
        batch.run(world.home, world.now + 40 * DAY)
    (path,) = packed
    assert gzip.decompress(path.read_bytes()).endswith(b"LIST\n")
    assert not mail.exists()


def test_a_judge_that_was_restored_is_there(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.say("new@players.example", "LIST")
    backup.backup(world.home, tmp_path / "judge.tar")
    (tmp_path / "disk").mkdir()
    durable = Disk(tmp_path / "disk")
    with recorded(durable):
        backup.restore(tmp_path / "judge.tar", tmp_path / "disk" / "spool")
    durable.left(tmp_path / "left")
    left, made = tmp_path / "left" / "spool", tmp_path / "disk" / "spool"
    for path in made.rglob("*.*"):
        assert (left / path.relative_to(made)).exists(), path
        if path.suffix == ".eml":
            assert (left / path.relative_to(made)).read_bytes() == path.read_bytes()
    assert (left / "secret").read_bytes() == (made / "secret").read_bytes()


@pytest.mark.parametrize(
    ("pragma", "other", "want"),
    [("synchronous", "OFF", 2), ("synchronous", "NORMAL", 2), ("journal_mode", "DELETE", "wal")],
)
def test_every_connection_asks_for_durable_commits(
    tmp_path: Path, pragma: str, other: str, want: object
) -> None:
    """Whatever SQLite was built with: some systems build it for speed."""
    engine = connect(f"sqlite:///{tmp_path}/judge.db")

    def weaken(connection: Any, _record: object) -> None:
        connection.execute(f"PRAGMA {pragma} = {other}")

    event.listen(engine, "connect", weaken, insert=True)
    with engine.begin() as db:
        assert db.execute(text(f"PRAGMA {pragma}")).scalar() == want
    engine.dispose()
