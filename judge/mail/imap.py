"""An IMAP mailbox as a source of mails: sizes first, bodies in batches, moved when done.

Whatever a server answers, and whatever imapclient raises over it, is one sentence (``_guard``).
"""

import imaplib
import re
import socket
import ssl
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from email.utils import make_msgid
from typing import Any, Self

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError, LoginError, ProtocolError
from imapclient.imapclient import join_message_ids
from imapclient.response_parser import parse_fetch_response, parse_message_list

from judge.kernel import limits
from judge.kernel.errors import KeeperError
from judge.mail import connection
from judge.mail.connection import Line, Server
from judge.mail.inbox import Incoming

BATCH, BATCH_BYTES = 25, 1_000_000
"""Mails that are fetched at once, and their bytes together; a larger one comes alone."""
SURVEY = 500
PATIENCE = 60.0
"""Seconds that one answer of the server may take: a mail of the usual limit at 17 kB/s."""
LONG = 120.0
"""Seconds that a pass reads: deadlines wait meanwhile, and the next pass goes on where it ended."""
_TICK = 1
_NEVER = datetime.max.replace(tzinfo=UTC)
"""When a mail came of which the server tells no date that there is."""
_WORDS = 200
"""Characters of a server's own words that are quoted."""
_APPENDED = re.compile(rb"\[APPENDUID \d+ (\d+)\]", re.IGNORECASE)


class _Connection(imaplib.IMAP4):
    """An IMAP connection on a line of ours, with TLS from the first byte if there is a context."""

    def __init__(self, host: str, line: Line, context: ssl.SSLContext | None) -> None:
        self._line, self._context = line, context
        super().__init__(host)

    def _create_socket(self, _timeout: float | None = None) -> socket.socket:
        return self._line.connect(self._context)


class _Client(IMAPClient):  # type: ignore[misc] # imapclient has no types
    """imapclient on a line of ours."""

    def __init__(self, host: str, line: Line, context: ssl.SSLContext | None) -> None:
        self._line = line
        super().__init__(host, ssl=context is not None, ssl_context=context)

    def _create_IMAP4(self) -> _Connection:  # noqa: N802 - imapclient's name
        return _Connection(self.host, self._line, self.ssl_context)


