"""The journal: every mail taken, once, and what became of it."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, func, insert, or_, select, update

from judge.game.record import Taken
from judge.game.store.schema import letters

NEW, DONE, SILENT, SHUNTED = "new", "done", "silent", "shunted"
"""Not acted on yet; acted on and answered; never to be answered; raised."""
STATES = (DONE, SILENT, SHUNTED, NEW)

_COLUMNS = (
    letters.c.id,
    letters.c.place,
    letters.c.message_id,
    letters.c.digest,
    letters.c.whole,
    letters.c.received,
    letters.c.status,
    letters.c.reason,
)
_KNOWN = (
    select(letters.c.id)
    .where(letters.c.digest == bindparam("digest"))
    .where(
        or_(
            letters.c.place == bindparam("place"),
            (letters.c.message_id != "") & (letters.c.message_id == bindparam("message_id")),
        )
    )
)
_TAKE = insert(letters).returning(letters.c.id)
_CLOSE = (
    update(letters)
    .where(letters.c.id == bindparam("key"))
    .values(status=bindparam("status"), reason=bindparam("reason"))
)


def take(db: Connection, mail: Taken, now: datetime) -> tuple[int, bool]:
    """Journal a mail; return its number and whether it is new.

    It is not if the same bytes came with the same Message-ID, or from the same place in the
    mailbox.
    """
    known = {"digest": mail.digest, "place": mail.place, "message_id": mail.message_id}
    number = db.execute(_KNOWN, known).scalar()
    if number is not None:
        return number, False
    told = {"whole": mail.whole, "received": mail.received, "taken": now}
    values = known | told | {"status": NEW, "reason": ""}
    return db.execute(_TAKE, values).scalar_one(), True


def waiting(db: Connection) -> list[Taken]:
    """The mails not acted on yet, in the order in which they were received."""
    chosen = select(*_COLUMNS).where(letters.c.status == NEW)
    rows = db.execute(chosen.order_by(letters.c.received, letters.c.id))
    return [Taken(*row) for row in rows]


def close(db: Connection, outcomes: Sequence[tuple[int, str, str]]) -> None:
    """Store what became of mails: id, status, reason."""
    rows = [{"key": key, "status": status, "reason": why} for key, status, why in outcomes]
    db.execute(_CLOSE, rows)


def shunted(db: Connection) -> list[Taken]:
    """The mails that raised, oldest first."""
    chosen = select(*_COLUMNS).where(letters.c.status == SHUNTED)
    return [Taken(*row) for row in db.execute(chosen.order_by(letters.c.id))]


def get(db: Connection, number: int) -> Taken | None:
    """The mail with this number, or None."""
    row = db.execute(select(*_COLUMNS).where(letters.c.id == number)).first()
    return None if row is None else Taken(*row)


def counts(db: Connection) -> dict[str, int]:
    """How many mails there are in each state."""
    rows = db.execute(select(letters.c.status, func.count()).group_by(letters.c.status))
    return dict(rows.all())
