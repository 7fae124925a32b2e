"""The log: who did what in which game, by ids alone, in books, each a chain of its rows.

It is written in the transaction of what it tells of. Orders, press, passwords and votes never
stand in it: players read their game's log when the game is over. Each game has a book, the mails
that come have one, and the rest is the keeper's; so hosts that work at different games do not wait
for each other. Each row is chained to the one before it in its book, and each night one row tells
of the heads of all books, so that none can lose its last rows. Of what is no game's, rows may be
let go of: then ``gaps`` says which are gone, and to what hash the next one is chained.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec import Struct
from sqlalchemy import (
    Connection,
    Integer,
    String,
    bindparam,
    cast,
    delete,
    func,
    insert,
    select,
    type_coerce,
)

from judge.store import lineage, memo
from judge.store.dialect import hold_name, member_of
from judge.store.record import PlayedTurn, Seat, as_columns, columns_of
from judge.store.schema import former, gaps, log, spell

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

HEADS = "log.heads"
"""How far all books were: of those that never shrink a digest, of the others the last rows."""
AHEAD = 60
"""Seconds that another host's work may lie ahead of ours, which began before it."""
INBOX, OFFICE = "inbox", "keeper"
"""The book of the mails that come, and that of all else but the games'."""
SHRINKING = (INBOX, OFFICE)
"""The books of which rows may be let go of while they grow."""

Fact = str | int | bool | None
"""What a row may say: ids, names, states, digests."""
Heads = dict[str, tuple[int, str]]
"""Of books the number and the hash of the last row."""

_LAST = (
    select(log.c.number, log.c.hash)
    .where(log.c.book == bindparam("name"))
    .order_by(log.c.number.desc())
    .limit(1)
)
_FACTS = msgspec.json.Decoder(dict[str, Fact])


class Deed(Struct, frozen=True):
    """Something done: by a power, "GM", "person 7", JUDGE or KEEPER; ``what`` as "seat.taken"."""

    who: str
    what: str
    game: str
    facts: Mapping[str, Fact]
    beside: str = ""
    """The game in whose book it stands though it is not told in its log."""

    @property
    def book(self) -> str:
        """The book that it is written into."""
        if game := self.game or self.beside:
            return f"game:{game}"
        return INBOX if self.what.startswith(MAIL) else OFFICE


class Link(Struct, frozen=True):
    """A row as it is stored, word for word; ``hash`` covers it and the row before it in its book.

    ``id`` says in which order rows of different books were written, ``number`` is that in its book.
    """

    id: int
    at: str
    who: str
    what: str
    game: str
    facts: str
    hash: str = ""
    book: str = ""
    number: int = 0


_ADD = insert(log)
_LINKS = select(
    *(type_coerce(one, String) if one is log.c.at else one for one in columns_of(log, Link))
)


def append(
    db: Connection, now: datetime, who: str, what: str, game: str = "", **facts: Fact
) -> None:
    """Write one deed into the log, in the transaction that does it."""
    extend(db, now, [Deed(who, what, game, facts)])


def extend(db: Connection, now: datetime, deeds: Sequence[Deed]) -> None:
    """Write several deeds at once."""
    if not deeds:
        return
    moment = spell(now)
    ends = {book: head(db, book) for book in sorted({deed.book for deed in deeds})}
    head_of_book: Heads = memo.facts(db, log.name)
    for deed in deeds:
        number, before = ends[deed.book]
        facts = _canonical_json(deed.facts)
        link = Link(
            0, moment, deed.who, deed.what, deed.game, facts, book=deed.book, number=number + 1
        )
        ends[deed.book] = link.number, chain_hash(before, link)
        row = {**as_columns(link, "id"), "at": now, "hash": ends[deed.book][1]}
        memo.write_later(db, log, _ADD, row)
    lineage.note_written(db, ends)
    memo.renew(db, log.name, head_of_book | ends)


def mail(
    db: Connection, now: datetime, number: int, status: str, who: str = JUDGE, beside: str = ""
) -> None:
    """Write what became of a mail, ``beside`` the deeds of the game that it was for."""
    extend(db, now, [Deed(who, f"{MAIL}{status}", "", {"mail": number}, beside)])


def seat(db: Connection, now: datetime, what: str, game: str, seat: Seat) -> None:
    """Write who sits where from now on: ``what`` as "seat.taken"."""
    who = f"person {seat.person}" if seat.person is not None else JUDGE
    facts: dict[str, Fact] = {"seat": seat.id, "power": seat.power, "person": seat.person}
    append(db, now, who, what, game, **facts, epoch=seat.epoch)


