"""How people have played: phases on time, late and missed by game and power, and results."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, delete, func, select, update

from judge.store.dialect import add_new, put_row
from judge.store.schema import conduct, punctuality

RESIGNED, EJECTED, LOST = "resigned", "ejected", "lost"
"""The results of who gave a seat up, and of whom it was taken from, by others or by silence."""
ON_TIME, LATE, MISSED = "on time", "late", "missed"
EXCUSED, PARDONED = "excused", "pardoned"
"""What is said of a player in one phase that asked him for orders: what he missed may be excused,
by his seat's own excuses or by the game master."""


class Conduct(Struct, frozen=True):
    """Somebody's play of one power in one game; ``result`` is "" while it lasts.

    Of the phases in which orders were asked for those that are ``excused`` do not count.
    """

    person: int
    game: int
    power: str
    on_time: int = 0
    late: int = 0
    missed: int = 0
    excused: int = 0
    result: str = ""

    @property
    def phases(self) -> int:
        """The phases that count."""
        return self.on_time + self.late + self.missed


def of_person(db: Connection, person: int) -> list[Conduct]:
    """All that somebody has played, by game."""
    return _read(db, conduct.c.person == person, punctuality.c.person == person)


def of_game(db: Connection, game: int) -> list[Conduct]:
    """What everybody has played in a game, by person."""
    return _read(db, conduct.c.game == game, punctuality.c.game == game)


def of_all(db: Connection) -> list[Conduct]:
    """What everybody has played, by person."""
    return _read(db)


def _read(db: Connection, *where: ColumnElement[bool]) -> list[Conduct]:
    """Marks counted and results, of the rows of either table that one of ``where`` chooses."""
    question = select(conduct).where(*where[:1])
    results = {(row.person, row.game, row.power): row.result for row in db.execute(question)}
    marked = punctuality.c.person, punctuality.c.game, punctuality.c.power, punctuality.c.mark
    rows = db.execute(select(*marked, func.count()).where(*where[1:]).group_by(*marked))
    counts: dict[tuple[int, int, str], Counter[str]] = {}
    for person, game, power, mark, times in rows:
        counts.setdefault((person, game, power), Counter())[mark] = times
    keys: list[tuple[int, int, str]] = sorted(results.keys() | counts.keys())
    told = []
    for key in keys:
        done = counts.get(key, Counter())
        excused = done[EXCUSED] + done[PARDONED]
        marks = (done[ON_TIME], done[LATE], done[MISSED], excused)
        told.append(Conduct(*key, *marks, results.get(key, "")))
    return told


def mark(db: Connection, game: int, number: int, marks: Mapping[tuple[int, str], str]) -> None:
    """Store what is said of a phase: by person and power a mark. One that stands there stays."""
    rows = [
        {"game": game, "number": number, "power": power, "person": person, "mark": word}
        for (person, power), word in marks.items()
    ]
    add_new(db, punctuality, rows)


def marks_of(db: Connection, game: int, power: str) -> list[tuple[int, int, str]]:
    """What is said of a power's phases: the number of each, who played it then, and the mark."""
    columns = (punctuality.c.number, punctuality.c.person, punctuality.c.mark)
    own_rows = (punctuality.c.game == game) & (punctuality.c.power == power)
    rows = db.execute(select(*columns).where(own_rows))
    return [(number, person, word) for number, person, word in rows]


def pardon(db: Connection, game: int, number: int, power: str) -> None:
    """Let a phase that somebody missed not count."""
    key = (punctuality.c.game == game) & (punctuality.c.number == number)
    statement = update(punctuality).where(key & (punctuality.c.power == power))
    db.execute(statement.values(mark=PARDONED))


def forget(db: Connection, game: int, number: int) -> None:
    """Take back what was said of a game's phases from ``number`` on: they will be played again."""
    statement = delete(punctuality).where(punctuality.c.game == game)
    db.execute(statement.where(punctuality.c.number >= number))


def end(db: Connection, person: int, game: int, power: str, result: str) -> None:
    """Store how somebody's play of a power ended; the last word counts, "" is that it goes on."""
    put_row(db, conduct, {"person": person, "game": game, "power": power}, {"result": result})
