"""Opening the database: durable SQLite or PostgreSQL, and a schema that is exactly ours."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Dialect, Engine, create_engine, event, make_url

from judge.kernel.errors import BusyError, DamageError, KeeperError
from judge.store import lineage, memo, seals, server
from judge.store.dialect import is_sqlite
from judge.store.glance import VERSION
from judge.store.schema import metadata

MIGRATIONS = Path(__file__).parent / "migrations"
FIRST = "1001"
"""The schema of 1.0.0. Those before it were never released, and no migration leads from them."""
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # with WAL the only fast setting that loses no commit
    "PRAGMA foreign_keys = ON",
    "PRAGMA busy_timeout = 10000",
)

_STATEMENTS: dict[Any, Any] = {}
_DIALECTS: dict[str, Dialect] = {}
"""Statements are compiled once a process, for all passes: they are filed by their dialect."""

TICK = 0.2
"""Seconds between two looks whether another host has ended its pass."""
EMPTY = (
    "judge.db is missing or empty: 'judge restore' the last backup into a new folder "
    '(docs/keeper.md, "Back from a backup"); mails that came since lie in archive/.'
)


def connect(url: str, head: Path | None = None) -> Engine:
    """An engine for ``url`` whose transactions begin at once and are durable when committed.

    ``head`` is the file that then tells how far its log is, where one should. Its errors do not
    quote what was to be stored: that is orders, press, passwords' hashes.
    """
    if not _is_file(url):
        return lineage.keep_head(server.connect(url), head)
    engine = make_engine(url)
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    event.listen(engine, "before_cursor_execute", memo.note_waiting)
    event.listen(engine, "before_cursor_execute", memo.note)
    event.listen(engine, "commit", memo.write_waiting)
    lineage.attach(engine)
    return lineage.keep_head(engine, head)


@contextmanager
def undo(db: Connection) -> Iterator[None]:
    """What is done within it is undone if something raises: a savepoint that costs little.

    Those of SQLAlchemy have a new name each time, and are compiled anew for that.
    """
    db.exec_driver_sql("SAVEPOINT item")
    try:
        yield
    except BaseException:
        if not db.invalidated:  # a connection that is gone has undone it
            db.exec_driver_sql("ROLLBACK TO SAVEPOINT item")
        raise
    db.exec_driver_sql("RELEASE SAVEPOINT item")


def _is_file(url: str) -> bool:
    """Whether a URL names a file of SQLite's, and no database of a server."""
    return url.startswith("sqlite:")


def make_engine(url: str) -> Engine:
    """An engine for SQLite as SQLAlchemy makes it; statements are those of all others here."""
    options = {"compiled_cache": _STATEMENTS}
    engine = create_engine(url, hide_parameters=True, execution_options=options)
    if (name := engine.dialect.name) not in _DIALECTS:
        _DIALECTS[name] = lineage.tell_commits(engine.dialect)
    engine.dialect = _DIALECTS[name]
    return engine


def _on_connect(connection: sqlite3.Connection, record: Any) -> None:
    """Take transactions out of sqlite3's hands: its own BEGIN comes too late for savepoints."""
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(pragma)
    count_of_tables = "SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'"
    if connection.execute(count_of_tables).fetchone()[0]:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if row == (VERSION,):  # the rows of another schema can't be sealed
            seals.attach(connection)


def open_to_read(url: str) -> Engine:
    """Connect to a database only to read: one picture a transaction, and no pass waits for it.

    Bytes that are no text come as they are, so that damage can be looked at. Raises KeeperError
    for a schema that is not ours, and SQLAlchemy's DatabaseError for a file that is no database.
    """
    if not _is_file(url):
        engine = server.connect_to_read(url)
    else:
        engine = make_engine(url)
        event.listen(engine, "connect", _on_reading)
        event.listen(engine, "begin", lambda db: db.exec_driver_sql("BEGIN"))
        event.listen(engine, "begin", lineage.note_begin)
    schema = version(engine)
    if schema is None:
        raise DamageError(_emptiness(engine))
    if schema != VERSION:
        raise KeeperError(_other_schema(engine, schema))
    return engine


def _on_reading(connection: sqlite3.Connection, record: Any) -> None:
    connection.isolation_level = None
    connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA busy_timeout = 10000")


