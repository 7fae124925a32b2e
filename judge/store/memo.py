"""What a transaction has read already, while nothing in it writes to those tables.

A group of mails asks for the same games, seats and people again and again. It holds a lock from its
beginning, so that nobody else changes them meanwhile; where others write at the same time, nothing
is remembered. What a savepoint undoes is forgotten with it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Executable, Row

KEPT = "judge.memo"
"""Where a connection keeps it, while one of our transactions is open: by tables, by question."""
Kept = dict[tuple[str, ...], dict[Any, Any]]
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
        for names in [names for names in kept if table.name in names]:
            del kept[names]


def written_table(about: Sequence[Any]) -> Any:
    """The table that a statement writes to, by what SQLAlchemy tells of it; None of no table's."""
    compiled = about[1].compiled if about[1] is not None else None
    return getattr(getattr(compiled, "statement", None), "table", None)


def rows(
    db: Connection, tables: tuple[str, ...], statement: Executable, values: Mapping[str, Any]
) -> Sequence[Row[Any]]:
    """All rows of a statement that reads these tables and no other."""
    kept: Kept | None = db.info.get(KEPT)
    if kept is None:
        return db.execute(statement, values).all()
    question = (id(statement), *values.values())
    answers = kept.get(tables, {})
    if question not in answers:
        all_rows = db.execute(statement, values).all()
        kept.setdefault(tables, {})[question] = all_rows
        return all_rows
    answer: Sequence[Row[Any]] = answers[question]
    return answer


def recall(db: Connection, table: str) -> Any:
    """What ``keep`` kept of a table, None if nothing or if it was written to since."""
    return db.info.get(KEPT, {}).get((table,), {}).get("")


def keep(db: Connection, table: str, fact: Any) -> None:
    """Keep a fact about a table until it is written to."""
    if KEPT in db.info:
        db.info[KEPT].setdefault((table,), {})[""] = fact
