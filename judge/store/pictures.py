"""Pictures for mails: what is to be drawn, which mails wait for it, who wants them how.

A drawing is named by what is on it, so that all mails that show the same share one. A mail waits
while it has a plate; then its bytes are final.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    delete,
    func,
    insert,
    select,
    true,
    update,
)

from judge.kernel.mail import Plate
from judge.store.dialect import insert_or, put_row
from judge.store.schema import bodies, drawings, map_wishes, outbox, people, plates

STANDARD = "png"
"""How maps come to who has said nothing."""
KEPT = timedelta(days=3)
"""Drawings are kept so long for mails that show the same again."""


def wishes(db: Connection, addresses: Sequence[str]) -> dict[str, str]:
    """How people want their maps, by their addresses; nothing of those who have not said."""
    query = select(people.c.address, map_wishes.c.maps).join(
        map_wishes, map_wishes.c.person == people.c.id
    )
    rows = db.execute(query.where(people.c.address.in_(addresses)))
    return {row.address: row.maps for row in rows}


def set_wish(db: Connection, person: int, maps: str) -> None:
    """Store how somebody wants his maps."""
    put_row(db, map_wishes, {"person": person}, {"maps": maps})


def order(db: Connection, plates_of_mail: Mapping[str, Sequence[Plate]], now: datetime) -> None:
    """Let mails, by key, wait for their pictures; those that nobody has ordered yet are drawn."""
    digest_of_job = {
        plate.job: sha256(plate.job).hexdigest() for own in plates_of_mail.values() for plate in own
    }
    if not digest_of_job:
        return
    jobs = [{"digest": name, "job": job, "ordered": now} for job, name in digest_of_job.items()]
    db.execute(insert_or(db, drawings).on_conflict_do_nothing(), jobs)
    rows = [
        {
            "mail": mail,
            "place": place,
            "digest": digest_of_job[plate.job],
            "alt": plate.alt,
            "form": plate.form,
            "name": plate.name,
        }
        for mail, own in plates_of_mail.items()
        for place, plate in enumerate(own)
    ]
    db.execute(insert(plates), rows)


class Task(NamedTuple):
    """A drawing that mails wait for; ``spare`` where each of them has another before it."""

    digest: str
    job: bytes
    spare: bool


def to_draw(db: Connection) -> list[Task]:
    """The drawings that mails wait for, in the order in which they were ordered: game by game."""
    first = func.min(plates.c.place)
    query = (
        select(drawings.c.digest, drawings.c.job, first)
        .join(plates, plates.c.digest == drawings.c.digest)
        .join(outbox, outbox.c.key == plates.c.mail)
        .where(drawings.c.made.is_(None))
        .group_by(drawings.c.digest)
        .order_by(func.min(outbox.c.id), first)
    )
    return [Task(digest, job, place > 0) for digest, job, place in db.execute(query)]


def find(db: Connection, job: bytes) -> bytes | None:
    """The picture of a job that was drawn lately, if there is one."""
    query = select(drawings.c.made).where(drawings.c.digest == sha256(job).hexdigest())
    picture = db.execute(query).scalar_one_or_none()
    return bytes(picture) if picture else None


def keep(db: Connection, digest: str, picture: bytes) -> None:
    """Store a drawing that was made."""
    db.execute(update(drawings).where(drawings.c.digest == digest).values(made=picture))


Waiting = Mapping[str, Sequence[tuple[Plate, bytes | None]]]
"""By mail its plates in order, each with its picture or None; their jobs are left out."""


def any_wait(db: Connection) -> bool:
    """Whether mails wait for pictures."""
    return db.execute(select(plates.c.mail).limit(1)).first() is not None


def shown_in(db: Connection, digest: str) -> list[str]:
    """The mails that wait with this drawing among their pictures."""
    return list(db.scalars(select(plates.c.mail).where(plates.c.digest == digest)))


def leave_out(db: Connection, digest: str) -> None:
    """Let no mail wait for a drawing that comes after another in it."""
    db.execute(delete(plates).where(plates.c.digest == digest).where(plates.c.place > 0))


def ready(db: Connection, mails: Sequence[str] | None = None) -> Waiting:
    """Of these mails, or of all that wait, those that have all their pictures."""
    every = plates.alias()
    lacking = (
        select(every.c.mail)
        .join(drawings, drawings.c.digest == every.c.digest)
        .where(every.c.mail == plates.c.mail, drawings.c.made.is_(None))
    )
    complete = ~lacking.exists()
    return _find_waiting(db, complete if mails is None else complete & plates.c.mail.in_(mails))


def find_waiting(db: Connection) -> Waiting:
    """The mails that wait for pictures."""
    return _find_waiting(db, true())


def _find_waiting(db: Connection, which: ColumnElement[bool]) -> Waiting:
    query = select(plates, drawings.c.made).join(drawings, drawings.c.digest == plates.c.digest)
    plates_of_mail: dict[str, list[tuple[Plate, bytes | None]]] = defaultdict(list)
    for row in db.execute(query.where(which).order_by(plates.c.mail, plates.c.place)):
        plates_of_mail[row.mail].append((Plate(b"", row.alt, row.form, row.name), row.made))
    return plates_of_mail


_BODY = update(bodies).where(bodies.c.key == bindparam("name")).values(raw=bindparam("bytes"))


def finish(db: Connection, raws: Mapping[str, bytes]) -> None:
    """Give mails their final bytes: they wait for nothing any more."""
    if raws:
        db.execute(_BODY, [{"name": mail, "bytes": raw} for mail, raw in raws.items()])
        db.execute(delete(plates).where(plates.c.mail == bindparam("name")),
                   [{"name": mail} for mail in raws])  # fmt: skip


def clear(db: Connection, now: datetime) -> None:
    """Let go of drawings that no mail waits for and that were ordered long ago."""
    awaited = select(plates.c.digest)
    db.execute(
        delete(drawings)
        .where(drawings.c.ordered < now - KEPT)
        .where(drawings.c.digest.not_in(awaited))
    )
