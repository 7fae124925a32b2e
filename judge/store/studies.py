"""The tables on which people study positions: one a person, kept as long as he comes back."""

from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from judge.store.record import Study, as_columns, of_columns
from judge.store.schema import studies


def find(db: Connection, person: int) -> Study | None:
    """The table of somebody, None if he has none."""
    row = db.execute(select(studies).where(studies.c.person == person)).mappings().first()
    return None if row is None else of_columns(Study, row)


def save(db: Connection, study: Study) -> None:
    """Store a table as it is now, in the place of the one that its owner had."""
    forget(db, study.person)
    db.execute(insert(studies).values(as_columns(study)))


def forget(db: Connection, person: int) -> None:
    """Take somebody's table away."""
    db.execute(delete(studies).where(studies.c.person == person))


def forget_untouched(db: Connection, since: datetime) -> None:
    """Take those away that nobody has touched since then."""
    db.execute(delete(studies).where(studies.c.touched < since))
