"""How and when people want their mails: what they have said, by a name of each wish."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, bindparam, delete, insert, select

from judge.store.schema import habits, people

FORMAT, DIGEST, QUIET = "format", "digest", "quiet"
"""A layout for programs; the hour of the one mail a day; the hours without mails."""
_OF = (
    select(people.c.address, people.c.zone, habits.c.name, habits.c.value)
    .join(habits, habits.c.person == people.c.id)
    .where(people.c.address.in_(bindparam("addresses", expanding=True)))
)


class Wishes(dict[str, str]):
    """What one person wants, by name, and the zone in which his hours are."""

    zone: str = "UTC"


def of_addresses(db: Connection, addresses: Sequence[str]) -> Mapping[str, Wishes]:
    """What people want, by their registered addresses; nothing of those who have not said."""
    wishes_of_address: dict[str, Wishes] = {}
    for row in db.execute(_OF, {"addresses": list(dict.fromkeys(addresses))}):
        wishes = wishes_of_address.setdefault(row.address, Wishes())
        wishes.zone = row.zone
        wishes[row.name] = row.value
    return wishes_of_address


def put(db: Connection, person: int, name: str, value: str) -> None:
    """Store what somebody wants; "" is as it usually is."""
    db.execute(delete(habits).where(habits.c.person == person).where(habits.c.name == name))
    if value:
        db.execute(insert(habits).values(person=person, name=name, value=value))
