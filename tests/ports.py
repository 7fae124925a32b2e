"""Ports for servers of tests."""

import os
import random
import socket
from contextlib import suppress

_OURS = (15_000, 30_000)
_WORKERS = 16
_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % _WORKERS
_DICE = random.SystemRandom()
_given: set[int] = set()


def free_port() -> int:
    """A port of loopback that nobody listens on, below those that the kernel gives away itself.

    It is given once, and by one worker of the tests: who asks for two begins to listen later.

    Who knocks at one of the kernel's while its server is down may be given that very port for his
    own end; then he is connected to himself, and the server can't begin anew.
    """
    while True:
        port = _DICE.randrange(_OURS[0] + _WORKER, _OURS[1], _WORKERS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            if port not in _given:
                _given.add(port)
                return port
