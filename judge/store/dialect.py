"""Where SQLite and PostgreSQL are asked in different words: no statement differs elsewhere."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, Engine, Table, func, select, type_coerce, update
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction
from sqlalchemy.types import String

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite

_NAMES = 0x6A756467
"""The first half of the keys of the locks of names."""


def is_sqlite(db: Connection | Engine) -> bool:
    """Whether a database is a SQLite file; else it is PostgreSQL's."""
    return db.dialect.name == "sqlite"


def insert_or(dialect: str, table: Table) -> "sqlite.Insert | postgresql.Insert":
    """An INSERT that may say what to do ``on_conflict``."""
    if dialect == "sqlite":
        from sqlalchemy.dialects import sqlite  # noqa: PLC0415 - only what is used is imported

        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - likewise

    return postgresql.insert(table)


def insert_new(db: Connection, table: Table) -> Any:
    """An INSERT that leaves a row whose key is there as it is; one and the same each time."""
    return _insert_new(db.dialect.name, table, "")


@cache
def _insert_new(dialect: str, table: Table, told: str) -> Any:
    """The same for what may be there already; made once, so that it is known again."""
    fresh = insert_or(dialect, table).on_conflict_do_nothing()
    return fresh.returning(table.c[told]) if told else fresh


def add_new(
    db: Connection, table: Table, rows: Sequence[Mapping[str, object]], told: str = ""
) -> set[Any]:
    """Add rows, where those whose keys are there stay as they are.

    Returns what those that are new have in the column ``told``.
    """
    if not rows:
        return set()
    values = rows if rows[1:] else rows[0]  # a list of one takes the longer way of several
    added = db.execute(_insert_new(db.dialect.name, table, told), values)
    return set(added.scalars()) if told else set()


def put_row(
    db: Connection, table: Table, key: Mapping[str, object], values: Mapping[str, object]
) -> None:
    """Give the row of a key these values, whether or not it is there.

    SQLite would not let the trigger replace the row's seal in an INSERT that updates.
    """
    statement = update(table).where(*(table.c[name] == value for name, value in key.items()))
    if not db.execute(statement.values(values)).rowcount:
        fresh = insert_or(db.dialect.name, table).values(**key, **values)
        # Another host may just do so.
        db.execute(fresh.on_conflict_do_update(index_elements=list(key), set_=values))


def count_on(db: Connection, table: Table) -> None:
    """Let a table whose rows were copied in number new ones behind them."""
    number_column = table.autoincrement_column
    if number_column is None or is_sqlite(db):
        return
    last = db.execute(select(func.max(number_column))).scalar()
    if last is not None:
        db.execute(
            select(func.setval(func.pg_get_serial_sequence(table.name, number_column.name), last))
        )


def hold_name(db: Connection, name: str) -> None:
    """Let nobody else hold this name before our transaction ends; SQLite lets nobody in anyway."""
    if not is_sqlite(db):
        db.execute(select(func.pg_advisory_xact_lock(_NAMES, func.hashtext(name))))


class member_of(GenericFunction[str]):  # noqa: N801 - a function of SQL
    """The text that a column with a JSON object has under a name, NULL where it has none."""

    type = String()
    inherit_cache = True

    def __init__(self, column: ColumnElement[str], name: str) -> None:
        """Of ``column`` what is called ``name``."""
        super().__init__(column, type_coerce(name, String))


@compiles(member_of, "sqlite")
def _in_sqlite(element: member_of, compiler: Any, **more: Any) -> str:
    column, name = (compiler.process(one, **more) for one in element.clauses)
    return f"json_extract({column}, '$.' || {name})"


@compiles(member_of, "postgresql")
def _in_postgresql(element: member_of, compiler: Any, **more: Any) -> str:
    column, name = (compiler.process(one, **more) for one in element.clauses)
    return f"(CAST({column} AS JSON) ->> {name})"
