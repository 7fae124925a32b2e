"""What all tests share: none of them is timed, since machines are busy."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from judge.spool import installed
from tests import ports, recordings

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
