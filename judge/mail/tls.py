"""How servers are verified: always, against the system's certificates or the keeper's file."""

import socket
import ssl
from contextlib import suppress
from pathlib import Path

from judge.kernel.errors import KeeperError


def context(cafile: Path | None) -> ssl.SSLContext:
    """A context that checks host names and certificates. Raises KeeperError for a bad file."""
    try:
        return ssl.create_default_context(cafile=cafile)
    except OSError as error:
        raise KeeperError(
            f"The certificates in {cafile} can't be read: {error.strerror}."
        ) from error


BRIEF = 3.0
"""Seconds in which a server that is there shows what it speaks."""


def explain(error: Exception, host: str, port: int, security: str, section: str) -> str:
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
    if isinstance(error, ssl.SSLError) and security == "tls" and _greets_plainly(host, port):
        return (
            f"speaks no TLS from the first byte at this port: in {section} of judge.toml write "
            f'security = "starttls", or the port for TLS (SMTP 465, IMAP 993)'
        )
    if security != "tls" and _is_silence(error) and _speaks_tls(host, port):
        return (
            f"waits for TLS from the first byte at this port: in {section} of judge.toml write "
            f'security = "tls", or the port for STARTTLS (SMTP 587, IMAP 143)'
        )
    return ""


def _is_silence(error: Exception) -> bool:
    return isinstance(error, TimeoutError) or "timed out" in str(error)


def _greets_plainly(host: str, port: int) -> bool:
    """Whether a server says something without being asked: then it waits for no TLS."""
    with suppress(OSError), socket.create_connection((host, port), BRIEF) as link:
        return bool(link.recv(1))
    return False


def _speaks_tls(host: str, port: int) -> bool:
    """Whether a server answers a TLS hello, whoever it is."""
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE  # nothing is said over it
    with (
        suppress(OSError),
        socket.create_connection((host, port), BRIEF) as link,
        anybody.wrap_socket(link),
    ):
        return True
    return False
