"""Forgetting somebody: what tells who he is, wherever it is stored, the archived mails left out."""

from sqlalchemy import Connection, delete, update

from judge.game.record import Person
from judge.game.store import people
from judge.game.store.outbox import QUEUED
from judge.game.store.schema import (
    absences,
    addresses,
    codes,
    failing,
    guesses,
    offers,
    outbox,
    readings,
    substitutes,
    trials,
    waiting,
    watchers,
)
from judge.game.store.schema import people as registered

NOBODY = "somebody"


def forget(db: Connection, person: Person) -> None:
    """Erase a person's name, zone, addresses and wishes; his number stays where he has played."""
    known = [person.address, *people.others(db, person.id)]
    for table in (absences, addresses, offers, substitutes, trials, waiting, watchers):
        db.execute(delete(table).where(table.c.person == person.id))
    db.execute(delete(failing).where(failing.c.address.in_(known)))
    db.execute(delete(guesses).where(guesses.c.sender.in_(known)))
    db.execute(delete(codes).where(codes.c.purpose.in_(f"also {one}" for one in known)))
    db.execute(update(readings).where(readings.c.sender.in_(known)).values(sender=""))
    done = outbox.c.recipient.in_(known) & (outbox.c.status != QUEUED)
    db.execute(update(outbox).where(done).values(recipient=""))
    mine = registered.c.id == person.id
    blank = {"address": f"forgotten {person.id}", "name": NOBODY, "zone": "UTC"}
    db.execute(update(registered).where(mine).values(blank))
