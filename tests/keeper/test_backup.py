"""A backup taken at any moment is whole, and a judge restored from it asks before it acts."""

import os
import shutil
import stat
import tarfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge import batch
from judge.cli import main
from judge.health import fence
from judge.keeper import backup
from judge.keeper.audit import audit
from judge.kernel.errors import KeeperError
from judge.post import intake
from tests.game.world import DEADLINE, HOUR, MINUTE, START, World


def judge(*words: object) -> Result:
    """Run a command as the keeper does."""
    return CliRunner().invoke(main, [str(word) for word in words])


def restored(world: World, tmp_path: Path, name: str = "again") -> World:
    """Another judge, made of a backup of this one."""
    backup.backup(world.home, tmp_path / "judge.tar")
    other = World(tmp_path / name)
    other.now = world.now
    shutil.rmtree(other.home)
    backup.restore(tmp_path / "judge.tar", other.home)
    return other


def test_a_backup_is_private_and_holds_all_that_a_judge_is(played: World, tmp_path: Path) -> None:
    file = tmp_path / "judge.tar"
    played.raw(b"From: new@players.example\n\nLIST\n")
    assert judge("backup", "--spool", played.home, file).exit_code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with tarfile.open(file) as tar:
        names = tar.getnames()
    assert {"judge.db", "judge.toml", "secret", "backup.json"} <= set(names)
    assert len([name for name in names if name.startswith("archive/")]) == 2
    assert len([name for name in names if name.startswith("in/new/")]) == 1
    assert not [name for name in names if name.startswith(("out", "lock", "wake"))]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["judge.tar", "spool"]


def test_a_newer_backup_takes_the_place_of_an_older_one(world: World, tmp_path: Path) -> None:
    (tmp_path / "judge.tar").write_text("old")
    backup.backup(world.home, tmp_path / "judge.tar")
    assert tarfile.is_tarfile(tmp_path / "judge.tar")
    assert world.rows("SELECT what FROM log") == [("keeper.backup",)]


def test_a_restored_judge_does_nothing_and_says_why_in_one_sentence(
    played: World, tmp_path: Path
) -> None:
    other = restored(played, tmp_path)
    other.mail("new@players.example", "LIST")
    done = judge("run", "--spool", other.home, "--now", DEADLINE + 99 * HOUR)
    assert done.exit_code == 78
    assert done.output.startswith("Error: This judge was restored from a backup of 20")
    assert "until 'judge resume' says that no other judge plays its games." in done.output
    assert done.output.count("\n") == 1
    assert list((other.home / "in" / "new").iterdir())
    assert other.outbox() == {}
    assert other.game().number == 2


def test_resume_lets_it_go_on_where_the_backup_left_off(world: World, tmp_path: Path) -> None:
    """Played twice from one backup, a phase gives the same mails: their receivers see them once."""
    world.begun()
    world.order("France", "A Par - Bur")
    other = restored(world, tmp_path)
    told = judge("resume", "--spool", other.home).output
    assert told == "The judge goes on with its next run: 0 mails to send, 1 game to look at.\n"
    results = world.run(DEADLINE)
    assert len(results) == 8
    again = other.run(DEADLINE)
    assert [mail.message["Message-ID"] for mail in again] == [
        mail.message["Message-ID"] for mail in results
    ]
    assert [mail.text for mail in again] == [mail.text for mail in results]
    assert audit(other.home).faults == []


def test_a_mail_that_nobody_had_taken_keeps_its_arrival(world: World, tmp_path: Path) -> None:
    path = world.raw(b"From: new@players.example\n\nLIST\n")
    os.utime(path, ns=(1, 1_794_000_000_123_456_789))
    other = restored(world, tmp_path)
    assert (other.home / "in/new" / path.name).stat().st_mtime_ns == 1_794_000_000_123_456_789


def around(deed: Callable[[], None], real: Callable[..., None]) -> Callable[..., None]:
    """``real``, with a deed before it and after it."""

    def wrapped(*given: object) -> None:
        deed()
        real(*given)
        deed()

    return wrapped


