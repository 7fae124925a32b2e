"""Where mails come from: one small protocol, and the Maildir that keeps it."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, Self
from urllib.parse import quote, unquote

from msgspec import Struct

from judge.kernel import limits
from judge.kernel.errors import KeeperError

TICK = 1
"""Seconds between two looks into a folder, where the system does not tell what comes into it."""
LEFT = 36 * 60 * 60
"""Seconds after which a file in ``tmp`` is nobody's any more."""
MAX_NAME = 200
"""Bytes of a file's name that are kept; file systems allow 255."""

_PLAIN = "".join(chr(at) for at in range(0x21, 0x7F) if chr(at) != "%")
"""What stands in a key as it is; other bytes of a file's name, which may be anything, as %FF."""


class Incoming(Struct, frozen=True):
    """A mail as it lies in a mailbox.

    ``key`` names its place for ever, ``received`` is when the mailbox took it (UTC). ``whole``
    False: it is larger than the limit, and ``raw`` is only its beginning. ``file``: where it lies
    as a file of ours, "" on a server.
    """

    key: str
    raw: bytes
    received: datetime
    whole: bool = True
    file: str = ""


class Inbox(Protocol):
    """A mailbox: open it with ``with``, iterate over what lies in it, say what is done.

    A mail comes again in every pass until it is done; so it is done after the journal's commit.
    There may be one reader at a time: the caller holds the lock. Raises KeeperError, one sentence,
    where the mailbox can't be reached or read.
    """

    newly_left: dict[str, str]
    """Mails that nobody should look at again, by key, each with a sentence that says why."""

    def __enter__(self) -> Self:
        """Open the mailbox."""

    def __exit__(self, *_error: object) -> None:
        """Close the mailbox."""

    def __iter__(self) -> Iterator[Incoming]:
        """The mails that are not done, oldest first."""

    def move_away(self, *keys: str) -> None:
        """Take these mails out of the way; a key that is no longer there is no error."""

    def waiting(self) -> bool:
        """Whether there is a mail that is not done."""

    def idle(self, patient: Callable[[], bool]) -> None:
        """Return when a mail may have come, or as soon as not ``patient``, asked every second."""


def _printable_path(path: Path) -> str:
    """A path that can be printed."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


class MaildirInbox:
    """A Maildir: an MTA or a hand drops mails into ``new``; those that are done are taken away.

    Of a mail over the limit only the beginning was read: when it is done it goes to ``cur``, the
    one place where it is whole. What lies in ``tmp`` for 36 hours was left by a delivery that was
    killed, and is taken away as well, as maildir(5) wants.

    A mail's arrival is its file's time of modification; the key holds that too, since a hand
    may use one name twice.
    """

    def __init__(self, path: Path, limit: int = limits.MAIL_BYTES) -> None:
        self.newly_left: dict[str, str] = {}
        self._tmp = path / "tmp"
        self._new = path / "new"
        self._cur = path / "cur"
        self._limit = limit

    def __enter__(self) -> Self:
        """See that the folders are there."""
        for folder in (self._new, self._cur):
            if not folder.is_dir():
                raise KeeperError(f"{folder} is missing: {folder.parent} is no Maildir.")
        old = time.time() - LEFT
        with suppress(OSError), os.scandir(self._tmp) as entries:
            for entry in entries:
                status = entry.stat(follow_symlinks=False)
                last_use = max(status.st_mtime, status.st_atime)
                if last_use < old and entry.is_file(follow_symlinks=False):
                    os.unlink(entry.path)
        return self

    def __exit__(self, *_error: object) -> None:
        """Nothing is held open."""

    def __iter__(self) -> Iterator[Incoming]:
        """The mails in ``new``; a file that can't be read is told of after all others."""
        unreadable = []
        for moment, name in self._list_waiting():
            try:
                with (self._new / name).open("rb") as file:
                    raw = file.read(self._limit + 1)
            except FileNotFoundError:
                continue  # Somebody took it away in between.
            except OSError as error:
                unreadable.append(
                    f"{_printable_path(self._new / name)} can't be read: {error.strerror}."
                )
                continue
            whole = len(raw) <= self._limit
            key = f"{moment}/{quote(name, _PLAIN, errors='surrogateescape')}"
            read = raw if whole else raw[: limits.HEAD_BYTES]
            try:
                received = datetime.fromtimestamp(moment / 1e9, UTC)
            except (ValueError, OverflowError, OSError):  # a time that no calendar knows
                received = datetime.max.replace(tzinfo=UTC)
            yield Incoming(key, read, received, whole, f"{self._new}/{name}" if whole else "")
        if unreadable:
            raise KeeperError(unreadable[0])

    def waiting(self) -> bool:
        """Whether a mail lies there."""
        return bool(self._list_waiting())

    def idle(self, patient: Callable[[], bool]) -> None:
        """Return when a mail lies there, or as soon as not ``patient``, asked every second."""
        from inotify_simple import INotify, flags  # noqa: PLC0415 - only a watch waits

        with ExitStack() as stack:
            notify = None
            with suppress(OSError, AttributeError):  # the system tells nobody
                notify = stack.enter_context(INotify())
                notify.add_watch(self._new, flags.CREATE | flags.MOVED_TO)
            while patient() and not self.waiting():
                notify.read(1000 * TICK) if notify else time.sleep(TICK)

    def _list_waiting(self) -> list[tuple[int, str]]:
        """Modification times in nanoseconds and names of the files in ``new``, oldest first."""
        try:
            with os.scandir(self._new) as entries:
                return sorted(
                    (entry.stat(follow_symlinks=False).st_mtime_ns, entry.name)
                    for entry in entries
                    if not entry.name.startswith(".") and entry.is_file(follow_symlinks=False)
                )
        except OSError as error:
            raise KeeperError(f"{self._new} can't be read: {error.strerror}.") from error

    def move_away(self, *keys: str) -> None:
        """Take the files away; one that a power cut brings back comes again and is known."""
        for key in keys:
            moment, _, quoted_name = key.partition("/")
            name = unquote(quoted_name, errors="surrogateescape")
            path = self._new / name
            try:
                status = path.stat()
                if status.st_mtime_ns != int(moment):
                    continue  # Another mail has taken its name.
                if status.st_size <= self._limit:
                    path.unlink()
                else:  # kept, marked as seen, beside an older one of that name
                    short_name = os.fsdecode(os.fsencode(name.partition(":")[0])[:MAX_NAME])
                    target = self._cur / f"{short_name}:2,S"
                    taken = target.exists()
                    path.rename(self._cur / f"{moment}.{target.name}" if taken else target)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise KeeperError(
                    f"{_printable_path(path)} can't be taken away: {error.strerror}."
                ) from error
