"""A database that is older than what the judge did last: nothing is done on it before a word."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.cli import main
from judge.keeper import backup, persons
from judge.keeper.audit import audit
from judge.kernel.errors import KeeperError
from judge.run import batch
from judge.spool import spool
from judge.store import glance, lineage, log
from judge.store.database import open_database, open_to_read
from tests.game.world import DAY, DEADLINE, MINUTE, Sent, World, mailbox

OLDER = "The database is older than what this judge did last"


def judge(*words: object) -> Result:
    """Run a command as the keeper does."""
    return CliRunner().invoke(main, [str(word) for word in words])


def copy_database(world: World, copy: Path) -> None:
    """A sound copy of the database as it is now."""
    with closing(sqlite3.connect(world.home / "judge.db")) as db:
        db.execute("VACUUM INTO ?", (str(copy),))


def write_over(world: World, copy: Path) -> None:
    """Write it over the present one, which stays the same file."""
    number = (world.home / "judge.db").stat().st_ino
    (world.home / "judge.db").write_bytes(copy.read_bytes())
    assert (world.home / "judge.db").stat().st_ino == number


def sent(path: Path) -> Sent:
    """A mail that lies in out/."""
    return Sent(path.read_bytes())


@pytest.fixture
def old(world: World, tmp_path: Path) -> World:
    """A judge whose database is one of a turn ago; France's order, and the results, came since."""
    world.begun()
    world.order("England", "F LON - NTH")
    copy_database(world, tmp_path / "copy.db")
    world.order("France", "A PAR - BUR")
    assert "A PAR - BUR" in " ".join(mail.text for mail in world.run(DEADLINE + MINUTE))
    write_over(world, tmp_path / "copy.db")
    return world


def test_nothing_is_done_on_an_old_database_and_all_who_look_say_so(old: World) -> None:
    before = old.outbox()
    told = [
        judge("run", "--pretend", "--now", "2026-11-05T18:05Z", "--spool", old.home)
        for _ in range(2)
    ]
    assert [done.exit_code for done in told] == [78, 78]
    assert OLDER in told[0].output
    assert "it does not know 1 letter and 9 mails" in told[0].output
    assert told[1].output == ""  # cron tells it once a day
    assert old.outbox() == before
    for command in ("doctor", "health"):
        looked = judge(command, "--spool", old.home)
        assert looked.exit_code == 2
        assert OLDER in looked.output
    proved = judge("audit", "--all", "--spool", old.home)
    assert proved.exit_code == 1
    assert OLDER in proved.output
    assert "the journal does not know it" in proved.output


def test_resume_goes_on_and_tells_all_who_play(old: World) -> None:
    first = {mail.subject: mail for mail in map(sent, old.outbox()) if "results" in mail.subject}
    with pytest.raises(KeeperError, match=OLDER):
        batch.run(old.home, old.now)
    told = backup.resume(old.home, now=old.now)
    assert "What it did after 2026-11-02 10:01 UTC counts no more" in told
    assert "the players of 1 game are told so" in told
    news = old.run()
    assert len(news) == 8
    assert all("what the judge did after Mon 02 Nov 10:01 UTC is lost" in one.flat for one in news)
    assert old.orders("France") == []
    again = [mail for mail in old.run(old.due() + MINUTE) if mail.subject in first]
    assert again
    for mail in again:
        assert mail.head["Message-ID"] != first[mail.subject].head["Message-ID"]
    assert judge("doctor", "--spool", old.home).output.count(OLDER) == 0


def test_the_newer_database_goes_on_where_it_was(world: World, tmp_path: Path) -> None:
    world.begun()
    copy_database(world, tmp_path / "old.db")
    world.order("France", "A PAR - BUR")
    copy_database(world, tmp_path / "new.db")
    write_over(world, tmp_path / "old.db")
    for _ in range(2):
        with pytest.raises(KeeperError, match=OLDER):
            world.run()
    write_over(world, tmp_path / "new.db")
    world.order("France", "A PAR - GAS")
    assert world.orders("France") == ["A PAR - GAS"]
    assert audit(world.home).faults == []


def test_letters_of_the_archive_are_read_once_more_and_then_nothing_is_missing(old: World) -> None:
    backup.resume(old.home, now=old.now)
    old.run()
    (stray,) = (fault.where for fault in audit(old.home).faults)
    (old.home / stray).rename(old.home / "in" / "new" / "again.eml")
    old.run()
    assert old.orders("France") == ["A PAR - BUR"]
    assert audit(old.home).faults == []


def test_an_idle_run_sees_it(world: World, tmp_path: Path) -> None:
    world.run()
    copy_database(world, tmp_path / "old.db")
    world.say("new@players.example", "HELP")
    world.run()
    quiet = judge("run", "--spool", world.home, "--now", f"{world.now + MINUTE:%Y-%m-%dT%H:%MZ}")
    assert (quiet.exit_code, quiet.output) == (0, "")
    write_over(world, tmp_path / "old.db")
    done = judge("run", "--spool", world.home, "--now", f"{world.now + MINUTE:%Y-%m-%dT%H:%MZ}")
    assert done.exit_code == 78
    assert OLDER in done.output


