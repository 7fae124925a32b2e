"""The log: who did what in which game, by ids alone, each row chained to the one before it.

It is written in the transaction of what it tells of. Orders, press, passwords and votes never
stand in it: players read their game's log when the game is over. Of what is no game's, rows may be
let go of: then ``gaps`` says which are gone, and to what hash the next one is chained.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
from sqlalchemy import Connection, Integer, String, cast, delete, func, insert, select, type_coerce

from judge.store.dialect import member_of
from judge.store.record import PlayedTurn, Seat
from judge.store.schema import former, gaps, log

JUDGE, KEEPER = "judge", "keeper"
"""Who acts where nobody wrote a mail."""
TAKEN, AGAIN, MAIL = "mail.taken", "mail.again", "mail."
"""A mail was journalled; one that is known came again; MAIL and a state: that became of it."""
TURN = "turn"
"""A phase was adjudicated."""
DISORDER = "gm.disorder"
"""A game master gave a power up for good: its ``power``, in which phase (``number``)."""
POSITION = "gm.position"
"""A game master changed the position of phase ``number``; digests ``before`` and ``after``."""
EMERGENCY = "deadline.emergency"
"""A player had the present deadline moved by his word alone."""
OVER = "game.over"
"""A game ended, with which ``outcome``; ``forced``: by its master, or as nobody was left."""
STARTED = "game.started"
"""A game began; ``commitment`` is the hash of the secret that its dice are thrown from."""
LET_GO = ".let-go"
"""What an event ends with that says what was let go of."""
BEGINNING = "0" * 64
"""What the first row is chained to."""

Fact = str | int | bool | None
"""What a row may say: ids, names, states, digests."""

_LAST = select(log.c.id, log.c.hash).order_by(log.c.id.desc()).limit(1)
_RAW = (
    log.c.id,
    type_coerce(log.c.at, String),
    log.c.who,
    log.c.what,
    log.c.game,
    log.c.facts,
    log.c.hash,
)
_FACTS = msgspec.json.Decoder(dict[str, Fact])


@dataclass(frozen=True, slots=True)
class Deed:
    """Something done: by a power, "GM", "person 7", JUDGE or KEEPER; ``what`` as "seat.taken"."""

    who: str
    what: str
    game: str
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Link:
    """A row as it is stored, word for word; ``hash`` covers it and the row before it."""

    id: int
    at: str
    who: str
    what: str
    game: str
    facts: str
    hash: str = ""


def append(
    db: Connection, now: datetime, who: str, what: str, game: str = "", **facts: Fact
) -> None:
    """Write one deed into the log, in the transaction that does it."""
    extend(db, now, [Deed(who, what, game, facts)])


def extend(db: Connection, now: datetime, deeds: Sequence[Deed]) -> None:
    """Write several deeds at once."""
    if not deeds:
        return
    number, before = head(db)
    moment = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    values = []
    for deed in deeds:
        number += 1
        facts = _canonical_json(deed.facts)
        before = chain_hash(before, Link(number, moment, deed.who, deed.what, deed.game, facts))
        values.append(
            {
                "id": number,
                "at": now,
                "who": deed.who,
                "what": deed.what,
                "game": deed.game,
                "facts": facts,
                "hash": before,
            }
        )
    db.execute(insert(log), values)


def mail(db: Connection, now: datetime, number: int, status: str, who: str = JUDGE) -> None:
    """Write what became of a mail."""
    append(db, now, who, f"{MAIL}{status}", mail=number)


def seat(db: Connection, now: datetime, what: str, game: str, at: Seat) -> None:
    """Write who sits where from now on: ``what`` as "seat.taken"."""
    who = f"person {at.person}" if at.person is not None else JUDGE
    facts: dict[str, Fact] = {
        "seat": at.id,
        "power": at.power,
        "person": at.person,
        "epoch": at.epoch,
    }
    extend(db, now, [Deed(who, what, game, facts)])


def turn(db: Connection, now: datetime, game: str, played: PlayedTurn, digest: str) -> None:
    """Write that a turn was stored, and its digest."""
    facts: dict[str, Fact] = {
        "phase": played.phase,
        "number": played.number,
        "revision": played.revision,
        "digest": digest,
    }
    extend(db, now, [Deed(JUDGE, TURN, game, facts)])


def chain_hash(before: str, link: Link) -> str:
    """The hash of a row that follows one with the hash ``before``: SHA-256 in hexadecimal."""
    told = [link.id, link.at, link.who, link.what, link.game, link.facts]
    own = json.dumps(told, separators=(",", ":"), default=repr)
    return hashlib.sha256(f"{before}{own}".encode()).hexdigest()


def _canonical_json(value: object) -> str:
    """JSON without blanks, keys sorted."""
    return msgspec.json.encode(value, order="deterministic").decode()


def links(db: Connection, after: int = 0, what: str = "") -> Iterator[Link]:
    """The log behind a row, oldest first: events whose names begin with ``what``."""
    chosen = select(*_RAW).where(log.c.id > after)
    chosen = chosen.where(log.c.what.startswith(what)) if what else chosen
    for row in db.execute(chosen.order_by(log.c.id)).yield_per(1000):
        yield Link(*row)


def find(
    db: Connection,
    after: int,
    *,
    since: datetime | None = None,
    game: str = "",
    most: int | None = None,
) -> list[Link]:
    """The rows behind the one with the number ``after``: since a time, of a game; "" is all."""
    chosen = select(*_RAW).where(log.c.id > after)
    chosen = chosen.where(log.c.at >= since) if since else chosen
    chosen = chosen.where(log.c.game == game) if game else chosen
    return [Link(*row) for row in db.execute(chosen.order_by(log.c.id).limit(most))]


def head(db: Connection) -> tuple[int, str]:
    """The number of rows and the hash of the last one."""
    last = db.execute(_LAST).first()
    return (last.id, last.hash) if last else (0, BEGINNING)


def let_go(db: Connection, before: datetime, after: int, most: int) -> int:
    """Let go of some rows that are older than a time and of no game; return the last one's number.

    0 if there was none behind ``after``. Of a mail that stands in the journal they stay, and so
    does the last row of all, to which the next one will be chained.
    """
    mail = func.coalesce(
        *(cast(member_of(log.c.facts, name), Integer) for name in ("mail", "letter"))
    )
    chosen = select(log.c.id, log.c.hash).where(
        log.c.id > after,
        log.c.id < select(func.max(log.c.id)).scalar_subquery(),
        log.c.game == "",
        log.c.at < before,
        mail.is_(None) | mail.in_(select(former.c.letter)),
    )
    rows = db.execute(chosen.order_by(log.c.id).limit(most)).all()
    for row in rows:
        _widen_gap(db, row.id, row.hash)
    db.execute(delete(log).where(log.c.id.in_([row.id for row in rows])))
    return int(rows[-1].id) if rows else 0


def _widen_gap(db: Connection, number: int, own: str) -> None:
    """A row is gone: a gap of its own, or joined to those that it lies between."""
    first, last = number, number
    behind = db.execute(select(gaps).where(gaps.c.first == number + 1)).first()
    if behind is not None:
        last, own = behind.last, behind.hash
    ahead = db.execute(
        select(gaps.c.first, gaps.c.last)
        .where(gaps.c.first < number)
        .order_by(gaps.c.first.desc())
        .limit(1)
    ).first()
    if ahead is not None and ahead.last == number - 1:
        first = ahead.first
    db.execute(delete(gaps).where(gaps.c.first.in_((first, number + 1))))
    db.execute(insert(gaps).values(first=first, last=last, hash=own))


def find_gaps(db: Connection) -> dict[int, tuple[int, str]]:
    """Where rows were let go of: the first one's number, the last one's, and that one's hash."""
    return {row.first: (row.last, row.hash) for row in db.execute(select(gaps))}


