"""Ports for servers of tests."""

import random
import socket
from contextlib import suppress

_OURS = (15_000, 30_000)
_DICE = random.SystemRandom()


def free_port() -> int:
    """A port of loopback that nobody listens on, below those that the kernel gives away itself.

    Who knocks at one of the kernel's while its server is down may be given that very port for his
    own end; then he is connected to himself, and the server can't begin anew.
    """
    while True:
        port = _DICE.randrange(*_OURS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
