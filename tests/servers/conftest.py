"""One set of servers for all tests here; xdist runs them in one worker."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import stack as servers
from tests.servers.stack import Stack


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    """Dovecot, and Postfix where it can run; skipped where Dovecot is missing."""
    if reason := servers.missing("dovecot", "openssl"):
        pytest.skip(reason)
    # Other users deliver into it, and pytest's own folders are closed to them.
    base = Path(tempfile.mkdtemp(prefix="judge-servers-"))
    base.chmod(0o755)
    try:
        with servers.running(base) as running:
            yield running
    finally:
        shutil.rmtree(base)


@pytest.fixture
def postfix(stack: Stack) -> Iterator[Stack]:
    """The servers with Postfix; skipped where it can't run. A test that fails shows its log."""
    if reason := servers.missing("postfix"):
        pytest.skip(reason)
    yield stack
    sys.stdout.write(stack.log()[-6000:])


@pytest.fixture
def dkim(postfix: Stack) -> Stack:
    """The servers with OpenDKIM before Postfix and Dovecot's LMTP behind it."""
    if reason := servers.missing(*servers.DKIM, "lmtp"):
        pytest.skip(reason)
    return postfix