def test_a_command_of_the_keeper_does_nothing_on_it_and_hides_nothing(old: World) -> None:
    save = ("backup", old.home.parent / "judge.tar.gz")
    for words, status in (
        (save, 78),
        (("game", "hold", "alpha"), 78),
        (save, 0),  # now that a fence says so
        (("person", "erase", mailbox("France")), 78),
    ):
        assert judge(*words, "--spool", old.home).exit_code == status
    with pytest.raises(KeeperError, match=OLDER):
        batch.run(old.home, old.now)


def test_what_becomes_older_in_the_middle_of_a_pass_is_not_written_to(
    old: World, tmp_path: Path
) -> None:
    opened = spool.open_spool(old.home)
    engine = open_database(opened.database, opened.head)
    before = glance.read_heads(opened.head)
    with pytest.raises(lineage.LostError), engine.begin() as db:
        log.append(db, old.now, log.KEEPER, "note")
    engine.dispose()
    assert glance.read_heads(opened.head) == before
    assert old.rows("SELECT count(*) FROM log WHERE what = 'note'") == [(0,)]


@pytest.mark.parametrize("content", [b"", b"\0" * 200, b'{"book":"inbox","number":7'])
def test_what_a_power_cut_left_of_a_head_says_nothing(world: World, content: bytes) -> None:
    world.say("new@players.example", "HELP")
    (world.home / "head").write_bytes(content)
    world.say("new@players.example", "LIST")
    assert glance.read_heads(world.home / "head") is not None


def test_an_older_head_says_nothing(world: World) -> None:
    world.say("new@players.example", "HELP")
    head = (world.home / "head").read_bytes()
    world.say("new@players.example", "LIST")
    (world.home / "head").write_bytes(head)
    world.say("new@players.example", "LIST")
    assert (world.home / "head").read_bytes() != head


def test_who_looks_while_a_pass_commits_is_not_alarmed(world: World) -> None:
    """He sees the database as it was, and the head as it is."""
    world.say("new@players.example", "HELP")
    engine = open_to_read(world.url())
    with engine.begin() as db:
        assert lineage.find_loss(db, world.home) is None
        world.say("new@players.example", "LIST")
        assert lineage.find_loss(db, world.home) is None
    engine.dispose()


def test_what_was_undone_is_no_head(world: World) -> None:
    """Neither a row that a savepoint undid, nor one of a transaction that was undone."""
    world.say("new@players.example", "HELP")
    opened = spool.open_spool(world.home)
    engine = open_database(opened.database, opened.head)
    with engine.begin() as db, db.begin_nested() as savepoint:
        log.append(db, world.now, log.KEEPER, "undone")
        savepoint.rollback()
    with engine.connect() as db:
        log.append(db, world.now, log.KEEPER, "undone", "alpha")
    with engine.begin() as db:
        assert all(lineage.is_known(db, head) for head in glance.find_heads(world.home))
    engine.dispose()
    world.say("new@players.example", "LIST")


def test_a_row_that_was_let_go_of_is_no_loss(world: World) -> None:
    """The head of a process that is long gone stays behind."""
    world.section("keep", "mails_days = 1", "journal_days = 1", "log_days = 1")
    world.say("new@players.example", "HELP")
    world.run(world.now + MINUTE)
    (world.home / "head.play3").write_bytes((world.home / "head").read_bytes())
    head = glance.read_heads(world.home / "head.play3")
    assert head
    for _ in range(3):
        world.say("new@players.example", "LIST")
        world.run(world.now + 100 * DAY)
    ask = f"SELECT count(*) FROM log WHERE book = '{head.book}' AND number = {head.number}"
    assert world.rows(ask) == [(0,)]
    assert audit(world.home).faults == []


def test_erasing_restoring_and_moving_leave_a_true_head(world: World, tmp_path: Path) -> None:
    world.say("new@players.example", "REGISTER name: New, zone: UTC")
    persons.erase(world.home, "new@players.example", world.now)
    world.say("other@players.example", "HELP")
    backup.backup(world.home, tmp_path / "judge.tar")
    backup.restore(tmp_path / "judge.tar", tmp_path / "again")
    assert glance.find_heads(tmp_path / "again") == []
    backup.resume(tmp_path / "again")
    assert len(glance.find_heads(tmp_path / "again")) == 1
    for home in (tmp_path / "again", world.home):
        assert batch.run(home, world.now + MINUTE).lines == []


def test_a_restored_backup_is_older_and_its_new_head_is_true(old: World, tmp_path: Path) -> None:
    """Two losses one after the other: the second is seen like the first."""
    backup.resume(old.home, now=old.now)
    copy_database(old, tmp_path / "second.db")
    old.order("Italy", "A VEN - TYR")
    write_over(old, tmp_path / "second.db")
    with pytest.raises(KeeperError, match=OLDER):
        old.run()
    backup.resume(old.home, now=old.now)
    old.run()
    assert old.orders("Italy") == []
