"""Trouble on the way to a server: a connection that is cut, a relay that refuses."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO


def _nothing() -> None:
    """What happens to a server whose connection is cut, if nothing else does."""


@contextmanager
def cut_after(count: int, port: int, then: Callable[[], None] = _nothing) -> Iterator[int]:
    """A port that leads to ``port`` until the server has said ``count`` bytes, then hangs up.

    ``then`` comes right before that.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        relay = threading.Thread(target=_relay, args=(listener, port, count, then))
        proxy = listener.getsockname()[1]
        relay.start()
        yield proxy
        relay.join()


@contextmanager
def dripping(count: int, pause: float, port: int) -> Iterator[int]:
    """A port that leads to the server at ``port``, a tarpit.

    After ``count`` bytes it says one byte each ``pause`` seconds.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        relays = threading.Thread(target=_drip, args=(listener, count, pause, port))
        relays.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
        relays.join()


def _drip(listener: socket.socket, count: int, pause: float, port: int) -> None:
    """One session after the other, until nobody listens."""
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        with client, socket.create_connection(("127.0.0.1", port)) as server:
            asking = threading.Thread(target=_ask, args=(client, server))
            asking.start()
            _copy(server, client, count)
            with suppress(OSError):
                while byte := server.recv(1):
                    time.sleep(pause)
                    client.sendall(byte)
            _end(client, server)
            asking.join()


@contextmanager
def refusing(stage: str, code: int, port: int) -> Iterator[int]:
    """A port that leads to the SMTP server at ``port``, but answers a command with ``code``.

    ``stage`` is "MAIL", "RCPT" or "DATA", or "" for the greeting.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        relays = threading.Thread(target=_refuse, args=(listener, stage, code, port))
        relays.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
        relays.join()


def _refuse(listener: socket.socket, stage: str, code: int, port: int) -> None:
    """One session after the other, until nobody listens."""
    answer = f"{code} {code // 100}.7.1 not now\r\n".encode()
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        with client, suppress(OSError):
            if not stage:
                client.sendall(answer)
                continue
            with socket.create_connection(("127.0.0.1", port)) as server:
                _talk(client, server, stage.encode(), answer)


def _talk(client: socket.socket, server: socket.socket, stage: bytes, answer: bytes) -> None:
    """Pass on what both say, line by line, but one command. No mail is passed where DATA is it."""
    asked, told = client.makefile("rb"), server.makefile("rb")
    _pass_answer(told, client)
    in_mail = False
    while line := asked.readline():
        if not in_mail and line.upper().startswith(stage):
            client.sendall(answer)
            continue
        server.sendall(line)
        if in_mail and line != b".\r\n":
            continue
        starts_mail = not in_mail and line.upper().startswith(b"DATA")
        in_mail = starts_mail and _pass_answer(told, client).startswith(b"354")
        if not starts_mail:
            _pass_answer(told, client)


def _pass_answer(told: BinaryIO, client: socket.socket) -> bytes:
    """Pass on one answer, which may have several lines; return the last of them."""
    while line := told.readline():
        client.sendall(line)
        if line[3:4] != b"-":
            break
    return line


def _relay(listener: socket.socket, port: int, count: int, then: Callable[[], None]) -> None:
    client, _ = listener.accept()
    with client, socket.create_connection(("127.0.0.1", port)) as server:
        asking = threading.Thread(target=_copy, args=(client, server, None))
        asking.start()
        _copy(server, client, count)
        then()
        listener.close()  # Whoever calls again is refused.
        _end(client, server)
        asking.join()


def _ask(client: socket.socket, server: socket.socket) -> None:
    """Pass on what is asked, and that nothing more will be."""
    _copy(client, server, None)
    _end(server)


def _end(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def _copy(source: socket.socket, target: socket.socket, count: int | None) -> None:
    """Pass bytes on until there are none or ``count`` have passed."""
    with suppress(OSError):
        while count is None or count > 0:
            data = source.recv(4096)[:count]
            if not data:
                return
            target.sendall(data)
            count = None if count is None else count - len(data)
