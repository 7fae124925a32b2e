"""Addresses whose mails the keeper will have neither obeyed nor answered."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from judge.store.schema import bans


def has(db: Connection, address: str) -> bool:
    """Whether an address is banned."""
    return db.execute(select(bans.c.address).where(bans.c.address == address)).first() is not None


def add(db: Connection, addresses: Iterable[str], now: datetime) -> None:
    """Ban addresses that are not banned yet."""
    for address in addresses:
        if not has(db, address):
            db.execute(insert(bans).values(address=address, since=now))


def lift(db: Connection, addresses: Iterable[str]) -> int:
    """Ban them no more; how many were."""
    return db.execute(delete(bans).where(bans.c.address.in_(list(addresses)))).rowcount
