"""Waiting lists for free seats, the offers made to them, and who stands in for a player."""

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import Connection, bindparam, delete, insert, or_, select

from judge.store import memo
from judge.store.record import Person, Seat
from judge.store.schema import offers, people, seats, substitutes, waiting

ANY = 0
"""Stands for all games that anybody may join."""
_SUBSTITUTES = (
    select(substitutes, people.c.address, people.c.name, people.c.zone)
    .join(people, people.c.id == substitutes.c.person)
    .join(seats, seats.c.id == substitutes.c.seat)
    .where(seats.c.game == bindparam("game"))
    .order_by(substitutes.c.person)
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A free seat as it was offered to somebody."""

    seat: int
    epoch: int
    person: int
    made: datetime


@dataclass(frozen=True, slots=True)
class Substitute:
    """Who may order for a seat beside its player, from one day to another, both included."""

    seat: int
    epoch: int
    person: Person
    first: date
    last: date


def add(db: Connection, game: int, person: int, now: datetime) -> bool:
    """Put somebody on a list; False if he is on it."""
    if is_on_list(db, game, person):
        return False
    db.execute(insert(waiting).values(game=game, person=person, since=now))
    return True


def is_on_list(db: Connection, game: int, person: int) -> bool:
    """Whether somebody is on a list."""
    mine = select(waiting.c.id).where(waiting.c.game == game).where(waiting.c.person == person)
    return db.execute(mine).first() is not None


def remove(db: Connection, game: int, person: int) -> None:
    """Take somebody off a list."""
    db.execute(delete(waiting).where(waiting.c.game == game).where(waiting.c.person == person))


def people_for(db: Connection, game: int, *, anybody: bool) -> list[Person]:
    """Who waits for a seat in a game, the longest first; with ``anybody`` those of all games."""
    lists = or_(waiting.c.game == game, waiting.c.game == ANY) if anybody else None
    rows = db.execute(
        select(people.c.id, people.c.address, people.c.name, people.c.zone)
        .join(waiting, waiting.c.person == people.c.id)
        .where(lists if lists is not None else waiting.c.game == game)
        .order_by(waiting.c.id)
    )
    return list(dict.fromkeys(Person(*row) for row in rows))


def offer(db: Connection, seat: Seat, person: int, now: datetime) -> Offer:
    """Store that a seat is offered to somebody."""
    db.execute(insert(offers).values(seat=seat.id, epoch=seat.epoch, person=person, made=now))
    return Offer(seat.id, seat.epoch, person, now)


def offers_of(db: Connection, seat: Seat) -> list[Offer]:
    """The offers of a seat as it is free now."""
    mine = select(offers).where(offers.c.seat == seat.id).where(offers.c.epoch == seat.epoch)
    rows = db.execute(mine.order_by(offers.c.person))
    return [Offer(row.seat, row.epoch, row.person, row.made) for row in rows]


def stand_in(db: Connection, seat: Seat, person: Person, first: date, last: date) -> None:
    """Store a substitute in place of what was said of the same person before."""
    dismiss(db, seat, person.id)
    values = {"seat": seat.id, "epoch": seat.epoch, "person": person.id}
    db.execute(insert(substitutes).values(**values, first=str(first), last=str(last)))


def dismiss(db: Connection, seat: Seat, person: int | None = None) -> None:
    """Forget one substitute of a seat, or all of them."""
    mine = delete(substitutes).where(substitutes.c.seat == seat.id)
    db.execute(mine if person is None else mine.where(substitutes.c.person == person))


def substitutes_of(db: Connection, seat: Seat) -> list[Substitute]:
    """The substitutes of a seat's present player, in the order of registration."""
    tables = (substitutes.name, people.name, seats.name)
    rows = memo.rows(db, tables, _SUBSTITUTES, {"game": seat.game})
    return [
        Substitute(
            row.seat,
            row.epoch,
            Person(row.person, row.address, row.name, row.zone),
            date.fromisoformat(row.first),
            date.fromisoformat(row.last),
        )
        for row in rows
        if (row.seat, row.epoch) == (seat.id, seat.epoch)
    ]
