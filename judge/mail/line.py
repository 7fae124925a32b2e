"""A line to a server, with a limit of time for whatever is said on it.

A socket's own timeout begins anew with each byte: a server that answers drop by drop, in its
greeting, the TLS handshake or any answer, could hold a pass for hours. How long we listen is
decided here alone.
"""

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer


class Line:
    """A connection to a server, which is hung up when something said on it takes too long.

    ``late`` tells that it was; nothing more can be had of it then.
    """

    def __init__(self, host: str, port: int) -> None:
        self.late = False
        self._host, self._port = host, port
        self._end = 0.0
        self._open: socket.socket | None = None

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Hang up if this takes longer; what breaks by that is raised as TimeoutError."""
        self._end = time.monotonic() + seconds
        timer = Timer(seconds, self._hang_up)
        timer.daemon = True
        timer.start()
        try:
            yield
        except Exception as error:
            if self.late:
                raise TimeoutError(f"longer than {seconds:g} seconds") from error
            raise
        finally:
            timer.cancel()

    def connect(self, context: ssl.SSLContext | None = None) -> socket.socket:
        """A socket, with TLS if there is a context. Raises OSError.

        The addresses of a host share the time that is left.
        """
        link = self._reach_one_address()
        self._open = link.dup()  # TLS takes the other one over.
        if self.late:
            self._hang_up()
        return context.wrap_socket(link, server_hostname=self._host) if context else link

    def _reach_one_address(self) -> socket.socket:
        """The first address of the host that answers. Raises OSError."""
        failure: OSError = TimeoutError()
        for *_, address in socket.getaddrinfo(self._host, self._port, type=socket.SOCK_STREAM):
            time_left = self._end - time.monotonic()
            if time_left <= 0:
                break
            try:
                return socket.create_connection((str(address[0]), self._port), time_left)
            except OSError as error:
                failure = error
        raise failure

    def close(self) -> None:
        """Hold the connection no longer."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def _hang_up(self) -> None:
        """End the connection below TLS, which may be stuck."""
        self.late = True
        with suppress(OSError):
            if self._open is not None:
                self._open.shutdown(socket.SHUT_RDWR)
