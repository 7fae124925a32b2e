"""Addresses that were proved once: by a reply to a mail of ours, or by our own server's stamp."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, insert, select

from judge.store.schema import known

_SINCE = select(known.c.since).where(known.c.address == bindparam("address"))


def has(db: Connection, address: str) -> bool:
    """Whether an address was ever proved."""
    return db.execute(_SINCE, {"address": address}).first() is not None


def add(db: Connection, address: str, now: datetime) -> None:
    """Remember that an address was proved."""
    if address and not has(db, address):
        db.execute(insert(known).values(address=address, since=now))
