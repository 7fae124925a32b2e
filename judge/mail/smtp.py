"""SMTP as a way out: one connection for many mails, one recipient a transaction."""

import smtplib
import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Timer

from judge.kernel.errors import KeeperError
from judge.mail import refusals, tls
from judge.mail.outbox import PATIENCE, SENT, Envelope, Outcome

BROKEN = (smtplib.SMTPServerDisconnected, OSError)
"""The connection is gone; SMTPException is an OSError too, so answers are looked at first."""


class Smtp:
    """A server that relays our mail.

    ``security`` is "tls" (from the first byte), "starttls" or "none" (loopback only); ``user``
    "" does not log in. Servers are verified as in IMAP.
    """

    def __init__(
        self,
        host: str,
        port: int,
        user: str = "",
        password: str = "",
        *,
        security: str = "starttls",
        cafile: Path | None = None,
        timeout: float = PATIENCE,
    ) -> None:
        self._host, self._port = host, port
        self._user, self._password = user, password
        self._security, self._cafile = security, cafile
        self._timeout = timeout

    def check(self, domain: str) -> None:
        """Connect and log in as ``domain``, send nothing. Raises KeeperError if that fails."""
        link = self._connect(domain)
        with suppress(*BROKEN):
            link.quit()

    def post(self, envelopes: Sequence[Envelope]) -> Iterator[Outcome]:
        """Send all over one connection; a dropped one is made anew for the next envelope.

        Raises KeeperError if the first connection can't be made. If a later one can't, all that
        is left waits for the next run.
        """
        if not envelopes:
            return
        hello = envelopes[0].sender.rpartition("@")[2]
        link: smtplib.SMTP | None = self._connect(hello)
        lost = ""
        try:
            for envelope in envelopes:
                if link is None and not lost:
                    link, lost = self._connect_again(hello)
                if link is None:
                    yield Outcome("retry", lost)
                    continue
                outcome, alive = _transact_in_time(link, self._timeout, envelope)
                if not alive:
                    link.close()
                    link = None
                yield outcome
        finally:
            if link is not None:
                with suppress(*BROKEN):
                    link.quit()

    def _connect_again(self, hello: str) -> tuple[smtplib.SMTP | None, str]:
        try:
            return self._connect(hello), ""
        except KeeperError as error:
            return None, str(error)

    def _connect(self, hello: str) -> smtplib.SMTP:
        where = f"The SMTP server {self._host}:{self._port}"
        context = tls.context(self._cafile) if self._security != "none" else None
        try:
            return self._opened(hello, context)
        except ssl.SSLCertVerificationError as error:
            message = f"{where} shows a certificate that is not trusted: {error.verify_message}."
            raise KeeperError(message) from error
        except smtplib.SMTPAuthenticationError as error:
            raise KeeperError(f"{where} refuses user {self._user}: {_words(error)}.") from error
        except TimeoutError as error:
            raise KeeperError(f"{where} does not answer.") from error
        except smtplib.SMTPResponseException as error:
            raise KeeperError(f"{where} refuses to talk: {_words(error)}.") from error
        except smtplib.SMTPException as error:
            raise KeeperError(f"{where} can't be used: {str(error).rstrip('.')}.") from error
        except OSError as error:
            raise KeeperError(f"{where} can't be reached: {error.strerror or error}.") from error

    def _opened(self, hello: str, context: ssl.SSLContext | None) -> smtplib.SMTP:
        """Connect as ``hello``: smtplib would ask the DNS for a name of its own."""
        link: smtplib.SMTP
        if self._security == "tls":
            link = smtplib.SMTP_SSL(
                self._host, self._port, hello, timeout=self._timeout, context=context
            )
        else:
            link = smtplib.SMTP(self._host, self._port, hello, timeout=self._timeout)
        try:
            if self._security == "starttls":
                link.starttls(context=context)
            if self._user:
                link.login(self._user, self._password)
        except BaseException:
            link.close()
            raise
        return link


def _transact(link: smtplib.SMTP, envelope: Envelope) -> tuple[Outcome, bool]:
    """One envelope: what became of it, and whether the connection is still good."""
    try:
        link.sendmail(envelope.sender, [envelope.to], envelope.raw)
    except smtplib.SMTPRecipientsRefused as error:
        code, words = error.recipients[envelope.to]
        return refusals.recipient_outcome(code, words), code != 421
    except smtplib.SMTPSenderRefused as error:
        # The server dislikes our own address: no fault of the player's.
        lasts = error.smtp_code >= 500
        reason = f"our address is refused: {_words(error)}"
        return Outcome("trouble" if lasts else "retry", reason), False
    except smtplib.SMTPDataError as error:
        return refusals.content_outcome(error.smtp_code, error.smtp_error), error.smtp_code != 421
    except BROKEN as error:
        return Outcome("retry", f"the connection broke: {error}"), False
    return SENT, True


def _transact_in_time(
    link: smtplib.SMTP, seconds: float, envelope: Envelope
) -> tuple[Outcome, bool]:
    """The same, broken off when it takes too long: a socket's own timeout begins anew each byte."""
    late = Event()
    timer = Timer(seconds, _hang_up, (link, late))
    timer.daemon = True
    timer.start()
    try:
        outcome, alive = _transact(link, envelope)
    finally:
        timer.cancel()
    if late.is_set() and outcome is not SENT:
        outcome = Outcome("retry", f"the server took longer than {seconds:g} seconds")
    return outcome, alive and not late.is_set()


def _hang_up(link: smtplib.SMTP, late: Event) -> None:
    late.set()
    with suppress(OSError):
        if link.sock is not None:
            socket.socket.shutdown(link.sock, socket.SHUT_RDWR)  # below TLS, which may be stuck


def _words(error: smtplib.SMTPResponseException) -> str:
    words = error.smtp_error
    text = words.decode(errors="replace") if isinstance(words, bytes) else words
    return f"{error.smtp_code} {text}".strip(". ")
