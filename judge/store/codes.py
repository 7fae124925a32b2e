"""One-time codes: each for one purpose, kept as a digest, spent once."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select, update

from judge.store.schema import codes


@dataclass(frozen=True, slots=True)
class Code:
    """A code that was mailed: what it is for, whom it serves (a seat's or person's id)."""

    purpose: str
    holder: int
    digest: str
    made: datetime
    wrong: int = 0


def get(db: Connection, purpose: str) -> Code | None:
    """The code for a purpose, or None."""
    row = db.execute(select(codes).where(codes.c.purpose == purpose)).first()
    return None if row is None else Code(row.purpose, row.holder, row.digest, row.made, row.wrong)


def put(db: Connection, code: Code) -> None:
    """Store a code in place of an earlier one for the same purpose."""
    drop(db, code.purpose)
    values = {
        "purpose": code.purpose,
        "holder": code.holder,
        "digest": code.digest,
        "made": code.made,
        "wrong": code.wrong,
    }
    db.execute(insert(codes).values(values))


def miss(db: Connection, purpose: str) -> None:
    """Count a wrong try."""
    db.execute(update(codes).where(codes.c.purpose == purpose).values(wrong=codes.c.wrong + 1))


def drop(db: Connection, purpose: str) -> None:
    """Forget a code."""
    db.execute(delete(codes).where(codes.c.purpose == purpose))


def count_made_for(db: Connection, kind: str, holder: int, since: datetime) -> int:
    """How many codes of one kind (the first word of their purpose) serve somebody."""
    query = (
        select(func.count())
        .where(codes.c.purpose.startswith(f"{kind} "))
        .where(codes.c.holder == holder)
        .where(codes.c.made > since)
    )
    count: int = db.execute(query).scalar_one()
    return count
