"""A connection to a server that is cut after so many bytes of answers."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def cut_after(count: int, port: int) -> Iterator[int]:
    """A port that leads to ``port`` until the server has said ``count`` bytes, then hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        relay = threading.Thread(target=_relay, args=(listener, port, count))
        relay.start()
        yield listener.getsockname()[1]
        relay.join()


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
