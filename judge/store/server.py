"""PostgreSQL, where the judge's database is not a file: how it is reached, and who may write.

Every transaction takes one lock of the database first, as SQLite's BEGIN IMMEDIATE does: so what is
read in it is still so when it writes. Workers share that lock where they work at one game each,
whose row they lock instead: what reaches beyond that game is refused, undone, and done again with
the whole lock. Who does passes holds another one on the very connection that he writes by: where
that breaks, he writes nothing more before he has it again.
"""

import os
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, partial
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from judge.kernel.errors import BeyondError, BusyError, KeeperError
from judge.store import lineage, memo
from judge.store.schema import OF_GAMES

_WRITING, _PASSES = 0x6A756467651, 0x6A756467652
"""The keys of the two locks: who is in a transaction, who does passes."""
_LEASES = 0x6A756468
"""The first half of the keys of what one worker at a time does."""
_SHARED, _GAME = "judge_shared", "judge_game"
"""What an engine's transactions share the lock for: with others, and for one game alone."""
_QUIET = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")
"""How statements begin that write nothing."""
_SETTINGS = (
    "lock_timeout=10s",
    "idle_in_transaction_session_timeout=5min",  # longer than anything is adjudicated
    "tcp_keepalives_idle=10",  # a host that lost its power holds its locks no longer than this
    "tcp_keepalives_interval=5",
    "tcp_keepalives_count=3",
    "client_encoding=UTF8",
)
LINK = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "application_name": "judge",
}
"""By which any connection of ours notices that its server is gone."""
_OPTIONS = {"options": " ".join(f"-c {setting}" for setting in _SETTINGS), **LINK}
COLLATION = (
    "The database does not sort texts by their bytes: make another one, as in 'createdb "
    "--template=template0 --encoding=UTF8 --locale=C.UTF-8 judge'."
)


class Turn(Struct, frozen=True):
    """What a connection holds as long as it lasts: all passes, or, ``beside`` others, a ``lease``.

    Of each lease, which is named by what it is for, there is one holder at a time.
    """

    beside: bool = False
    lease: str = ""


ALONE, BESIDE = Turn(), Turn(beside=True)


@cache
def connect(url: str, turn: Turn | None = None) -> Engine:
    """An engine, one a process for each URL; after ``dispose`` it may be used anew.

    ``turn``: for passes, of which there is one at a time on all hosts together, and for workers,
    of which there may be many, but none beside a pass: connecting raises BusyError while another
    one is at it. Raises KeeperError for a URL that makes no sense.
    """
    engine = _engine(url, pool_size=1 if turn else 5, max_overflow=0)
    if turn:
        event.listen(engine, "connect", partial(_on_connect_for, turn))
        event.listen(engine, "close", _on_close_alone)
    event.listen(engine, "begin", _on_begin)
    event.listen(engine, "before_cursor_execute", _refuse_beyond)
    event.listen(engine, "before_cursor_execute", memo.note)
    lineage.attach(engine)
    lineage.tell_commits(engine.dialect)
    return engine


def share(engine: Engine) -> Engine:
    """The same, of which the transactions run beside others of its kind: rows keep them apart."""
    return engine.execution_options(**{_SHARED: True})


def within(engine: Engine, game: int) -> Engine:
    """The same for work at one game: what reaches beyond it raises BeyondError."""
    return engine.execution_options(**{_SHARED: True, _GAME: game})


def refuse_other(db: Connection, game: int) -> None:
    """Raise BeyondError where a transaction works at another game."""
    if db.get_execution_options().get(_GAME, game) != game:
        raise BeyondError("it is about another game as well")


def is_within_game(db: Connection) -> bool:
    """Whether a transaction works at one game, and must leave alone what is not that game's own."""
    return _GAME in db.get_execution_options()


def _refuse_beyond(connection: Connection, _cursor: Any, statement: str, *about: Any) -> None:
    """Raise BeyondError before a statement that writes what is no game's own."""
    if not is_within_game(connection) or statement.startswith(_QUIET):
        return
    table = memo.written_table(about)
    if table is None or table.name not in OF_GAMES:
        raise BeyondError(f"it writes {table}")


