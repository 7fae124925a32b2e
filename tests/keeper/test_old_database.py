"""A database that is older than what the judge did last: nothing is done on it before a word."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge import batch
from judge.cli import main
from judge.home import spool
from judge.keeper import audit as auditing
from judge.keeper import backup
from judge.kernel.errors import KeeperError
from judge.post import idle
from judge.store import heads, log
from judge.store.database import open_database
from tests.game.world import DEADLINE, MINUTE, Sent, World

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
