"""Single values that the judge remembers from pass to pass."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select

from judge.store.dialect import put_row
from judge.store.schema import marks

DRAINED = "drained"
"""When the inbox was last emptied."""
SILENT = "silent"
"""When it was first seen that nobody reads some inbox."""
TROUBLED = "troubled"
"""When the server that sends our mail was last in trouble."""
POSTED = "posted"
"""When it last took a mail."""
SPAM = "spam"
"""Whose mails were taken for spam since the keeper was last told of it: addresses."""
PROGRAM = "program"
"""The version of the judge that was last at work, and its schema ("1.0.0 1001")."""
FORMER = "program-before"
"""The one that was before that."""
_READ = select(marks.c.value).where(marks.c.name == bindparam("key"))


def read(db: Connection, name: str) -> str | None:
    """What is stored under ``name``, or None."""
    return db.execute(_READ, {"key": name}).scalar()


def find_beginning(db: Connection, start: str) -> dict[str, str]:
    """All that is stored under names that begin with ``start``."""
    query = select(marks.c.name, marks.c.value).where(marks.c.name.startswith(start))
    return dict(db.execute(query).all())


def write(db: Connection, name: str, value: str) -> None:
    """Store something under ``name``."""
    put_row(db, marks, {"name": name}, {"value": value})


def forget(db: Connection, *names: str) -> None:
    """Forget what is stored under these names."""
    db.execute(delete(marks).where(marks.c.name.in_(names)))


def get(db: Connection, name: str) -> datetime | None:
    """The time stored under ``name``, or None."""
    value = read(db, name)
    return None if value is None else datetime.fromisoformat(value)


def put(db: Connection, name: str, value: datetime) -> None:
    """Store a time under ``name``."""
    write(db, name, value.isoformat())


def note_program(db: Connection, program: str) -> None:
    """Remember which version of the judge is at work, and which one was before it."""
    former = read(db, PROGRAM)
    if former == program:
        return
    write(db, PROGRAM, program)
    if former:
        write(db, FORMER, former)
