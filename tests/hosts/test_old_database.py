"""A server whose database is older than what the hosts did last; more in tests/keeper."""

from pathlib import Path

import pytest

from judge.keeper import backup, status
from judge.keeper.audit import audit
from judge.kernel.errors import KeeperError
from judge.run import batch, worker
from judge.spool import spool
from judge.store import bell
from judge.store.database import open_alone
from judge.store.lineage import LostError
from judge.store.server import BESIDE
from tests.game.world import DEADLINE, MINUTE, World
from tests.hosts.world import HostedWorld

OLDER = "The database is older than what this judge did last"


def put_back(world: World, file: Path) -> None:
    """Put a dump into the same database, in the place of what is in it."""
    backup._run("pg_restore", world.url(), "--clean", "--if-exists", "--no-owner", str(file))


@pytest.fixture
def old(hosted: HostedWorld, tmp_path: Path) -> HostedWorld:
    """A judge whose database is one of a turn ago; France's order, and the results, came since."""
    hosted.begun()
    hosted.order("England", "F LON - NTH")
    backup.write_dump(hosted.url(), tmp_path / "old.dump")
    hosted.order("France", "A PAR - BUR")
    hosted.engine().dispose()
    assert "A PAR - BUR" in " ".join(mail.text for mail in hosted.run(DEADLINE + MINUTE))
    put_back(hosted, tmp_path / "old.dump")
    return hosted


def test_no_host_does_anything_on_an_old_database(old: HostedWorld, tmp_path: Path) -> None:
    other = HostedWorld(tmp_path / "other", old.url())
    assert batch.run(other.home, old.now).lines == []  # a new one can't know
    before = old.outbox()
    for host in (old, other, old):
        with pytest.raises(KeeperError, match=rf"{OLDER}.*up to 1 letter and \d+ mails"):
            batch.run(host.home, old.now + MINUTE)
        assert OLDER in str(status.look_at_standing(host.home))
        assert OLDER in " ".join(map(str, audit(host.home).faults))
    assert old.outbox() == before
    assert "the players of 1 game are told so" in backup.resume(other.home, now=old.now)
    told = [*old.run(), *other.run(old.now)]
    assert sum("counts no more" in one.flat or "is lost" in one.flat for one in told) == 8
    assert audit(old.home).faults == []


def test_a_worker_at_work_writes_nothing_into_it(hosted: HostedWorld, tmp_path: Path) -> None:
    hosted.begun()
    hosted.run(DEADLINE - 10 * MINUTE)
    backup.write_dump(hosted.url(), tmp_path / "old.dump")
    opened = spool.open_spool(hosted.home)
    engine = open_alone(hosted.url(), turn=BESIDE, head=opened.head)
    bell.hang(engine)
    work = worker.begin_round(engine, opened, "one", hosted.now)
    hosted.mail("england@players.example", "F LON - NTH", to=hosted.address("England"))
    worker.take(work)
    put_back(hosted, tmp_path / "old.dump")
    hosted.mail("france@players.example", "A PAR - BUR", to=hosted.address("France"))
    with pytest.raises(LostError, match="has become older"):
        worker.take(work)
    with pytest.raises(KeeperError, match=OLDER):
        worker.begin_round(engine, opened, "one", hosted.now)
    engine.dispose()
    assert hosted.rows("SELECT count(*) FROM letters") == [(0,)]


def test_hosts_that_were_away_when_the_keeper_resumed_go_on(
    old: HostedWorld, tmp_path: Path
) -> None:
    """Whoever knows more than the database, before the keeper's word, need not ask again."""
    other = HostedWorld(tmp_path / "other", old.url())
    (other.home / "head.play1").write_bytes((old.home / "head").read_bytes())
    with pytest.raises(KeeperError, match=OLDER):
        batch.run(old.home, old.now)
    backup.resume(old.home, now=old.now)
    assert batch.run(other.home, old.now).lines == []