def test_backups_at_any_moment_of_a_pass_are_whole(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also between the steps of taking a mail: it is in one of the places that a backup keeps."""
    made: list[Path] = []

    def save() -> None:
        made.append(tmp_path / f"{len(made)}.tar")
        backup.backup(world.home, made[-1])

    for name in ("_archive", "_journal"):
        real = getattr(intake, name)
        monkeypatch.setattr(intake, name, around(save, real))
    world.raw(b"From: new@players.example\n\nLIST\n")
    world.run()
    monkeypatch.undo()
    save()
    assert len(made) == 5
    for number, file in enumerate(made):
        home = tmp_path / f"again{number}"
        backup.restore(file, home)
        backup.resume(home)
        batch.run(home, world.now + MINUTE)
        found = audit(home)
        assert (found.faults, found.mails["done"]) == ([], 1)


def test_backups_while_passes_are_under_way_are_whole(world: World, tmp_path: Path) -> None:
    world.begun()
    stop = threading.Event()

    def play() -> None:
        moment = START
        while not stop.is_set():
            world.mail("new@players.example", "LIST", at=moment)
            moment += 99 * HOUR
            batch.run(world.home, moment)

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(5):
            backup.backup(world.home, tmp_path / f"{number}.tar")
    finally:
        stop.set()
        player.join()
    for number in range(5):
        backup.restore(tmp_path / f"{number}.tar", tmp_path / f"again{number}")
        assert audit(tmp_path / f"again{number}").faults == []


def test_a_folder_with_something_in_it_is_not_restored_over(world: World, tmp_path: Path) -> None:
    backup.backup(world.home, tmp_path / "judge.tar")
    with pytest.raises(KeeperError, match="spool is not empty"):
        backup.restore(tmp_path / "judge.tar", world.home)
    (tmp_path / "empty").mkdir()
    backup.restore(tmp_path / "judge.tar", tmp_path / "empty")
    assert stat.S_IMODE((tmp_path / "empty").stat().st_mode) == 0o700


@pytest.mark.parametrize("name", ["../evil", "/evil", "in/cur/x", "archive/../../evil", "a/b"])
def test_a_tar_that_would_write_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    with tarfile.open(tmp_path / "evil.tar", "w") as tar:
        tar.addfile(tarfile.TarInfo(name))
    with pytest.raises(KeeperError, match="is no backup of a judge"):
        backup.restore(tmp_path / "evil.tar", tmp_path / "home" / "spool")
    assert list((tmp_path / "home").iterdir()) == []
    assert not (tmp_path / "evil").exists()


def test_a_link_in_a_tar_is_refused(tmp_path: Path) -> None:
    member = tarfile.TarInfo("judge.toml")
    member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
    with tarfile.open(tmp_path / "evil.tar", "w") as tar:
        tar.addfile(member)
    with pytest.raises(KeeperError, match=r"it holds 'judge\.toml'"):
        backup.restore(tmp_path / "evil.tar", tmp_path / "spool")


def test_what_is_no_tar_or_a_damaged_one_is_refused(world: World, tmp_path: Path) -> None:
    file = tmp_path / "judge.tar"
    shutil.copy(world.home / "judge.db", file)
    with pytest.raises(KeeperError, match=r"judge.tar is no whole backup .* a copy of judge.db is"):
        backup.restore(file, tmp_path / "again")
    backup.backup(world.home, file)
    file.write_bytes(file.read_bytes()[:100_000])
    with pytest.raises(KeeperError, match=r"judge.tar is no whole backup .*unexpected end of data"):
        backup.restore(file, tmp_path / "again")
    backup.backup(world.home, file)
    data = bytearray(file.read_bytes())
    data[data.index(b"SQLite format 3") + 5000] ^= 1
    file.write_bytes(data)
    with pytest.raises(KeeperError, match="its database is not the one that was backed up"):
        backup.restore(file, tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_a_missing_file_and_a_folder_that_is_missing_are_one_sentence(
    world: World, tmp_path: Path
) -> None:
    with pytest.raises(KeeperError, match=r"none\.tar can't be restored: No such file"):
        backup.restore(tmp_path / "none.tar", tmp_path / "again")
    with pytest.raises(KeeperError, match="can't be written: No such file"):
        backup.backup(world.home, tmp_path / "none" / "judge.tar")


def test_the_fence_is_in_the_database_and_survives_a_copy(played: World, tmp_path: Path) -> None:
    other = restored(played, tmp_path)
    shutil.copytree(other.home, tmp_path / "copy")
    with pytest.raises(KeeperError, match="restored from a backup"):
        batch.run(tmp_path / "copy", played.now)
    assert other.rows(f"SELECT count(*) FROM marks WHERE name = '{fence.FENCED}'") == [(1,)]