def turn(db: Connection, now: datetime, game: str, turn: PlayedTurn, digest: str) -> None:
    """Write that a turn was stored, and its digest."""
    facts: dict[str, Fact] = {"number": turn.number, "revision": turn.revision, "digest": digest}
    append(db, now, JUDGE, TURN, game, **facts, phase=turn.phase)


def chain_hash(before: str, link: Link) -> str:
    """The hash of a row that follows one with the hash ``before``: SHA-256 in hexadecimal."""
    parts = [link.book, link.number, link.at, link.who, link.what, link.game, link.facts]
    own = json.dumps(parts, separators=(",", ":"), default=repr)
    return hashlib.sha256(f"{before}{own}".encode()).hexdigest()


def _canonical_json(value: object) -> str:
    """JSON without blanks, keys sorted."""
    return msgspec.json.encode(value, order="deterministic").decode()


def links(db: Connection, after: int = 0, what: str = "") -> Iterator[Link]:
    """The log behind a row, oldest first: events whose names begin with ``what``."""
    query = _LINKS.where(log.c.id > after)
    query = query.where(log.c.what.startswith(what)) if what else query
    for row in db.execute(query.order_by(log.c.id)).yield_per(1000):
        yield Link(*row)


def find(
    db: Connection, after: int, *, since: datetime | None = None, game: str = ""
) -> list[Link]:
    """The rows behind the one with the number ``after``: since a time, of a game; "" is all."""
    query = _LINKS.where(log.c.id > after)
    query = query.where(log.c.at >= since) if since else query
    query = query.where(log.c.game == game) if game else query
    return [Link(*row) for row in db.execute(query.order_by(log.c.id))]


def head(db: Connection, book: str) -> tuple[int, str]:
    """The number and the hash of the last row of a book, to which the next one is chained.

    Nobody else writes into that book before our transaction ends.
    """
    head_of_book: Heads = memo.facts(db, log.name)
    if book in head_of_book:
        return head_of_book[book]
    hold_name(db, f"book {book}")
    last = db.execute(_LAST, {"name": book}).first()
    return (last.number, last.hash) if last else (0, BEGINNING)


def is_written_in(db: Connection, game: str, now: datetime) -> bool:
    """Whether a game's book was last written in the second of ``now`` or one just after it.

    What was written at that very moment is our own.
    """
    name = Deed("", "", game, {}).book
    query = select(log.c.at).where(log.c.book == name).order_by(log.c.number.desc())
    last = db.execute(query.limit(1)).scalar()
    if last is None or last == now:
        return False
    return 0 <= int(last.timestamp()) - int(now.timestamp()) < AHEAD


def heads(db: Connection, until: int | None = None) -> Heads:
    """How far all books are, or were with the row ``until``."""
    latest = select(func.max(log.c.id)).group_by(log.c.book)
    latest = latest if until is None else latest.where(log.c.id <= until)
    rows = db.execute(select(log.c.book, log.c.number, log.c.hash).where(log.c.id.in_(latest)))
    return {row.book: (row.number, row.hash) for row in rows}


def last(db: Connection) -> tuple[int, str]:
    """The id and the hash of the last row of all."""
    row = db.execute(select(log.c.id, log.c.hash).order_by(log.c.id.desc()).limit(1)).first()
    return (row.id, row.hash) if row else (0, BEGINNING)


def count(db: Connection) -> int:
    """How many rows there are."""
    return db.execute(select(func.count()).select_from(log)).scalar() or 0


def tell_heads(db: Connection, now: datetime) -> None:
    """Write down how far all books are. Nobody else may write into any of them meanwhile."""
    extend(db, now, [Deed(JUDGE, HEADS, "", _heads_told(heads(db)))])


def _heads_told(head_of_book: Heads) -> dict[str, Fact]:
    """What a row says of the heads of all books, itself not among them."""
    lasting_heads = {book: end for book, end in head_of_book.items() if book not in SHRINKING}
    digest = hashlib.sha256(_canonical_json(lasting_heads).encode()).hexdigest()
    ends = {book: head_of_book.get(book, (0, BEGINNING)) for book in SHRINKING}
    shrinking = {book: f"{number} {own}" for book, (number, own) in ends.items()}
    return {"books": len(lasting_heads), "digest": digest, **shrinking}


