"""The outbox: mails composed in the transaction that caused them, sent after its commit."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, bindparam, case, delete, func, insert, or_, select, update

from judge.kernel.mail import MadePicture, Plate
from judge.store.dialect import add_new, put_row
from judge.store.record import Post, as_columns, columns_of
from judge.store.schema import bodies, drawings, map_wishes, outbox, people, plates

QUEUED, SENT, FAILED, RETURNED, DROPPED = "queued", "sent", "failed", "returned", "dropped"
"""Waits for its next try; handed over; given up; handed over and come back; let go unsent."""
UNWRITTEN = "unwritten"
"""It could not be written: in the place of its bytes lies, as data, what it is to tell."""
STATES = (SENT, FAILED, RETURNED, DROPPED, UNWRITTEN, QUEUED)
WAITING = (QUEUED, UNWRITTEN)
"""The states of mails that are to leave."""
GATHERED = "for the mail of the day"
"""Why a mail waits whose reader wants one a day."""
HELD = "for the end of the phase"
"""Why a mail waits that its reader may read one phase late."""
NEVER = datetime(9999, 1, 1, tzinfo=UTC)
KEPT = (*WAITING, FAILED)
"""The states of mails whose bytes are kept."""
ANSWERS = ("answer", "refusal", "confirm", "help")
"""The kinds that anybody's mail can cause."""

_UNMADE = select(plates.c.mail).join(
    drawings, (drawings.c.digest == plates.c.digest) & drawings.c.made.is_(None)
)
"""The mails that wait for a drawing."""
_COLUMNS = columns_of(outbox, Post)
_KEYS = select(outbox.c.key).where(outbox.c.key.in_(bindparam("keys", expanding=True)))
_RANKS = ("keeper", *ANSWERS, "started", "results", "over", "joined", "notice", "press")
"""The kinds of mails that leave first where not all may: what waits for nobody's answer is last."""
_RANK = case(
    {kind: rank for rank, kind in enumerate(_RANKS)}, value=outbox.c.kind, else_=len(_RANKS)
)
_DUE = (
    select(*_COLUMNS, bodies.c.raw)
    .join(bodies, bodies.c.key == outbox.c.key)
    .where(outbox.c.status == QUEUED)
    .where(outbox.c.due <= bindparam("now"))
    .where(outbox.c.reason != GATHERED)
    .where(or_(outbox.c.until.is_(None), outbox.c.until <= bindparam("now")))
    .where(~_UNMADE.where(plates.c.mail == outbox.c.key).exists())
    .limit(bindparam("limit"))
    .with_for_update(of=outbox, skip_locked=True)
)
_BY_TIME = outbox.c.due, outbox.c.id
"""As the index is: no sorting of all that wait."""
CLAIM = timedelta(minutes=5)
"""So long a mail is left to who began to send it."""
_TO = (
    select(outbox.c.key, outbox.c.subject, outbox.c.asks)
    .where(outbox.c.recipient.in_(bindparam("recipients", expanding=True)))
    .where(outbox.c.game.in_(bindparam("games", expanding=True)))
    .order_by(outbox.c.id.desc())
    .limit(200)
)
_ANSWERED = (
    select(outbox.c.created)
    .where(outbox.c.recipient == bindparam("recipient"))
    .where(or_(*(outbox.c.kind == one for one in ANSWERS)))  # a list would be put in each time
    .where(outbox.c.proven == bindparam("proven"))
    .where(outbox.c.created > bindparam("since"))
    .order_by(outbox.c.created.desc())
    .offset(bindparam("share"))
    .limit(1)
)
_MARK = (
    update(outbox)
    .where(outbox.c.key == bindparam("name"))
    .where(outbox.c.status != SENT)  # by another, who held that we were dead
    .values(holder="", until=None)
)
_LABEL = update(outbox).where(outbox.c.key == bindparam("name"))
_DROP = (
    delete(bodies).where(bodies.c.key == bindparam("name")),
    delete(plates).where(plates.c.mail == bindparam("name")),
)


