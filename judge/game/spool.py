"""The spool: one folder that holds the settings, the mailboxes, the archive and the database."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from judge.game import config
from judge.game.config import Config
from judge.kernel.errors import KeeperError

FOLDERS = (
    "in",
    "out",
    "in/tmp",
    "in/new",
    "in/cur",
    "out/tmp",
    "out/new",
    "out/cur",
    "archive",
    "shunt",
)
"""Each behind the one that holds it."""
OTHERS = 0o077
"""The mode bits of everybody but the owner."""


@dataclass(frozen=True, slots=True)
class Spool:
    """An opened spool: where it lies, its settings and its secret."""

    home: Path
    config: Config
    secret: bytes

    @property
    def inbox(self) -> Path:
        """The Maildir that mails are dropped into."""
        return self.home / "in"

    @property
    def outbox(self) -> Path:
        """The Maildir that mails are left in where no server sends them."""
        return self.home / "out"

    @property
    def archive(self) -> Path:
        """Every mail taken, as it came, named by its digest."""
        return self.home / "archive"

    @property
    def shunt(self) -> Path:
        """The tracebacks of mails that raised."""
        return self.home / "shunt"

    @property
    def database(self) -> str:
        """The database's URL."""
        return f"sqlite:///{self.home / 'judge.db'}"

    @property
    def wake(self) -> Path:
        """The file that says when the judge has next to do something without a mail."""
        return self.home / "wake"

    @property
    def hand(self) -> Path:
        """The file that names the mail which a pass acts on."""
        return self.home / "hand"

    @property
    def pulse(self) -> Path:
        """The file whose time says when the judge was last called."""
        return self.home / "pulse"


def create(home: Path) -> Spool:
    """Make a new spool at ``home`` (without its database). Raises KeeperError if it can't be."""
    if (home / "judge.toml").exists():
        raise KeeperError(f"{home} is a spool already; nothing was changed.")
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        raise KeeperError(f"{home} is not empty; give a new or an empty folder.")
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        home.chmod(0o700)
        for folder in FOLDERS:
            (home / folder).mkdir(mode=0o700, parents=True)
        _write(home / "secret", secrets.token_hex(32))
        _write(home / "judge.toml", config.DEFAULT)
    except OSError as error:
        raise KeeperError(f"{home} can't be written: {error.strerror}.") from error
    return open_spool(home)


def open_spool(home: Path) -> Spool:
    """Open the spool at ``home``, or raise KeeperError: one sentence that says what to mend."""
    if not (home / "judge.toml").is_file():
        raise KeeperError(
            f"{home.absolute()} is no spool (it has no judge.toml): give --spool DIR, "
            f"or make one with 'judge init DIR'."
        )
    if not os.access(home, os.W_OK | os.X_OK):
        raise KeeperError(f"{home} can't be written by this user; run as its owner.")
    for path in (home, home / "secret"):
        _refuse_readable(path)
    for folder in FOLDERS:  # git and some copies leave out empty folders
        (home / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
    secret = bytes.fromhex((home / "secret").read_text().strip())
    return Spool(home, config.load(home / "judge.toml"), secret)


def _refuse_readable(path: Path) -> None:
    """A spool holds orders and addresses: nobody but its owner may look into it."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError as error:
        raise KeeperError(f"{path} is missing; a spool without it can't be trusted.") from error
    if mode & OTHERS:
        want = "700" if path.is_dir() else "600"
        raise KeeperError(f"{path} can be read by others: 'chmod {want} {path}' mends it.")


@contextmanager
def locked(home: Path) -> Iterator[bool]:
    """Hold the spool's lock; False if another run holds it. The lock dies with the process."""
    handle = os.open(home / "lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True
    finally:
        os.close(handle)


def _write(path: Path, text: str) -> None:
    """Write a new private file and make it durable."""
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