def let_go(db: Connection, before: datetime, after: int, most: int) -> int:
    """Let go of some rows that are older than a time and of no game; return the last one's id.

    0 if there was none behind ``after``. Of a mail that stands in the journal they stay, and so
    does the last row of a book, to which the next one will be chained.
    """
    end = log.alias()
    last_number = select(func.max(end.c.number)).where(end.c.book == log.c.book)
    members = (member_of(log.c.facts, name) for name in ("mail", "letter"))
    mail = func.coalesce(*(cast(member, Integer) for member in members))
    query = select(log.c.id, log.c.hash, log.c.book, log.c.number).where(
        log.c.id > after,
        log.c.number < last_number.scalar_subquery(),
        log.c.book.in_(SHRINKING),
        log.c.game == "",
        log.c.at < before,
        mail.is_(None) | mail.in_(select(former.c.letter)),
    )
    rows = db.execute(query.order_by(log.c.id).limit(most)).all()
    for row in rows:  # a gap of its own, or joined to those that it lies between
        first, last, own = row.number, row.number, row.hash
        known = select(gaps.c.first, gaps.c.last, gaps.c.hash).where(gaps.c.book == row.book)
        gap_behind = db.execute(known.where(gaps.c.first == row.number + 1)).first()
        if gap_behind is not None:
            last, own = gap_behind.last, gap_behind.hash
        ahead = known.where(gaps.c.first < row.number).order_by(gaps.c.first.desc())
        gap_ahead = db.execute(ahead.limit(1)).first()
        if gap_ahead is not None and gap_ahead.last == row.number - 1:
            first = gap_ahead.first
        is_widened = gaps.c.first.in_((first, row.number + 1))
        db.execute(delete(gaps).where(gaps.c.book == row.book, is_widened))
        db.execute(insert(gaps).values(book=row.book, first=first, last=last, hash=own))
    db.execute(delete(log).where(log.c.id.in_([row.id for row in rows])))
    return int(rows[-1].id) if rows else 0


Gaps = Mapping[tuple[str, int], tuple[int, str]]
"""Where rows were let go of: book and number of the first, to number and hash of the last."""


def find_gaps(db: Connection) -> Gaps:
    """Where rows were let go of."""
    return {(row.book, row.first): (row.last, row.hash) for row in db.execute(select(gaps))}


def broken_rows(
    all_links: Iterable[Link], all_gaps: Gaps | None = None, start: Heads | None = None
) -> list[int]:
    """The ids of the rows that do not follow from the ones before them, in their book or in all.

    ``start`` says how far the books were before.
    """
    faults: list[int] = []
    ends = dict(start or {})
    for link in all_links:
        before = ends.get(link.book, (0, BEGINNING))
        number, own = (all_gaps or {}).get((link.book, before[0] + 1), before)
        follows = link.number == number + 1 and link.hash == chain_hash(own, link)
        if not follows or (link.what == HEADS and not _fits(link, ends, all_gaps or {})):
            faults.append(link.id)
        ends[link.book] = link.number, link.hash
    return faults


def _fits(link: Link, ends: Heads, all_gaps: Gaps) -> bool:
    """Whether a row tells of the heads of all books as they were; some may be let go of since."""
    then, now = _FACTS.decode(link.facts), _heads_told(ends)
    if then.keys() != now.keys():
        return False
    for name in (name for name in now if then[name] != now[name]):
        if name not in SHRINKING:
            return False
        last_row = int(str(then[name]).partition(" ")[0])
        gaps_of_book = ((at, last) for (book, at), (last, _) in all_gaps.items() if book == name)
        if not any(first <= last_row <= last for first, last in gaps_of_book):
            return False
    return True


def of_game(db: Connection, game: str) -> list[tuple[datetime, Deed]]:
    """What was done in one game and when, oldest first."""
    query = _LINKS.where(log.c.game == game).order_by(log.c.id)
    all_links = [Link(*row) for row in db.execute(query)]
    return [(datetime.fromisoformat(link.at), deed(link)) for link in all_links]


def deed(link: Link) -> Deed:
    """What a row tells of. Raises ValueError if its facts are no JSON object."""
    return Deed(link.who, link.what, link.game, _FACTS.decode(link.facts))


def as_line(link: Link) -> str:
    """An event for people, and for grep."""
    line = f"{link.at} {link.who.replace(' ', '-')}: {link.what}"
    line += f" game={link.game}" if link.game else ""
    for key, value in json.loads(link.facts).items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        text = "-" if value is None else text
        line += f" {key}={json.dumps(text) if ' ' in text or not text else text}"
    return line


def as_record(link: Link) -> dict[str, object]:
    """An event for programs."""
    return {
        "id": link.id,
        "at": link.at,
        "who": link.who,
        "what": link.what,
        "game": link.game,
        "facts": json.loads(link.facts),
    }
