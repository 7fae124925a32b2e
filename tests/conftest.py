"""What all tests share: none of them is timed, since machines are busy."""

import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from judge.spool import installed
from tests import ports, recordings

HERE = Path(__file__).parent
MEMORY = Path("/dev/shm")
ROOM = 4 << 30
"""Bytes that must be free there: a test's spool takes less than one in a thousand of them."""


def in_memory() -> None:
    """Keep temporary files in memory, if the machine can: spools sync each byte they write.

    What a power cut leaves is tested by recording the syncs, not by the disk.
    """
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    there = os.statvfs(MEMORY)
    if there.f_bavail * there.f_frsize >= ROOM and not there.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None


in_memory()

settings.register_profile("judge", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("judge")


BY_MAIL = {
    *("campaign", "demo", "faults", "game", "games", "hosts", "keeper", "picture", "play", "post"),
    *("screens", "servers", "site", "world"),
}
"""Folders whose tests found a judge, send it mail and let it pass, a third of a second each."""
FIRST = 3
"""Tests of each file there that are enough before a change: what it is about stands first in it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Everything, or what is enough before a change."""
    parser.addoption("--all", action="store_true", help="every test, as make test-all does")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only ``--all`` runs.

    That is what is marked ``long``; of a test marked ``sweep`` all but so many of its parameters,
    spread over them; of a file of tests by mail all but the first three, each with its first
    parameter, if it was not asked for by name.
    """
    if config.getoption("--all"):
        return
    named = {Path(one.partition("::")[0]).resolve() for one in config.args}
    runs: dict[tuple[Path, str], list[pytest.Item]] = {}
    for item in items:
        runs.setdefault((item.path, item.nodeid.partition("[")[0]), []).append(item)
    kept: set[pytest.Item] = set()
    tests_of_file: Counter[Path] = Counter()
    for (path, _), group in runs.items():
        if path in named:
            kept |= {*group}
            continue
        most = len(group)
        if path.relative_to(HERE).parts[0] in BY_MAIL:
            tests_of_file[path] += 1
            most = 1 if tests_of_file[path] <= FIRST else 0
        sweep = group[0].get_closest_marker("sweep")
        most = min(most, *sweep.args) if sweep else most
        long = group[0].get_closest_marker("long")
        kept |= {*group[:: -(-len(group) // most)]} if most and not long else set()
    config.hook.pytest_deselected(items=[one for one in items if one not in kept])
    items[:] = [one for one in items if one in kept]


def pytest_configure(config: pytest.Config) -> None:
    """List the checkout's files as an install does: tests may be about one that is new or gone."""
    if not hasattr(config, "workerinput"):
        installed.write()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what was written anew, to be read before it is committed."""
    for line in recordings.changed:
        terminalreporter.write_line(line)


@pytest.fixture(autouse=True)
def same_umask() -> Iterator[None]:
    """A test that leaves another umask behind would change the files of those after it."""
    before = os.umask(0o022)
    os.umask(before)
    yield
    after = os.umask(before)
    assert after == before, "the test changed the umask of the whole process"


@pytest.fixture
def free_port() -> int:
    """A port of loopback that nobody listens on."""
    return ports.free_port()
