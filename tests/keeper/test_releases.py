"""From one release to the next and back, by what is released: nothing here is a checkout."""

import os
import re
import signal
import subprocess
import sys
import sysconfig
import tarfile
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

import release
from judge import __version__
from judge.keeper import backup
from judge.keeper.audit import audit
from judge.store.glance import VERSION
from tests import folders, recordings
from tests.game.world import DEADLINE, MINUTE, World
from tests.hosts.cluster import Cluster
from tests.hosts.conftest import postgres
from tests.keeper import elsewhere
from tests.servers.stack import wait

__all__ = ["postgres"]
PROJECT = Path(__file__).parents[2]
SPOOLS = Path(__file__).parent / "spools"
"""A spool of each release, as it left it: a backup with a game of each kind under way."""
NEXT, NEXT_SCHEMA = "1.1.1", "1102"
MIGRATION = f"""\
import sqlalchemy as sa
from alembic import op

revision = "{NEXT_SCHEMA}"
down_revision = "{VERSION}"


def upgrade() -> None:
    op.create_table("news", sa.Column("id", sa.Integer, primary_key=True))
"""
TABLE = '\nnews = Table("news", metadata, Column("id", Integer, primary_key=True))\n'
pytestmark = pytest.mark.long


# --- the spools that releases left


def test_this_version_leaves_a_spool(tmp_path: Path) -> None:
    """It is written where none is yet and JUDGE_REWRITE gives a reason."""
    path = SPOOLS / f"{__version__}.tar.gz"
    if not path.exists() and os.environ.get(recordings.REASON):
        world = World(tmp_path / "spool")
        for variant in folders.of_each_kind():
            world.begun(f"a{variant}", variant=variant)
        world.say("new@players.example", "REGISTER Ann\nCREATE forming")
        world.run(DEADLINE + MINUTE)
        for variant in folders.of_each_kind():
            power = world.rows(
                f"SELECT min(power) FROM seats, games WHERE game = games.id AND name = 'a{variant}'"
            )[0][0]
            world.order(power, "HOLD ALL\nPRESS TO ALL\nHello\nEND PRESS", f"a{variant}")
        backup.backup(world.home, path)
        path.chmod(0o644)
    assert path.exists()


@pytest.mark.parametrize("file", sorted(SPOOLS.glob("*.tar.gz")), ids=lambda file: file.name)
def test_the_spool_of_a_release_goes_on(file: Path, tmp_path: Path) -> None:
    """Once more a turn of each of its games, in the tables that a new spool has."""
    backup.restore(file, tmp_path / "kept")
    backup.resume(tmp_path / "kept", now=DEADLINE + 2 * MINUTE)
    world = World(tmp_path / "spool", tmp_path / "kept")
    running = "SELECT name, number FROM games WHERE status = 'running' ORDER BY name"
    before = world.rows(running)
    assert len(before) >= 6
    world.run(max(world.due(name) for name, _ in before) + MINUTE)
    assert world.rows(running) == [(name, number + 1) for name, number in before]
    assert audit(world.home).faults == []
    columns = (
        'SELECT t.name, c.name, c.type, c."notnull", c.pk FROM sqlite_master t, '
        "pragma_table_info(t.name) c WHERE t.name NOT LIKE 'sqlite_%' ORDER BY 1, 2"
    )
    assert world.rows(columns) == World(tmp_path / "fresh").rows(columns)


