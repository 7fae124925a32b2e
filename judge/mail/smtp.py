"""SMTP as a way out: one connection for many mails, one recipient a transaction."""

import smtplib
import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from judge.kernel.errors import KeeperError
from judge.mail import bounces, connection
from judge.mail.connection import Line
from judge.mail.outbox import PATIENCE, SENT, Envelope, NotNowError, Outcome, PlusError

BROKEN = (smtplib.SMTPServerDisconnected, OSError)
"""The connection is gone; SMTPException is an OSError too, so answers are looked at first."""

CHECK = 10.0
"""Seconds that a server is given that is only tried."""
TAKEN, NO_LOGIN = 250, 530


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

    def _get_socket(self, *_name_server: object) -> socket.socket:
        return self.line.connect(self._context)

    def close(self) -> None:
        """Hang up."""
        super().close()
        self.line.close()


class Smtp:
    """A server that relays our mail.

    ``security`` is "tls" (from the first byte), "starttls" or "none" (loopback only); ``user``
    "" does not log in. Servers are verified as in IMAP. ``login`` is the key of judge.toml that the
    password came by: from "token_command" it is a token of OAuth.
    """

    def __init__(  # noqa: PLR0913 - a server has so many settings
        self,
        host: str,
        port: int,
        user: str = "",
        password: str = "",
        *,
        security: str = "starttls",
        cafile: Path | None = None,
        timeout: float = PATIENCE,
        login: str = "password_file",
    ) -> None:
        self._host, self._port = host, port
        self._user, self._password = user, password
        self._security, self._cafile = security, cafile
        self._timeout = timeout
        self._login = login

    def check(self, probe: Envelope, also: str) -> None:
        """Go as far as RCPT for both recipients, and take it back: nothing is sent.

        Raises KeeperError if that fails, PlusError if only the probe's own address is refused.
        """
        self._timeout = min(self._timeout, CHECK)
        link = self._connect(probe.sender.rpartition("@")[2])
        try:
            with link.line.within(self._timeout):
                for to, kind in ((also, KeeperError), (probe.to, PlusError)):
                    self._ask(link, probe.sender, to, kind)
        except BROKEN as error:
            raise KeeperError(f"{self._name_server()} broke off: {error}.") from error
        finally:
            self._leave(link)

    def _ask(self, link: smtplib.SMTP, sender: str, to: str, kind: type[KeeperError]) -> None:
        """Whether the server would take a mail. Raises ``kind`` if it refuses the recipient."""
        link.ehlo_or_helo_if_needed()
        code, words = link.mail(sender)
        if code != TAKEN:
            raise KeeperError(
                f"{self._name_server()} refuses our own address ({_join_lines(code, words)})"
                f"{self._login_advice(code, words)}."
            )
        code, words = link.rcpt(to)
        link.rset()
        if code >= 500:
            raise kind(
                f"{self._name_server()} refuses mail to {to} ({_join_lines(code, words)})"
                f"{self._login_advice(code, words)}."
            )
        if code >= 400:
            raise NotNowError(
                f"{self._name_server()} takes no mail to {to} now ({_join_lines(code, words)})."
            )

    def _login_advice(self, code: int, words: bytes) -> str:
        """What would mend a refusal that may be for want of a login."""
        relay = code in (530, 550, 554) and (b"5.7." in words or b"elay" in words)
        if self._user or not (relay or code == NO_LOGIN):
            return ""
        return ": it may want a login, so set user and password_file in [outbox] of judge.toml"

    def _name_server(self) -> str:
        return f"The SMTP server {self._host}:{self._port}"

    def post(self, envelopes: Sequence[Envelope]) -> Iterator[Outcome]:
        """Send all over one connection; a dropped one is made anew for the next envelope.

        Raises KeeperError if the first connection can't be made. If a later one can't, all that
        is left waits for the next run.
        """
        if not envelopes:
            return
        hello = envelopes[0].sender.rpartition("@")[2]
        link: _Link | None = self._connect(hello)
        why_lost = ""
        try:
            for envelope in envelopes:
                if link is None and not why_lost:
                    try:
                        link = self._connect(hello)
                    except KeeperError as error:
                        why_lost = str(error)
                if link is None:
                    yield Outcome("retry", why_lost)
                    continue
                with link.line.within(self._timeout):
                    outcome, alive = _transact(link, envelope)
                if link.line.late and outcome is not SENT:
                    outcome = Outcome(
                        "retry", f"the server took longer than {self._timeout:g} seconds"
                    )
                alive = alive and not link.line.late
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

    def _connect(self, hello: str) -> _Link:
        server, in_config = self._name_server(), "in [outbox] of judge.toml"
        context = connection.tls_context(self._cafile) if self._security != "none" else None
        line = Line(self._host, self._port)
        try:
            with line.within(self._timeout):
                return self._open(line, hello, context)
        except smtplib.SMTPAuthenticationError as error:
            raise KeeperError(
                f"{server} refuses user {self._user}: {_words(error)}: see user and {self._login} "
                f"{in_config}."
            ) from error
        except Exception as error:
            if why := connection.explain_tls(
                error, self._host, self._port, self._security, "[outbox]"
            ):
                raise KeeperError(f"{server} {why}.") from error
            if isinstance(error, OSError):
                raise KeeperError(
                    f"{server} {_trouble(error, self._timeout)}: see host and port {in_config}."
                ) from error
            raise

    def _open(self, line: Line, hello: str, context: ssl.SSLContext | None) -> _Link:
        first = context if self._security == "tls" else None
        link = _Link(self._host, self._port, hello, line, first)
        try:
            if self._security == "starttls":
                link.starttls(context=context)
            if self._user and self._login == "token_command":
                link.ehlo_or_helo_if_needed()
                words = f"user={self._user}\1auth=Bearer {self._password}\1\1"
                link.auth("XOAUTH2", lambda challenge=None: words if challenge is None else "")
            elif self._user:
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
        return bounces.answer_outcome(code, words, bare=True), code != 421
    except smtplib.SMTPSenderRefused as error:
        # The server dislikes our own address: no fault of the player's.
        lasts = error.smtp_code >= 500
        reason = f"our address is refused: {_words(error)}"
        return Outcome("trouble" if lasts else "retry", reason), False
    except smtplib.SMTPDataError as error:
        outcome = bounces.answer_outcome(error.smtp_code, error.smtp_error, bare=False)
        return outcome, error.smtp_code != 421
    except BROKEN as error:
        return Outcome("retry", f"the connection broke: {error}"), False
    return SENT, True


def _trouble(error: OSError, seconds: float) -> str:
    """What went wrong with a connection; smtplib's errors are OSErrors too."""
    if isinstance(error, TimeoutError) or "timed out" in str(error):
        return f"does not answer within {seconds:g} seconds"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"refuses to talk: {_words(error)}"
    if isinstance(error, smtplib.SMTPException):
        return f"can't be used: {str(error).rstrip('.')}"
    return f"can't be reached: {error.strerror or error}"


def _words(error: smtplib.SMTPResponseException) -> str:
    return _join_lines(error.smtp_code, error.smtp_error)


def _join_lines(code: int, words: bytes | str) -> str:
    """A server's answer on one line."""
    text = words.decode(errors="replace") if isinstance(words, bytes) else words
    return " ".join(f"{code} {text}".split()).strip(". ")
