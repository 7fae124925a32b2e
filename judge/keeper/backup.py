"""Backup and restore: one tar with all that a judge is, taken while it works.

The order makes it consistent: mails not yet taken first, then one picture of the database, then
the archive, so that no mail falls between and every journalled mail's bytes are there.
"""

import hashlib
import io
import os
import shutil
import sqlite3
import tarfile
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path, PurePosixPath
from typing import IO

import msgspec

from judge import __version__
from judge.health import fence
from judge.health import nightly as health
from judge.home import spool
from judge.home.spool import Spool
from judge.kernel.errors import KeeperError
from judge.mail import disk
from judge.report import words
from judge.store import games, log, marks, outbox
from judge.store.database import open_database
from judge.store.schema import VERSION

MANIFEST, DATABASE = "backup.json", "judge.db"
WAITING = "in/new"
KEPT = ("archive", "shunt", WAITING)
"""The folders whose files are kept."""
PASSING = (
    "judge.db",
    "judge.db-wal",
    "judge.db-shm",
    "lock",
    "wake",
    "wake.part",
    "pulse",
    "place",
    "hand",
)
"""Files of the spool that are not kept as they lie there."""


class Manifest(msgspec.Struct, frozen=True):
    """What a backup says of itself; ``digest`` is the SHA-256 of its database."""

    made: datetime
    judge: str
    schema: str
    digest: str


def backup(home: Path, file: Path) -> str:
    """Write a backup of the spool at ``home`` to ``file``; return what to tell the keeper.

    An older file of that name is replaced when the new one is whole and durable. Raises
    KeeperError.
    """
    opened = spool.open_spool(home)
    made = datetime.now(UTC)
    try:
        with tempfile.TemporaryDirectory(dir=file.absolute().parent, prefix=".judge-") as aside:
            part = Path(aside) / "backup.tar"
            _write(opened, part, Path(aside) / DATABASE, made)
            part.replace(file)
        disk.sync(file.absolute().parent)
    except (OSError, sqlite3.Error) as error:
        raise KeeperError(f"{file} can't be written: {_words(error)}.") from error
    _note_backup(opened, made)
    return f"{file} holds this judge as of {made:%Y-%m-%d %H:%M:%S} UTC; nobody else may read it."


def _note_backup(opened: Spool, made: datetime) -> None:
    """Remember when the last backup was made."""
    engine = open_database(opened.database)
    with engine.begin() as db:
        marks.put(db, health.BACKUP, made)
        log.append(db, made, log.KEEPER, "keeper.backup")
    engine.dispose()


def _words(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _write(opened: Spool, part: Path, copy: Path, made: datetime) -> None:
    """Write the tar, private from its first byte."""
    os.close(_open_private(part))
    with tarfile.open(part, "w", format=tarfile.PAX_FORMAT) as tar:
        _add_folder(tar, opened.home, WAITING)
        with closing(sqlite3.connect(opened.home / DATABASE)) as database:
            database.execute("VACUUM INTO ?", (str(copy),))
        digest = _digest(copy)
        manifest = msgspec.json.encode(Manifest(made, __version__, VERSION, digest))
        _add(tar, MANIFEST, io.BytesIO(manifest), len(manifest))
        _add_file(tar, DATABASE, copy)
        for folder in KEPT:
            if folder != WAITING:
                _add_folder(tar, opened.home, folder)
        _add_variants(tar, opened.home)
        for path in sorted(opened.home.iterdir()):
            if path.is_file() and path.name not in PASSING:
                _add_file(tar, path.name, path)
    with part.open("rb") as file:
        os.fsync(file.fileno())


def _add_folder(tar: tarfile.TarFile, home: Path, folder: str) -> None:
    for path in sorted((home / folder).iterdir()):
        _add_file(tar, f"{folder}/{path.name}", path)


def _add_variants(tar: tarfile.TarFile, home: Path) -> None:
    """Add the keeper's own variants, whose games can't go on without them."""
    for path in sorted((home / spool.VARIANTS).rglob("*")):
        name = path.relative_to(home)
        if path.is_file() and not any(part.startswith((".", "__")) for part in name.parts):
            _add_file(tar, name.as_posix(), path)


def _add_file(tar: tarfile.TarFile, name: str, path: Path) -> None:
    """Add a file; one that a pass took away in the meantime is passed over."""
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            _add(tar, name, file, status.st_size, status.st_mtime_ns)
    except FileNotFoundError:
        return


def _add(tar: tarfile.TarFile, name: str, file: IO[bytes], size: int, mtime_ns: int = 0) -> None:
    """Add a file of the owner alone; its time to the nanosecond, since that is a mail's arrival."""
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    member.pax_headers = {"mtime": str(Decimal(mtime_ns) / 1_000_000_000)}
    tar.addfile(member, file)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def restore(file: Path, home: Path) -> str:
    """Make a spool at ``home`` from a backup, behind a fence; return what to tell the keeper.

    ``home`` must be new or empty; it is made whole or not at all. Raises KeeperError.
    """
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        raise KeeperError(f"{home} is not empty; give a new or an empty folder.")
    try:
        home.absolute().parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(dir=home.absolute().parent, prefix=".judge-"))
    except OSError as error:
        raise KeeperError(f"{home} can't be written: {error.strerror}.") from error
    try:
        made = _unpack_backup(file, aside)
        os.sync()
        aside.rename(home)
    except tarfile.ReadError as error:
        raise KeeperError(
            f"{file} is no whole backup of a judge ({error}); 'judge backup' makes one, a copy of "
            f"judge.db is none."
        ) from error
    except (OSError, sqlite3.Error) as error:
        raise KeeperError(f"{file} can't be restored: {_words(error)}.") from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    disk.sync(home.absolute().parent)
    return (
        f"{home} is the judge as of {made:%Y-%m-%d %H:%M:%S} UTC. It does nothing yet: see that "
        f"no other judge plays its games, look at 'judge status' and 'judge audit', then say "
        f"'judge resume'."
    )