# --- a keeper who has the wheels alone


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheels of the release that we are, and of a next one that has one more table."""
    folder = tmp_path_factory.mktemp("wheels")
    shelf, tree = folder / "shelf", folder / "diplomacy-judge"
    elsewhere.pack(PROJECT, folder / "tree.tar")
    with tarfile.open(folder / "tree.tar") as tar:
        tar.extractall(tree, filter="data")
    how = ("--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir")
    _python("pip", "wheel", "--quiet", "--disable-pip-version-check", *how, shelf, tree)
    _python("wheel", "unpack", "--dest", folder, *shelf.iterdir())
    unpacked = folder / f"diplomacy_judge-{__version__}"
    notes = unpacked / f"diplomacy_judge-{NEXT}.dist-info"
    (unpacked / f"{unpacked.name}.dist-info").rename(notes)
    for name, old, new in (
        (f"{notes.name}/METADATA", f"\nVersion: {__version__}\n", f"\nVersion: {NEXT}\n"),
        ("judge/__init__.py", f'"{__version__}"', f'"{NEXT}"'),
        ("judge/store/glance.py", f'VERSION = "{VERSION}"', f'VERSION = "{NEXT_SCHEMA}"'),
        ("judge/store/schema.py", "\nmarks = ", f"{TABLE}\nmarks = "),
    ):
        text = (unpacked / name).read_text()
        assert old in text
        (unpacked / name).write_text(text.replace(old, new, 1))
    (unpacked / "judge/store/migrations/versions/1102_news.py").write_text(MIGRATION)
    _python("wheel", "pack", "--dest", shelf, unpacked)
    return shelf


def _python(*words: object) -> None:
    command = (sys.executable, "-m", *map(str, words))
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr


@dataclass(frozen=True, slots=True)
class Keeper:
    """Somebody with a folder of wheels, an environment of Python's, and a spool of his own."""

    shelf: Path
    programs: Path
    home: Path

    @property
    def spool(self) -> Path:
        """His judge's."""
        return self.home / "spool"

    @property
    def environment(self) -> dict[str, str]:
        """What his shell knows: of no index, and of no other spool."""
        return {
            "HOME": str(self.home),
            "PATH": f"{self.programs}/bin:/usr/bin:/bin",
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.shelf),
            "JUDGE_SPOOL": str(self.spool),
        }

    def do(self, command: str) -> str:
        """What his shell says to a line."""
        done = subprocess.run(
            ("sh", "-c", command),
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.home,
            env=self.environment,
        )
        return done.stdout

    def install(self, version: str = __version__) -> None:
        """Install a release."""
        self.do(f"pip install {self.shelf}/diplomacy_judge-{version}-*.whl")
        assert self.do("judge --version").startswith(f"judge, version {version}, ")

    def bring_games(self) -> str:
        """Go on with the spool that this release left; what it lists."""
        self.do(f"judge restore {SPOOLS}/{__version__}.tar.gz {self.spool}")
        assert "The judge goes on" in self.do("judge resume")
        return self.list_games()

    def list_games(self) -> str:
        """All of them."""
        return self.do("judge list --json")


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment that has pip and, of what lies in ours, the libraries."""
    home = tmp_path_factory.mktemp("programs")
    libraries = home / "libraries"
    libraries.mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not path.name.startswith(("__editable__", "diplomacy_judge", "pip")):
            (libraries / path.name).symlink_to(path)
    venv.create(home / "venv", with_pip=True, symlinks=True)
    (site,) = (home / "venv").glob("lib/python*/site-packages")
    (site / "libraries.pth").write_text(f"{libraries}\n")
    return home / "venv"


@pytest.fixture
def keeper(shelf: Path, programs: Path, tmp_path: Path) -> Keeper:
    """One who has just installed this release."""
    keeper = Keeper(shelf, programs, tmp_path)
    keeper.install()
    return keeper


def test_a_judge_with_a_game_of_each_kind_is_upgraded_and_goes_back(keeper: Keeper) -> None:
    home = keeper.spool
    before = keeper.bring_games()
    assert before.count('"status":"running"') >= 6

    keeper.do("pip install --upgrade diplomacy-judge")
    told = keeper.do("judge upgrade").splitlines()
    file = home / f"backup-before-{NEXT}.tar.gz"
    assert told[:2] == [
        f"{file} holds this judge as it was.",
        f"It was {__version__} (schema {VERSION}) and is {NEXT} (schema {NEXT_SCHEMA}) now.",
    ]
    assert keeper.list_games() == before
    again = keeper.do("judge upgrade").splitlines()
    assert again[:2] == [f"This judge is {NEXT} already: nothing has to be done.", told[2]]

    way = re.fullmatch(
        rf"The way back to {__version__}: (.*); (judge restore .*) \(.*\)\.", told[2]
    )
    assert way
    keeper.do(way[1])
    assert keeper.do("judge --version").startswith(f"judge, version {__version__}, ")
    assert "was written by a newer judge" in keeper.do("judge run")
    assert "is the judge as of" in keeper.do(way[2])
    home.rename(keeper.home / "left")
    Path(f"{home}.{__version__}").rename(home)
    assert "The judge goes on" in keeper.do("judge resume")
    assert "Nothing is wrong." in keeper.do("judge audit")
    assert keeper.list_games() == before
    assert keeper.do("judge run --pretend --now 2026-12-24T12:00Z") == ""
    assert keeper.list_games() != before


def test_where_a_pass_migrated_the_way_back_is_told_by_the_next_upgrade(keeper: Keeper) -> None:
    home = keeper.spool
    before = keeper.bring_games()
    keeper.install(NEXT)
    assert keeper.do("judge run --pretend --now 2026-11-06T12:00Z") == ""
    told = keeper.do("judge upgrade").splitlines()
    kept = home / f"judge.db.before-{NEXT_SCHEMA}"
    assert f"; {kept} takes the place of judge.db; judge resume" in told[1]
    keeper.do(f"pip install diplomacy-judge=={__version__}")
    for end in ("-wal", "-shm"):
        (home / f"judge.db{end}").unlink(missing_ok=True)
    kept.replace(home / "judge.db")
    assert "counts no more" in keeper.do("judge resume")
    assert keeper.list_games().count('"status":"running"') == before.count('"status":"running"')


@contextmanager
def at_work(keeper: Keeper, *words: str) -> Iterator[None]:
    """What goes on meanwhile, outlives what is done, and ends without a traceback when told to.

    It is begun beside a folder called judge, which is another version.
    """
    command = (str(keeper.programs / "bin" / "judge"), *words)
    with (
        (keeper.home / "said").open("w") as said,
        subprocess.Popen(command, env=keeper.environment, cwd=PROJECT, stderr=said) as process,
    ):
        try:
            yield
            assert process.poll() is None
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
        finally:
            process.kill()
    assert "Traceback" not in (keeper.home / "said").read_text()


def assert_outlives_an_upgrade(keeper: Keeper, *words: str) -> None:
    """A mail that comes while pip is at work is answered like those before and after it."""
    sent = keeper.spool / "out" / "new"

    def ask(number: int) -> None:
        """Mail, and wait for the answer."""
        name = f"<{number}@x.example>"
        mail = f"From: a{number}@players.example\nMessage-ID: {name}\n\nHELP\n"
        (keeper.spool / "in" / "new" / f"{number}.eml").write_text(mail)
        asked = f"In-Reply-To: {name}"
        wait(lambda: any(asked in path.read_text() for path in sent.glob("*")), 120)

    with at_work(keeper, *words):
        ask(1)
        upgrade = (keeper.programs / "bin" / "pip", "install", "-q", "--upgrade", "diplomacy-judge")
        with subprocess.Popen(upgrade, env=keeper.environment) as pip:
            for number in count(2):
                ask(number)
                if pip.poll() is not None:
                    break
        assert pip.returncode == 0
        wait(lambda: f"is {NEXT} already" in keeper.do("judge upgrade"), 120)
        ask(number + 1)


def test_a_watch_outlives_what_pip_does(keeper: Keeper) -> None:
    keeper.do("judge init spool")
    assert_outlives_an_upgrade(keeper, "watch")


def test_a_worker_outlives_what_pip_does(keeper: Keeper, postgres: Cluster) -> None:
    postgres.execute("CREATE DATABASE upgraded")
    keeper.do(f"judge init spool --database {postgres.url('upgraded')}")
    assert_outlives_an_upgrade(keeper, "worker")


# --- what is released


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone of what is committed, that may be spoilt."""
    folder = tmp_path_factory.mktemp("clone") / "judge"
    subprocess.run(("git", "clone", "-q", "--no-tags", PROJECT, folder), check=True)
    return folder


