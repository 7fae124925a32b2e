"""The log: who did what in which game, by ids alone, each row chained to the one before it.

It is written in the transaction of what it tells of. Orders, press, passwords and votes never
stand in it: players read their game's log when the game is over.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
from sqlalchemy import Connection, insert, select

from judge.game.store.schema import log

JUDGE, KEEPER = "judge", "keeper"
"""Who acts where nobody wrote a mail."""
BEGINNING = "0" * 64
"""What the first row is chained to."""

Fact = str | int | bool | None
"""What a row may say: ids, names, states, digests."""

_LAST = select(log.c.id, log.c.hash).order_by(log.c.id.desc()).limit(1)


@dataclass(frozen=True, slots=True)
class Deed:
    """Something done: by a power, "GM", "person 7", JUDGE or KEEPER; ``what`` as "seat.taken"."""

    who: str
    what: str
    game: str
    facts: Mapping[str, Fact]


@dataclass(frozen=True, slots=True)
class Row:
    """A deed as it stands in the log; ``hash`` covers it and the row before it."""

    id: int
    at: datetime
    deed: Deed
    hash: str


def append(
    db: Connection, now: datetime, who: str, what: str, game: str = "", **facts: Fact
) -> None:
    """Write one deed into the log, in the transaction that does it."""
    extend(db, now, [Deed(who, what, game, facts)])


def extend(db: Connection, now: datetime, deeds: Sequence[Deed]) -> None:
    """Write several deeds at once."""
    if not deeds:
        return
    last = db.execute(_LAST).first()
    number, before = (last.id, last.hash) if last else (0, BEGINNING)
    values = []
    for deed in deeds:
        number += 1
        before = chained(before, Row(number, now, deed, ""))
        values.append(
            {
                "id": number,
                "at": now,
                "who": deed.who,
                "what": deed.what,
                "game": deed.game,
                "facts": _canonical(deed.facts),
                "hash": before,
            }
        )
    db.execute(insert(log), values)


def chained(before: str, row: Row) -> str:
    """The hash of a row that follows one with the hash ``before``: SHA-256 in hexadecimal."""
    deed = row.deed
    moment = row.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    own = _canonical([row.id, moment, deed.who, deed.what, deed.game, deed.facts])
    return hashlib.sha256(f"{before}{own}".encode()).hexdigest()


def _canonical(value: object) -> str:
    """JSON without blanks, keys sorted."""
    return msgspec.json.encode(value, order="deterministic").decode()


def rows(db: Connection) -> Iterator[Row]:
    """The whole log, oldest first. Raises ValueError or msgspec's for a row that is no row."""
    for row in db.execute(select(log).order_by(log.c.id)).yield_per(1000):
        yield _row(row._mapping)


def of_game(db: Connection, game: str) -> list[Row]:
    """What was done in one game, oldest first."""
    chosen = select(log).where(log.c.game == game).order_by(log.c.id)
    return [_row(row) for row in db.execute(chosen).mappings()]


def _row(value: Mapping[str, object]) -> Row:
    facts = msgspec.json.decode(str(value["facts"]), type=dict[str, Fact])
    deed = Deed(str(value["who"]), str(value["what"]), str(value["game"]), facts)
    return Row(value["id"], value["at"], deed, str(value["hash"]))  # type: ignore[arg-type]


def broken(found: Iterable[Row]) -> list[int]:
    """The ids of the rows that do not follow from the one before them."""
    faults, number, before = [], 0, BEGINNING
    for row in found:
        number += 1
        if row.id != number or row.hash != chained(before, row):
            faults.append(row.id)
        number, before = row.id, row.hash
    return faults
