"""Absences: the days on which a player said that he is away from one game."""

from datetime import date

from sqlalchemy import Connection, delete, insert, select, update

from judge.kernel.days import Days
from judge.store.schema import absences


def add(db: Connection, game: int, person: int, first: date, last: date) -> None:
    """Store an absence in place of those that it holds; one inside another is known already."""
    own_rows = (absences.c.game == game) & (absences.c.person == person)
    around = own_rows & (absences.c.first <= str(first)) & (absences.c.last >= str(last))
    if db.execute(select(absences.c.id).where(around)).first() is not None:
        return
    inside = own_rows & (absences.c.first >= str(first)) & (absences.c.last <= str(last))
    db.execute(delete(absences).where(inside))
    values = {"game": game, "person": person, "first": str(first), "last": str(last)}
    db.execute(insert(absences).values(values))


def of_game(db: Connection, game: int) -> list[tuple[int, Days]]:
    """Who is away when, in the order in which it was said."""
    query = select(absences.c.person, absences.c.first, absences.c.last)
    rows = db.execute(query.where(absences.c.game == game).order_by(absences.c.id))
    return [
        (person, Days.of(date.fromisoformat(first), date.fromisoformat(last)))
        for person, first, last in rows
    ]


def end(db: Connection, game: int, person: int, yesterday: date) -> None:
    """Forget what lies ahead of somebody's absences; what has been remains counted."""
    own_rows = (absences.c.game == game) & (absences.c.person == person)
    db.execute(delete(absences).where(own_rows & (absences.c.first > str(yesterday))))
    shortened = update(absences).where(own_rows & (absences.c.last > str(yesterday)))
    db.execute(shortened.values(last=str(yesterday)))
