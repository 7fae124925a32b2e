"""Hints of one person in two seats of a game: for its master alone, who decides what they mean."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from sqlalchemy import Connection

from judge.desk.origin import HOST
from judge.game.readers import notices
from judge.game.readers.notices import MASTER, Reader
from judge.game.terms import tables
from judge.home.house import House
from judge.kernel.engine import GM, Event
from judge.kernel.notice import Notice
from judge.store import marks, origins, people, seats
from judge.store.record import Game, Person, Seat

MANY = 3
"""A host that so many others write from as well says nothing of two of them."""
_SAID = (
    "It proves nothing: a family, a school, a company have one address or host, too. Nobody but "
    "you is told."
)


def tell(db: Connection, house: House, game: Game) -> Iterator[Notice]:
    """The mail to a game's master with the hints that he has not had yet."""
    name = f"hints.{game.id}"
    old_keys = (marks.read(db, name) or "").split("|")
    new_hints = {key: text for key, text in _list_hints(db, game) if key not in old_keys}
    if game.gm is None or not new_hints:
        return
    person = people.get(db, game.gm)
    if not person.reachable:
        return
    marks.write(db, name, "|".join([*filter(None, old_keys), *new_hints]))
    event = Event("note", {"text": " ".join((*new_hints.values(), _SAID))}, GM)
    reader = Reader(person, MASTER)
    notice = notices.game_notice(house, tables.load(game), reader, "gm", (event,))
    key = f"{notice.key}.hints.{house.now:%Y%m%d}"
    yield replace(notice, key=key, title=f"a hint about players of {game.name}")


def _list_hints(db: Connection, game: Game) -> Iterator[tuple[str, str]]:
    """Each pair of seats whose players have written from one place, with what is told of it."""
    players = {one.id: (seat, one) for seat, one in seats.with_people(db, game.id) if one}
    for mark, users in sorted(origins.shared_by(db, players).items()):
        kind = mark.partition(" ")[0]
        if kind == HOST and len(users) - 2 >= MANY:
            continue
        for one, other in combinations(sorted(users & players.keys()), 2):
            names = " and ".join(_name(*players[who]) for who in (one, other))
            others = f", from which {len(users) - 2} others write" if kind == HOST else ""
            yield f"{one}.{other}.{kind}", f"Mails of {names} came from one {kind}{others}."


def _name(seat: Seat, person: Person) -> str:
    return seat.power or person.name
