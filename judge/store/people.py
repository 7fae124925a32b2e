"""People with a registered address: wishes, what is known, studies, how they are forgotten."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    Connection,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    union_all,
    update,
)

from judge.store import memo
from judge.store.dialect import insert_new
from judge.store.record import OVER, Person, Study, as_columns, columns_of, of_columns
from judge.store.schema import (
    addresses,
    bans,
    conduct,
    diaries,
    failing,
    games,
    habits,
    known,
    metadata,
    people,
    seats,
    studies,
)

_COLUMNS = columns_of(people, Person)
_ALSO = select(addresses.c.person).where(addresses.c.address == bindparam("address"))
_BY_ADDRESS = select(*_COLUMNS).where(
    or_(people.c.address == bindparam("address"), people.c.id == _ALSO.scalar_subquery())
)
_BY_ID = select(*_COLUMNS).where(people.c.id == bindparam("id"))


def _person(row: Any) -> Person | None:
    return None if row is None else Person(*row)


def find_by_address(db: Connection, address: str) -> Person | None:
    """The person to whom exactly this address belongs, registered or confirmed; or None."""
    if "@" not in address:
        return None
    return _person(db.execute(_BY_ADDRESS, {"address": address}).first())


def find_called(db: Connection, text: str) -> list[Person]:
    """Those whose name or address is ``text``, in any case."""
    one = find_by_address(db, text.lower())
    if one is not None:
        return [one]
    return [namesake for namesake in find_named(db, text) if namesake.reachable]


def get(db: Connection, number: int) -> Person:
    """The person with this id; LookupError if there is none."""
    known = memo.facts(db, people.name)
    if number not in known:
        known[number] = _person(db.execute(_BY_ID, {"id": number}).first())
    person: Person | None = known[number]
    if person is None:
        raise LookupError(f"no person {number}")
    return person


def find_all(db: Connection) -> dict[int, Person]:
    """Everybody, by id."""
    return {row.id: Person(*row) for row in db.execute(select(*_COLUMNS))}


def find_named(db: Connection, name: str) -> list[Person]:
    """Everybody who is called so, capitals or not, in the order of registration."""
    query = select(*_COLUMNS).where(func.lower(people.c.name) == name.lower())
    return [Person(*row) for row in db.execute(query.order_by(people.c.id))]


def add(db: Connection, address: str, name: str, zone: str, now: datetime) -> Person:
    """Register somebody new."""
    values = {"address": address, "name": name, "zone": zone, "registered": now}
    result = db.execute(insert(people).values(values).returning(people.c.id))
    return Person(result.scalar_one(), address, name, zone)


def is_newcomer(db: Connection, person: int, now: datetime) -> bool:
    """Whether somebody was registered at this very moment."""
    query = select(people.c.id).where(people.c.id == person, people.c.registered == now)
    return db.execute(query).first() is not None


def change(db: Connection, person: Person) -> None:
    """Store a new name or zone."""
    db.execute(
        update(people).where(people.c.id == person.id).values(name=person.name, zone=person.zone)
    )


def other_addresses(db: Connection, person: int) -> list[str]:
    """The confirmed addresses of a person beside the registered one."""
    query = select(addresses.c.address).where(addresses.c.person == person)
    return list(db.execute(query.order_by(addresses.c.address)).scalars())


def add_address(db: Connection, person: Person, address: str, now: datetime) -> None:
    """Store a confirmed address."""
    db.execute(insert(addresses).values(address=address, person=person.id, confirmed=now))


def move(db: Connection, person: Person, address: str, now: datetime) -> None:
    """Make a confirmed address the registered one; the registered one stays a confirmed one."""
    db.execute(delete(addresses).where(addresses.c.address == address))
    db.execute(update(people).where(people.c.id == person.id).values(address=address))
    add_address(db, person, person.address, now)


def games_played(db: Connection, person: int) -> set[str]:
    """The names of the games of which it is known how somebody played in them."""
    query = select(games.c.name).join(conduct, conduct.c.game == games.c.id)
    return set(db.execute(query.where(conduct.c.person == person)).scalars())


def merge(db: Connection, former: Person, heir: Person, now: datetime) -> None:
    """Give all that one person has to another, but what that one has himself.

    Who is gone leaves his addresses there.
    """
    for table in metadata.sorted_tables:
        if "person" not in table.c:
            continue
        own, given = table.alias(), table.c.person == former.id
        for key in table.constraints:
            if isinstance(key, PrimaryKeyConstraint | UniqueConstraint) and "person" in key.columns:
                rest = [one == own.c[one.name] for one in key.columns if one is not table.c.person]
                given &= ~select(own.c.person).where(own.c.person == heir.id, *rest).exists()
        db.execute(update(table).where(given).values(person=heir.id))
        db.execute(delete(table).where(table.c.person == former.id))
    db.execute(update(games).where(games.c.gm == former.id).values(gm=heir.id))
    blank = {"address": f"merged into {heir.id} from {former.id}", "name": heir.name}
    db.execute(update(people).where(people.c.id == former.id).values(blank))
    add_address(db, heir, former.address, now)


class ListedPerson(Struct, frozen=True):
    """Somebody on a list: since when he is registered, how many going games he plays, his ban."""

    person: Person
    registered: datetime
    plays: int
    banned: datetime | None


def find_page(db: Connection, most: int | None) -> list[ListedPerson]:
    """Who is banned, then the newest, so many of them (None: all)."""
    plays = select(func.count()).select_from(seats.join(games, games.c.id == seats.c.game))
    plays = plays.where(seats.c.person == people.c.id, games.c.status != OVER)
    query = (
        select(*_COLUMNS, people.c.registered, plays.label("plays"), bans.c.since)
        .join(bans, bans.c.address == people.c.address, isouter=True)
        .where(people.c.address.contains("@"))
        .order_by(bans.c.since.is_(None), people.c.id.desc())
    )
    return [
        ListedPerson(Person(*row[:4]), row.registered, row.plays, row.since)
        for row in db.execute(query.limit(most))
    ]


def count_all(db: Connection) -> int:
    """How many are registered."""
    query = select(func.count()).select_from(people).where(people.c.address.contains("@"))
    return db.execute(query).scalar_one()


def find_bans_of_nobody(db: Connection) -> list[tuple[str, datetime]]:
    """The addresses that are banned and nobody's, and since when."""
    known_addresses = union_all(select(people.c.address), select(addresses.c.address))
    query = select(bans.c.address, bans.c.since).where(bans.c.address.not_in(known_addresses))
    return [(row.address, row.since) for row in db.execute(query.order_by(bans.c.address))]


