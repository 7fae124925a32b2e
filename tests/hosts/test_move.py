"""A judge moves from its file into PostgreSQL and back, with games under way."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import Engine

from judge.cli import main
from judge.keeper import backup, moving
from judge.keeper.audit import audit
from judge.kernel.errors import KeeperError
from judge.run import batch
from judge.spool import spool
from judge.store import log, server
from judge.store.database import make_engine
from tests.game.world import DEADLINE, MINUTE, World
from tests.hosts.cluster import Cluster
from tests.hosts.test_same import rows
from tests.hosts.world import HostedWorld


def export(world: World) -> str:
    """The game as programs read it, but when that was asked."""
    done = CliRunner().invoke(main, ["export", "alpha", "--secret", "--spool", str(world.home)])
    assert done.exit_code == 0, done.output
    return "\n".join(line for line in done.output.splitlines() if '"exported"' not in line)


def test_a_judge_moves_there_and_back_and_plays_on(postgres: Cluster, tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.begun()
    world.order("France", "A PAR - BUR")
    before, kept = export(world), rows(world)
    postgres.execute("CREATE DATABASE moved")
    url = postgres.url("moved")
    said = moving.move(world.home, url, world.now)
    assert said.startswith("This judge is in the database moved now, with 1 mail; judge.db holds")
    assert export(world) == before
    world = Again(world)
    for table in kept.keys() - {"log", "marks", "raws"}:
        assert rows(world)[table] == kept[table], table
    assert audit(world.home).faults == []
    assert not (world.home / "judge.db").exists()
    results = world.run(DEADLINE + MINUTE)
    assert "A PAR - BUR" in " ".join(mail.text for mail in results)
    world.order("Germany", "A MUN - RUH")
    played = export(world)

    other = World(tmp_path / "other")  # a host that knows nothing of the next move
    (other.home / "judge.db").unlink()
    other.section("database", f'url = "{url}"')
    assert moving.move(world.home, "", world.now).endswith("'judge audit' and 'judge status'.")
    with pytest.raises(KeeperError, match=r"This judge has moved to judge.db, which url in"):
        other.run(world.now + MINUTE)
    world = Again(world)
    assert not spool.open_spool(world.home).is_shared
    assert export(world) == played
    assert audit(world.home).faults == []
    world.order("England", "F LON - NTH")
    assert world.run(world.due() + MINUTE)
    assert audit(world.home).faults == []
    with world.reading() as db:
        assert log.broken_rows(log.links(db)) == []


def test_a_move_beside_a_worker_says_what_it_waits_for(
    hosted: HostedWorld, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(moving, "PATIENCE", 1.0)
    hosted.begun()
    at_work = server.connect(hosted.url(), server.BESIDE)
    with at_work.connect(), pytest.raises(KeeperError, match="does not end"):
        moving.move(hosted.home, "", hosted.now)
    at_work.dispose()
    line = capsys.readouterr().err
    assert "connection " in line
    assert "it is waited for, 1 seconds at most" in line


def test_a_move_that_is_refused_changes_nothing(postgres: Cluster, tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.begun()
    toml = (world.home / "judge.toml").read_text()
    for url, why in (
        ("", "judge.db is where this judge is already"),
        ("mysql://x", "has to begin with postgresql"),
        (postgres.database(), "holds a judge already"),
    ):
        with pytest.raises(KeeperError, match=why):
            moving.move(world.home, url)
    assert (world.home / "judge.toml").read_text() == toml
    world.order("France", "A PAR - BUR")
    assert audit(world.home).faults == []


def test_a_backup_goes_into_an_empty_database_behind_a_fence(
    postgres: Cluster, hosted: HostedWorld, tmp_path: Path
) -> None:
    hosted.begun()
    hosted.order("France", "A PAR - BUR")
    file, home = tmp_path / "judge.tar.gz", tmp_path / "again"
    before = export(hosted)
    assert "holds this judge as of" in backup.backup(hosted.home, file)
    with pytest.raises(KeeperError, match="say with --database URL which empty one"):
        backup.restore(file, home)
    with pytest.raises(KeeperError, match="holds a judge already"):
        backup.restore(file, home, url=hosted.url())
    assert not home.exists()

    postgres.execute("CREATE DATABASE again")
    backup.restore(file, home, url=postgres.url("again"))
    assert sorted(path.name for path in home.iterdir() if path.is_file()) == [
        "judge.toml",
        "restored",
        "secret",
    ]
    with pytest.raises(KeeperError, match="This judge was restored from a backup"):
        batch.run(home, hosted.now)
    backup.resume(home)
    hosted.home = home
    again = Again(hosted)
    assert export(again) == before
    assert audit(home).faults == []
    again.run(DEADLINE + MINUTE)
    assert again.game().number == 2


class Again(World):
    """The judge of a world, opened anew."""

    def __init__(self, world: World) -> None:
        """What ``world`` has become."""
        self.home, self.now, self.count = world.home, world.now, world.count
        self._engine = self._reader = self._kept = None

    def reader(self) -> Engine:
        """An engine to read by."""
        url = self.url()
        return make_engine(url) if url.startswith("sqlite") else server.connect_to_read(url)
