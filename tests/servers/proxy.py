"""Trouble on the way to a server: a connection that is cut, a relay that refuses."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO


@contextmanager
def cut_after(count: int, port: int) -> Iterator[int]:
    """A port that leads to ``port`` until the server has said ``count`` bytes, then hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        relay = threading.Thread(target=_relay, args=(listener, port, count))
        relay.start()
        yield listener.getsockname()[1]
        relay.join()


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


def _relay(listener: socket.socket, port: int, count: int) -> None:
    client, _ = listener.accept()
    with client, socket.create_connection(("127.0.0.1", port)) as server:
        asking = threading.Thread(target=_copy, args=(client, server, None))
        asking.start()
        _copy(server, client, count)
        for end in (client, server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        asking.join()


def _copy(source: socket.socket, target: socket.socket, count: int | None) -> None:
    """Pass bytes on until there are none or ``count`` have passed."""
    with suppress(OSError):
        while count is None or count > 0:
            data = source.recv(4096)[:count]
            if not data:
                return
            target.sendall(data)
            count = None if count is None else count - len(data)
