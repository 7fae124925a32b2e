"""Addresses whose mails come back, until a mail comes from them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from judge.store.schema import failing

_AT = select(failing).where(failing.c.address == bindparam("address"))
_DROP = delete(failing).where(failing.c.address == bindparam("name"))


@dataclass(frozen=True, slots=True)
class Failing:
    """An address, how many times a mail came back since when, and the last reason.

    ``told``: whoever must know has been told.
    """

    address: str
    times: int
    since: datetime
    reason: str
    told: bool


def count_failure(db: Connection, address: str, now: datetime, reason: str) -> Failing:
    """One more mail came back; return how it stands."""
    row = db.execute(_AT, {"address": address}).first()
    if row is None:
        first = Failing(address, 1, now, reason, told=False)
        db.execute(
            insert(failing).values(address=address, times=1, since=now, reason=reason, told=False)
        )
        return first
    statement = update(failing).where(failing.c.address == address)
    db.execute(statement.values(times=row.times + 1, reason=reason))
    return Failing(address, row.times + 1, row.since, reason, row.told)


def mark_told(db: Connection, address: str) -> None:
    """Whoever must know of an address has been told."""
    db.execute(update(failing).where(failing.c.address == address).values(told=True))


def forget_failures(db: Connection, address: str) -> bool:
    """A mail came from an address: forget its failures; return whether there were any."""
    if db.execute(_AT, {"address": address}).first() is None:
        return False
    return db.execute(_DROP, {"name": address}).rowcount > 0


def find_all(db: Connection) -> list[Failing]:
    """All addresses that fail."""
    rows = db.execute(select(failing).order_by(failing.c.address))
    return [Failing(row.address, row.times, row.since, row.reason, row.told) for row in rows]
