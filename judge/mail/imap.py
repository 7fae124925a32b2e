"""An IMAP mailbox as a source of mails: sizes first, bodies in batches, moved when done."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from email.utils import make_msgid
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientError, LoginError

from judge.kernel.errors import KeeperError
from judge.mail import tls
from judge.mail.inbox import BEGINNING, LIMIT, Incoming

BATCH = 25
SURVEY = 500
_TIMEOUT = SocketTimeout(connect=15, read=60)
_TICK = 1
_BROKEN = (IMAPClientError, OSError)
_APPENDED = re.compile(rb"\[APPENDUID \d+ (\d+)\]", re.IGNORECASE)


class ImapInbox:
    """One folder of an IMAP account; mails that are done are moved to ``processed``.

    ``security`` is "tls" (from the first byte), "starttls" or "none" (loopback only). Servers are
    verified against ``cafile`` or, if that is None, the system's certificates. A mail's key is
    account, folder, UIDVALIDITY and UID. Flags are left alone: a person may read along.
    """

    def __init__(  # noqa: PLR0913 - a mailbox has so many settings
        self,
        host: str,
        port: int,
        user: str,
        password: str,
        *,
        security: str = "tls",
        cafile: Path | None = None,
        folder: str = "INBOX",
        processed: str = "Processed",
        limit: int = LIMIT,
    ) -> None:
        self._host, self._port = host, port
        self._user, self._password = user, password
        self._security, self._cafile = security, cafile
        self._folder, self._processed = folder, processed
        self._limit = limit
        self._client: Any = None
        self._prefix = ""

    def __enter__(self) -> Self:
        """Log in and select the folder. Raises KeeperError: one sentence that says what to mend."""
        self._client = self._connect()
        try:
            self._log_in()
            self._select()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Log out; what the server makes of that doesn't matter any more."""
        self._leave()

    def __iter__(self) -> Iterator[Incoming]:
        """The mails that are not deleted, in the order of their UIDs, that is of arrival."""
        with self._told("reading"):
            uids = self._client.search(["UNDELETED"])
        for at in range(0, len(uids), SURVEY):
            yield from self._survey(uids[at : at + SURVEY])

    def done(self, *keys: str) -> None:
        """Move these mails to the processed folder, by MOVE or, where there is none, by a copy."""
        here = [key for key in keys if key.startswith(self._prefix)]
        uids = [int(key.removeprefix(self._prefix)) for key in here]
        if not uids:
            return
        with self._told("moving mails"):
            if self._client.has_capability("MOVE"):
                self._client.move(uids, self._processed)
                return
            self._client.copy(uids, self._processed)
            self._client.delete_messages(uids, silent=True)
            if self._client.has_capability("UIDPLUS"):
                self._client.uid_expunge(uids)

    def lacks(self) -> list[str]:
        """The capabilities that the judge likes and this server does not have."""
        liked = ("IDLE", "MOVE", "UIDPLUS")
        return [name for name in liked if not self._client.has_capability(name)]

    def waiting(self) -> bool:
        """Whether a mail lies there that is not deleted.

        The folder is selected anew: a server may search what it showed last, tell of a new mail
        behind the answer, and then not once more in IDLE.
        """
        with self._told("looking for mails"):
            state = self._client.select_folder(self._folder)
            return bool(state[b"EXISTS"] and self._client.search(["UNDELETED"]))

    def idle(self, patient: Callable[[], bool]) -> None:
        """Return when the server says that something changed, or as soon as not ``patient``.

        That is asked every second. A mail that came just before may go untold: look before and
        after. A server without IDLE says nothing at all.
        """
        with self._told("waiting for mails"):
            if not self._client.has_capability("IDLE"):
                while patient():
                    time.sleep(_TICK)
                return
            self._client.idle()
            while patient() and not self._client.idle_check(timeout=_TICK):
                pass
            self._client.idle_done()

    def clock(self) -> datetime:
        """What the server's clock says: when it took a mail that we lay into ``processed`` now.

        The mail is deleted again.
        """
        name = make_msgid(domain="probe.invalid")
        probe = f"Subject: What time is it?\r\nMessage-ID: {name}\r\n\r\n".encode()
        with self._told("asking for the time"):
            told = self._client.append(self._processed, probe, (b"\\Seen", b"\\Deleted"))
            self._client.select_folder(self._processed)
            known = _APPENDED.search(told)
            uids = [int(known[1])] if known else self._client.search(["HEADER", "Message-ID", name])
            found = self._client.fetch(uids[-1:], ["INTERNALDATE"])
            if self._client.has_capability("UIDPLUS"):
                self._client.uid_expunge(uids)
        for probed in found.values():
            moment: datetime = probed[b"INTERNALDATE"]
            return moment.astimezone(UTC)
        raise KeeperError(f"The IMAP server {self._host} does not say when it took a mail.")

    def _survey(self, uids: Sequence[int]) -> Iterator[Incoming]:
        """Ask for sizes, then fetch in batches; only the beginning of what is over the limit."""
        with self._told("reading"):
            sizes = self._client.fetch(uids, ["RFC822.SIZE"])
        large = {uid for uid in sizes if sizes[uid][b"RFC822.SIZE"] > self._limit}
        for at in range(0, len(uids), BATCH):
            batch = {uid for uid in uids[at : at + BATCH] if uid in sizes}
            with self._told("reading"):
                mails = self._fetch(sorted(batch - large), "BODY.PEEK[]", whole=True)
                mails |= self._fetch(
                    sorted(batch & large), f"BODY.PEEK[]<0.{BEGINNING}>", whole=False
                )
            yield from (mails[uid] for uid in sorted(mails))

    def _fetch(self, uids: Sequence[int], item: str, *, whole: bool) -> dict[int, Incoming]:
        """Mails by UID; one that somebody else removed in between is not among them."""
        mails = {}
        for uid, found in self._client.fetch(uids, ["INTERNALDATE", item]).items() if uids else ():
            raw = next((part for name, part in found.items() if name.startswith(b"BODY[]")), None)
            if raw is not None:
                moment = found[b"INTERNALDATE"].astimezone(UTC)
                if whole and not raw.endswith(b"\n"):
                    raw += b"\r\n"  # IMAP says how long a mail is: this is its end
                mails[uid] = Incoming(f"{self._prefix}{uid}", raw, moment, whole)
        return mails

    def _connect(self) -> IMAPClient:
        context = tls.context(self._cafile) if self._security != "none" else None
        where, found = f"The IMAP server {self._host}:{self._port}", "in [inbox] of judge.toml"
        try:
            client = IMAPClient(
                self._host,
                self._port,
                ssl=self._security == "tls",
                ssl_context=context,
                timeout=_TIMEOUT,
            )
            client.normalise_times = False
            if self._security == "starttls":
                client.starttls(context)
        except Exception as error:
            if why := tls.explain(error, self._host, self._port, self._security, "[inbox]"):
                raise KeeperError(f"{where} {why}.") from error
            if isinstance(error, TimeoutError):
                raise KeeperError(f"{where} does not answer: see host and port {found}.") from error
            if not isinstance(error, _BROKEN):
                raise
            raise KeeperError(
                f"{where} can't be reached: {_plain_words(error)}: see host and port {found}."
            ) from error
        return client

    def _log_in(self) -> None:
        try:
            self._client.login(self._user, self._password)
        except LoginError as error:
            raise KeeperError(
                f"The IMAP server {self._host} refuses user {self._user}: {_plain_words(error)}: "
                f"see user and password_file in [inbox] of judge.toml."
            ) from error
        except _BROKEN as error:
            raise KeeperError(
                f"The IMAP server {self._host} broke off while logging in: {_plain_words(error)}."
            ) from error

    def _select(self) -> None:
        with self._told(f"opening the folder {self._folder}"):
            state = self._client.select_folder(self._folder)
        with self._told(f"making the folder {self._processed}"):
            if not self._client.folder_exists(self._processed):
                self._client.create_folder(self._processed)
        validity = state[b"UIDVALIDITY"]
        self._prefix = f"imap/{self._user}@{self._host}/{self._folder}/{validity}/"

    def _leave(self) -> None:
        with suppress(*_BROKEN):
            self._client.logout()
        with suppress(*_BROKEN):
            self._client.shutdown()

    @contextmanager
    def _told(self, doing: str) -> Iterator[None]:
        """Turn what goes wrong between us and the server into one sentence for the keeper."""
        try:
            yield
        except TimeoutError as error:
            raise KeeperError(f"The IMAP server {self._host} fell silent while {doing}.") from error
        except _BROKEN as error:
            raise KeeperError(
                f"The IMAP server {self._host} broke off while {doing}: {_plain_words(error)}."
            ) from error


def _plain_words(error: Exception) -> str:
    """An error's own words, without quotes and the full stop."""
    text = str(error).removeprefix("b'").strip("'\". ")
    return text or type(error).__name__
