"""One-time addresses that were given out: to which mailbox, for which letter, whether used."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select, update

from judge.store.schema import replies


@dataclass(frozen=True, slots=True)
class Once:
    """A one-time address by its digest: mailed to ``address`` in answer to a ``letter``.

    ``waits``: nothing of that letter counts before a reply comes. ``key`` is that of the mail that
    bore the address, ``again`` that of the mail that asked once more, ``denied`` when its reader
    said no.
    """

    digest: str
    address: str
    letter: int
    waits: bool
    made: datetime
    spent: bool = False
    key: str = ""
    again: str = ""
    denied: datetime | None = None


def get(db: Connection, digest: str) -> Once | None:
    """The one-time address with this digest, or None."""
    row = db.execute(select(replies).where(replies.c.digest == digest)).first()
    return None if row is None else Once(*row)


def put(db: Connection, once: Once, oldest: datetime) -> None:
    """Store one, and forget those made before ``oldest``."""
    forget(db, oldest)
    values = {
        "digest": once.digest,
        "address": once.address,
        "letter": once.letter,
        "waits": once.waits,
        "made": once.made,
        "spent": once.spent,
        "key": once.key,
    }
    db.execute(insert(replies).values(values))


def forget(db: Connection, oldest: datetime) -> None:
    """Forget those made before ``oldest``."""
    db.execute(delete(replies).where(replies.c.made < oldest))


def spend(db: Connection, once: Once) -> None:
    """It is worth nothing from now on."""
    _change(db, once, spent=True)


def deny(db: Connection, once: Once, now: datetime) -> None:
    """Its reader said no: it is worth nothing from now on, and that is remembered."""
    _change(db, once, spent=True, denied=now)


def ask_again(db: Connection, once: Once, key: str) -> None:
    """A second mail, ``key``, bears it as well."""
    _change(db, once, again=key)


def _change(db: Connection, once: Once, **values: object) -> None:
    db.execute(update(replies).where(replies.c.digest == once.digest).values(values))


def find_denial(db: Connection, address: str) -> datetime | None:
    """When a reader at this address last said no, as far as that is remembered."""
    query = select(func.max(replies.c.denied)).where(replies.c.address == address)
    moment: datetime | None = db.execute(query).scalar()
    return moment


def is_any_to_come(db: Connection, address: str, now: datetime) -> bool:
    """Whether a question to this address waits to be sent later."""
    query = select(replies.c.digest).where(replies.c.address == address, replies.c.made > now)
    return db.execute(query.limit(1)).first() is not None
