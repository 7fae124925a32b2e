"""One-time addresses that were given out: to which mailbox, for which letter, whether used."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from judge.store.schema import replies


@dataclass(frozen=True, slots=True)
class Once:
    """A one-time address by its digest: mailed to ``address`` in answer to a ``letter``.

    ``waits``: nothing of that letter counts before a reply comes.
    """

    digest: str
    address: str
    letter: int
    waits: bool
    made: datetime
    spent: bool = False


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
    }
    db.execute(insert(replies).values(values))


def forget(db: Connection, oldest: datetime) -> None:
    """Forget those made before ``oldest``."""
    db.execute(delete(replies).where(replies.c.made < oldest))


def spend(db: Connection, once: Once) -> None:
    """It is worth nothing from now on."""
    db.execute(update(replies).where(replies.c.digest == once.digest).values(spent=True))
