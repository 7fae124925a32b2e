"""How people have played: phases on time, late and missed by game and power, and results."""

from dataclasses import dataclass, replace

from sqlalchemy import Connection, insert, select, update

from judge.game.store.schema import conduct

RESIGNED, LOST = "resigned", "lost"
"""The results of who gave a seat up, and of whom it was taken from."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """Somebody's play of one power in one game; ``result`` is "" while it lasts."""

    person: int
    game: int
    power: str
    on_time: int = 0
    late: int = 0
    missed: int = 0
    result: str = ""

    @property
    def phases(self) -> int:
        """The phases in which orders were asked for."""
        return self.on_time + self.late + self.missed


def of_person(db: Connection, person: int) -> list[Conduct]:
    """All that somebody has played."""
    mine = select(conduct).where(conduct.c.person == person)
    rows = db.execute(mine.order_by(conduct.c.game, conduct.c.power))
    return [Conduct(*row) for row in rows]


def of_all(db: Connection) -> list[Conduct]:
    """What everybody has played, by person."""
    rows = db.execute(select(conduct).order_by(conduct.c.person, conduct.c.game, conduct.c.power))
    return [Conduct(*row) for row in rows]


def at(db: Connection, person: int, game: int, power: str) -> Conduct:
    """Somebody's play of a power; all zero where there is none yet."""
    mine = select(conduct).where(conduct.c.person == person).where(conduct.c.game == game)
    row = db.execute(mine.where(conduct.c.power == power)).first()
    return Conduct(person, game, power) if row is None else Conduct(*row)


def save(db: Connection, one: Conduct) -> None:
    """Store somebody's play of a power."""
    values = {
        "on_time": one.on_time,
        "late": one.late,
        "missed": one.missed,
        "result": one.result,
    }
    key = (
        (conduct.c.person == one.person)
        & (conduct.c.game == one.game)
        & (conduct.c.power == one.power)
    )
    if not db.execute(update(conduct).where(key).values(values)).rowcount:
        mine = {"person": one.person, "game": one.game, "power": one.power}
        db.execute(insert(conduct).values(**mine, **values))


def end(db: Connection, person: int, game: int, power: str, result: str) -> None:
    """Store how somebody's play of a power ended; the last word counts."""
    save(db, replace(at(db, person, game, power), result=result))
