"""How many tests each person has asked for on a day."""

from sqlalchemy import Connection, delete, insert, select

from judge.store.schema import trials


def count(db: Connection, person: int, day: str) -> int:
    """How many there have been on a day ("2026-11-05")."""
    own_rows = (trials.c.person == person) & (trials.c.day == day)
    return db.execute(select(trials.c.count).where(own_rows)).scalar() or 0


def add(db: Connection, person: int, day: str) -> None:
    """Count one more; earlier days are forgotten."""
    number = count(db, person, day) + 1
    db.execute(delete(trials).where(trials.c.person == person))
    db.execute(insert(trials).values(person=person, day=day, count=number))