class Waiting(Struct, frozen=True):
    """A mail that waits or was given up, as the keeper sees it; times in UTC, ``size`` in bytes.

    ``number`` is its place in the outbox. ``size`` is None where its bytes are not kept.
    """

    number: int
    key: str
    recipient: str
    sender: str
    kind: str
    game: str
    created: datetime
    status: str
    tries: int
    due: datetime
    reason: str
    size: int | None


class Unwritten(NamedTuple):
    """A mail that could not be written, with its place in the outbox and what it is to tell."""

    number: int
    key: str
    data: bytes


class Head(NamedTuple):
    """What is kept of a mail for as long as it may be answered: its Subject, and what it asks.

    ``asks`` are the lines that a plain yes to it stands for.
    """

    key: str
    subject: str
    asks: tuple[str, ...] = ()


class Written(NamedTuple):
    """A mail that was written: what is kept of it, and its bytes."""

    head: Head
    raw: bytes


class Mark(Struct, frozen=True):
    """What a try led to: SENT, FAILED, DROPPED, or QUEUED again for ``due``."""

    key: str
    status: str
    tries: int
    due: datetime
    reason: str = ""


def answer_key(number: int, digest: str) -> str:
    """The key of the answer to the mail with this number in the journal and these bytes."""
    return f"letter.{number}.{digest[:16]}.answer"


def reserve(db: Connection, posts: Sequence[Post]) -> set[str]:
    """Queue mails without their bytes; return the keys that are new.

    A key that is known already is the same mail: it stays as it was.
    """
    rows = {
        post.key: {**as_columns(post), "status": QUEUED, "due": post.created, "reason": ""}
        for post in posts
    }
    return add_new(db, outbox, [*rows.values()], "key")


def latest(db: Connection, recipients: Iterable[str], games: Iterable[str]) -> list[Head]:
    """The latest mails of some games ("": of none) to some addresses, the newest first."""
    rows = db.execute(_TO, {"recipients": list(recipients), "games": list(games)})
    return [Head(row.key, row.subject, tuple(row.asks.splitlines())) for row in rows]


def gather(db: Connection, keys: Sequence[str]) -> None:
    """Let reserved mails wait for the one mail a day that brings them all."""
    if keys:
        db.execute(update(outbox).where(outbox.c.key.in_(keys)).values(reason=GATHERED))


def hold(db: Connection, keys: Sequence[str]) -> None:
    """Let reserved mails wait until their game's next phase is over."""
    if keys:
        statement = update(outbox).where(outbox.c.key.in_(keys))
        db.execute(statement.values(reason=HELD, due=NEVER))


_RELEASE = (
    update(outbox)
    .where(outbox.c.game == bindparam("name"), outbox.c.reason == HELD)
    .where(outbox.c.status.in_(WAITING), outbox.c.due == NEVER)  # as the index is
    .values(reason="", due=bindparam("now"))
)


def release(db: Connection, game: str, now: datetime) -> None:
    """Send the mails of a game that waited for the end of its phase."""
    db.execute(_RELEASE, {"name": game, "now": now})


def find_gathered(db: Connection, now: datetime) -> list[tuple[Post, bytes]]:
    """The mails whose one mail a day is due, with their bytes, oldest first.

    Those that still wait for pictures are left for the next pass.
    """
    query = (
        select(*_COLUMNS, bodies.c.raw)
        .join(bodies, bodies.c.key == outbox.c.key)
        .where(outbox.c.status == QUEUED)
        .where(outbox.c.reason == GATHERED)
        .where(outbox.c.due <= now)
        .where(~_UNMADE.where(plates.c.mail == outbox.c.key).exists())
        .order_by(outbox.c.id)
    )
    return [(Post(*row[:-1]), row[-1]) for row in db.execute(query)]


def unknown_keys(db: Connection, keys: Sequence[str]) -> set[str]:
    """Those of ``keys`` that no mail has yet."""
    return set(keys).difference(db.execute(_KEYS, {"keys": list(keys)}).scalars())


def fill(db: Connection, raws: Mapping[str, bytes]) -> None:
    """Store the bytes of reserved mails, in the transaction that reserved them."""
    if raws:
        db.execute(insert(bodies), [{"key": key, "raw": raw} for key, raw in raws.items()])


