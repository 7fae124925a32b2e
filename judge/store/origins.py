"""Origins: marks of the addresses and hosts that people write from, which tell nothing else.

A mark is a digest made with the judge's secret; hints of one person in two seats are made of them.
"""

from collections import defaultdict
from collections.abc import Collection

from sqlalchemy import Connection, insert, select

from judge.store.schema import origins


def note(db: Connection, person: int, mark: str) -> None:
    """Remember that somebody wrote from there."""
    own_rows = (origins.c.person == person) & (origins.c.mark == mark)
    if db.execute(select(origins.c.person).where(own_rows)).first() is None:
        db.execute(insert(origins).values(person=person, mark=mark))


def shared_by(db: Connection, people: Collection[int]) -> dict[str, set[int]]:
    """Everybody who wrote from where at least two of some people did, by mark."""
    own_marks = select(origins.c.mark).where(origins.c.person.in_(people))
    users: dict[str, set[int]] = defaultdict(set)
    for row in db.execute(select(origins).where(origins.c.mark.in_(own_marks))):
        users[row.mark].add(row.person)
    return {mark: all_ for mark, all_ in users.items() if len(all_ & set(people)) > 1}