def is_banned(db: Connection, address: str) -> bool:
    """Whether an address is banned."""
    return address in _all(db, bans)


def _all(db: Connection, table: Table) -> frozenset[str]:
    """All addresses of a table that has few: it is read once a transaction."""
    known = memo.facts(db, table.name)
    if not known:
        known[""] = frozenset(db.execute(select(table.c.address)).scalars())
    addresses: frozenset[str] = known[""]
    return addresses


def ban(db: Connection, addresses: Iterable[str], now: datetime) -> None:
    """Ban addresses that are not banned yet."""
    for address in addresses:
        if not is_banned(db, address):
            db.execute(insert(bans).values(address=address, since=now))


def lift_ban(db: Connection, addresses: Iterable[str]) -> int:
    """Ban them no more; how many were."""
    return db.execute(delete(bans).where(bans.c.address.in_(list(addresses)))).rowcount


FORMAT, DIGEST, QUIET = "format", "digest", "quiet"
"""A layout for programs; the hour of the one mail a day; the hours without mails."""
_WISHES = (
    select(people.c.address, people.c.zone, habits.c.name, habits.c.value)
    .join(habits, habits.c.person == people.c.id)
    .where(people.c.address.in_(bindparam("addresses", expanding=True)))
)


class Wishes(dict[str, str]):
    """What one person wants, by name, and the zone in which his hours are."""

    zone: str = "UTC"


def wishes_of(db: Connection, addresses: Sequence[str]) -> Mapping[str, Wishes]:
    """What people want, by their registered addresses; nothing of those who have not said."""
    wishes_of_address = memo.facts(db, habits.name, people.name)
    unread = [one for one in dict.fromkeys(addresses) if one not in wishes_of_address]
    wishes_of_address |= {address: Wishes() for address in unread}
    for row in db.execute(_WISHES, {"addresses": unread}) if unread else ():
        wishes_of_address[row.address].zone = row.zone
        wishes_of_address[row.address][row.name] = row.value
    return {one: wishes_of_address[one] for one in addresses if wishes_of_address[one]}


