"""Backup and restore: one compressed tar with all that a judge is, taken while it works.

The order makes it consistent: mails not yet taken first, then one picture of the database, then
the archive, so that no mail falls between and every journalled mail's bytes are there.
"""

import gzip
import hashlib
import io
import os
import pwd
import re
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
import zlib
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

import msgspec
from sqlalchemy.engine import make_url

from judge import __version__, progress
from judge.keeper import audit, renewal
from judge.kernel.errors import KeeperError, MissingError, RightsError
from judge.kernel.text import count, list_names
from judge.mail import disk
from judge.run import fence, start
from judge.run import nightly as health
from judge.run.groups import act_on_each
from judge.spool import archives, hosts, mishaps, spool
from judge.spool.spool import Spool
from judge.store import bell, games, glance, log, marks, outbox, server
from judge.store.database import connect, open_database, passing, version
from judge.store.glance import VERSION
from judge.store.record import RUNNING

DUMP = "judge.dump"
"""What it is called in a backup."""


def write_dump(url: str, file: Path) -> str:
    """Write one picture of the database at ``url``; return its schema. Raises KeeperError."""
    engine = connect(url)
    schema = version(engine)
    engine.dispose()
    _run(
        "pg_dump",
        url,
        "--format=custom",
        f"--exclude-schema={bell.SCHEMA}",  # workers hang it anew
        f"--file={file}",
    )
    return schema or ""


def put_dump_back(file: Path, url: str) -> None:
    """Fill the empty database at ``url``, wholly or not at all. Raises KeeperError."""
    engine = connect(url)
    try:
        if version(engine) is not None:
            raise KeeperError(f"The database {engine.url.database} holds a judge already.")
        with engine.begin() as db:
            server.refuse_collation(db)
    finally:
        engine.dispose()
    _run("pg_restore", url, "--no-owner", "--exit-on-error", "--single-transaction", str(file))


def _run(program: str, url: str, *arguments: str) -> None:
    """Run one of them; a password is given where other users don't see it."""
    address = make_url(url)
    plain = address._replace(drivername="postgresql", password=None).render_as_string()
    password_variable = {"PGPASSWORD": str(address.password)} if address.password else {}
    try:
        process = subprocess.run(
            [program, f"--dbname={plain}", *arguments],
            env=os.environ | password_variable,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError as error:
        raise MissingError(
            f"{program} is not installed: Debian's package postgresql-client brings it."
        ) from error
    if process.returncode:
        errors = process.stderr.strip().splitlines() or [f"it ended with {process.returncode}"]
        raise KeeperError(f"{errors[0].rstrip('.')}.")


MANIFEST, DATABASE, END = "backup.json", "judge.db", "backup.end"
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
    glance.HEADS_FILE,
    "passes",
    "passes.part",
    "told",
    spool.RESTORED,
)
"""Files of the spool that are not kept as they lie there."""
COPIES = ("judge.db.before-", "backup-before-", "hand.", f"{glance.HEADS_FILE}.")
"""How the names of what an upgrade keeps of the judge before it begin, and those of processes."""
ASIDE = ".judge-"
GZIP = b"\x1f\x8b"
FURTHER = re.compile(rf"archive/\d{{4}}-\d\d|{spool.TEMPLATES}(/[\w-]+)*")
"""Folders that a spool may have, besides those that it has."""


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
    this_spool = spool.open_spool(home)
    moment = datetime.now(UTC)
    try:
        with tempfile.TemporaryDirectory(dir=file.absolute().parent, prefix=ASIDE) as aside:
            part = Path(aside) / "backup.tar.gz"
            with os.fdopen(_open_private(part), "wb") as target:
                _write(this_spool, target, Path(aside) / DATABASE, moment)
                os.fsync(target.fileno())
            part.replace(file)
        disk.sync(file.absolute().parent)
    except (OSError, sqlite3.Error) as error:
        raise KeeperError(f"{file} can't be written: {_words(error, home)}.") from error
    _note_backup(this_spool, moment)
    return f"{file} holds this judge as of {moment:%Y-%m-%d %H:%M:%S} UTC; nobody else may read it."