class ImapInbox:
    """One folder of an IMAP account; mails that are done are moved to ``processed``.

    A mail's key is account, folder, UIDVALIDITY and UID. Flags are left alone: a person may read
    along. Where ``wanted`` is given, only mails are taken whose headers are; the keys of those that
    lay there and are not are ``unwanted``.

    ``left_keys`` says which keys are not looked at; ``newly_left`` are mails that should be among
    them from now on, each with the sentence why: alone of all they can't be fetched, or moved.
    """

    def __init__(
        self,
        server: Server,
        folder: str = "INBOX",
        processed_folder: str = "Processed",
        *,
        limit: int = limits.MAIL_BYTES,
        left_keys: Callable[[], Collection[str]] = tuple,
        wanted: Callable[[bytes], bool] | None = None,
    ) -> None:
        self.newly_left: dict[str, str] = {}
        self._server, self._folder, self._processed = server, folder, processed_folder
        self._limit, self._find_left_keys, self._wanted = limit, left_keys, wanted
        self.unwanted: list[str] = []
        self._doubts: dict[str, str] = {}
        self._unread: set[int] = set()
        self._end = 0.0
        self._name = f"The IMAP server {server.host}"
        self._line = Line(server.host, server.port)
        self._gone = ""
        self._client: Any = None
        self._prefix = ""

    def __enter__(self) -> Self:
        """Log in and select the folder. Raises KeeperError: one sentence that says what to mend."""
        server, context = self._server, self._server.make_context()
        self._line, self._gone = Line(server.host, server.port), ""
        try:
            with self._line.within(PATIENCE):
                first = context if server.security == "tls" else None
                client = _Client(server.host, self._line, first)
                if server.security == "starttls":
                    client.starttls(context)
                self._client = client
        except BaseException as error:
            self._line.close()
            if not isinstance(error, Exception):
                raise
            how = f"can't be reached: {_plain_words(error)}"
            if isinstance(error, TimeoutError):
                how = f"does not answer within {PATIENCE:g} seconds"
            how = f"{how}: see host and port in [inbox] of judge.toml"
            why = connection.explain_tls(error, server, "[inbox]")
            raise KeeperError(f"{self._name}:{server.port} {why or how}.") from error
        try:
            with self._guard("logging in"):
                if server.login == "token_command":
                    self._client.oauth2_login(server.user, server.password)
                else:
                    self._client.login(server.user, server.password)
            self._select()
        except LoginError as error:
            self._leave()
            raise KeeperError(
                f"{self._name} refuses user {server.user}: {_plain_words(error)}: "
                f"see user and {server.login} in [inbox] of judge.toml."
            ) from error
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        """Log out; what the server makes of that doesn't matter any more."""
        self._leave()

    def __iter__(self) -> Iterator[Incoming]:
        """The mails that are not deleted, in the order of their UIDs, that is of arrival.

        Raises KeeperError before the last where a pass must not read longer.
        """
        self._end = time.monotonic() + LONG
        self._doubts = {}
        uids, last = self._list_uids(), ""
        if self._wanted is not None:
            kept: list[int] = []
            for start in range(0, len(uids), BATCH):
                with self._guard("reading headers"):
                    rows = self._ask(uids[start : start + BATCH], "BODY.PEEK[HEADER]")
                kept += [uid for uid, row in rows.items() if self._wanted(_find_text(row))]
            self.unwanted += [self._key(uid) for uid in uids if uid not in kept]
            uids = sorted(kept)
        self._unread = set(uids)
        for start in range(0, len(uids), SURVEY):
            for mails in self._survey(uids[start : start + SURVEY]):
                yield from mails
                if mails:
                    last = mails[-1].key
                    self._blame_mails()
                if self._unread and time.monotonic() > self._end:
                    raise KeeperError(
                        f"{self._name} is slow: after {LONG:g} seconds "
                        f"{len(self._unread)} of {len(uids)} mails are left for the next pass."
                    )
        if self._doubts:
            again: dict[int, Incoming] = {}
            with self._trying():  # whether it gives once more what it gave before
                uid = last.removeprefix(self._prefix)
                again = self._fetch_one(int(uid), "BODY.PEEK[]") if last else {}
            if not again:
                raise KeeperError(next(iter(self._doubts.values())))
            self._blame_mails()

    def clear(self, folder: str, header: str, value: str) -> None:
        """Delete the mails of another folder that have a header with a value in it."""
        with self._guard(f"clearing the folder {folder} (sent in [inbox] of judge.toml)"):
            self._client.select_folder(folder)
            uids = self._client.search(["UNDELETED", "HEADER", header, value])[:SURVEY]
            self._client.delete_messages(uids, silent=True)
            if uids and self._client.has_capability("UIDPLUS"):
                self._client.uid_expunge(uids)

    def _blame_mails(self) -> None:
        """Leave the mails in doubt where they lie: the server gives others."""
        self.newly_left |= self._doubts
        self._doubts = {}

    def move_away(self, *keys: str) -> None:
        """Move these mails to the processed folder, by MOVE or, where there is none, by a copy.

        Where that fails each is moved for itself. Raises KeeperError where none can be.
        """
        here = [key for key in keys if key.startswith(self._prefix)]
        uids = [int(key.removeprefix(self._prefix)) for key in here]
        if not uids:
            return
        with self._guard("moving mails"):
            has_move = self._client.has_capability("MOVE")
        with self._trying():
            self._move(uids, has_move=has_move)
            return
        refusals = {}
        for uid in uids:
            try:
                self._move([uid], has_move=False)
            except KeeperError as error:
                refusals[uid] = str(error)
                self._open_again()
        if len(refusals) == len(uids):
            raise KeeperError(refusals[uids[0]])
        for uid, why in refusals.items():
            self.newly_left[self._key(uid)] = (
                f"Mail {uid} of the folder {self._folder} was taken, but stays there: {why}"
            )

    def _move(self, uids: Sequence[int], *, has_move: bool) -> None:
        with self._guard("moving mails"):
            if has_move:
                self._client.move(uids, self._processed)
                return
            self._client.copy(uids, self._processed)
            self._client.delete_messages(uids, silent=True)
            if self._client.has_capability("UIDPLUS"):
                self._client.uid_expunge(uids)

    def lacks(self) -> list[str]:
        """The capabilities that the judge likes and this server does not have."""
        capabilities = ("IDLE", "MOVE", "UIDPLUS")
        with self._guard("asking what it can do"):
            return [name for name in capabilities if not self._client.has_capability(name)]

    def waiting(self) -> bool:
        """Whether a mail lies there that is not deleted.

        The folder is selected anew: a server may search what it showed last, tell of a new mail
        behind the answer, and then not once more in IDLE.
        """
        with self._guard("looking for mails"):
            self._client.select_folder(self._folder)
        return bool(self._list_uids())

    def find_left(self) -> list[int]:
        """The UIDs of the mails that are not looked at, and still lie there."""
        left_keys = self._find_left_keys()
        return [uid for uid in self._search() if self._key(uid) in left_keys]

    def idle(self, patient: Callable[[], bool]) -> None:
        """Return when the server says that something changed, or as soon as not ``patient``.

        That is asked every second. A mail that came just before may go untold: look before and
        after. A server without IDLE says nothing at all.
        """
        with self._guard("waiting for mails"):
            has_idle = self._client.has_capability("IDLE")
        if not has_idle:
            while patient():
                time.sleep(_TICK)
            return
        with self._guard("waiting for mails"):
            self._client.idle()
        has_changed = False
        while patient() and not has_changed:
            with self._guard("waiting for mails"):
                has_changed = bool(self._client.idle_check(timeout=_TICK))
        with self._guard("waiting for mails"):
            self._client.idle_done()

    def clock(self) -> datetime:
        """What the server's clock says: when it took a mail that we lay into ``processed`` now.

        The mail is deleted again.
        """
        name = make_msgid(domain="probe.invalid")
        probe = f"Subject: What time is it?\r\nMessage-ID: {name}\r\n\r\n".encode()
        with self._guard("asking for the time"):
            append_answer = self._client.append(self._processed, probe, (b"\\Seen", b"\\Deleted"))
            self._client.select_folder(self._processed)
            uid_match = _APPENDED.search(append_answer)
            uids = [int(uid_match[1])] if uid_match else []
            uids = uids or self._client.search(["HEADER", "Message-ID", name])
            rows = self._ask(uids[-1:], "INTERNALDATE") if uids else {}
            if self._client.has_capability("UIDPLUS"):
                self._client.uid_expunge(uids)
        moments = [_find_date(row) for row in rows.values()]
        if moments and moments[0] != _NEVER:
            return moments[0]
        raise KeeperError(f"{self._name} does not say when it took a mail.")

    def _key(self, uid: int) -> str:
        return f"{self._prefix}{uid}"

    def _list_uids(self) -> list[int]:
        """The UIDs of the mails to take, in order; of a folder of spam those never looked at."""
        left_keys = self._find_left_keys()
        here = (key for key in left_keys if key.startswith(self._prefix))
        left = [int(key.removeprefix(self._prefix)) for key in here]
        last = max(left, default=0) if self._wanted else 0
        return [uid for uid in self._search() if uid > last and uid not in left]

    def _search(self) -> list[int]:
        """The UIDs of all mails that are not deleted; a server may tell them on several lines."""
        with self._guard("looking for mails"):
            lines = self._client._raw_command_untagged(b"SEARCH", [b"UNDELETED"])  # noqa: SLF001
            return sorted({uid for line in lines for uid in parse_message_list([line])})

    def _ask(self, uids: Sequence[int], *items: str) -> dict[int, Mapping[bytes, Any]]:
        """What the server tells of mails, by the UID that it names: its numbers are no UIDs."""
        what = (join_message_ids(uids), f"({' '.join(items)})")
        data = self._client._command_and_check("FETCH", *what, uid=True)  # noqa: SLF001
        rows = parse_fetch_response(data, normalise_times=False, uid_is_key=False)
        return {row[b"UID"]: row for row in rows.values() if b"UID" in row}

    def _survey(self, uids: Sequence[int]) -> Iterator[list[Incoming]]:
        """Ask for sizes, then fetch in batches; only the beginning of what is over the limit.

        A mail whose size is not told comes alone.
        """
        rows: Mapping[int, Mapping[bytes, Any]] = {}
        with self._trying(), self._guard("reading"):
            rows = self._ask(uids, "RFC822.SIZE")
        sizes = {uid: rows.get(uid, {}).get(b"RFC822.SIZE") for uid in uids}
        size_of = {
            uid: size if isinstance(size, int) else self._limit for uid, size in sizes.items()
        }
        large = {uid for uid, size in size_of.items() if size > self._limit}
        batches: list[set[int]] = [set()]
        bytes_left = BATCH_BYTES
        for uid, size in size_of.items():
            fetched = min(size, self._limit)
            if batches[-1] and (len(batches[-1]) == BATCH or fetched > bytes_left):
                batches.append(set())
                bytes_left = BATCH_BYTES
            batches[-1].add(uid)
            bytes_left -= fetched
        for batch in batches:
            mails = self._fetch([*batch - large], "BODY.PEEK[]", whole=True)
            mails |= self._fetch(
                [*batch & large], f"BODY.PEEK[]<0.{limits.HEAD_BYTES}>", whole=False
            )
            yield [mails[uid] for uid in sorted(mails)]

    def _fetch(self, uids: Sequence[int], item: str, *, whole: bool) -> dict[int, Incoming]:
        """Mails by UID, fetched together, or each for itself where that fails.

        One that somebody else removed in between is not among them. One that fails alone is in
        doubt: it may be the mail's fault or the server's.
        """
        if not uids:
            return {}
        with self._trying():
            with self._guard("reading"):
                rows = self._ask(uids, "INTERNALDATE", item)
                mails = {
                    uid: self._as_mail(
                        uid, _find_text(rows[uid]), _find_date(rows[uid]), whole=whole
                    )
                    for uid in uids
                }
            self._unread -= mails.keys()
            return mails
        mails = {}
        for uid in sorted(uids):
            if len(self._doubts) > 1 and time.monotonic() > self._end:
                break
            self._unread.discard(uid)
            try:
                mails |= self._fetch_one(uid, item, whole=whole)
            except KeeperError as error:
                where = f"Mail {uid} of the folder {self._folder}"
                self._doubts[self._key(uid)] = f"{where} can't be read: {error}"
                self._open_again()
        return mails

    def _fetch_one(self, uid: int, item: str, *, whole: bool = True) -> dict[int, Incoming]:
        """One mail, if it is still there; its date is asked for by itself, and may be missing."""
        if uid not in self._search():
            return {}
        with self._guard("reading"):
            text = _find_text(self._ask([uid], item)[uid])
        moment = _NEVER
        with self._trying(), self._guard("reading"):
            moment = _find_date(self._ask([uid], "INTERNALDATE")[uid])
        return {uid: self._as_mail(uid, text, moment, whole=whole)}

    def _as_mail(self, uid: int, text: bytes, moment: datetime, *, whole: bool) -> Incoming:
        if whole and not text.endswith(b"\n"):
            text += b"\r\n"  # IMAP says how long a mail is: this is its end
        return Incoming(self._key(uid), text, moment, whole)

    def _select(self) -> None:
        key = "junk" if self._wanted else "folder"
        try:
            with self._guard(f"opening the folder {self._folder}"):
                state = self._client.select_folder(self._folder)
        except KeeperError as error:
            with self._guard(f"looking for the folder {self._folder}"):
                is_there = self._client.folder_exists(self._folder)
            if is_there:
                raise
            raise KeeperError(
                f"{self._name} has no folder {self._folder} for {self._server.user}: see "
                f"{key} in [inbox] of judge.toml."
            ) from error
        with self._guard(f"making the folder {self._processed} (processed in [inbox])"):
            if not self._client.folder_exists(self._processed):
                self._client.create_folder(self._processed)
        validity = state.get(b"UIDVALIDITY")
        if validity is None:
            raise KeeperError(
                f"{self._name} gives no UIDVALIDITY for the folder {self._folder}: "
                f"without it mails can't be told apart (RFC 3501); another folder or server may."
            )
        self._prefix = f"imap/{self._server.user}@{self._server.host}/{self._folder}/{validity}/"

    def _leave(self) -> None:
        with suppress(Exception), self._line.within(PATIENCE):
            self._client.logout()
        self._hang_up()

    def _hang_up(self) -> None:
        with suppress(Exception):
            self._client.shutdown()
        self._line.close()

    def _open_again(self) -> None:
        """Make a new connection if the present one is gone."""
        if not self._gone:
            return
        prefix = self._prefix
        self._hang_up()
        self.__enter__()
        if self._prefix != prefix:
            raise KeeperError(f"{self._name} has numbered the mails of {self._folder} anew.")

    @contextmanager
    def _trying(self) -> Iterator[None]:
        """Let what fails here be tried in another way, on a connection that works."""
        try:
            yield
        except KeeperError:
            self._open_again()

    @contextmanager
    def _guard(self, deed: str) -> Iterator[None]:
        """Turn whatever goes wrong between us and the server into one sentence for the keeper.

        It may not take longer than ``PATIENCE``. Unless the server just said no, nothing of what
        comes next on this connection could be believed: it is gone, and its sentence stays.
        """
        if self._gone:
            raise KeeperError(self._gone)
        try:
            with self._line.within(PATIENCE):
                yield
        except LoginError:
            raise
        except Exception as error:
            how = f"broke off while {deed}: {_plain_words(error)}"
            if isinstance(error, TimeoutError):
                how = f"took longer than {PATIENCE:g} seconds while {deed}"
            elif not isinstance(error, IMAPClientError | OSError) or isinstance(
                error, ProtocolError
            ):
                how = f"answers what can't be understood while {deed}: {_plain_words(error)}"
            sentence = f"{self._name} {how}."
            if type(error) is not IMAPClientError:
                self._gone = sentence
            raise KeeperError(sentence) from error


def _find_text(row: Mapping[bytes, Any]) -> bytes:
    """A mail's text in what was fetched of it. Raises ProtocolError."""
    texts = (part for name, part in row.items() if name.startswith((b"BODY[]", b"BODY[HEADER]")))
    text = next(texts, None)
    if not isinstance(text, bytes):
        raise ProtocolError("there is no text of it")
    return text


def _find_date(row: Mapping[bytes, Any]) -> datetime:
    """When the server took a mail; one that no calendar knows is the last that it does."""
    try:
        moment: datetime = row[b"INTERNALDATE"].astimezone(UTC)
    except (LookupError, AttributeError, ValueError, OverflowError):
        return _NEVER
    return moment


def _plain_words(error: Exception) -> str:
    """An error's own words on one line, without quotes and the full stop."""
    text = " ".join(str(error).split()).removeprefix("b'").strip("'\". ")
    return text[:_WORDS] or type(error).__name__