def put(db: Connection, mails: Sequence[Written]) -> None:
    """Store reserved mails that were written, and what is kept of them when they are sent."""
    fill(db, {mail.head.key: mail.raw for mail in mails})
    rows = [
        {"name": key, "subject": subject, "asks": "\n".join(asks)}
        for (key, subject, asks), _ in mails
    ]
    if rows:
        db.execute(_LABEL, rows)


def set_aside(db: Connection, data: Mapping[str, bytes]) -> None:
    """Keep of reserved mails that can't be written what they are to tell, as data."""
    if data:
        fill(db, data)
        _set_state(db, list(data), UNWRITTEN)


def find_unwritten(db: Connection, after: int = 0, limit: int | None = None) -> list[Unwritten]:
    """The mails that could not be written and come after a number, oldest first."""
    query = (
        select(outbox.c.id, outbox.c.key, bodies.c.raw)
        .join(bodies, bodies.c.key == outbox.c.key)
        .where(outbox.c.status == UNWRITTEN, outbox.c.id > after)
        .order_by(outbox.c.id)
        .limit(limit)
        .with_for_update(of=outbox)
    )
    return [Unwritten(*row) for row in db.execute(query)]


def write(db: Connection, mails: Sequence[Written]) -> None:
    """Give mails that could not be written their bytes: they wait to be sent."""
    _forget_bytes(db, [mail.head.key for mail in mails])
    put(db, mails)


def _set_state(db: Connection, keys: Sequence[str], status: str) -> None:
    db.execute(update(outbox).where(outbox.c.key.in_(keys)).values(status=status))


def waits(db: Connection, key: str) -> bool:
    """Whether a mail of this key waits and no server has been asked to take it."""
    query = select(outbox.c.id).where(outbox.c.key == key, outbox.c.status.in_(WAITING))
    untried = query.where(outbox.c.tries == 0, outbox.c.until.is_(None))
    return db.execute(untried.with_for_update()).first() is not None


def empty(db: Connection, keys: Sequence[str]) -> None:
    """Forget the bytes and the pictures of waiting mails, which are written anew."""
    if keys:
        db.execute(delete(plates).where(plates.c.mail.in_(keys)))
        _forget_bytes(db, keys)


def _forget_bytes(db: Connection, keys: Sequence[str]) -> None:
    if keys:
        db.execute(delete(bodies).where(bodies.c.key.in_(keys)))
        _set_state(db, keys, QUEUED)


def find_due(
    db: Connection, now: datetime, limit: int, left: int | None = None
) -> list[tuple[Post, bytes]]:
    """The next mails to send with their bytes, oldest first, but those that others send.

    Where no more than ``left`` may leave those go first that matter most; the keeper's always may.
    """
    query = _DUE.order_by(*_BY_TIME)
    if left is not None:
        query = _DUE.order_by(_RANK, *_BY_TIME)
        query = query if left > 0 else query.where(outbox.c.kind == "keeper")
        limit = min(limit, left) if left > 0 else limit
    return [(Post(*row[:-1]), row[-1]) for row in db.execute(query, {"now": now, "limit": limit})]


def count_sent(db: Connection, since: datetime) -> int:
    """How many mails have left since a time."""
    query = select(func.count()).where(outbox.c.status.in_((SENT, RETURNED)), outbox.c.due > since)
    return db.execute(query).scalar_one()


def count_due(db: Connection, now: datetime) -> int:
    """How many mails might leave now."""
    query = select(func.count()).where(outbox.c.status == QUEUED, outbox.c.due <= now)
    return db.execute(query.where(outbox.c.reason != GATHERED)).scalar_one()


def claim(db: Connection, keys: Sequence[str], holder: str, now: datetime) -> None:
    """Send some mails ourselves: for a while no other host does."""
    if keys:
        statement = update(outbox).where(outbox.c.key.in_(keys))
        db.execute(statement.values(holder=holder, until=now + CLAIM))


