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
from pathlib import Path
from threading import Timer

from judge.kernel.audience import Discreet
from judge.kernel.errors import KeeperError


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

        It goes to the first address of the host that answers; they share the time that is left.
        """
        link: socket.socket | None = None
        failure: OSError = TimeoutError()
        for *_, address in socket.getaddrinfo(self._host, self._port, type=socket.SOCK_STREAM):
            time_left = self._end - time.monotonic()
            if time_left <= 0:
                break
            try:
                link = socket.create_connection((str(address[0]), self._port), time_left)
                break
            except OSError as error:
                failure = error
        if link is None:
            raise failure
        self._open = link.dup()  # TLS takes the other one over.
        if self.late:
            self._hang_up()
        return context.wrap_socket(link, server_hostname=self._host) if context else link

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


class Server(Discreet, frozen=True):
    """A server as judge.toml names it.

    ``security`` is "tls" (from the first byte), "starttls" or "none" (loopback only); it is
    verified against ``cafile`` or, if that is None, the system's certificates. ``user`` "" does not
    log in. ``login`` is the key that the password came by: from "token_command" it is a token of
    OAuth.
    """

    hidden = frozenset({"password"})
    host: str
    port: int
    user: str = ""
    password: str = ""
    security: str = "tls"
    cafile: Path | None = None
    login: str = "password_file"

    def make_context(self) -> ssl.SSLContext | None:
        """What checks its name and certificate. Raises KeeperError for a bad file."""
        if self.security == "none":
            return None
        try:
            return ssl.create_default_context(cafile=self.cafile)
        except OSError as error:
            raise KeeperError(
                f"The certificates in {self.cafile} can't be read: {error.strerror}."
            ) from error


BRIEF = 3.0
"""Seconds in which a server that is there shows what it speaks."""


def explain_tls(error: Exception, server: Server, section: str) -> str:
    """Why a server and we do not come together, and which key of judge.toml mends that.

    A part of a sentence; "" where it has nothing to do with TLS. ``section`` is the server's in
    judge.toml, as "[inbox]". May connect once more.
    """
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"shows a certificate that is not trusted ({error.verify_message}): in {section} of "
            f"judge.toml let cafile name a file with its issuer's, or host be the name in it"
        )
    if "STARTTLS" in str(error).upper() and not isinstance(error, ssl.SSLError):
        return (
            f"offers no STARTTLS at this port: in {section} of judge.toml write security = "
            f'"tls" with the port for that (SMTP 465, IMAP 993), or "none" on this very machine'
        )
    address = server.host, server.port
    if isinstance(error, ssl.SSLError) and server.security == "tls":
        with suppress(OSError), socket.create_connection(address, BRIEF) as link:
            if link.recv(1):  # who says something without being asked waits for no TLS
                return (
                    f"speaks no TLS from the first byte at this port: in {section} of judge.toml "
                    f'write security = "starttls", or the port for TLS (SMTP 465, IMAP 993)'
                )
    is_late = isinstance(error, TimeoutError) or "timed out" in str(error)
    if is_late and server.security != "tls":
        anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE  # nothing is said there
        with (
            suppress(OSError),
            socket.create_connection(address, BRIEF) as link,
            anybody.wrap_socket(link),
        ):
            return (
                f"waits for TLS from the first byte at this port: in {section} of judge.toml write "
                f'security = "tls", or the port for STARTTLS (SMTP 587, IMAP 143)'
            )
    return ""
