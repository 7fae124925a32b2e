"""Forgetting somebody: what tells who he is, wherever it is stored, the archived mails left out."""

from sqlalchemy import Connection, delete, update

from judge.store import people, seats
from judge.store.outbox import WAITING
from judge.store.record import Person
from judge.store.schema import (
    absences,
    addresses,
    codes,
    diaries,
    failing,
    guesses,
    habits,
    known,
    offers,
    origins,
    outbox,
    readings,
    replies,
    substitutes,
    trials,
    waiting,
    watchers,
)
from judge.store.schema import people as registered

NOBODY = "somebody"


def forget(db: Connection, person: Person) -> None:
    """Erase a person's name, zone, addresses and wishes; his number stays where he has played."""
    own_addresses = [person.address, *people.other_addresses(db, person.id)]
    for table in (
        absences, addresses, diaries, habits, offers, origins, substitutes, trials, waiting,
        watchers,
    ):  # fmt: skip
        db.execute(delete(table).where(table.c.person == person.id))
    seats.forget_doors(db, own_addresses)
    db.execute(delete(known).where(known.c.address.in_(own_addresses)))
    db.execute(delete(replies).where(replies.c.address.in_(own_addresses)))
    db.execute(delete(failing).where(failing.c.address.in_(own_addresses)))
    db.execute(delete(guesses).where(guesses.c.sender.in_(own_addresses)))
    db.execute(delete(codes).where(codes.c.purpose.in_(f"also {one}" for one in own_addresses)))
    db.execute(update(readings).where(readings.c.sender.in_(own_addresses)).values(sender=""))
    mails_done = outbox.c.recipient.in_(own_addresses) & outbox.c.status.not_in(WAITING)
    db.execute(update(outbox).where(mails_done).values(recipient=""))
    him = registered.c.id == person.id
    blank = {"address": f"forgotten {person.id}", "name": NOBODY, "zone": "UTC"}
    db.execute(update(registered).where(him).values(blank))