def stream(home: Path, target: IO[bytes]) -> str:
    """Write a backup to a stream, such as one to gpg or ssh. Raises KeeperError as above."""
    this_spool = spool.open_spool(home)
    moment = datetime.now(UTC)
    try:
        with tempfile.TemporaryDirectory(dir=home, prefix=ASIDE) as aside:
            _write(this_spool, target, Path(aside) / DATABASE, moment)
    except BrokenPipeError as error:
        raise KeeperError("whoever should take the backup went away: it is not whole.") from error
    except (OSError, sqlite3.Error) as error:
        raise KeeperError(f"the backup can't be written: {_words(error, home)}.") from error
    _note_backup(this_spool, moment)
    return f"This judge as of {moment:%Y-%m-%d %H:%M:%S} UTC; nobody else may read it."


def _note_backup(this_spool: Spool, moment: datetime) -> None:
    """Remember when the last backup was made, unless the schema is yet to be brought up to date."""
    engine = connect(this_spool.database, this_spool.head)
    if version(engine) == VERSION:
        with passing(engine) as db:
            marks.put(db, health.BACKUP, moment)
            log.append(db, moment, log.KEEPER, "keeper.backup")


def _words(error: Exception, home: Path) -> str:
    mishap = mishaps.of(error, home) if mishaps.spoils_all(error) else None
    return mishap.text if mishap else getattr(error, "strerror", None) or str(error)


def _write(this_spool: Spool, target: IO[bytes], copy: Path, moment: datetime) -> None:
    """Write the tar as a stream, and flush it."""
    with tarfile.open(fileobj=target, mode="w|gz", format=tarfile.PAX_FORMAT) as tar:
        _add_folder(tar, this_spool.home, WAITING)
        if this_spool.is_shared:
            schema = write_dump(this_spool.database, copy)
        else:
            with closing(sqlite3.connect(this_spool.home / DATABASE)) as db:
                schema = db.execute("SELECT version_num FROM alembic_version").fetchone()[0]
                db.execute("VACUUM INTO ?", (str(copy),))
        digest = _digest(copy)
        manifest = msgspec.json.encode(Manifest(moment, __version__, schema, digest))
        _add(tar, MANIFEST, io.BytesIO(manifest), len(manifest))
        _add_file(tar, DUMP if this_spool.is_shared else DATABASE, copy)
        for folder in KEPT:
            if folder != WAITING:
                _add_folder(tar, this_spool.home, folder)
        if this_spool.templates.is_dir():
            _add_folder(tar, this_spool.home, spool.TEMPLATES)
        # The keeper's own variants, whose games can't go on without them.
        for path in sorted((this_spool.home / spool.VARIANTS).rglob("*")):
            name = path.relative_to(this_spool.home)
            if path.is_file() and not any(part.startswith((".", "__")) for part in name.parts):
                _add_file(tar, name.as_posix(), path)
        for path in sorted(this_spool.home.iterdir()):
            if path.is_file() and not (path.name in PASSING or path.name.startswith(COPIES)):
                _add_file(tar, path.name, path)
        _add(tar, END, io.BytesIO(b""), 0)
    target.flush()


def _add_folder(tar: tarfile.TarFile, home: Path, folder: str) -> None:
    """Add a folder's files, and those of its months."""
    paths = sorted(path for path in (home / folder).rglob("*") if path.is_file())
    for path in progress.over(paths, f"Saving {folder}"):
        _add_file(tar, str(path.relative_to(home)), path)


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


