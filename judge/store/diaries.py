"""Diaries: what people write down for themselves in a game; nobody else ever reads it."""

from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from judge.store.schema import diaries


def add(db: Connection, game: int, person: int, time: datetime, text: str) -> None:
    """Write an entry."""
    db.execute(insert(diaries).values(game=game, person=person, at=time, text=text))


def of(db: Connection, game: int, person: int) -> list[tuple[datetime, str]]:
    """Somebody's entries in a game, oldest first."""
    own_rows = (diaries.c.game == game) & (diaries.c.person == person)
    rows = db.execute(select(diaries.c.at, diaries.c.text).where(own_rows).order_by(diaries.c.id))
    return [(row.at, row.text) for row in rows]


def clear(db: Connection, game: int, person: int) -> None:
    """Tear all pages out."""
    own_rows = (diaries.c.game == game) & (diaries.c.person == person)
    db.execute(delete(diaries).where(own_rows))
