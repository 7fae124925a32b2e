"""An SMTP server that takes every mail and lays it into a Maildir."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port
from tests.servers.stack import answers, wait

TRACE = b"X-Peer:"
"""The line that it adds, and that is another one each time."""


@contextmanager
def running(folder: Path) -> Iterator[int]:
    """A server on a port of loopback, whose mails lie in ``folder``/new; stopped afterwards."""
    port = free_port()
    command = (sys.executable, "-m", "aiosmtpd", "-n", "-l", f"127.0.0.1:{port}")
    handler = ("-c", "aiosmtpd.handlers.Mailbox", str(folder))
    with subprocess.Popen((*command, *handler), stderr=subprocess.DEVNULL) as server:
        try:
            wait(lambda: answers(port))
            yield port
        finally:
            server.terminate()


def without_trace(raw: bytes) -> bytes:
    """A mail as it was sent."""
    return b"\n".join(line for line in raw.splitlines() if not line.startswith(TRACE))