def restore(
    file: Path, home: Path, owner: str = "", stream: IO[bytes] | None = None, url: str = ""
) -> str:
    """Make a spool at ``home`` from a backup, behind a fence; return what to tell the keeper.

    ``home`` must be new or empty; it is made whole or not at all. Where root restores, it belongs
    to ``owner``, else to whom the file belongs. ``stream`` is read instead of ``file``.
    ``url`` is an empty database for a backup of PostgreSQL's. Raises KeeperError.
    """
    if home.exists() and (not home.is_dir() or any(home.iterdir())):
        raise KeeperError(f"{home} is not empty; give a new or an empty folder.")
    user = _find_owner(file, home, owner, streamed=stream is not None)
    aside = _make_aside(home)
    try:
        moment = _unpack_backup(file, aside, stream, url)
        if user is not None and user.pw_uid != os.geteuid():
            for path in (aside, *aside.rglob("*")):
                os.chown(path, user.pw_uid, user.pw_gid, follow_symlinks=False)
        os.sync()
        disk.sync(_put_in_place(aside, home))
    except (tarfile.ReadError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise KeeperError(
            f"{file} is not a whole backup of a judge ({error}); 'judge backup' makes one, "
            f"a copy of judge.db is none."
        ) from error
    except (OSError, sqlite3.Error) as error:
        raise KeeperError(f"{file} can't be restored: {_words(error, home)}.") from error
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    text = (
        f"{home} is the judge as of {moment:%Y-%m-%d %H:%M:%S} UTC. It does nothing yet: see that "
        f"no other judge plays its games, look at 'judge status' and 'judge audit', then say "
        f"'judge resume'."
    )
    if names := sorted(path.parent.name for path in (home / spool.VARIANTS).glob("*/rules.py")):
        text += (
            f" The rules.py of {list_names(names)} in {home / spool.VARIANTS} came by it and will "
            f"run as the judge, but not before that: read it first."
        )
    return text


def _find_owner(file: Path, home: Path, owner: str, *, streamed: bool) -> pwd.struct_passwd | None:
    """To whom a spool that root restores is given; None where nobody else restores it."""
    if os.geteuid() != 0:
        if owner and owner != pwd.getpwuid(os.geteuid()).pw_name:
            raise RightsError(f"only root may give the spool to {owner}.")
        return None
    try:
        if owner:
            return pwd.getpwnam(owner)
        owned_path = home if home.exists() else file
        return None if streamed and owned_path is file else pwd.getpwuid(owned_path.stat().st_uid)
    except KeyError as error:
        raise MissingError(f"there is no user {owner or 'that the backup belongs to'}.") from error
    except FileNotFoundError:
        return None  # then that is said when it is read


def _make_aside(home: Path) -> Path:
    """A folder on the disk of ``home`` to unpack into; in it, where its parent is not ours."""
    parent = home.absolute().parent
    try:
        if home.exists() and not os.access(parent, os.W_OK, effective_ids=True):
            return Path(tempfile.mkdtemp(dir=home.absolute(), prefix=ASIDE))
        parent.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(dir=parent, prefix=ASIDE))
    except OSError as error:
        raise KeeperError(
            f"{home} can't be written: {error.strerror}; root may make it yours before: "
            f"'install -d -o {spool.name_user(os.geteuid())} -m 0700 {home}'."
        ) from error


def _put_in_place(aside: Path, home: Path) -> Path:
    """Make the folder that was unpacked the spool; without judge.toml it would be none.

    Return the folder in which something was renamed: one above ``home`` that is not ours may be
    closed to us.
    """
    if aside.parent != home.absolute():
        aside.rename(home)
        return home.absolute().parent
    names = sorted(path.name for path in aside.iterdir())
    for name in sorted(names, key=lambda name: name == "judge.toml"):
        (aside / name).rename(home / name)
    home.chmod(0o700)
    return home


def _unpack_backup(file: Path, home: Path, stream: IO[bytes] | None, url: str) -> datetime:
    """Unpack a backup into ``home``, check it, and fence it; return when it was made."""
    _unpack(file, home, stream)
    try:
        manifest = msgspec.json.decode((home / MANIFEST).read_bytes(), type=Manifest)
    except FileNotFoundError as error:
        raise tarfile.ReadError("it is cut off, or something else") from error
    except msgspec.MsgspecError as error:
        raise KeeperError(f"{file} is no backup of a judge.") from error
    database = home / (DUMP if (home / DUMP).exists() else DATABASE)
    if _digest(database) != manifest.digest:
        raise KeeperError(f"{file} is damaged: its database is not the one that was backed up.")
    if not (home / END).exists():
        raise tarfile.ReadError("it is cut off")
    (home / END).unlink(missing_ok=True)
    (home / MANIFEST).unlink()
    (home / spool.RESTORED).touch(mode=0o600)
    _fill_database(database, home, url)
    this_spool = spool.open_spool(home)
    with passing(open_database(this_spool.database)) as db:
        fence.raise_around(db, datetime.now(UTC), manifest.made)
        for reader in hosts.find_readers(db):  # those that are still there come back by themselves
            hosts.retire_reader(db, reader)
        # Mails are taken that came while the backup was made, between its database and its end;
        # where the inbox is no folder they lie in ``Processed``, as do those that came later.
        archive = archives.Folder(this_spool.archive)
        for digest in () if this_spool.is_shared else audit.find_strays(db, archive):
            path = archive.path(digest)
            if this_spool.config.inbox.kind == "maildir":
                path.rename(this_spool.inbox / "new" / path.name)
            else:
                path.unlink()
    return manifest.made