def let_loose(db: Connection, holder: str) -> None:
    """Leave to all what somebody claimed and did not send."""
    statement = update(outbox).where(outbox.c.holder == holder, outbox.c.status == QUEUED)
    db.execute(statement.values(holder="", until=None))


def mark(db: Connection, marks: Sequence[Mark]) -> None:
    """Store what became of tries; the bytes of a mail that was sent or let go, go."""
    if not marks:
        return
    db.execute(_MARK, [{"name": one.key, **as_columns(one, "key")} for one in marks])
    keys_done = [{"name": one.key} for one in marks if one.status not in KEPT]
    for statement in _DROP if keys_done else ():
        db.execute(statement, keys_done)


def withdraw(db: Connection, prefix: str, now: datetime) -> None:
    """Let go of the mails that still wait whose keys begin with ``prefix``: they say old news."""
    query = select(outbox.c.key, outbox.c.tries).where(outbox.c.status.in_(WAITING))
    rows = db.execute(query.where(outbox.c.key.startswith(prefix, autoescape=True))).all()
    mark(db, [Mark(row.key, DROPPED, row.tries, now, "withdrawn") for row in rows])


def find_by_sender(db: Connection, sender: str) -> Post | None:
    """The mail that left with this envelope sender, or None."""
    row = db.execute(select(*_COLUMNS).where(outbox.c.sender == sender)).first()
    return None if row is None else Post(*row)


def mark_returned(db: Connection, key: str, reason: str) -> bool:
    """A mail that was sent came back; False if that is known, or if it never was sent."""
    query = update(outbox).where(outbox.c.key == key, outbox.c.status == SENT)
    return db.execute(query.values(status=RETURNED, reason=reason)).rowcount > 0


def find_unsent(db: Connection, number: int | None = None) -> list[Waiting]:
    """The mails that wait or were given up, oldest first; or only the one of this number."""
    query = (
        select(outbox.c.id, *columns_of(outbox, Waiting), func.length(bodies.c.raw))
        .join(bodies, bodies.c.key == outbox.c.key, isouter=True)
        .where(outbox.c.status.in_(KEPT))
        .order_by(outbox.c.id)
    )
    if number is not None:
        query = query.where(outbox.c.id == number)
    rows: Sequence[Any] = db.execute(query).all()
    return [Waiting(*row) for row in rows]


def raw(db: Connection, key: str) -> bytes:
    """The bytes of a mail, b"" where they are not kept."""
    return db.execute(select(bodies.c.raw).where(bodies.c.key == key)).scalar() or b""


def next_try(db: Connection) -> datetime | None:
    """When the next waiting mail is due, or None where nothing waits."""
    query = select(outbox.c.due).where(outbox.c.status.in_(WAITING))
    return db.execute(query.order_by(outbox.c.due).limit(1)).scalar()


def oldest_wait(db: Connection) -> datetime | None:
    """Since when the oldest queued mail waits, or None where none does."""
    query = select(func.min(outbox.c.created)).where(outbox.c.status == QUEUED)
    query = query.where(outbox.c.reason.not_in((GATHERED, HELD)))
    return db.execute(query).scalar()


def oldest_answer(
    db: Connection, recipient: str, since: datetime, share: int, *, proven: bool
) -> datetime | None:
    """When one address got the oldest of its latest ``share`` answers; None: it has had fewer.

    Those to proven mails and those to others are counted apart.
    """
    values = {"recipient": recipient, "since": since, "share": share - 1, "proven": proven}
    return db.execute(_ANSWERED, values).scalar()


def count_helps(db: Connection, recipient: str, since: datetime) -> int:
    """How often an address got unasked help since then."""
    own = outbox.c.recipient == recipient, outbox.c.kind == "help", outbox.c.created > since
    return db.execute(select(func.count()).where(*own)).scalar_one()


def counts(db: Connection) -> dict[str, int]:
    """How many mails there are in each state."""
    return dict(db.execute(select(outbox.c.status, func.count()).group_by(outbox.c.status)).all())


STANDARD = "png"
"""How maps come to who has said nothing."""
PICTURES_KEPT = timedelta(days=3)
"""Drawings are kept so long for mails that show the same again."""


