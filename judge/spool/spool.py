"""The spool: one folder that holds the settings, the mailboxes, the archive and the database."""

import fcntl
import hashlib
import os
import pwd
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from judge import resources
from judge.kernel.errors import BusyError, DamageError, KeeperError, MissingError, RightsError
from judge.mail.disk import sync
from judge.spool import config
from judge.spool.config import Config
from judge.store import glance

CONTAINERS = (Path("/.dockerenv"), Path("/run/.containerenv"), Path("/run/systemd/container"))
"""One of these is there in a container, whose machine's name may change whenever it starts."""
NAMED_HOSTS = Path("/etc/machine-id")


class Place(msgspec.Struct, frozen=True):
    """The numbers of a spool's folder and database, and a digest of the machine's name, or ""."""

    folder: int
    database: int
    machine: str
    path: str = ""
    """Only to be told."""

    def is_same(self, other: "Place") -> bool:
        """Whether it is one spool."""
        files = (self.folder, self.database) == (other.folder, other.database)
        return files and (self.machine == other.machine or not (self.machine and other.machine))


def place_of(home: Path) -> Place:
    """Where the spool at ``home`` lies."""
    path = home.absolute()
    name = ""
    if not any(sign.exists() for sign in CONTAINERS):
        with suppress(OSError, UnicodeDecodeError):
            name = NAMED_HOSTS.read_text().strip()
    machine = hashlib.sha256(f"judge {name}".encode()).hexdigest()[:16] if name else ""
    return Place(path.stat().st_ino, (path / "judge.db").stat().st_ino, machine, str(path))


FORMER_FILE = "secret.former"


class Former(msgspec.Struct, frozen=True):
    """A secret that was changed; both in hexadecimal.

    ``phases``: by game the number of the phase in which old addresses still count.
    """

    secret: str
    first: str
    phases: Mapping[str, int]


def read_former(home: Path) -> Former | None:
    """What the spool at ``home`` knows of it; None if the secret was never changed."""
    path = home / FORMER_FILE
    try:
        kept_secret = msgspec.json.decode(path.read_bytes(), type=Former)
        bytes.fromhex(kept_secret.secret + kept_secret.first)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise DamageError(
            f"{path} is damaged: put the file of the last backup in its place, or take it away "
            f"('judge key rotate' wrote it; receipts get new names without it)."
        ) from error
    return kept_secret


_MAILDIR = ("", "/tmp", "/new", "/cur")
FOLDERS = (
    *(f"in{part}" for part in _MAILDIR),
    *(f"out{part}" for part in _MAILDIR),
    "archive",
    "shunt",
)
"""Each behind the one that holds it."""
VARIANTS = "variants"
"""The folder of the keeper's own variants; without it there are none."""
OTHERS = 0o077
"""The mode bits of everybody but the owner."""
TEMPLATES = "templates"
RESTORED = "restored"
"""The file that says of a spool that it came by a backup, and that the keeper has yet to resume."""
TICK = 0.2
"""Seconds between two looks whether a pass has ended."""
SECRET = 32
"""Bytes of a secret."""
REPLACED = (
    "put the file of the last backup in its place ('judge backup' keeps it); if there is none, "
    "'judge resume --new-secret' makes another one, and every seat gets a new address."
)


class Spool(Struct, frozen=True):
    """An opened spool: where it lies, its settings and its secret."""

    home: Path
    config: Config
    secret: bytes
    unsaid: tuple[str, ...] = ()
    """What judge.toml leaves out that it has to say once there is a game."""
    former: Former | None = None
    """The secret before the present one."""
    slot: str = ""
    """Which of several processes of one host we are; "" where there is one."""

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
        return self.config.database.url or f"sqlite:///{self.home / 'judge.db'}"

    @property
    def is_shared(self) -> bool:
        """Whether the database is a server's, and other hosts may use it as well."""
        return bool(self.config.database.url)

    @property
    def shelves(self) -> tuple[Path, ...]:
        """The folders of the keeper's own variants; neither need be there."""
        return _list_shelves(self.home, self.config)

    @property
    def wake(self) -> Path:
        """The file that says when the judge has next to do something without a mail."""
        return self.home / "wake"

    @property
    def place(self) -> Path:
        """The file that says in which folder ``wake`` was written."""
        return self.home / "place"

    @property
    def hand(self) -> Path:
        """The file that names the mail or game which a pass acts on."""
        return self.home / f"hand{self.slot}"

    @property
    def head(self) -> Path:
        """The file that names the last row of the log that this process wrote."""
        return self.home / f"{glance.HEADS_FILE}{self.slot}"

    @property
    def left_mails(self) -> Path:
        """The file that names the mails which are left in an IMAP mailbox."""
        return self.home / "left"

    @property
    def pulse(self) -> Path:
        """The file whose time says when the judge was last called."""
        return self.home / "pulse"

    @property
    def templates(self) -> Path:
        """The keeper's own templates, which need not be there; ``judge init`` makes none."""
        return self.home / TEMPLATES

    @property
    def passes(self) -> Path:
        """The file that counts passes."""
        return self.home / "passes"


def find_variants(home: Path) -> None:
    """Let the variants of the spool at ``home`` be found, if there is one that may be read.

    For commands that need nothing else of it. Raises KeeperError for a wrong judge.toml.
    """
    with suppress(PermissionError, RightsError):
        if (home / "judge.toml").exists():
            settings, _ = config.load_file(home / "judge.toml")
            _keep_shelves(home, settings)


def _keep_shelves(home: Path, settings: Config) -> None:
    """Look for variants where a spool has them; what came by a backup does not run yet."""
    trusted = not (home / RESTORED).exists()
    resources.keep_shelves(*_list_shelves(home, settings), trusted=trusted)


