"""The mailboxes and servers that judge.toml names."""

import shlex
import subprocess
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from judge.kernel.errors import KeeperError
from judge.mail.connection import Server
from judge.mail.inbox import Inbox, MaildirInbox
from judge.mail.transport import MaildirOutbox, Sendmail, Transport
from judge.spool import config
from judge.spool.config import is_loopback
from judge.spool.spool import Spool

if TYPE_CHECKING:
    from judge.mail.imap import ImapInbox


PATIENCE = 30.0
"""Seconds in which a command has to print a password."""


def find_left(spool: Spool) -> Collection[str]:
    """The keys of the mails that are left where they lie."""
    try:
        return msgspec.json.decode(spool.left_mails.read_bytes(), type=frozenset[str])
    except (FileNotFoundError, msgspec.MsgspecError):
        return ()


def leave_mail(spool: Spool, keys: Iterable[str]) -> None:
    """Leave these where they lie as well."""
    spool.left_mails.write_bytes(msgspec.json.encode(sorted({*find_left(spool), *keys})))


def leave_junk(spool: Spool, key: str) -> None:
    """Look at no mail of the folder of spam again, up to this one."""
    folder = key.rpartition("/")[0] + "/"
    kept = {each for each in find_left(spool) if not each.startswith(folder)}
    spool.left_mails.write_bytes(msgspec.json.encode(sorted({*kept, key})))


def waits_in_junk(spool: Spool) -> bool:
    """Whether a mail lies in the folder of spam that nobody looked at. Raises KeeperError."""
    if not spool.config.inbox.junk:
        return False
    with open_imap(spool, lambda _: True) as box:
        return box.waiting()


def open_inbox(spool: Spool) -> Inbox:
    """Where mails come from. Raises KeeperError for a password that can't be read."""
    if spool.config.inbox.kind == "maildir":
        return MaildirInbox(spool.inbox, spool.config.limits.letter_bytes)
    return open_imap(spool)


def open_imap(spool: Spool, wanted: Callable[[bytes], bool] | None = None) -> "ImapInbox":
    """The IMAP mailbox, where there is one; with ``wanted`` its folder of spam.

    Of that only mails count whose headers are ``wanted``. Raises KeeperError as above.
    """
    from judge.mail.imap import ImapInbox  # noqa: PLC0415 - most spools never need it

    settings = spool.config.inbox
    return ImapInbox(
        _find_server(spool, "inbox"),
        settings.junk if wanted else settings.folder,
        settings.processed,
        limit=spool.config.limits.letter_bytes,
        left_keys=partial(find_left, spool),
        wanted=wanted,
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

    return Smtp(_find_server(spool, "outbox"))


def _find_server(spool: Spool, section: str) -> Server:
    """The server that a section of judge.toml names, with the password or token that it tells.

    That is "" where none is named; of a command it is the first line that it prints. Raises
    KeeperError for one that can't be read.
    """
    settings: config.Inbox | config.Outbox = getattr(spool.config, section)
    login = next((key for key in config.PASSWORDS if getattr(settings, key)), config.PASSWORDS[0])
    command, password, why = settings.password_command or settings.token_command, "", ""
    if settings.password_file:
        path = spool.home / settings.password_file
        try:
            password = path.read_text().strip()
        except OSError as error:
            raise KeeperError(f"The password in {path} can't be read: {error.strerror}.") from error
    elif command:
        try:
            words = shlex.split(command)
            done = subprocess.run(
                words, cwd=spool.home, capture_output=True, text=True, timeout=PATIENCE, check=True
            )
            password = done.stdout.partition("\n")[0].strip()
            why = "" if password else "it prints nothing"
        except subprocess.CalledProcessError as error:
            why = (error.stderr.strip().splitlines() or [f"it exits with {error.returncode}"])[-1]
        except subprocess.TimeoutExpired:
            why = f"it took longer than {PATIENCE:g} seconds"
        except (OSError, ValueError, IndexError) as error:
            why = getattr(error, "strerror", "") or str(error)
    if why:  # of what it printed nothing is told
        key = f"{login} in [{section}]"
        raise KeeperError(f"judge.toml: {key} does not work: {why}: try '{command}' by hand.")
    return Server(
        settings.host,
        settings.port,
        settings.user,
        password,
        security=settings.security,
        cafile=spool.home / settings.cafile if settings.cafile else None,
        login=login,
    )
