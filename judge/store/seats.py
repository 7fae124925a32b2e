"""Seats of games: who holds, watches or waits for one, who may come in and speak for it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from judge.store import marks, memo, server
from judge.store.dialect import insert_new
from judge.store.people import TOLD_WITH_HIM, note_read
from judge.store.record import RUNNING, Person, Seat, as_columns, columns_of, of_columns
from judge.store.schema import (
    ballots,
    doors,
    games,
    guesses,
    offers,
    origins,
    people,
    seats,
    substitutes,
    tries,
    waiting,
    watchers,
)

_PERSON = people.c.address, people.c.name, people.c.zone
_SAVE = update(seats).where(seats.c.id == bindparam("key"))
_WATCHING = (
    select(*columns_of(people, Person))
    .join(watchers, watchers.c.person == people.c.id)
    .where(watchers.c.game == bindparam("game"))
    .order_by(people.c.id)
)
_SITTING = (
    select(seats, *_PERSON, *TOLD_WITH_HIM)
    .join(people, people.c.id == seats.c.person, isouter=True)
    .where(seats.c.game == bindparam("game"))
    .order_by(seats.c.id)
)


def of_game(db: Connection, game: int) -> list[Seat]:
    """A game's seats in the order in which they were taken or dealt."""
    return [seat for seat, _ in with_people(db, game)]


def find_all(db: Connection) -> dict[int, list[Seat]]:
    """The seats of all games, by game, in the order in which they were taken or dealt."""
    seats_of_game: dict[int, list[Seat]] = {}
    for row in db.execute(select(seats).order_by(seats.c.id)).mappings():
        seats_of_game.setdefault(row["game"], []).append(of_columns(Seat, row))
    return seats_of_game


def of_person(db: Connection, person: int) -> list[Seat]:
    """The seats on which somebody sits."""
    query = select(seats).where(seats.c.person == person).order_by(seats.c.id)
    return [of_columns(Seat, row) for row in db.execute(query).mappings()]


def of_power(db: Connection, game: int, power: str) -> Seat | None:
    """The seat of ``power``, or None."""
    return next((seat for seat in of_game(db, game) if seat.power == power), None)


def with_people(db: Connection, game: int) -> Sequence[tuple[Seat, Person | None]]:
    """A game's seats, each with the person on it (None: vacant)."""
    known = memo.facts(db, seats.name, people.name)
    if game not in known:
        known[game] = []
        for row in db.execute(_SITTING, {"game": game}).mappings().all():
            person = _person(row) if row["person"] is not None else None
            known[game].append((of_columns(Seat, row), person))
            if person is not None:
                note_read(db, person, is_proven=row["known"], has_wishes=row["habits"])
    sitting: Sequence[tuple[Seat, Person | None]] = known[game]
    return sitting


def _person(row: Mapping[Any, Any]) -> Person:
    return Person(row["person"], row["address"], row["name"], row["zone"])


def add(db: Connection, seat: Seat) -> None:
    """Store a new seat; its id is not looked at."""
    db.execute(insert(seats).values(as_columns(seat, "id")))


def save(db: Connection, *changed: Seat) -> None:
    """Store seats as they are now; who has left one has left no ballot."""
    if changed:
        db.execute(_SAVE, [{"key": seat.id, **as_columns(seat, "id")} for seat in changed])
    for seat in changed:
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
    if any(seat.vote for seat in of_game(db, game)):
        db.execute(update(seats).where(seats.c.game == game).values(vote=""))


def forget_waits(db: Connection, game: int) -> None:
    """A new phase begins: only those wait who always do, no seat is on offer or excused."""
    all_seats = of_game(db, game)
    if any(seat.wait != seat.always or seat.offered or seat.excused for seat in all_seats):
        values = {"wait": seats.c.always, "offered": False, "excused": False}
        db.execute(update(seats).where(seats.c.game == game).values(values))


def forget_silences(db: Connection, game: int) -> None:
    """Count phases without orders anew: those that were counted have been rolled back."""
    values = {"missed": 0, "offered": False, "excused": False}
    db.execute(update(seats).where(seats.c.game == game).values(values))


def games_with(db: Connection, computer: str) -> list[int]:
    """The running games in which a computer of a level plays a seat."""
    query = select(seats.c.game).join(games, games.c.id == seats.c.game).distinct()
    played = seats.c.computer == computer, seats.c.person.is_(None), games.c.status == RUNNING
    return list(db.execute(query.where(*played).order_by(seats.c.game)).scalars())