def broken_rows(
    found: Iterable[Link],
    gone: Mapping[int, tuple[int, str]] | None = None,
    start: tuple[int, str] = (0, BEGINNING),
) -> list[int]:
    """The ids of the rows that do not follow from the one before them.

    ``gone`` is what ``find_gaps`` says; ``start`` is the number and the hash of the row that the
    first one follows.
    """
    faults: list[int] = []
    number, before = start
    for link in found:
        number, before = (gone or {}).get(number + 1, (number, before))
        if link.id != number + 1 or link.hash != chain_hash(before, link):
            faults.append(link.id)
        number, before = link.id, link.hash
    return faults


def of_game(db: Connection, game: str) -> list[tuple[datetime, Deed]]:
    """What was done in one game and when, oldest first."""
    chosen = select(*_RAW).where(log.c.game == game).order_by(log.c.id)
    found = [Link(*row) for row in db.execute(chosen)]
    return [(datetime.fromisoformat(link.at), deed(link)) for link in found]


def deed(link: Link) -> Deed:
    """What a row tells of. Raises ValueError if its facts are no JSON object."""
    return Deed(link.who, link.what, link.game, _FACTS.decode(link.facts))


def as_line(link: Link) -> str:
    """An event for people, and for grep."""
    facts = json.loads(link.facts)
    shown = " ".join(f"{key}={_word(value)}" for key, value in facts.items())
    game = f" game={link.game}" if link.game else ""
    return f"{link.at} {link.who.replace(' ', '-')}: {link.what}{game} {shown}".rstrip()


def _word(value: object) -> str:
    """A value as one word."""
    text = "-" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return json.dumps(text) if " " in text or not text else text
