"""Seals: a digest of each row, kept beside the table by SQLite's triggers as the judge writes.

A byte that anything but the judge changes leaves a row that does not fit its seal. The triggers
live in the judge's own connections only; PostgreSQL checks its pages by itself.
"""

import hashlib
import sqlite3
from functools import cache

from sqlalchemy import Connection, Table, delete, insert

from judge.store.dialect import is_sqlite
from judge.store.schema import log, metadata, raws, seals

SEALED = tuple(table for table in metadata.sorted_tables if table not in (log, raws, seals))
"""Every table but the log, whose rows are chained, raw mails, which prove themselves, and seals."""
TABLES = "sqlite_master"
"""SQLite's own table of how the tables are made."""


def seal(*values: object) -> str:
    """The seal of a row's values in the order of their columns."""
    texts = [hashlib.sha256(one).digest() if isinstance(one, bytes) else one for one in values]
    return hashlib.sha256(ascii(texts).encode()).hexdigest()[:32]


def attach(connection: sqlite3.Connection) -> None:
    """Let a connection to a database of this schema seal every row that it writes."""
    connection.create_function("judge_seal", -1, seal, deterministic=True)
    table_names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    statements = (_script(table) for table in SEALED if table.name in table_names)
    connection.executescript(f"BEGIN; {''.join(statements)} COMMIT;")


def renew(connection: Connection) -> None:
    """Seal every row anew: a migration has changed the tables."""
    if not is_sqlite(connection):
        return
    connection.execute(delete(seals))
    for name, statement in READ.items():
        rows = connection.exec_driver_sql(statement).all()
        new_seals = [{"of": name, "row": row[0], "seal": seal(*row[1:])} for row in rows]
        if new_seals:
            connection.execute(insert(seals), new_seals)


@cache
def _script(table: Table) -> str:
    """The statements that make a table's triggers; together they take half the time.

    There is one after an insert, an update, another key, a deletion.
    """
    keys = ", ".join(f'"{column.name}"' for column in table.primary_key)
    fresh = (
        f'INSERT OR REPLACE INTO seals ("of", "row", "seal") '
        f"VALUES ('{table.name}', {_key(table, 'NEW.')}, judge_seal({_columns(table, 'NEW.')}));"
    )
    stale = f"""DELETE FROM seals WHERE "of" = '{table.name}' AND "row" = {_key(table, "OLD.")};"""
    events = (
        ("INSERT", "AFTER INSERT", fresh),
        ("UPDATE", "AFTER UPDATE", fresh),
        ("KEY", f"BEFORE UPDATE OF {keys}", stale),
        ("DELETE", "AFTER DELETE", stale),
    )
    return "".join(
        f'CREATE TEMP TRIGGER "seal_{table.name}_{name}" '
        f'{event} ON main."{table.name}" BEGIN {deed} END;\n'
        for name, event, deed in events
    )


def _key(table: Table, row: str = "") -> str:
    """What names a row in its seal, as SQL: its primary key as text, parts joined by "/"."""
    parts = [f'CAST({row}"{column.name}" AS TEXT)' for column in table.primary_key]
    return " || '/' || ".join(parts)


def _columns(table: Table, row: str = "") -> str:
    """The values of a row, as SQL."""
    return ", ".join(f'{row}"{column.name}"' for column in table.columns)


READ = {
    table.name: f'SELECT {_key(table)}, {_columns(table)} FROM "{table.name}"' for table in SEALED
} | {TABLES: "SELECT type || ' ' || name, tbl_name, sql FROM sqlite_master"}
"""How to read all that is sealed: each table, its rows behind their keys; how tables are made."""
COMPARE = {
    table.name: f"""SELECT (SELECT "seal" FROM seals WHERE "of" = '{table.name}' """
    f"""AND "row" = {_key(table)}), {_key(table)}, {_columns(table)} FROM "{table.name}\""""
    + ("" if table.dialect_options["sqlite"]["with_rowid"] is False else " WHERE rowid > :after")
    for table in SEALED
}
"""How to read the rows of each table that lie behind one, each behind its seal and its key."""
ORPHANS = {
    table.name: f"""SELECT "row" FROM seals WHERE "of" = '{table.name}' """
    f"""EXCEPT SELECT {_key(table)} FROM "{table.name}\""""
    for table in SEALED
}
"""How to read the seals of rows that are gone."""
IN_USE = " UNION ALL ".join(
    f"""SELECT '{table.name}' WHERE EXISTS (SELECT 1 FROM "{table.name}") """
    f"""OR EXISTS (SELECT 1 FROM seals WHERE "of" = '{table.name}')"""
    for table in SEALED
)
"""How to read which tables have rows or seals of rows: most of a small judge's have none."""