@cache
def connect_to_read(url: str) -> Engine:
    """An engine that can't write; each transaction sees one picture and waits for nobody."""
    engine = _engine(url, isolation_level="REPEATABLE READ")
    event.listen(engine, "begin", lineage.note_begin)
    return engine.execution_options(postgresql_readonly=True)


def _engine(url: str, **options: Any) -> Engine:
    try:
        return create_engine(
            url, hide_parameters=True, connect_args=_OPTIONS, pool_pre_ping=True, **options
        )
    except ImportError as error:
        raise KeeperError(
            "judge.toml names a PostgreSQL database, but psycopg is not installed: 'pip install "
            "psycopg[binary]' beside the judge, or its extra [hosts], brings it."
        ) from error
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise KeeperError(
            "judge.toml: url in [database] can't be read; it is written like "
            "'postgresql+psycopg://judge@db.example.org/judge'."
        ) from error


def _on_connect_for(turn: Turn, connection: Any, _record: Any) -> None:
    """Hold the lock of passes for as long as the connection lasts."""
    way = "_shared" if turn.beside else ""
    question = f"SELECT pg_try_advisory_lock{way}({_PASSES})"
    has_lock = connection.execute(question).fetchone()[0]
    if has_lock and turn.lease:
        question = f"SELECT pg_try_advisory_lock({_LEASES}, hashtext(%s))"
        has_lock = connection.execute(question, (turn.lease,)).fetchone()[0]
    connection.commit()
    if not has_lock:
        connection.close()
        raise BusyError("a pass, or a worker, is under way on another host and does not end.")


def _on_close_alone(connection: Any, _record: Any) -> None:
    """Give the lock back at once: the server sees a little later that a connection is gone."""
    with suppress(Exception):  # a connection that is broken holds nothing
        connection.execute("SELECT pg_advisory_unlock_all()")


def _on_begin(connection: Connection) -> None:
    """What is read is remembered where nobody else can write it meanwhile."""
    options = connection.get_execution_options()
    way = "_shared" if _SHARED in options else ""
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock{way}({_WRITING})")
    if _SHARED in options and _GAME not in options:
        memo.end(connection)
    else:
        memo.begin(connection)


# In a child that was forked the connections are its parent's.
os.register_at_fork(after_in_child=connect.cache_clear)
os.register_at_fork(after_in_child=connect_to_read.cache_clear)


def refuse_collation(connection: Connection) -> None:
    """Raise KeeperError if the database orders texts otherwise than SQLite does."""
    question = "SELECT 'Z' < 'a' AND 'a-b' < 'aab' AND current_setting('server_encoding') = 'UTF8'"
    if not connection.exec_driver_sql(question).scalar():
        raise KeeperError(COLLATION)


def list_who_works(url: str) -> list[str]:
    """Who else has connected to a database as a judge does, by host and number there."""
    question = (
        "SELECT DISTINCT coalesce(host(client_addr), 'this host'), pid FROM pg_stat_activity "
        "WHERE datname = current_database() AND application_name = 'judge' "
        "AND pid != pg_backend_pid() ORDER BY 1, 2"
    )
    engine = connect_to_read(url)
    with engine.connect() as db:
        rows = db.exec_driver_sql(question).all()
    engine.dispose()
    return [f"{host}, connection {pid}" for host, pid in rows]


def clock(connection: Connection) -> datetime:
    """What time it is by the server's clock, whenever the transaction began."""
    moment: datetime = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
    return moment.astimezone(UTC)


def identity(connection: Connection) -> tuple[int, int]:
    """The number of the server's data, and that of the database in it: copies of it have others."""
    question = (
        "SELECT (SELECT system_identifier FROM pg_control_system()), "
        "(SELECT CAST(oid AS bigint) FROM pg_database WHERE datname = current_database())"
    )
    server, database = connection.exec_driver_sql(question).one()
    return int(server), int(database)
