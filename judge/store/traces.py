"""All that the tables hold of a person or of an address: gathered for him, or erased.

What he played stays, by his number; whose number it was nobody knows then.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, delete, func, select, update

from judge.store import marks
from judge.store.outbox import WAITING
from judge.store.people import find_by_address, other_addresses
from judge.store.record import Person
from judge.store.schema import (
    bans,
    codes,
    doors,
    failing,
    games,
    guesses,
    known,
    log,
    metadata,
    outbox,
    people,
    readings,
    replies,
)
from judge.store.seats import forget_doors

NOBODY = "somebody"
PLAYED = frozenset({"ahead", "conduct", "press", "punctuality", "seats"})
"""Tables of which the rows stay, by a person's number alone: they are part of his games."""
BY_ADDRESS = {
    bans: bans.c.address,
    doors: doors.c.who,
    failing: failing.c.address,
    guesses: guesses.c.sender,
    known: known.c.address,
    outbox: outbox.c.recipient,
    readings: readings.c.sender,
    replies: replies.c.address,
}
"""Tables that know people by their addresses, and the column."""
UNTOLD = frozenset(
    {"id", "person", "password", "digest", "key", "sender", "readers", "holder", "start"}
)
"""Columns of secrets, of what names rows, and of what is somebody else's."""
ERASED = "erased "
"""How the marks of addresses begin whose mails are still to be looked for."""


def _list_addresses(db: Connection, person: Person) -> list[str]:
    return [person.address, *other_addresses(db, person.id)]


def gather(db: Connection, person: Person) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """Of each table that has some, the rows that are somebody's, without secrets."""
    own_addresses = _list_addresses(db, person)
    yield from _gather_from(db, people, people.c.id == person.id)
    for table in metadata.sorted_tables:
        if "person" in table.c:
            yield from _gather_from(db, table, table.c.person == person.id)
        elif table in BY_ADDRESS:
            yield from _gather_from(db, table, BY_ADDRESS[table].in_(own_addresses))
    yield from _gather_from(db, log, log.c.who == f"person {person.id}")


def _gather_from(
    db: Connection, table: Table, own_rows: ColumnElement[bool]
) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """The rows of a table; games by their names."""
    columns = [column for column in table.c if column.name not in UNTOLD]
    query = select(*columns).where(own_rows)
    if "game" in table.c and table.c.game.foreign_keys:
        named = [column for column in columns if column.name != "game"]
        query = select(games.c.name.label("game"), *named).where(own_rows)
        query = query.join(games, games.c.id == table.c.game)
    rows: list[Mapping[str, Any]] = [dict(row) for row in db.execute(query).mappings()]
    if rows:
        yield table.name, rows


def count(db: Connection, address: str) -> int:
    """How many rows name an address."""
    return sum(
        db.execute(select(func.count()).select_from(table).where(column == address)).scalar_one()
        for table, column in BY_ADDRESS.items()
    )


def erase(db: Connection, person: Person) -> None:
    """Erase a person's name, zone, addresses and wishes; his number stays where he has played."""
    own_addresses = _list_addresses(db, person)
    for table in metadata.sorted_tables:
        if "person" in table.c and table.name not in PLAYED:
            db.execute(delete(table).where(table.c.person == person.id))
    erase_addresses(db, own_addresses)
    for address in own_addresses:
        marks.write(db, f"{ERASED}{address}", "0")
    blank = {"address": f"forgotten {person.id}", "name": NOBODY, "zone": "UTC"}
    db.execute(update(people).where(people.c.id == person.id).values(blank))


def erase_addresses(db: Connection, own_addresses: Sequence[str]) -> None:
    """Erase addresses wherever they stand, but where a mail still waits to leave for them."""
    forget_doors(db, own_addresses)
    marks.forget(db, marks.SPAM)
    for table in (bans, failing, guesses, known, replies):
        db.execute(delete(table).where(BY_ADDRESS[table].in_(own_addresses)))
    db.execute(delete(codes).where(codes.c.purpose.in_(f"also {one}" for one in own_addresses)))
    db.execute(update(readings).where(readings.c.sender.in_(own_addresses)).values(sender=""))
    mails_done = outbox.c.recipient.in_(own_addresses) & outbox.c.status.not_in(WAITING)
    db.execute(update(outbox).where(mails_done).values(recipient=""))


def find_erased(db: Connection) -> dict[str, int]:
    """The addresses whose mails are still to be looked for, and up to which they were.

    Who has come back meanwhile is let be.
    """
    found = {
        name.removeprefix(ERASED): int(number)
        for name, number in marks.find_beginning(db, ERASED).items()
    }
    back = {address for address in found if find_by_address(db, address)}
    marks.forget(db, *(f"{ERASED}{address}" for address in back))
    return {address: number for address, number in found.items() if address not in back}


def note_erased(db: Connection, address: str, number: int) -> None:
    """Write down up to which mail an address's were looked for, 0 for none yet."""
    marks.write(db, f"{ERASED}{address}", str(number))


def end_erasing(db: Connection, address: str) -> bool:
    """Erase an address once more, after its mails; False while one waits to leave for it."""
    erase_addresses(db, [address])
    if count(db, address):
        return False
    marks.forget(db, f"{ERASED}{address}")
    return True