def map_wishes_of(db: Connection, addresses: Sequence[str]) -> dict[str, str]:
    """How people want their maps, by their addresses; nothing of those who have not said."""
    query = select(people.c.address, map_wishes.c.maps).where(people.c.address.in_(addresses))
    rows = db.execute(query.join(map_wishes, map_wishes.c.person == people.c.id))
    return {row.address: row.maps for row in rows}


def set_map_wish(db: Connection, person: int, maps: str) -> None:
    """Store how somebody wants his maps."""
    put_row(db, map_wishes, {"person": person}, {"maps": maps})


def order_picture(
    db: Connection, plates_of_mail: Mapping[str, Sequence[Plate]], now: datetime
) -> None:
    """Let mails, by key, wait for their pictures; those that nobody has ordered yet are drawn."""
    digest_of_job = {
        plate.job: sha256(plate.job).hexdigest() for own in plates_of_mail.values() for plate in own
    }
    if not digest_of_job:
        return
    jobs = [{"digest": name, "job": job, "ordered": now} for job, name in digest_of_job.items()]
    add_new(db, drawings, jobs)
    rows = [
        {"mail": mail, "place": place, "digest": digest_of_job[plate.job]}
        | as_columns(plate, "job", "text")
        for mail, own in plates_of_mail.items()
        for place, plate in enumerate(own)
    ]
    db.execute(insert(plates), rows)


def to_draw(db: Connection) -> list[tuple[str, bytes]]:
    """The drawings that mails wait for, as digests and jobs, game by game.

    First the first one of each mail: where time is short it comes with that.
    """
    query = (
        select(drawings.c.digest, drawings.c.job)
        .join(plates, plates.c.digest == drawings.c.digest)
        .join(outbox, outbox.c.key == plates.c.mail)
        .where(drawings.c.made.is_(None))
        .group_by(drawings.c.digest)
        .order_by(func.min(plates.c.place), func.min(outbox.c.id))
    )
    return [(digest, job) for digest, job in db.execute(query)]


def find_picture(db: Connection, job: bytes) -> bytes | None:
    """The picture of a job that was drawn lately, if there is one."""
    query = select(drawings.c.made).where(drawings.c.digest == sha256(job).hexdigest())
    picture = db.execute(query).scalar_one_or_none()
    return bytes(picture) if picture else None


def keep_picture(db: Connection, digest: str, picture: bytes) -> None:
    """Store a drawing that was made."""
    db.execute(update(drawings).where(drawings.c.digest == digest).values(made=picture))


def any_wait(db: Connection) -> bool:
    """Whether mails wait for pictures."""
    return db.execute(_UNMADE.limit(1)).first() is not None


def leave_out(db: Connection) -> None:
    """Let no mail wait for what is not drawn yet."""
    unmade = select(drawings.c.digest).where(drawings.c.made.is_(None))
    db.execute(delete(plates).where(plates.c.digest.in_(unmade)))


def find_pictures(db: Connection, keys: Sequence[str]) -> Mapping[str, Sequence[MadePicture]]:
    """The pictures that mails bring, by key; their jobs are left out."""
    query = select(plates).where(plates.c.mail.in_(keys)).order_by(plates.c.place)
    rows = db.execute(query).all()
    digests = {row.digest for row in rows}
    made = select(drawings.c.digest, drawings.c.made).where(drawings.c.digest.in_(digests))
    picture_of = {row.digest: row.made for row in db.execute(made)} if rows else {}
    pictures_of: dict[str, list[MadePicture]] = defaultdict(list)
    for row in rows:
        if picture := picture_of[row.digest]:
            plate = Plate(b"", row.alt, row.form, row.name)
            pictures_of[row.mail].append((row.place, plate, picture))
    return pictures_of


def clear_pictures(db: Connection, now: datetime) -> None:
    """Let go of drawings that no mail waits for and that were ordered long ago."""
    is_awaited = drawings.c.digest.in_(select(plates.c.digest))
    db.execute(delete(drawings).where(drawings.c.ordered < now - PICTURES_KEPT, ~is_awaited))