def put_wish(db: Connection, person: int, name: str, value: str) -> None:
    """Store what somebody wants; "" is as it usually is."""
    db.execute(delete(habits).where(habits.c.person == person).where(habits.c.name == name))
    if value:
        db.execute(insert(habits).values(person=person, name=name, value=value))


def write_diary(db: Connection, game: int, person: int, time: datetime, text: str) -> None:
    """Write an entry."""
    db.execute(insert(diaries).values(game=game, person=person, at=time, text=text))


def diary_of(db: Connection, game: int, person: int) -> list[tuple[datetime, str]]:
    """Somebody's entries in a game, oldest first."""
    own_rows = (diaries.c.game == game) & (diaries.c.person == person)
    rows = db.execute(select(diaries.c.at, diaries.c.text).where(own_rows).order_by(diaries.c.id))
    return [(row.at, row.text) for row in rows]


def clear_diary(db: Connection, game: int, person: int) -> None:
    """Tear all pages out."""
    db.execute(delete(diaries).where((diaries.c.game == game) & (diaries.c.person == person)))


class Failing(Struct, frozen=True):
    """An address, how many times a mail came back since when, and the last reason.

    ``told``: whoever must know has been told.
    """

    address: str
    times: int
    since: datetime
    reason: str
    told: bool


def count_failure(db: Connection, address: str, now: datetime, reason: str) -> Failing:
    """One more mail came back; return how it stands."""
    row = db.execute(select(failing).where(failing.c.address == address)).first()
    if row is None:
        first = Failing(address, 1, now, reason, told=False)
        db.execute(insert(failing).values(as_columns(first)))
        return first
    statement = update(failing).where(failing.c.address == address)
    db.execute(statement.values(times=row.times + 1, reason=reason))
    return Failing(address, row.times + 1, row.since, reason, row.told)


def mark_told(db: Connection, address: str) -> None:
    """Whoever must know of an address has been told."""
    db.execute(update(failing).where(failing.c.address == address).values(told=True))


def forget_failures(db: Connection, address: str) -> bool:
    """A mail came from an address: forget its failures; return whether there were any."""
    if address not in _all(db, failing):
        return False
    return db.execute(delete(failing).where(failing.c.address == address)).rowcount > 0


def find_failing(db: Connection) -> list[Failing]:
    """All addresses that fail."""
    return [Failing(*row) for row in db.execute(select(failing).order_by(failing.c.address))]


_SINCE = select(known.c.since).where(known.c.address == bindparam("address"))


def is_proven(db: Connection, address: str) -> bool:
    """Whether an address was ever proved."""
    proven = memo.facts(db, known.name)
    if address not in proven:
        proven[address] = db.execute(_SINCE, {"address": address}).first() is not None
    return bool(proven[address])


def add_proven(db: Connection, address: str, now: datetime) -> None:
    """Remember that an address was proved."""
    if address and not is_proven(db, address):  # who works at one game may look, and not write
        proven = memo.facts(db, known.name)
        memo.write_later(db, known, insert_new(db, known), {"address": address, "since": now})
        memo.renew(db, known.name, proven | {address: True})


TOLD_WITH_HIM = (
    exists().where(known.c.address == people.c.address).label(known.name),
    exists().where(habits.c.person == people.c.id).label(habits.name),
)
"""What is read with a player, so that nobody need ask for it once more: see ``note_read``."""


def note_read(db: Connection, person: Person, *, is_proven: bool, has_wishes: bool) -> None:
    """Remember who was read, whether his address is proven, and where he wishes nothing."""
    memo.facts(db, people.name)[person.id] = person
    memo.facts(db, known.name)[person.address] = is_proven
    if not has_wishes:
        memo.facts(db, habits.name, people.name)[person.address] = Wishes()


def find_study(db: Connection, person: int) -> Study | None:
    """The table of somebody, None if he has none."""
    row = db.execute(select(studies).where(studies.c.person == person)).mappings().first()
    return None if row is None else of_columns(Study, row)


def save_study(db: Connection, study: Study) -> None:
    """Store a table as it is now, in the place of the one that its owner had."""
    forget_study(db, study.person)
    db.execute(insert(studies).values(as_columns(study)))


def forget_study(db: Connection, person: int) -> None:
    """Take somebody's table away."""
    db.execute(delete(studies).where(studies.c.person == person))


def forget_untouched_studies(db: Connection, since: datetime) -> None:
    """Take those away that nobody has touched since then."""
    db.execute(delete(studies).where(studies.c.touched < since))