def anybody_waits(db: Connection, game: int) -> bool:
    """Whether a player asked that the phase last until its deadline."""
    return any(seat.wait for seat in of_game(db, game))


def watch(db: Connection, game: int, person: int) -> None:
    """Let somebody watch a game."""
    db.execute(insert(watchers).values(game=game, person=person))


def unwatch(db: Connection, game: int, person: int) -> None:
    """End it."""
    db.execute(delete(watchers).where(watchers.c.game == game).where(watchers.c.person == person))


def people_watching(db: Connection, game: int) -> list[Person]:
    """Who watches a game, in the order of registration."""
    if not memo.has_any(db, watchers, game):
        return []
    known = memo.facts(db, watchers.name, people.name)
    if game not in known:
        known[game] = [Person(*row) for row in db.execute(_WATCHING, {"game": game})]
    watching: list[Person] = known[game]
    return watching


ANY = 0
"""Stands for all games that anybody may join."""
_SUBSTITUTES = (
    select(substitutes, *_PERSON)
    .join(people, people.c.id == substitutes.c.person)
    .join(seats, seats.c.id == substitutes.c.seat)
    .where(seats.c.game == bindparam("game"))
    .order_by(substitutes.c.person)
)


class Offer(Struct, frozen=True):
    """A free seat as it was offered to somebody."""

    seat: int
    epoch: int
    person: int
    made: datetime


class Substitute(Struct, frozen=True):
    """Who may order for a seat beside its player, from one day to another, both included."""

    seat: int
    epoch: int
    person: Person
    first: date
    last: date


def add_to_list(db: Connection, game: int, person: int, now: datetime) -> bool:
    """Put somebody on a list; False if he is on it."""
    if is_on_list(db, game, person):
        return False
    db.execute(insert(waiting).values(game=game, person=person, since=now))
    return True


def is_on_list(db: Connection, game: int, person: int) -> bool:
    """Whether somebody is on a list."""
    mine = select(waiting.c.id).where(waiting.c.game == game).where(waiting.c.person == person)
    return db.execute(mine).first() is not None


def take_off_list(db: Connection, game: int, person: int) -> None:
    """Take somebody off a list."""
    db.execute(delete(waiting).where(waiting.c.game == game).where(waiting.c.person == person))


def people_for(db: Connection, game: int, *, anybody: bool) -> list[Person]:
    """Who waits for a seat in a game, the longest first; with ``anybody`` those of all games."""
    lists = (game, ANY) if anybody else (game,)
    query = select(*columns_of(people, Person)).join(waiting, waiting.c.person == people.c.id)
    rows = db.execute(query.where(waiting.c.game.in_(lists)).order_by(waiting.c.id))
    return list(dict.fromkeys(Person(*row) for row in rows))


def offer(db: Connection, seat: Seat, person: int, now: datetime) -> Offer:
    """Store that a seat is offered to somebody."""
    db.execute(insert(offers).values(seat=seat.id, epoch=seat.epoch, person=person, made=now))
    return Offer(seat.id, seat.epoch, person, now)


def offers_of(db: Connection, seat: Seat) -> list[Offer]:
    """The offers of a seat as it is free now."""
    mine = select(offers).where(offers.c.seat == seat.id).where(offers.c.epoch == seat.epoch)
    rows = db.execute(mine.order_by(offers.c.person))
    return [Offer(*row) for row in rows]


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
    if not memo.has_any(db, substitutes, seat.game):
        return []
    known = memo.facts(db, substitutes.name, people.name, seats.name)
    if seat.game not in known:
        known[seat.game] = []
        for row in db.execute(_SUBSTITUTES, {"game": seat.game}).mappings():
            days = date.fromisoformat(row["first"]), date.fromisoformat(row["last"])
            one = Substitute(row["seat"], row["epoch"], _person(row), *days)
            known[seat.game].append(one)
    return [one for one in known[seat.game] if (one.seat, one.epoch) == (seat.id, seat.epoch)]


ALLOW, DENY = "allow", "deny"


def put_at_door(db: Connection, game: int, who: str, rule: str) -> None:
    """Let somebody in, or keep him out: ``who`` is an address, a domain ("@x") or a name."""
    drop_from_door(db, game, who)
    db.execute(insert(doors).values(game=game, who=who, rule=rule))