def _on_begin(connection: Any) -> None:
    """Take the write lock at once: a transaction that reads first could not get it later."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    memo.begin(connection)
    memo.begin_waiting(connection)


def open_database(url: str, head: Path | None = None) -> Engine:
    """Connect to an existing database; migrate an older one, refuse a newer one and the oldest."""
    return _bring_up_to_date(connect(url, head))


def open_alone(
    url: str,
    seconds: float = 0.0,
    turn: server.Turn = server.ALONE,
    *,
    head: Path | None = None,
) -> Engine:
    """Open a database as above for what is done by one host at a time: passes; or for a ``turn``.

    Raises BusyError if another host is still at it after so many ``seconds``. On one machine the
    lock of the spool has seen to that.
    """
    if _is_file(url):
        return open_database(url, head)
    end = time.monotonic() + seconds
    while True:
        try:
            return lineage.keep_head(_bring_up_to_date(server.connect(url, turn)), head)
        except BusyError:
            if time.monotonic() > end:
                raise
            time.sleep(TICK)


def _bring_up_to_date(engine: Engine) -> Engine:
    """An engine of which the database has our schema."""
    schema = version(engine)
    if schema == VERSION:
        return engine
    if schema is None:
        raise DamageError(_emptiness(engine))
    if not can_migrate(schema):
        raise KeeperError(_other_schema(engine, schema))
    name = engine.url.database
    if is_sqlite(engine) and name:  # it is kept as it is beside it, the newest for each version
        copy = Path(f"{name}.before-{VERSION}")
        copy.unlink(missing_ok=True)
        copy.touch(mode=0o600)
        with closing(sqlite3.connect(name)) as db:
            db.execute("VACUUM INTO ?", (str(copy),))
    migrate(engine)
    engine.dispose()  # a connection that saw the older schema seals nothing
    return engine


class KeptDatabase:
    """A database kept open from pass to pass, while its file stays the same one.

    Opening it and making the triggers that seal its rows takes half of a pass that does little.
    """

    def __init__(self) -> None:
        self._engine: Engine | None = None
        self._file: tuple[int, int] | None = None

    def open(self, url: str, head: Path | None = None) -> Engine:
        """The database at ``url``, opened as ``open_alone`` does where it is not yet."""
        here = _file(url)
        if self._engine is None or here != self._file or version(self._engine) != VERSION:
            self.close()
            self._engine, self._file = open_alone(url, head=head), here
        return self._engine

    def close(self) -> None:
        """Close it, if it is open."""
        if self._engine is not None:
            self._engine.dispose()
        self._engine = None


@contextmanager
def passing(engine: Engine) -> Iterator[Connection]:
    """A transaction in a database that is closed behind it."""
    try:
        with engine.begin() as db:
            yield db
    finally:
        engine.dispose()


def _file(url: str) -> tuple[int, int] | None:
    """Which file a database lies in, None where in none: one put back from a backup is another."""
    name = make_url(url).database
    if not _is_file(url) or not name or not Path(name).exists():
        return None
    stat = Path(name).stat()
    return stat.st_dev, stat.st_ino


def _name(engine: Engine) -> str:
    """What a keeper calls the database."""
    return "judge.db" if is_sqlite(engine) else f"The database {engine.url.database}"


def _emptiness(engine: Engine) -> str:
    """What to do about a database without a schema."""
    if is_sqlite(engine):
        return EMPTY
    return (
        f"{_name(engine)} holds no judge: 'judge init DIR --database URL' makes one in it, or put "
        f"the last backup into it."
    )


def _other_schema(engine: Engine, schema: str) -> str:
    """What to do about a schema that is not ours."""
    if schema > VERSION:
        return (
            f"{_name(engine)} was written by a newer judge (schema {schema}, this one knows "
            f"{VERSION}): install that version, or 'judge restore' a backup that this one made."
        )
    if schema < FIRST:
        return (
            f"{_name(engine)} is of a judge before 1.0.0 (schema {schema}), which this one can't "
            f"read: its games come over one by one, by 'judge export GAME --secret' of that judge "
            f"and 'judge import FILE' in a new spool of this one."
        )
    return (
        f"{_name(engine)} has schema {schema}, this judge {VERSION}: 'judge upgrade' saves it and "
        f"brings it up to date."
    )


def version(engine: Engine) -> str | None:
    """The schema that the database has, or None where there is none."""
    with engine.connect() as db:
        if not engine.dialect.has_table(db, "alembic_version"):
            return None
        schema: str | None = db.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        return schema


def can_migrate(schema: str | None) -> bool:
    """Whether migrations lead from a schema to ours."""
    return schema is not None and FIRST <= schema < VERSION


def create(engine: Engine, fill: Callable[[Connection], None] = lambda _db: None) -> None:
    """Make the tables of VERSION in an empty database; no migration is run for that.

    ``fill`` puts in what it begins with, in the same transaction.
    Raises KeeperError where a judge is in it already, or where it is not fit for one.
    """
    from alembic.migration import MigrationContext  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    if version(engine) is not None:
        raise KeeperError(
            f"{_name(engine)} holds a judge already. Another host of it needs no 'judge init', but "
            f"judge.toml and secret of the first in a folder of its own (chmod 700)."
        )
    with engine.begin() as db:
        if not is_sqlite(db):
            server.refuse_collation(db)
        metadata.create_all(db)
        MigrationContext.configure(db).stamp(ScriptDirectory(str(MIGRATIONS)), VERSION)
        fill(db)
        seals.renew(db)


def migrate(engine: Engine) -> None:
    """Bring an older schema to VERSION. Imports alembic, which ordinary runs never do."""
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as db:
        config.attributes["connection"] = db
        command.upgrade(config, "head")
        seals.renew(db)
