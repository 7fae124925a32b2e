"""SMTP as a way out: one connection for many mails, one recipient a transaction."""

import smtplib
import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress

from judge.kernel.errors import KeeperError
from judge.mail import bounces, connection
from judge.mail.connection import Line, Server
from judge.mail.transport import PATIENCE, SENT, Envelope, NotNowError, Outcome, PlusError

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
    """A server that relays our mail."""

    def __init__(self, server: Server, *, timeout: float = PATIENCE) -> None:
        self._server, self._timeout = server, timeout
        self._name = f"The SMTP server {server.host}:{server.port}"

    def check(self, probe: Envelope, also: str) -> None:
        """Go as far as RCPT for both recipients, and take it back: nothing is sent.

        Raises KeeperError if that fails, PlusError if only the probe's own address is refused.
        """
        self._timeout = min(self._timeout, CHECK)
        link = self._connect(probe.sender.rpartition("@")[2])
        try:
            with link.line.within(self._timeout):
                for to, kind in ((also, KeeperError), (probe.to, PlusError)):
                    link.ehlo_or_helo_if_needed()
                    code, words = link.mail(probe.sender)
                    answer, advice = _join_lines(code, words), self._login_advice(code, words)
                    if code != TAKEN:
                        raise KeeperError(
                            f"{self._name} refuses our own address ({answer}){advice}."
                        )
                    code, words = link.rcpt(to)
                    link.rset()
                    answer, advice = _join_lines(code, words), self._login_advice(code, words)
                    if code >= 500:
                        raise kind(f"{self._name} refuses mail to {to} ({answer}){advice}.")
                    if code >= 400:
                        raise NotNowError(f"{self._name} takes no mail to {to} now ({answer}).")
        except BROKEN as error:
            raise KeeperError(f"{self._name} broke off: {error}.") from error
        finally:
            self._leave(link)

    def _login_advice(self, code: int, words: bytes) -> str:
        """What would mend a refusal that may be for want of a login."""
        relay = code in (530, 550, 554) and (b"5.7." in words or b"elay" in words)
        if self._server.user or not (relay or code == NO_LOGIN):
            return ""
        return ": it may want a login, so set user and password_file in [outbox] of judge.toml"

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
        server, in_config = self._server, "in [outbox] of judge.toml"
        context, line = server.make_context(), Line(server.host, server.port)
        first = context if server.security == "tls" else None
        try:
            with line.within(self._timeout), ExitStack() as stack:
                link = _Link(server.host, server.port, hello, line, first)
                stack.callback(link.close)
                if server.security == "starttls":
                    link.starttls(context=context)
                if server.user and server.login == "token_command":
                    link.ehlo_or_helo_if_needed()
                    words = f"user={server.user}\1auth=Bearer {server.password}\1\1"
                    link.auth("XOAUTH2", lambda challenge=None: words if challenge is None else "")
                elif server.user:
                    link.login(server.user, server.password)
                stack.pop_all()
                return link
        except smtplib.SMTPAuthenticationError as error:
            raise KeeperError(
                f"{self._name} refuses user {server.user}: {_words(error)}: see user and "
                f"{server.login} {in_config}."
            ) from error
        except OSError as error:  # smtplib's errors are, too
            how = f"can't be reached: {error.strerror or error}"
            if isinstance(error, TimeoutError) or "timed out" in str(error):
                how = f"does not answer within {self._timeout:g} seconds"
            elif isinstance(error, smtplib.SMTPResponseException):
                how = f"refuses to talk: {_words(error)}"
            elif isinstance(error, smtplib.SMTPException):
                how = f"can't be used: {str(error).rstrip('.')}"
            how = f"{how}: see host and port {in_config}"
            why = connection.explain_tls(error, server, "[outbox]")
            raise KeeperError(f"{self._name} {why or how}.") from error


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


def _words(error: smtplib.SMTPResponseException) -> str:
    return _join_lines(error.smtp_code, error.smtp_error)


def _join_lines(code: int, words: bytes | str) -> str:
    """A server's answer on one line."""
    text = words.decode(errors="replace") if isinstance(words, bytes) else words
    return " ".join(f"{code} {text}".split()).strip(". ")
