"""Rows that nobody reads before a transaction ends: one statement writes all of a table's.

Of each mail a group writes the same few rows. They wait until a statement names their table or
deletes anything, or the transaction is committed; a savepoint that is undone takes its own along.
Where others write at the same time, nothing waits.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Executable, Table

from judge.store import memo

KEPT = "judge.later"
"""Where a connection keeps what waits, while one of our transactions is open."""
Waiting = dict[tuple[str, Executable], list[Mapping[str, Any]]]
"""Rows by their table and their statement."""
_SAVE, _UNDO, _DELETE = "SAVEPOINT ", "ROLLBACK TO SAVEPOINT ", "DELETE "


def begin(connection: Connection) -> None:
    """Let rows wait from now on: a transaction has begun that lets nobody else write."""
    waiting: Waiting = {}
    waiting_at: dict[str, Waiting] = {}
    connection.info[KEPT] = waiting, waiting_at


def write(db: Connection, table: Table, statement: Executable, row: Mapping[str, Any]) -> None:
    """Execute a statement that writes a row of a table, before anybody reads that table."""
    if KEPT not in db.info:
        db.execute(statement, row)
        return
    memo.forget(db, table.name)
    waiting, _ = db.info[KEPT]
    waiting.setdefault((table.name, statement), []).append(row)


def note(connection: Connection, _cursor: Any, statement: str, *_about: Any) -> None:
    """See to what waits, before a statement is executed."""
    waiting, waiting_at = connection.info.get(KEPT, ({}, {}))
    if statement.startswith(_SAVE):
        name = statement.removeprefix(_SAVE)
        waiting_at[name] = {key: [*rows] for key, rows in waiting.items()}
    elif statement.startswith(_UNDO):
        waiting.clear()
        waiting |= waiting_at[statement.removeprefix(_UNDO)]
    elif statement.startswith(_DELETE):
        finish(connection)
    else:
        _write_all(connection, [key for key in waiting if key[0] in statement])


def finish(db: Connection) -> None:
    """Write all that waits."""
    waiting, _ = db.info.get(KEPT, ({}, {}))
    _write_all(db, [*waiting])


def _write_all(db: Connection, keys: Sequence[tuple[str, Executable]]) -> None:
    """Write what waits under some keys. What is remembered of those tables counts it in already."""
    if not keys:
        return
    waiting, _ = db.info[KEPT]
    rows_of = {key: waiting.pop(key) for key in keys}
    with memo.unchanged(db):
        for (_, statement), rows in rows_of.items():
            db.execute(statement, rows if rows[1:] else rows[0])
