"""A backup taken at any moment is whole, and a judge restored from it asks before it acts."""

import gzip
import os
import pwd
import shutil
import stat
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.cli import main
from judge.keeper import backup
from judge.keeper.audit import audit
from judge.kernel.errors import KeeperError, MissingError
from judge.post import intake
from judge.run import batch
from judge.store import lineage
from tests.game.test_own_variants import write_rivers
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
    done = judge("run", "--spool", other.home, "--pretend", "--now", DEADLINE + 99 * HOUR)
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

    monkeypatch.setattr(intake, "_journal", around(save, intake._journal))
    world.raw(b"From: new@players.example\n\nLIST\n")
    save()
    world.run()
    monkeypatch.undo()
    save()
    assert len(made) == 4
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


def backup_of(world: World, file: Path) -> bytes:
    """The bytes of a new backup."""
    backup.backup(world.home, file)
    return file.read_bytes()


def test_a_backup_is_compressed_and_can_go_through_a_pipe(played: World, tmp_path: Path) -> None:
    """As in 'judge backup - | gpg ...' and 'ssh ... | judge restore - DIR'."""
    file = tmp_path / "judge.tar.gz"
    assert len(backup_of(played, file)) * 4 < (played.home / "judge.db").stat().st_size
    judge = (sys.executable, "-m", "judge")
    made = subprocess.run(
        (*judge, "backup", "-", "--spool", played.home), check=True, capture_output=True
    )
    assert made.stderr.startswith(b"This judge as of 20")
    assert [path.name for path in played.home.iterdir() if path.name.startswith(".")] == []
    done = subprocess.run(
        (*judge, "restore", "-", tmp_path / "again"),
        input=made.stdout,
        check=True,
        capture_output=True,
    )
    assert b"is the judge as of 20" in done.stdout
    assert audit(tmp_path / "again").faults == []


def test_a_pipe_that_closes_is_one_sentence(played: World) -> None:
    command = f"{sys.executable} -m judge backup - --spool {played.home} | true"
    done = subprocess.run(
        ("bash", "-o", "pipefail", "-c", command), check=False, capture_output=True
    )
    assert done.stderr.count(b"\n") <= 1
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_restores_belongs_to_whom_the_backup_belongs(
    played: World, tmp_path: Path
) -> None:
    file = tmp_path / "judge.tar.gz"
    backup.backup(played.home, file)
    shutil.chown(file, "nobody", "nogroup")
    backup.restore(file, tmp_path / "again")
    backup.restore(file, tmp_path / "mine", "root")
    nobody = pwd.getpwnam("nobody").pw_uid
    made = (tmp_path / "again", *(tmp_path / "again").rglob("*"))
    assert {path.lstat().st_uid for path in made} == {nobody}
    assert {path.lstat().st_uid for path in (tmp_path / "mine").rglob("*")} == {0}
    with pytest.raises(MissingError, match="there is no user nemo"):
        backup.restore(file, tmp_path / "third", "nemo")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_somebody_restores_into_a_folder_of_his_in_a_folder_that_is_not_his(
    played: World, tmp_path: Path
) -> None:
    """As 'judge' does in /srv, where root made him a folder."""
    file = tmp_path / "judge.tar.gz"
    backup.backup(played.home, file)
    home = tmp_path / "again"
    home.mkdir(mode=0o700)
    for path in (home, file):
        shutil.chown(path, "nobody", "nogroup")
    code = (
        "import os, sys, alembic.migration, alembic.script; from pathlib import Path; "
        "from judge.keeper import backup; os.setegid(65534); os.seteuid(65534); "
        "backup.restore(Path(sys.argv[1]), Path(sys.argv[2]))"
    )
    for parent in (tmp_path, *tmp_path.parents):
        if not parent.stat().st_mode & 1:
            parent.chmod(parent.stat().st_mode | 0o011)
        if parent.name.startswith("pytest-of"):
            break
    subprocess.run((sys.executable, "-c", code, file, home), check=True, capture_output=True)
    assert {path.name for path in home.iterdir()} >= {"judge.toml", "judge.db", "secret"}
    assert {path.lstat().st_uid for path in home.rglob("*")} == {home.stat().st_uid}
    missing = subprocess.run(
        (sys.executable, "-c", code, file, tmp_path / "none"), check=False, capture_output=True
    )
    assert b"install -d -o nobody -m 0700" in missing.stderr


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
    with pytest.raises(
        KeeperError, match=r"judge.tar is not a whole backup .* a copy of judge.db is"
    ):
        backup.restore(file, tmp_path / "again")
    backup.backup(world.home, file)
    whole = file.read_bytes()
    for end in (len(whole) // 2, len(whole) - 20, len(whole) - 1, 100):
        file.write_bytes(whole[:end])
        with pytest.raises(KeeperError, match=r"judge.tar is not a whole backup "):
            backup.restore(file, tmp_path / "again")
    backup.backup(world.home, file)
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(KeeperError, match=r"judge\.tar is (not a whole backup|damaged)"):
        backup.restore(file, tmp_path / "again")
    for damaged in (1, 8):  # the length and the sum that gzip keeps of the whole
        data = bytearray(whole)
        data[-damaged] ^= 1
        file.write_bytes(data)
        with pytest.raises(KeeperError, match=r"judge\.tar is not a whole backup "):
            backup.restore(file, tmp_path / "again")
    data = bytearray(gzip.decompress(backup_of(world, file)))
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
    assert other.rows(f"SELECT count(*) FROM marks WHERE name = '{lineage.FENCED}'") == [(1,)]


def test_rules_of_a_backup_run_when_the_keeper_says_so_and_not_before(
    world: World, tmp_path: Path
) -> None:
    rules = write_rivers(world.home / "variants" / "rivers") / "rules.py"
    mark = tmp_path / "ran"
    rules.write_text(f"open({str(mark)!r}, 'a').close()\n{rules.read_text()}")
    backup.backup(world.home, tmp_path / "judge.tar")
    home = tmp_path / "again"
    told = judge("restore", tmp_path / "judge.tar", home).output
    assert f"The rules.py of rivers in {home / 'variants'} came by it and will run as the" in told
    for command in ("doctor", "status", "audit", "health", "list"):
        judge(command, "--spool", home)
    assert not mark.exists()
    assert "came by a backup and would run as the judge" in judge("doctor", "--spool", home).output
    assert judge("resume", "--spool", home).exit_code == 0
    assert "came by a backup" not in judge("doctor", "--spool", home).output
    assert mark.exists()