def _unpack_backup(file: Path, home: Path) -> datetime:
    """Unpack a backup into ``home``, check it, and fence it; return when it was made."""
    with tarfile.open(file, "r:") as tar:
        for member in tar:
            _unpack(tar, member, home, file)
    try:
        manifest = msgspec.json.decode((home / MANIFEST).read_bytes(), type=Manifest)
    except (FileNotFoundError, msgspec.MsgspecError) as error:
        raise KeeperError(f"{file} is no backup of a judge.") from error
    if _digest(home / DATABASE) != manifest.digest:
        raise KeeperError(f"{file} is damaged: its database is not the one that was backed up.")
    (home / MANIFEST).unlink()
    engine = open_database(spool.open_spool(home).database)
    with engine.begin() as db:
        fence.raise_around(db, datetime.now(UTC), manifest.made)
    engine.dispose()
    return manifest.made


def _unpack(tar: tarfile.TarFile, member: tarfile.TarInfo, home: Path, file: Path) -> None:
    """Write one file of a backup; nothing is ever written outside of ``home``."""
    name = PurePosixPath(member.name)
    content = tar.extractfile(member) if member.isreg() else None
    ours = str(name.parent) in (".", *KEPT) or name.parts[0] == spool.VARIANTS
    if content is None or not ours or name.name in ("", ".") or ".." in name.parts:
        raise KeeperError(f"{file} is no backup of a judge: it holds {member.name!r}.")
    path = home / name
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(_open_private(path), "wb") as target:
        shutil.copyfileobj(content, target)
    arrived = int(Decimal(member.pax_headers.get("mtime", "0")) * 1_000_000_000)
    os.utime(path, ns=(arrived, arrived))


def _open_private(path: Path) -> int:
    """A new file that nobody but its owner may read."""
    return os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)


def resume(home: Path, *, new_secret: bool = False) -> str:
    """Lift the fence and believe the clock; return what the next run will find.

    ``new_secret``: the one that was is lost, and another one is made. Raises KeeperError.
    """
    if new_secret:
        spool.renew_secret(home)
    opened = spool.open_spool(home)
    now = datetime.now(UTC)
    engine = open_database(opened.database)
    try:
        with engine.begin() as db:
            if new_secret:
                fence.accept(db, opened, now)
            fence.lift(db, opened, now)
            due = len(games.find_due(db, now))
            waiting = outbox.counts(db).get(outbox.QUEUED, 0)
    finally:
        engine.dispose()
    mails, found = words.count(waiting, "mail"), words.count(due, "game")
    return f"The judge goes on with its next run: {mails} to send, {found} to look at."