def commit(clone: Path) -> None:
    """Commit all of a clone."""
    who = ("-c", "user.name=x", "-c", "user.email=x@x.example")
    subprocess.run(("git", "-C", clone, *who, "commit", "-qam", "x"), check=True)


def test_what_is_not_ready_is_not_released(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "HERE", clone)
    notes = clone / "CHANGELOG.md"
    dated = f"## {__version__} (2026-11-30)"
    ready = re.sub(rf"## {__version__} \(.*\)", dated, notes.read_text())
    notes.write_text(ready.replace("(2026-11-30)", "(unreleased)"))
    assert f"CHANGELOG.md does not say when {__version__} is released." in release.find_faults()
    notes.write_text(f"{ready}\n")
    assert release.find_faults() == ["There are changes that are not committed."]
    commit(clone)
    assert release.find_faults() == []
    assert release.find_faults("1.0.9") == [
        "CHANGELOG.md has no release note of 1.0.9.",
        "debian/changelog does not begin with 1.0.9.",
        "tests/keeper/spools has no spool of 1.0.9.",
        "templates/help/version.txt.j2 does not tell players of 1.0.9.",
    ]
    notes.write_text(ready.replace("### For authors", "### Authors"))
    commit(clone)
    assert release.find_faults() == [f"The release note of {__version__} has no '### For authors'."]
    subprocess.run(("git", "-C", clone, "tag", f"v{__version__}"), check=True)
    assert release.find_faults()[0].startswith(f"{__version__} is released already")


def test_built_twice_it_is_the_same_to_the_byte_and_whole(
    clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "HERE", clone)
    for name in ("once", "twice"):
        release.build(tmp_path / name, compiled=False)
    assert release.digests(tmp_path / "once") == release.digests(tmp_path / "twice")
    (sdist,) = (tmp_path / "once").glob("*.tar.gz")
    with tarfile.open(sdist) as tar:
        held = {name.partition("/")[2] for name in tar.getnames()}
    tracked = set(release.git("ls-files").split("\n"))
    left_out = {name for name in tracked if name.startswith(("tests/", "bench/", "."))}
    assert tracked - held == left_out
    assert not {name for name in held if name.startswith("tests")}
