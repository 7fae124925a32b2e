"""What a transaction has read already, and rows that it has still to write.

A group of mails asks for the same games, seats and people again and again. It holds a lock from its
beginning, so that nobody else changes them meanwhile: what was read is remembered while nothing in
the transaction writes to those tables. What a savepoint undoes is forgotten with it.

Of tables in which few games have a row one question tells in which of them a game has any: what is
not there is not looked for, table after table, in every mail and every turn.

Of each mail a group writes the same few rows, which nobody reads before the end. They wait until a
statement names their table or deletes anything, or the transaction is committed, and one statement
writes all of a table's; a savepoint that is undone takes its own along.

Where others write at the same time, nothing is remembered, and nothing waits.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Executable, Table, bindparam, exists, select

from judge.store.schema import absences, ahead, ballots, notes, press, seats, substitutes, watchers

KEPT = "judge.memo"
"""Where a connection keeps it, while one of our transactions is open: by tables, by key."""
Facts = dict[Any, Any]
Kept = dict[tuple[str, ...], Facts]
QUIET = ("SELECT", "SAVEPOINT", "RELEASE")
"""How statements begin that change nothing."""


def begin(connection: Connection) -> None:
    """Remember from now on: a transaction has begun that lets nobody else write."""
    connection.info[KEPT] = {}


def end(connection: Connection) -> None:
    """Remember nothing: others may write as well."""
    connection.info.pop(KEPT, None)


def note(connection: Connection, _cursor: Any, statement: str, *about: Any) -> None:
    """Forget what a statement may change, before it is executed."""
    kept: Kept | None = connection.info.get(KEPT)
    if not kept or statement.startswith(QUIET):
        return
    table = written_table(about)
    if table is None:  # a ROLLBACK TO, or what no table's statement is
        kept.clear()
    else:
        forget(connection, table.name)


def forget(connection: Connection, table: str) -> None:
    """Forget what was read of a table: it is written to, or will be."""
    kept: Kept = connection.info.get(KEPT, {})
    for names in [names for names in kept if table in names]:
        del kept[names]


@contextmanager
def unchanged(connection: Connection) -> Iterator[None]:
    """What is written within it is no news: all that is known stays as it is."""
    kept = connection.info.pop(KEPT, None)
    try:
        yield
    finally:
        if kept is not None:
            connection.info[KEPT] = kept


def written_table(about: Sequence[Any]) -> Any:
    """The table that a statement writes to, by what SQLAlchemy tells of it; None of no table's."""
    compiled = about[1].compiled if about[1] is not None else None
    return getattr(getattr(compiled, "statement", None), "table", None)


def facts(db: Connection, *tables: str) -> Facts:
    """What was read of these tables and no other; whoever reads more of them puts it in."""
    kept: Kept | None = db.info.get(KEPT)
    return {} if kept is None else kept.setdefault(tables, {})


def renew(db: Connection, table: str, known: Facts) -> None:
    """Go on with what is known of a table after a statement of which it is known what it wrote."""
    if KEPT in db.info:
        db.info[KEPT][table,] = known


_RARE = (absences, ahead, ballots, notes, press, substitutes, watchers)
"""The tables in which few games have a row."""
_SEATS = select(seats.c.id).where(seats.c.game == bindparam("game"))
_ANY = select(
    *(
        exists().where(
            one.c.game == bindparam("game") if "game" in one.c else one.c.seat.in_(_SEATS)
        )
        for one in _RARE
    )
)


def has_any(db: Connection, table: Table, game: int) -> bool:
    """Whether a game has a row in one of the tables in which few have."""
    known, key = facts(db, table.name), ("any", game)
    if key in known:
        return bool(known[key])
    found = dict(zip(_RARE, db.execute(_ANY, {"game": game}).one(), strict=True))
    for one, is_there in found.items():
        facts(db, one.name)[key] = is_there
    return bool(found[table])


WAITING = "judge.later"
"""Where a connection keeps what waits, while one of our transactions is open."""
Waiting = dict[tuple[str, Executable], list[Mapping[str, Any]]]
"""Rows by their table and their statement."""
_SAVE, _UNDO, _DELETE = "SAVEPOINT ", "ROLLBACK TO SAVEPOINT ", "DELETE "


def begin_waiting(connection: Connection) -> None:
    """Let rows wait from now on: a transaction has begun that lets nobody else write."""
    connection.info[WAITING] = {}, {}  # what waits, and what waited at each savepoint


def write_later(
    db: Connection, table: Table, statement: Executable, row: Mapping[str, Any]
) -> None:
    """Execute a statement that writes a row of a table, before anybody reads that table."""
    if WAITING not in db.info:
        db.execute(statement, row)
        return
    forget(db, table.name)
    waiting, _ = db.info[WAITING]
    waiting.setdefault((table.name, statement), []).append(row)


def note_waiting(connection: Connection, _cursor: Any, statement: str, *_about: Any) -> None:
    """See to what waits, before a statement is executed."""
    waiting, waiting_at = connection.info.get(WAITING, ({}, {}))
    if statement.startswith(_SAVE):
        name = statement.removeprefix(_SAVE)
        waiting_at[name] = {key: [*rows] for key, rows in waiting.items()}
    elif statement.startswith(_UNDO):
        waiting.clear()
        waiting |= waiting_at[statement.removeprefix(_UNDO)]
    elif statement.startswith(_DELETE):
        write_waiting(connection)
    else:
        _write_all(connection, [key for key in waiting if key[0] in statement])


def write_waiting(db: Connection) -> None:
    """Write all that waits."""
    waiting, _ = db.info.get(WAITING, ({}, {}))
    _write_all(db, [*waiting])


def _write_all(db: Connection, keys: Sequence[tuple[str, Executable]]) -> None:
    """Write what waits under some keys. What is remembered of those tables counts it in already."""
    if not keys:
        return
    waiting, _ = db.info[WAITING]
    rows_of = {key: waiting.pop(key) for key in keys}
    with unchanged(db):
        for (_, statement), rows in rows_of.items():
            db.execute(statement, rows if rows[1:] else rows[0])
