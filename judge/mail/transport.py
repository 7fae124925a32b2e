"""Where mails go: envelopes and outcomes, the sendmail command, and a Maildir."""

import hashlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct

from judge.kernel.errors import KeeperError
from judge.mail import disk


class Envelope(Struct, frozen=True):
    """A composed mail, its one recipient, and the envelope sender that a bounce comes back to."""

    raw: bytes
    to: str
    sender: str


class Outcome(Struct, frozen=True):
    """What became of an envelope; ``reason`` is the server's own word.

    "sent": somebody else is responsible now. "retry": not yet. "refused": never to this address.
    "trouble": the server takes nothing like this from us, which says nothing of the address.
    """

    verdict: Literal["sent", "retry", "refused", "trouble"]
    reason: str = ""


SENT = Outcome("sent")
PATIENCE = 30.0
"""Seconds that one recipient may take: a server that answers drop by drop delays nobody else."""


class PlusError(KeeperError):
    """The server does not know the judge's address with a plus part."""


class NotNowError(KeeperError):
    """The server puts us off: nothing is wrong with that, if it ends."""


class Transport(Protocol):
    """A way out. One recipient an envelope; a bad one delays nobody."""

    def post(self, envelopes: Sequence[Envelope]) -> Iterator[Outcome]:
        """Send in order and yield one outcome for each, as soon as it is certain.

        Raises KeeperError before the first outcome where the whole way is blocked (no server, a
        wrong password): then nothing has been sent.
        """

    def check(self, probe: Envelope, also: str) -> None:
        """See whether ``probe``, a mail to the judge itself, and mails to ``also`` could be sent.

        It may have to send the probe for that. Raises KeeperError if not, PlusError where only
        the probe's address is refused, NotNowError where the server puts us off.
        """


class MaildirOutbox:
    """A Maildir: mails are left in ``new``, durable, one file each, named by their content.

    So the same mail left twice is one file.
    """

    def __init__(self, path: Path) -> None:
        self._tmp = path / "tmp"
        self._new = path / "new"

    def post(self, envelopes: Sequence[Envelope]) -> Iterator[Outcome]:
        """Write all, make them durable together, then say so. Raises KeeperError on a bad disk."""
        files = {}
        for one in envelopes:
            name = hashlib.sha256(one.to.encode() + one.raw).hexdigest()[:32]
            # The headers that a delivering MTA would put on top.
            trace = f"Return-Path: <{one.sender}>\r\nDelivered-To: {one.to}\r\n"
            files[f"{name}.eml"] = trace.encode() + one.raw
        try:
            disk.store(files, self._new, self._tmp)
        except OSError as error:
            raise KeeperError(f"{self._new} can't be written: {error.strerror}.") from error
        for _ in envelopes:
            yield SENT

    def check(self, probe: Envelope, also: str) -> None:
        """See whether the folder can be written. Raises KeeperError if not."""
        if not os.access(self._new, os.W_OK | os.X_OK):
            raise KeeperError(f"{self._new} can't be written: {self._new.parent} is no Maildir.")


class Sendmail:
    """The sendmail command of the local MTA: it queues, so a run needs no network."""

    REFUSED = (67, 68)
    """EX_NOUSER, EX_NOHOST: the only exits that name the recipient."""
    PASSING = (75,)
    """EX_TEMPFAIL: try again."""

    def __init__(
        self, command: Path = Path("/usr/sbin/sendmail"), timeout: float = PATIENCE
    ) -> None:
        self._command = command
        self._timeout = timeout

    def post(self, envelopes: Sequence[Envelope]) -> Iterator[Outcome]:
        """Run the command once a mail. Raises KeeperError if it is missing."""
        for envelope in envelopes:
            yield self._hand_over(envelope)

    def check(self, probe: Envelope, also: str) -> None:
        """Let the command send the probe. Raises KeeperError if it does not."""
        if not os.access(self._command, os.X_OK):
            raise KeeperError(
                f"{self._command} can't be run: is there a mail server here? See command in "
                f"[outbox] of judge.toml."
            )
        outcome = self._hand_over(probe)
        if outcome.verdict != "sent":
            kind = NotNowError if outcome.verdict == "retry" else KeeperError
            raise kind(
                f"{self._command} does not take a mail to {probe.to} ({outcome.reason}): mend "
                f"that, or command in [outbox] of judge.toml."
            )

    def _hand_over(self, envelope: Envelope) -> Outcome:
        arguments = [os.fspath(self._command), "-i", "-f", envelope.sender, "--", envelope.to]
        try:
            process = subprocess.run(
                arguments,
                input=envelope.raw.replace(b"\r\n", b"\n"),
                capture_output=True,
                timeout=self._timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Outcome("retry", f"{self._command} took longer than {self._timeout:g} seconds")
        except OSError as error:
            raise KeeperError(f"{self._command} can't be run: {error.strerror}.") from error
        if process.returncode == 0:
            return SENT
        words = process.stderr.decode(errors="replace").strip()[-300:]
        reason = words or f"exit status {process.returncode}"
        if process.returncode in self.REFUSED:
            return Outcome("refused", reason)
        return Outcome("retry" if process.returncode in self.PASSING else "trouble", reason)
