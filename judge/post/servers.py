"""The mailboxes and servers that judge.toml names."""

from collections.abc import Collection, Iterable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from judge.kernel.errors import KeeperError
from judge.mail.inbox import Inbox, MaildirInbox
from judge.mail.outbox import MaildirOutbox, Sendmail, Transport
from judge.spool.config import is_loopback
from judge.spool.spool import Spool

if TYPE_CHECKING:
    from judge.mail.imap import ImapInbox


def find_left(spool: Spool) -> Collection[str]:
    """The keys of the mails that are left where they lie."""
    try:
        return msgspec.json.decode(spool.left_mails.read_bytes(), type=frozenset[str])
    except (FileNotFoundError, msgspec.MsgspecError):
        return ()


def leave_mail(spool: Spool, keys: Iterable[str]) -> None:
    """Leave these where they lie as well."""
    spool.left_mails.write_bytes(msgspec.json.encode(sorted({*find_left(spool), *keys})))


def open_inbox(spool: Spool) -> Inbox:
    """Where mails come from. Raises KeeperError for a password that can't be read."""
    if spool.config.inbox.kind == "maildir":
        return MaildirInbox(spool.inbox, spool.config.limits.letter_bytes)
    return open_imap(spool)


def open_imap(spool: Spool) -> "ImapInbox":
    """The IMAP mailbox, where there is one. Raises KeeperError as above."""
    from judge.mail.imap import ImapInbox  # noqa: PLC0415 - most spools never need it

    settings = spool.config.inbox
    return ImapInbox(
        settings.host,
        settings.port,
        settings.user,
        _read_password(spool, settings.password_file),
        security=settings.security,
        cafile=_find_file(spool, settings.cafile),
        folder=settings.folder,
        processed_folder=settings.processed,
        limit=spool.config.limits.letter_bytes,
        left_keys=partial(find_left, spool),
    )


def ask_clock(spool: Spool) -> datetime | None:
    """What the mailbox's server says that the time is; None for a folder. Raises KeeperError."""
    if spool.config.inbox.kind == "maildir":
        return None
    with open_imap(spool) as box:
        return box.clock()


def name_witnesses(spool: Spool) -> str:
    """Who may say that the clock is right, besides the keeper."""
    ways = ["a time server (NTP)"]
    if spool.config.hosts:
        ways.append(f"the next mail that {spool.config.hosts[0]} stamps")
    if spool.config.inbox.kind == "imap" and not is_loopback(spool.config.inbox.host):
        ways.append("the IMAP server's clock")
    return " or ".join(ways)


def open_transport(spool: Spool) -> Transport:
    """Where mails go. Raises KeeperError for a password that can't be read."""
    settings = spool.config.outbox
    if settings.kind == "maildir":
        return MaildirOutbox(spool.outbox)
    if settings.kind == "sendmail":
        return Sendmail(Path(settings.command))
    from judge.mail.smtp import Smtp  # noqa: PLC0415 - likewise

    return Smtp(
        settings.host,
        settings.port,
        settings.user,
        _read_password(spool, settings.password_file),
        security=settings.security,
        cafile=_find_file(spool, settings.cafile),
    )


def _find_file(spool: Spool, name: str) -> Path | None:
    """A file named in judge.toml; relative names are meant from the spool."""
    return spool.home / name if name else None


def _read_password(spool: Spool, name: str) -> str:
    path = _find_file(spool, name)
    if path is None:
        return ""
    try:
        return path.read_text().strip()
    except OSError as error:
        raise KeeperError(f"The password in {path} can't be read: {error.strerror}.") from error
