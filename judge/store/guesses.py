"""Wrong passwords of the last hour: who sent them, and when."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from judge.store.schema import guesses


@dataclass(frozen=True, slots=True)
class Guess:
    """A wrong password that came from ``sender``."""

    sender: str
    at: datetime


def since(db: Connection, moment: datetime) -> list[Guess]:
    """The wrong passwords that came after ``moment``."""
    rows = db.execute(select(guesses.c.sender, guesses.c.at).where(guesses.c.at > moment))
    return [Guess(*row) for row in rows]


def add(db: Connection, guess: Guess, forget_until: datetime) -> None:
    """Store one, and drop those that came before ``forget_until``."""
    db.execute(delete(guesses).where(guesses.c.at <= forget_until))
    db.execute(insert(guesses).values(sender=guess.sender, at=guess.at))
