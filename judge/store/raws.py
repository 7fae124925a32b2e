"""The bytes of the mails that came, where the database keeps them: on PostgreSQL."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, bindparam, delete, func, select

from judge.store.dialect import insert_or
from judge.store.schema import raws

_ALL = select(raws.c.raw).where(raws.c.digest == bindparam("name"))
_HEAD = select(func.substring(raws.c.raw, 1, bindparam("limit"))).where(
    raws.c.digest == bindparam("name")
)
_THERE = select(raws.c.digest).where(raws.c.digest == bindparam("name"))


def put(db: Connection, mails: Mapping[str, bytes]) -> None:
    """Keep mails by their digests, in the transaction that journals them."""
    rows = [{"digest": digest, "raw": raw} for digest, raw in sorted(mails.items())]
    if rows:
        db.execute(insert_or(db, raws).on_conflict_do_nothing(), rows)


def find(db: Connection, digest: str, limit: int | None = None) -> bytes | None:
    """The bytes of a mail, or the first ``limit``; None where they are not kept."""
    query = _ALL if limit is None else _HEAD
    octets = db.execute(query, {"name": digest, "limit": limit}).scalar()
    return None if octets is None else bytes(octets)


def has(db: Connection, digest: str) -> bool:
    """Whether the bytes of a mail are kept."""
    return db.execute(_THERE, {"name": digest}).first() is not None


def digests(db: Connection) -> set[str]:
    """Of all mails whose bytes are kept."""
    return set(db.execute(select(raws.c.digest)).scalars())


def drop(db: Connection, digests: Sequence[str]) -> None:
    """Let go of mails."""
    db.execute(delete(raws).where(raws.c.digest.in_(digests)))
