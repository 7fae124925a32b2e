"""Single values that the judge remembers from pass to pass."""

from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from judge.game.store.schema import marks

DRAINED = "drained"
"""When the inbox was last emptied."""


def get(db: Connection, name: str) -> datetime | None:
    """The time stored under ``name``, or None."""
    value = db.execute(select(marks.c.value).where(marks.c.name == name)).scalar()
    return None if value is None else datetime.fromisoformat(value)


def put(db: Connection, name: str, value: datetime) -> None:
    """Store a time under ``name``."""
    db.execute(delete(marks).where(marks.c.name == name))
    db.execute(insert(marks).values(name=name, value=value.isoformat()))
