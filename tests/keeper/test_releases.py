"""From one release to the next and back, by what is released: nothing here is a checkout."""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

import release
from judge import __version__
from judge.store.glance import VERSION
from tests import folders
from tests.game.world import DEADLINE, MINUTE, World
from tests.keeper import elsewhere

PROJECT = Path(__file__).parents[2]
NEXT, NEXT_SCHEMA = "1.0.1", "1002"
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


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is tracked, away from the checkout."""
    folder = tmp_path_factory.mktemp("tree")
    elsewhere.pack(PROJECT, folder / "tree.tar")
    with tarfile.open(folder / "tree.tar") as tar:
        tar.extractall(folder / "diplomacy-judge", filter="data")
    return folder / "diplomacy-judge"


def install(tree: Path, target: Path) -> Path:
    """Install a judge, whose libraries are ours, into a folder."""
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
    how = ("--no-deps", "--no-index", "--no-build-isolation", "--target", target)
    subprocess.run((*pip, *how, tree), check=True, cwd="/")
    return target


def judge(program: Path, *words: object) -> str:
    """What a release says."""
    env = os.environ | {"PYTHONPATH": str(program)}
    command = [sys.executable, "-m", "judge", *map(str, words)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd="/", env=env)
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def programs(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The release that we are, and a next one that has one more table."""
    folder = tmp_path_factory.mktemp("programs")
    ours = install(tree, folder / "ours")
    for name, old, new in (
        ("judge/__init__.py", f'"{__version__}"', f'"{NEXT}"'),
        ("judge/store/glance.py", f'VERSION = "{VERSION}"', f'VERSION = "{NEXT_SCHEMA}"'),
        ("judge/store/schema.py", "\nmarks = ", f"{TABLE}\nmarks = "),
    ):
        text = (tree / name).read_text()
        assert old in text
        (tree / name).write_text(text.replace(old, new))
    (tree / "judge/store/migrations/versions/1002_news.py").write_text(MIGRATION)
    return ours, install(tree, folder / "next")


def test_a_judge_with_a_game_of_each_kind_is_upgraded_and_goes_back(
    programs: tuple[Path, Path], tmp_path: Path
) -> None:
    ours, later = programs
    world = World(tmp_path / "spool")
    variants = folders.of_each_kind()
    for number, variant in enumerate(variants):
        world.begun(f"game{number}", variant=variant)
    home = world.home
    assert judge(ours, "run", "--pretend", "--now", world.now, "--spool", home) == ""
    before = judge(ours, "list", "--json", "--spool", home)
    assert before.count('"status":"running"') == len(variants)

    told = judge(later, "upgrade", "--spool", home).splitlines()
    file = home / f"backup-before-{NEXT}.tar.gz"
    assert told[:2] == [
        f"{file} holds this judge as it was.",
        f"It was {__version__} (schema {VERSION}) and is {NEXT} (schema {NEXT_SCHEMA}) now.",
    ]
    assert told[2].startswith(f"The way back to {__version__}: ")
    assert f"diplomacy-judge=={__version__}; judge restore {file} {home}.{__version__}" in told[2]
    assert judge(later, "list", "--json", "--spool", home) == before
    assert "was written by a newer judge" in judge(ours, "run", "--spool", home)
    again = judge(later, "upgrade", "--spool", home).splitlines()
    assert again[:2] == [f"This judge is {NEXT} already: nothing has to be done.", told[2]]

    match = re.search(r"judge (restore \S+ \S+) ", told[2])
    assert match
    assert "is the judge as of" in judge(ours, *match[1].split())
    home.rename(tmp_path / "left")
    Path(f"{home}.{__version__}").rename(home)
    assert "The judge goes on" in judge(ours, "resume", "--spool", home)
    assert "Nothing is wrong." in judge(ours, "audit", "--spool", home)
    assert judge(ours, "list", "--json", "--spool", home) == before
    moment = DEADLINE + MINUTE
    assert judge(ours, "run", "--pretend", "--now", moment, "--spool", home) == ""
    played = judge(ours, "list", "--json", "--spool", home)
    assert played != before
    assert played.count('"status":"running"') == len(variants)


def test_where_a_pass_migrated_the_way_back_is_told_by_the_next_upgrade(
    programs: tuple[Path, Path], tmp_path: Path
) -> None:
    ours, later = programs
    world = World(tmp_path / "spool")
    world.begun()
    home = world.home
    judge(ours, "run", "--pretend", "--now", world.now, "--spool", home)
    world.raw(b"From: new@players.example\n\nLIST\n")
    assert judge(later, "run", "--pretend", "--now", world.now + MINUTE, "--spool", home) == ""
    told = judge(later, "upgrade", "--spool", home).splitlines()
    kept = home / f"judge.db.before-{NEXT_SCHEMA}"
    assert f"; {kept} takes the place of judge.db; judge resume" in told[1]
    for end in ("-wal", "-shm"):
        (home / f"judge.db{end}").unlink(missing_ok=True)
    kept.replace(home / "judge.db")
    assert "counts no more" in judge(ours, "resume", "--spool", home)
    assert '"status":"running"' in judge(ours, "list", "--json", "--spool", home)


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