def drop_from_door(db: Connection, game: int, who: str) -> bool:
    """Take somebody off the lists; whether he was on one."""
    statement = delete(doors).where(doors.c.game == game).where(doors.c.who == who)
    return bool(db.execute(statement).rowcount)


def doors_of(db: Connection, game: int) -> dict[str, str]:
    """Everybody on a game's lists with ALLOW or DENY."""
    rows = db.execute(select(doors.c.who, doors.c.rule).where(doors.c.game == game))
    return {row.who: row.rule for row in rows.all()}


def ask_at_door(db: Connection, game: int, address: str, who: str) -> None:
    """Remember that the master was asked about an address, and how he was told of it."""
    marks.write(db, _asks(game, address), who)


def list_who_asked(db: Connection, game: int) -> list[str]:
    """All about whom the master was asked and has said nothing yet, as he was told of them."""
    return sorted(marks.find_beginning(db, _asks(game, "")).values())


def has_asked(db: Connection, game: int, address: str) -> bool:
    """Whether the master was asked about an address, and has said nothing yet."""
    return marks.read(db, _asks(game, address)) is not None


def answer_at_door(db: Connection, game: int, address: str) -> None:
    """The master has spoken about an address."""
    marks.forget(db, _asks(game, address))


def forget_doors(db: Connection, addresses: Iterable[str]) -> None:
    """Forget somebody of these addresses: on every list, and that he has asked."""
    own = {one.lower() for one in addresses}
    db.execute(delete(doors).where(doors.c.who.in_(own)))
    asks = marks.find_beginning(db, _ASKS)
    marks.forget(db, *(name for name in asks if name.rpartition(" ")[2] in own))


_ASKS = "asks "


def _asks(game: int, address: str) -> str:
    return f"{_ASKS}{game} {address.lower()}"


class Tries(Struct, frozen=True):
    """Wrong passwords in a row for one seat, the first of them at ``since``."""

    seat: int
    wrong: int
    since: datetime
    until: datetime | None = None


def tries_of(db: Connection, seat: int) -> Tries | None:
    """The wrong passwords of a seat; None where there were none."""
    row = db.execute(select(tries).where(tries.c.seat == seat)).first()
    return None if row is None else Tries(*row)


def save_tries(db: Connection, wrong_tries: Tries) -> None:
    """Store them."""
    forget_tries(db, wrong_tries.seat)
    db.execute(insert(tries).values(as_columns(wrong_tries)))


def forget_tries(db: Connection, seat: int) -> None:
    """A right one came, or the lock is over."""
    db.execute(delete(tries).where(tries.c.seat == seat))


class Guess(Struct, frozen=True):
    """A wrong password that came from ``sender``."""

    sender: str
    at: datetime


def guesses_since(db: Connection, moment: datetime) -> list[Guess]:
    """The wrong passwords that came after ``moment``."""
    rows = db.execute(select(guesses.c.sender, guesses.c.at).where(guesses.c.at > moment))
    return [Guess(*row) for row in rows]


def add_guess(db: Connection, guess: Guess, forget_until: datetime) -> None:
    """Store one, and drop those that came before ``forget_until``."""
    db.execute(delete(guesses).where(guesses.c.at <= forget_until))
    db.execute(insert(guesses).values(as_columns(guess)))


_KNOWN_MARKS = (
    select(origins.c.mark)
    .where(origins.c.person == bindparam("key"))
    .where(origins.c.mark.in_(bindparam("marks", expanding=True)))
)


def note_origins(db: Connection, person: int, marks: Collection[str]) -> None:
    """Remember that somebody wrote from there."""
    if server.is_within_game(db):  # may look, and not write
        known_marks = db.execute(_KNOWN_MARKS, {"key": person, "marks": list(marks)}).scalars()
        marks = set(marks).difference(known_marks)
    for mark in marks:
        memo.write_later(db, origins, insert_new(db, origins), {"person": person, "mark": mark})


def origins_shared_by(db: Connection, people: Collection[int]) -> dict[str, set[int]]:
    """Everybody who wrote from where at least two of some people did, by mark."""
    own_marks = select(origins.c.mark).where(origins.c.person.in_(people))
    users: dict[str, set[int]] = defaultdict(set)
    for row in db.execute(select(origins).where(origins.c.mark.in_(own_marks))):
        users[row.mark].add(row.person)
    return {mark: all_ for mark, all_ in users.items() if len(all_ & set(people)) > 1}
