"""grammar/, templates/ and variants/ are found from a checkout, an editable install and a wheel."""

import ast
import configparser
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import metadata
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from judge import __version__, cli, resources
from judge.kernel.errors import KeeperError
from judge.spool import installed
from judge.store.glance import VERSION

PROJECT = Path(__file__).parent.parent
NAMED_OTHERWISE = {
    "dkimpy": "dkim",
    "dnspython": "dns",
    "import-linter": "importlinter",
    "markdown-it-py": "markdown_it",
    "inotify-simple": "inotify_simple",
    "pillow": "PIL",
    "resvg-py": "resvg_py",
}
"""Libraries that are imported by another name than they are installed by."""
SHIPPED = ("judge", "grammar", "spool", "templates", "variants")
PROBE = """
from judge.resources import root
print(root("grammar") / "orders.lark")
print(root("grammar") / "languages" / "english.txt")
print(root("templates") / "mail" / "results.txt.j2")
print(root("variants") / "standard" / "map.toml")
print(root("variants") / "standard" / "RULES.md")
print(root("sample") / "in" / "new" / "10-out-of-office.eml")
"""
LISTED = """
from judge.spool import installed
from judge.resources import root
print(*installed._read(), sep="\\n")
assert not installed.explain_missing(), installed.explain_missing()
assert not list(installed.find_changed())
(root("templates") / "mail" / "results.txt.j2").unlink()
print(installed.explain_missing())
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what a release holds, away from the checkout."""
    copy = tmp_path / "tree"
    skip = shutil.ignore_patterns("__pycache__", "*.egg-info", installed.LIST.name)
    for name in SHIPPED:
        shutil.copytree(PROJECT / name, copy / name, ignore=skip)
    for name in ("setup.cfg", "setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT / name, copy / name)
    return copy


def run(*command: str | Path, path: Path | None = None) -> str:
    """Run a command away from the checkout, with ``path`` as its PYTHONPATH; return its output."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    if path:
        env["PYTHONPATH"] = str(path)
    done = subprocess.run(
        [str(word) for word in command],
        cwd="/",
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def assert_listed(printed: str) -> None:
    """All that is shipped is listed, nothing was changed, and one that goes is missed."""
    *names, sentence = printed.splitlines()
    shipped = {
        f"{path.relative_to(PROJECT)}"
        for name in installed.ROOTS
        for path in resources.root(name).rglob("*")
        if path.suffix in installed.KINDS
    }
    papers = {f"{name}/README.md" for name in ("templates", "grammar/answers", "grammar/choices")}
    assert set(names) | papers == shipped
    assert "results.txt.j2 of this judge is missing or empty: it takes no mail" in sentence


def assert_found(printed: str, below: Path) -> None:
    """Every printed file exists and lies below the folder that it should come from."""
    paths = [Path(line) for line in printed.splitlines()]
    assert len(paths) == 6
    for path in paths:
        assert path.is_file()
        assert path.is_relative_to(below.resolve()) or path.is_relative_to(below)


def test_a_bare_checkout_finds_its_data(tree: Path) -> None:
    assert_found(run(sys.executable, "-S", "-c", PROBE, path=tree), tree)


def test_a_wheel_finds_its_data(tree: Path, tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, tree)
    (wheel,) = tmp_path.glob("*.whl")
    target = tmp_path / "installed"
    run(*pip, "install", "--no-deps", "--no-index", "--target", target, wheel)
    assert_found(run(sys.executable, "-S", "-c", PROBE, path=target), target)
    assert_listed(run(sys.executable, "-S", "-c", LISTED, path=target))


@pytest.mark.long
def test_pipx_installs_a_wheel_that_shows_the_demo(tree: Path, tmp_path: Path) -> None:
    """With the libraries that the package index has, and with nothing else of ours."""
    pip = ("-m", "pip", "--quiet", "--disable-pip-version-check")
    how = ("--no-deps", "--no-build-isolation", "--wheel-dir")
    run(sys.executable, *pip, "wheel", *how, tmp_path, tree)
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True, symlinks=True)
    run(tmp_path / "venv/bin/python", *pip, "install", "pipx")
    here = (f"PIPX_HOME={tmp_path / 'pipx'}", f"PIPX_BIN_DIR={tmp_path / 'bin'}")
    run("env", *here, tmp_path / "venv/bin/pipx", "install", wheel)
    judge = tmp_path / "bin" / "judge"
    assert run(judge, "--version").startswith(f"judge, version {__version__}, ")
    assert "To be looked at" in run(judge, "demo", tmp_path / "demo")


@pytest.mark.long
def test_an_editable_install_finds_its_data(tree: Path, tmp_path: Path) -> None:
    home = tmp_path / "venv"
    venv.create(home, with_pip=True, symlinks=True)
    build_tools = Path(sysconfig.get_path("purelib"))
    python = home / "bin" / "python"
    pip = ("-m", "pip", "--quiet", "--disable-pip-version-check", "install")
    run(python, *pip, "--no-deps", "--no-build-isolation", "--editable", tree, path=build_tools)
    assert_found(run(python, "-c", PROBE), tree)
    assert_listed(run(python, "-c", LISTED))


def test_a_checkout_that_nothing_lists_is_not_refused(tree: Path) -> None:
    probe = "from judge.spool import installed; print([installed.explain_missing()])"
    assert run(sys.executable, "-S", "-c", probe, path=tree) == "['']\n"


def test_a_file_that_is_new_or_edited_is_no_obstacle_one_that_is_empty_is(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "root", lambda name: tree / name)
    monkeypatch.setattr(installed, "LIST", tree / "installed.txt")
    installed.write()
    help_page, style = tree / "templates/help/rules.txt.j2", tree / "templates/help/mine.txt.j2"
    help_page.write_text("RULES\n\nOurs.\n")
    style.write_text("MINE\n")
    assert installed.explain_missing() == ""
    assert list(installed.find_changed()) == [help_page]
    help_page.write_text("")
    assert installed.explain_missing().startswith(f"{help_page} of this judge is missing or empty")
    shutil.rmtree(tree / "templates" / "mail")
    (tree / "templates" / "mail").touch()
    assert " more files of this judge are missing or empty" in installed.explain_missing()
    installed.LIST.write_text("cut o")
    with pytest.raises(KeeperError, match=r"installed\.txt is damaged: install the judge anew"):
        installed.explain_missing()


def imported(path: Path) -> list[str]:
    """Every module that a file imports, wherever the import stands."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(node.module or "")
    return names


@pytest.mark.long
def test_every_library_that_is_imported_is_asked_for_by_name() -> None:
    """One that only another library brings along may be gone with its next version."""
    drawing = PROJECT / "judge" / "authoring" / "cartography"
    users = {"hosts": ["judge"], "test": ["tests", "bench", "release"], "bench": ["bench"]}
    for extra, folders in users.items():
        asked = _asked("") | _asked(extra) | sys.stdlib_module_names | {"judge", *folders}
        paths = [path for folder in folders for path in (PROJECT / folder).rglob("*.py")]
        there = [path for path in paths if not path.is_relative_to(drawing)]
        assert {name.partition(".")[0] for path in there for name in imported(path)} <= asked
    asked = _asked("") | _asked("draw") | sys.stdlib_module_names | {"judge"}
    paths = list(drawing.rglob("*.py"))
    assert {name.partition(".")[0] for path in paths for name in imported(path)} <= asked


def test_all_that_the_judge_needs_is_locked() -> None:
    """Nothing is asked for what it needs; a library left out is missed at some deadline."""
    pinned = _read_lock("requirements.txt") | _read_lock("debian/hosts.txt")
    asked = map(Requirement, (*_requirements(""), *_requirements("hosts"), "setuptools >= 68"))
    needed = dict(chain.from_iterable(map(_needed, asked)))
    assert set(pinned) == set(needed)
    wrong = {name for name, version in pinned.items() if not needed[name].contains(version)}
    assert wrong == set()


def _read_lock(name: str) -> dict[str, str]:
    """The versions of a lock; every one of them has the hashes of its files."""
    locked: dict[str, str] = {}
    for entry in re.split(r"\n(?=\w)", (PROJECT / name).read_text()):
        if match := re.match(r"([\w-]+)==([\w.]+)", entry):
            assert "--hash=sha256:" in entry
            locked[canonicalize_name(match[1])] = match[2]
    return locked


def _needed(asked: Requirement) -> Iterator[tuple[str, SpecifierSet]]:
    """A library that is asked for, with all that it needs here, and which versions will do."""
    yield canonicalize_name(asked.name), asked.specifier
    for one in map(Requirement, metadata.requires(asked.name) or ()):
        extras = ({"extra": extra} for extra in ("", *asked.extras))
        if one.marker is None or any(map(one.marker.evaluate, extras)):
            yield from _needed(one)


def _asked(extra: str) -> set[str]:
    """The libraries that setup.cfg names for the judge itself ("") or for an extra."""
    names = {re.split(r"[ ><=\[]", line)[0].lower() for line in _requirements(extra)}
    return {NAMED_OTHERWISE.get(name, name) for name in names}


def _requirements(extra: str) -> Sequence[str]:
    """What setup.cfg asks for, for the judge itself ("") or for an extra."""
    config = configparser.ConfigParser()
    config.read(PROJECT / "setup.cfg")
    lines = (
        config["options.extras_require"][extra] if extra else config["options"]["install_requires"]
    )
    return list(filter(None, lines.split("\n")))


def test_every_package_is_listed() -> None:
    config = configparser.ConfigParser()
    config.read(PROJECT / "setup.cfg")
    listed = set(config["options"]["packages"].split())
    home = PROJECT / "judge"
    there = {
        ".".join(("judge", *path.parent.relative_to(home).parts))
        for path in home.rglob("__init__.py")
    }
    assert (
        there | {f"judge.{name}" for name in ("grammar", "sample", "templates", "variants")}
        == listed
    )


def test_the_distribution_is_not_called_like_somebody_elses() -> None:
    """The command tells its version, which it looks up under the distribution's name."""
    config = configparser.ConfigParser()
    config.read(PROJECT / "setup.cfg")
    assert config["metadata"]["name"] == "diplomacy-judge"
    told = CliRunner().invoke(cli.main, ["--version"], prog_name="judge")
    begin = f"judge, version {__version__}, schema {VERSION}, commit "
    assert re.fullmatch(rf"{begin}([0-9a-f]{{12}}|unknown)\n", told.output)


def numbers(version: str) -> tuple[int, ...]:
    """A version to be compared."""
    return tuple(map(int, version.split(".")))


def test_the_changelog_says_of_each_version_what_is_new() -> None:
    """Its headings are versions, newest first: the one that this is, or that is to be released."""
    text = (PROJECT / "CHANGELOG.md").read_text()
    heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
    tags = [
        re.fullmatch(r"(\d+\.\d+\.\d+) \((unreleased|20\d\d-\d\d-\d\d)\)", head) for head in heads
    ]
    assert all(tags), heads
    versions = [numbers(tag[1]) for tag in tags if tag]
    assert versions == sorted(versions, reverse=True)
    if tags[0] and tags[0][2] == "unreleased":
        assert versions[0] >= numbers(__version__)
    else:
        assert versions[0] == numbers(__version__)


def test_the_changelog_of_a_version_is_read_in_a_minute() -> None:
    for version in (PROJECT / "CHANGELOG.md").read_text().split("\n## ")[1:]:
        assert len(version.splitlines()) <= 40


PYTHONS = [f"python3.{minor}" for minor in range(11, 15)]
TESTERS = {"pytest", "mypy", "ruff", "hypothesis", "aiosmtpd", "wheel"}


@pytest.mark.long
@pytest.mark.parametrize("kind", ["*-none-any.whl", "*.tar.gz"])
@pytest.mark.parametrize("name", PYTHONS)
def test_what_make_dist_builds_keeps_a_judge(name: str, kind: str, tmp_path: Path) -> None:
    """Outside of the checkout, with nothing in it that only tests or lint need."""
    found = _find_python(name)
    if not found:
        pytest.skip(f"not installed: {name}")
    (built,) = _dist().glob(kind)
    run(found, "-m", "venv", tmp_path / "venv")
    bin_ = tmp_path / "venv" / "bin"
    run(bin_ / "pip", "install", "--quiet", "--disable-pip-version-check", built)
    spool = tmp_path / "spool"
    run(bin_ / "judge", "init", spool)
    (spool / "in" / "new" / "mail").write_text("From: a@players.example\n\nHELP\n")
    assert run(bin_ / "judge", "run", "--spool", spool) == ""
    assert len(list((spool / "out" / "new").iterdir())) == 1
    assert "cat >/etc/systemd" in run(bin_ / "judge", "recipe", "systemd", "--spool", spool)
    commit = run("git", "-C", PROJECT, "rev-parse", "HEAD")[:12]
    assert f"commit {commit}\n" in run(bin_ / "judge", "--version")
    assert "To be looked at" in run(bin_ / "judge", "demo", tmp_path / "demo")
    there = run(bin_ / "pip", "list", "--format", "freeze").lower()
    assert not TESTERS & {line.partition("==")[0] for line in there.splitlines()}


def _find_python(name: str) -> str:
    """A Python of this version that runs, pyenv's as well; "" if there is none."""
    known = [shutil.which(name) or "", *map(str, Path.home().glob(f".pyenv/versions/*/bin/{name}"))]
    for one in known:
        if one and subprocess.run((one, "-V"), check=False, capture_output=True).returncode == 0:
            return one
    return ""


@cache
def _dist() -> Path:
    """The folder of what ``make dist`` has built."""
    for old in (PROJECT / "dist").glob("diplomacy_judge-*"):
        old.unlink()
    done = subprocess.run(("make", "-C", PROJECT, "dist"), check=False, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    return PROJECT / "dist"
