"""Addresses whose mails the keeper will have neither obeyed nor answered."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from judge.store import memo
from judge.store.schema import bans

_ALL = select(bans.c.address)


def has(db: Connection, address: str) -> bool:
    """Whether an address is banned."""
    return (address,) in memo.rows(db, (bans.name,), _ALL, {})


def add(db: Connection, addresses: Iterable[str], now: datetime) -> None:
    """Ban addresses that are not banned yet."""
    for address in addresses:
        if not has(db, address):
            db.execute(insert(bans).values(address=address, since=now))


def lift(db: Connection, addresses: Iterable[str]) -> int:
    """Ban them no more; how many were."""
    return db.execute(delete(bans).where(bans.c.address.in_(list(addresses)))).rowcount