def _fill_database(database: Path, home: Path, url: str) -> None:
    """Put a database of PostgreSQL's into the one at ``url``, which judge.toml names from now on.

    A file is in its place already. Raises KeeperError where ``url`` is missing, or not asked for.
    """
    if database.name == DATABASE:
        if url:
            raise KeeperError(
                "this backup holds judge.db: restore it, and then say 'judge move URL'."
            )
        return
    if not url:
        raise KeeperError(
            "this backup holds a database of PostgreSQL's: say with --database URL which empty one "
            "it goes into."
        )
    renewal.write_settings(home, {"database": {"url": url}})
    (home / "judge.toml.before").unlink()
    put_dump_back(database, url)
    database.unlink()


def _unpack(file: Path, home: Path, stream: IO[bytes] | None) -> None:
    """Write the files of a backup; nothing is ever written outside of ``home``.

    It is read to its very end: of a gzip's sum and length tarfile itself checks nothing.
    """
    with ExitStack() as stack:
        source = stream or stack.enter_context(file.open("rb"))
        plain = io.BufferedReader(source)  # type: ignore[type-var]
        stack.callback(plain.detach)  # what is read belongs to who opened it
        content: IO[bytes] | io.BufferedReader = plain
        if plain.peek(len(GZIP)).startswith(GZIP):
            content = stack.enter_context(gzip.GzipFile(fileobj=plain))  # type: ignore[assignment]
        with tarfile.open(mode="r|*", fileobj=content) as tar:
            for member in progress.over(tar, "Unpacking"):
                name = PurePosixPath(member.name)
                octets = tar.extractfile(member) if member.isreg() else None
                folder = str(name.parent)
                ours = (
                    folder in (".", *KEPT)
                    or FURTHER.fullmatch(folder)
                    or name.parts[0] == spool.VARIANTS
                )
                if octets is None or not ours or name.name in ("", ".") or ".." in name.parts:
                    raise KeeperError(f"{file} is no backup of a judge: it holds {member.name!r}.")
                path = home / name
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                with os.fdopen(_open_private(path), "wb") as target:
                    shutil.copyfileobj(octets, target)
                arrived = int(Decimal(member.pax_headers.get("mtime", "0")) * 1_000_000_000)
                os.utime(path, ns=(arrived, arrived))
        while content.read(tarfile.RECORDSIZE):
            pass


def _open_private(path: Path) -> int:
    """A new file that nobody but its owner may read."""
    return os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)


def resume(home: Path, *, new_secret: bool = False, now: datetime | None = None) -> str:
    """Lift the fence and believe the clock; return what the next run will find.

    ``new_secret``: the one that was is lost, and another one is made. Where the database is older
    than what was done, who plays is told first. Raises KeeperError.
    """
    if new_secret:
        spool.renew_secret(home)
    this_spool = spool.open_spool(home)
    now = now or datetime.now(UTC)
    engine = open_database(this_spool.database, this_spool.head)
    try:
        with engine.begin() as db:
            loss = fence.note_loss(db, this_spool)
            numbers = [game.id for game in games.find_all(db) if game.status == RUNNING]
        if loss:
            work = start.begin_behind(engine, this_spool, now)
            tell = partial(fence.tell_of_setback, house=work.house, loss=loss)
            act_on_each(work, numbers, lambda db, one: tell(db, number=one))
        with engine.begin() as db:
            if new_secret:
                fence.accept(db, this_spool, now)
            fence.lift(db, this_spool, now)
            due_count = len(games.find_due(db, now))
            counts = outbox.counts(db)
            waiting = sum(counts.get(state, 0) for state in outbox.WAITING)
    finally:
        engine.dispose()
    (home / spool.RESTORED).unlink(missing_ok=True)
    mails, games_due = count(waiting, "mail"), count(due_count, "game")
    goes_on = f"The judge goes on with its next run: {mails} to send, {games_due} to look at."
    if not loss:
        return goes_on
    return (
        f"{goes_on} What it did after {loss.since:%Y-%m-%d %H:%M} UTC counts no more: phases "
        f"played since are played again, and their results, which may be other ones, mailed again; "
        f"the players of {count(len(numbers), 'game')} are told so. Letters that came since and "
        f"lie in archive/ ('judge audit' names them) or in Processed are read if you put them into "
        f"in/new, or back into the inbox."
    )
