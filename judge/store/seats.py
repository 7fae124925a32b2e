"""Seats of games, and who only watches."""

from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from judge.store import memo
from judge.store.record import RUNNING, Person, Seat
from judge.store.schema import ballots, games, people, seats, watchers

_OF_GAME = select(seats).where(seats.c.game == bindparam("game")).order_by(seats.c.id)
_OF_PERSON = select(seats).where(seats.c.person == bindparam("person")).order_by(seats.c.id)
_AT = (
    select(seats)
    .where(seats.c.game == bindparam("game"))
    .where(seats.c.power == bindparam("power"))
)
_SAVE = update(seats).where(seats.c.id == bindparam("key"))
_SITTING = (
    select(seats, people.c.address, people.c.name, people.c.zone)
    .join(people, people.c.id == seats.c.person, isouter=True)
    .where(seats.c.game == bindparam("game"))
    .order_by(seats.c.id)
)
_WISHES = msgspec.json.Decoder(tuple[str, ...])


def _seat(row: Any) -> Seat:
    return Seat(
        id=row.id,
        game=row.game,
        power=row.power,
        person=row.person,
        wishes=_WISHES.decode(row.wishes),
        password=row.password,
        epoch=row.epoch,
        wait=row.wait,
        always=row.always,
        vote=row.vote,
        consents=row.consents,
        missed=row.missed,
        remind=row.remind,
        computer=row.computer,
        relief=row.relief,
    )


def _values(seat: Seat) -> dict[str, Any]:
    return {
        "game": seat.game,
        "power": seat.power,
        "person": seat.person,
        "wishes": msgspec.json.encode(seat.wishes).decode(),
        "password": seat.password,
        "epoch": seat.epoch,
        "wait": seat.wait,
        "always": seat.always,
        "vote": seat.vote,
        "consents": seat.consents,
        "missed": seat.missed,
        "remind": seat.remind,
        "computer": seat.computer,
        "relief": seat.relief,
    }


def of_game(db: Connection, game: int) -> list[Seat]:
    """A game's seats in the order in which they were taken or dealt."""
    return [_seat(row) for row in memo.rows(db, (seats.name,), _OF_GAME, {"game": game})]


def find_all(db: Connection) -> dict[int, list[Seat]]:
    """The seats of all games, by game, in the order in which they were taken or dealt."""
    seats_of_game: dict[int, list[Seat]] = {}
    for row in db.execute(select(seats).order_by(seats.c.id)):
        seats_of_game.setdefault(row.game, []).append(_seat(row))
    return seats_of_game


def of_person(db: Connection, person: int) -> list[Seat]:
    """The seats on which somebody sits."""
    return [_seat(row) for row in db.execute(_OF_PERSON, {"person": person})]


def of_power(db: Connection, game: int, power: str) -> Seat | None:
    """The seat of ``power``, or None."""
    rows = memo.rows(db, (seats.name,), _AT, {"game": game, "power": power})
    return _seat(rows[0]) if rows else None


def with_people(db: Connection, game: int) -> list[tuple[Seat, Person | None]]:
    """A game's seats, each with the person on it (None: vacant)."""
    return [
        (
            _seat(row),
            Person(row.person, row.address, row.name, row.zone) if row.person is not None else None,
        )
        for row in db.execute(_SITTING, {"game": game})
    ]


def add(db: Connection, seat: Seat) -> None:
    """Store a new seat; its id is not looked at."""
    db.execute(insert(seats).values(_values(seat)))


def save(db: Connection, seat: Seat) -> None:
    """Store a seat as it is now; who has left it has left no ballot."""
    db.execute(_SAVE, {"key": seat.id, **_values(seat)})
    if seat.person is None:
        db.execute(delete(ballots).where(ballots.c.seat == seat.id))


def vacate(seat: Seat) -> Seat:
    """A seat without its player: nothing of his is left on it."""
    return Seat(seat.id, seat.game, seat.power, None, epoch=seat.epoch + 1)


def remove(db: Connection, seat: Seat) -> None:
    """Take a seat away again: somebody left a game that has not begun."""
    db.execute(delete(ballots).where(ballots.c.seat == seat.id))
    db.execute(delete(seats).where(seats.c.id == seat.id))


def forget_votes(db: Connection, game: int) -> None:
    """All votes of a game lapse."""
    db.execute(update(seats).where(seats.c.game == game).values(vote=""))


def forget_waits(db: Connection, game: int) -> None:
    """A new phase begins: only those wait who always do."""
    db.execute(update(seats).where(seats.c.game == game).values(wait=seats.c.always))


def forget_silences(db: Connection, game: int) -> None:
    """Count phases without orders anew: those that were counted have been rolled back."""
    db.execute(update(seats).where(seats.c.game == game).values(missed=0))


def games_with(db: Connection, computer: str) -> list[int]:
    """The running games in which a computer of a level plays a seat."""
    query = (
        select(seats.c.game)
        .join(games, games.c.id == seats.c.game)
        .where(seats.c.computer == computer)
        .where(seats.c.person.is_(None))
        .where(games.c.status == RUNNING)
        .distinct()
        .order_by(seats.c.game)
    )
    return [row.game for row in db.execute(query)]


def anybody_waits(db: Connection, game: int) -> bool:
    """Whether a player asked that the phase last until its deadline."""
    query = select(seats.c.id).where(seats.c.game == game).where(seats.c.wait)
    return db.execute(query.limit(1)).first() is not None


def watch(db: Connection, game: int, person: int) -> None:
    """Let somebody watch a game."""
    db.execute(insert(watchers).values(game=game, person=person))


def unwatch(db: Connection, game: int, person: int) -> None:
    """End it."""
    db.execute(delete(watchers).where(watchers.c.game == game).where(watchers.c.person == person))


def people_watching(db: Connection, game: int) -> list[Person]:
    """Who watches a game, in the order of registration."""
    rows = db.execute(
        select(people.c.id, people.c.address, people.c.name, people.c.zone)
        .join(watchers, watchers.c.person == people.c.id)
        .where(watchers.c.game == game)
        .order_by(people.c.id)
    )
    return [Person(*row) for row in rows]
