"""SMTP as a way out: one connection for many mails, one recipient a transaction."""

import smtplib
import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from judge.kernel.errors import KeeperError
from judge.mail import refusals, tls
from judge.mail.line import Line
from judge.mail.outbox import PATIENCE, SENT, Envelope, Outcome

BROKEN = (smtplib.SMTPServerDisconnected, OSError)
"""The connection is gone; SMTPException is an OSError too, so answers are looked at first."""


class _Link(smtplib.SMTP):
    """An SMTP connection on a line of ours, with TLS from the first byte if there is a context."""

    def __init__(
        self, host: str, port: int, hello: str, line: Line, context: ssl.SSLContext | None
    ) -> None:
        """Connect as ``hello``: smtplib would ask the DNS for a name of its own."""
        self.line = line
        self._context = context
        try:
            super().__init__(host, port, hello)
        except BaseException:
            self.close()
            raise

    def _get_socket(self, *_where: object) -> socket.socket:
        return self.line.connect(self._context)

    def close(self) -> None:
        """Hang up."""
        super().close()
        self.line.close()


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
        self._leave(self._connect(domain))

    def post(self, envelopes: Sequence[Envelope]) -> Iterator[Outcome]:
        """Send all over one connection; a dropped one is made anew for the next envelope.

        Raises KeeperError if the first connection can't be made. If a later one can't, all that
        is left waits for the next run.
        """
        if not envelopes:
            return
        hello = envelopes[0].sender.rpartition("@")[2]
        link: _Link | None = self._connect(hello)
        lost = ""
        try:
            for envelope in envelopes:
                if link is None and not lost:
                    link, lost = self._connect_again(hello)
                if link is None:
                    yield Outcome("retry", lost)
                    continue
                outcome, alive = self._transact_in_time(link, envelope)
                if not alive:
                    link.close()
                    link = None
                yield outcome
        finally:
            if link is not None:
                self._leave(link)

    def _leave(self, link: _Link) -> None:
        """Say goodbye; what the server makes of that doesn't matter any more."""
        with suppress(*BROKEN), link.line.within(self._timeout):
            link.quit()
        link.close()

    def _transact_in_time(self, link: _Link, envelope: Envelope) -> tuple[Outcome, bool]:
        """One envelope: what became of it, and whether the connection is still good."""
        with link.line.within(self._timeout):
            outcome, alive = _transact(link, envelope)
        if link.line.late and outcome is not SENT:
            outcome = Outcome("retry", f"the server took longer than {self._timeout:g} seconds")
        return outcome, alive and not link.line.late

    def _connect_again(self, hello: str) -> tuple[_Link | None, str]:
        try:
            return self._connect(hello), ""
        except KeeperError as error:
            return None, str(error)

    def _connect(self, hello: str) -> _Link:
        where = f"The SMTP server {self._host}:{self._port}"
        context = tls.context(self._cafile) if self._security != "none" else None
        line = Line(self._host, self._port)
        try:
            with line.within(self._timeout):
                return self._opened(line, hello, context)
        except ssl.SSLCertVerificationError as error:
            message = f"{where} shows a certificate that is not trusted: {error.verify_message}."
            raise KeeperError(message) from error
        except smtplib.SMTPAuthenticationError as error:
            raise KeeperError(f"{where} refuses user {self._user}: {_words(error)}.") from error
        except TimeoutError as error:
            message = f"{where} does not answer within {self._timeout:g} seconds."
            raise KeeperError(message) from error
        except smtplib.SMTPResponseException as error:
            raise KeeperError(f"{where} refuses to talk: {_words(error)}.") from error
        except smtplib.SMTPException as error:
            raise KeeperError(f"{where} can't be used: {str(error).rstrip('.')}.") from error
        except OSError as error:
            raise KeeperError(f"{where} can't be reached: {error.strerror or error}.") from error

    def _opened(self, line: Line, hello: str, context: ssl.SSLContext | None) -> _Link:
        first = context if self._security == "tls" else None
        link = _Link(self._host, self._port, hello, line, first)
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


def _words(error: smtplib.SMTPResponseException) -> str:
    words = error.smtp_error
    text = words.decode(errors="replace") if isinstance(words, bytes) else words
    return f"{error.smtp_code} {text}".strip(". ")
