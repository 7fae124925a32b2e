"""Wrong passwords: how many a seat has had, and until when it is locked."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from judge.store.schema import tries


@dataclass(frozen=True, slots=True)
class Tries:
    """Wrong passwords in a row for one seat, the first of them at ``since``."""

    seat: int
    wrong: int
    since: datetime
    until: datetime | None = None


def get(db: Connection, seat: int) -> Tries | None:
    """The wrong passwords of a seat; None where there were none."""
    row = db.execute(select(tries).where(tries.c.seat == seat)).first()
    return None if row is None else Tries(row.seat, row.wrong, row.since, row.until)


def save(db: Connection, wrong_tries: Tries) -> None:
    """Store them."""
    forget(db, wrong_tries.seat)
    values = {
        "seat": wrong_tries.seat,
        "wrong": wrong_tries.wrong,
        "since": wrong_tries.since,
        "until": wrong_tries.until,
    }
    db.execute(insert(tries).values(values))


def forget(db: Connection, seat: int) -> None:
    """A right one came, or the lock is over."""
    db.execute(delete(tries).where(tries.c.seat == seat))