def _list_shelves(home: Path, settings: Config) -> tuple[Path, ...]:
    """The spool's own folder of variants, and the one that its judge.toml names."""
    further = settings.variants_dir
    return (home / VARIANTS, *((home / further,) if further else ()))


def open_spool(home: Path) -> Spool:
    """Open the spool at ``home``, or raise KeeperError: one sentence that says what to mend."""
    _refuse_strangers(home)
    for path in (home, home / "secret"):
        try:
            mode = path.stat().st_mode
        except FileNotFoundError as error:
            raise DamageError(f"{path} is missing: {REPLACED}") from error
        if mode & OTHERS:  # it holds orders and addresses: nobody else may look into it
            want = "700" if path.is_dir() else "600"
            raise RightsError(f"{path} can be read by others: 'chmod {want} {path}' mends it.")
    for name in FOLDERS:  # git and some copies leave out empty folders
        folder = home / name
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError) as error:
            while not os.path.lexists(folder):
                folder = folder.parent
            raise DamageError(
                f"{folder} is no folder: move it away ('mv {folder} {folder}.old'), the next "
                f"'judge run' makes a folder of it."
            ) from error
    try:
        secret = bytes.fromhex((home / "secret").read_text().strip())
    except (ValueError, IsADirectoryError):
        secret = b""
    if len(secret) != SECRET:
        raise DamageError(f"{home / 'secret'} is empty or damaged: {REPLACED}")
    settings, as_said = config.load_file(home / "judge.toml")
    this_spool = Spool(home, settings, secret, config.find_missing_keys(as_said), read_former(home))
    resources.keep_templates(this_spool.templates)
    _keep_shelves(home, this_spool.config)
    return this_spool


def _refuse_strangers(home: Path) -> None:
    """A spool belongs to one user: what another one makes in it, root above all, is lost to him."""
    try:
        owner = home.stat().st_uid
        (home / "judge.toml").stat()
    except PermissionError as error:
        raise RightsError(
            f"{home.absolute()} can't be looked into: {_word_owner_command(home)}"
        ) from error
    except (FileNotFoundError, NotADirectoryError) as error:
        if (home / "judge.db").exists():
            missing = f"{home / 'judge.toml'} is missing: {config.REPLACED}."
            raise DamageError(missing) from error
        raise MissingError(
            f"{home.absolute()} is no spool (it has no judge.toml): give --spool DIR, "
            f"or make one with 'judge init DIR'."
        ) from error
    if owner != os.geteuid():
        who = f"{name_user(owner)}, but {name_user(os.geteuid())} runs this"
        raise RightsError(f"{home.absolute()} belongs to {who}: {_word_owner_command(home)}")
    if not os.access(home, os.W_OK | os.X_OK):
        raise RightsError(
            f"{home} can't be written by this user, its owner: 'chmod 700 {home}', or mount the "
            f"disk for writing."
        )


def _word_owner_command(home: Path) -> str:
    """How to run a command as the spool's owner."""
    try:
        owner = name_user(home.stat().st_uid)
    except OSError:
        return "run it as the spool's owner."
    command = f"judge run --spool {home.absolute()}"
    return f"say it as its owner, as in su - {owner} -c '{command}'."


def name_user(number: int) -> str:
    """A user's name."""
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"


def renew_secret(home: Path) -> None:
    """Put a new secret in the place of one that is lost; what was there is kept beside it.

    Raises KeeperError where ``home`` is no spool of ours.
    """
    _refuse_strangers(home)
    path = home / "secret"
    if os.path.lexists(path):
        path.rename(home / f"secret.{datetime.now(UTC):%Y%m%d%H%M%S}")
    _write(path, secrets.token_hex(SECRET))
    sync(home)


@contextmanager
def hold_lock(home: Path) -> Iterator[bool]:
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


@contextmanager
def wait_for_lock(home: Path, seconds: float) -> Iterator[None]:
    """Hold the spool's lock as soon as the pass under way ends. Raises KeeperError if none does."""
    end = time.monotonic() + seconds
    while True:
        with hold_lock(home) as has_lock:
            if has_lock:
                yield
                return
        if time.monotonic() > end:
            raise BusyError("a pass is under way and does not end: 'judge health' may say why.")
        time.sleep(TICK)


def _write(path: Path, text: str) -> None:
    """Write a new private file and make it durable."""
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def make_spool(home: Path, url: str = "") -> None:
    """Make a spool at ``home``, with its database in it or at ``url``.

    Raises KeeperError if it can't be, or would be made over something.
    """
    if (home / "judge.toml").exists():
        raise KeeperError(f"{home} is a spool already; nothing was changed.")
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        raise KeeperError(f"{home} is not empty; give a new or an empty folder.")
    from judge.store import database  # noqa: PLC0415 - heavy, and an idle run needs none

    folders = [home / folder for folder in (*FOLDERS, VARIANTS)]
    try:  # what is made is durable, or nothing stays of it
        try:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
            home.chmod(0o700)
            for folder in folders:
                folder.mkdir(mode=0o700, parents=True)
            _write(home / "secret", secrets.token_hex(SECRET))
            _write(home / "judge.toml", config.write_settings(url))
        except OSError as error:
            raise RightsError(f"{home} can't be written: {error.strerror}.") from error
        new_spool = open_spool(home)
        if not new_spool.is_shared:
            (home / "judge.db").touch(mode=0o600)  # SQLite gives its other files the same mode
        engine = database.connect(new_spool.database)
        try:
            database.create(engine)
        finally:
            engine.dispose()
        for path in (*folders, home, home.absolute().parent):
            sync(path)
    except BaseException:
        for path in home.iterdir() if home.is_dir() else ():
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        raise
