"""What the keeper does about people: see who they are, keep one out, forget one, merge two."""

from datetime import UTC, datetime
from math import inf
from pathlib import Path

from sqlalchemy import Connection

from judge.game.books import overview
from judge.game.books.overview import Listing
from judge.kernel.errors import InputError, MissingError
from judge.kernel.text import count, list_names
from judge.run import keep, start
from judge.run.start import reading
from judge.store import games, log, people, seats, traces
from judge.store.record import OVER, Person

HEADS = ("person", "name", "address", "registered", "plays", "banned")


def listing(home: Path, *, whole: bool = False, plain: bool = False) -> Listing:
    """Who is registered: the banned, then the newest; addresses masked unless ``plain``."""
    with reading(home) as (db, _spool):
        page = people.find_page(db, None if whole else overview.MANY)
        rows = [
            (
                str(one.person.id),
                one.person.name,
                _mask(one.person.address, plain=plain),
                _day(one.registered),
                str(one.plays),
                _day(one.banned),
            )
            for one in page
        ]
        strangers = [
            ("", "", _mask(address, plain=plain), "", "", _day(since))
            for address, since in people.find_bans_of_nobody(db)
        ]
        left_out = people.count_all(db) - len(page)
        lines = [f"People not shown: {left_out}; --all names them."] if left_out else []
        return Listing(tuple(lines), HEADS, (*strangers, *rows))


def show(home: Path, name: str, *, plain: bool = False) -> Listing:
    """Who somebody is, by address, name or number, above; his games not over yet below."""
    with reading(home) as (db, _spool):
        if name.isdecimal():
            found = [one for number, one in people.find_all(db).items() if number == int(name)]
        else:
            found = people.find_called(db, name)
        if not found:
            raise MissingError(f"Nobody is registered as {name}.")
        if len(found) > 1:
            numbers = list_names([str(one.id) for one in found], "or")
            raise InputError(f"{len(found)} people are called {name}: say {numbers}.")
        (person,) = found
        own_addresses = _addresses(db, person, person.address)
        failing = [one.address for one in people.find_failing(db) if one.address in own_addresses]
        masked = ", ".join(_mask(one, plain=plain) for one in own_addresses)
        lines = [
            f"Person {person.id}: {person.name}, times in {person.zone}",
            f"Addresses: {masked}",
            *(["Banned"] if people.is_banned(db, person.address) else []),
            *(f"Mails come back from {_mask(one, plain=plain)}" for one in failing),
        ]
        runs = ((game, "master") for game in games.run_by(db, person.id))
        return Listing(tuple(lines), ("game", "as"), (*_list_held(db, person), *runs))


def _mask(address: str, *, plain: bool) -> str:
    """An address of which a screen that others see shows little."""
    name, _, domain = address.partition("@")
    return address if plain or not domain else f"{name[:1]}...@{domain}"


def _day(moment: datetime | None) -> str:
    return f"{moment:%Y-%m-%d}" if moment else ""


def ban(home: Path, address: str, now: datetime | None = None) -> str:
    """Have the mails of whoever writes from an address neither obeyed nor answered from now on."""
    with start.doing(home, now) as (db, house, _):
        person = people.find_by_address(db, address.lower())
        people.ban(db, _addresses(db, person, address), house.now)
        log.append(db, house.now, log.KEEPER, "person.banned", person=person.id if person else None)
        lines = [f"Mails from {address} are neither obeyed nor answered any more."]
        if person is None:
            lines.append("Nobody is registered so: is it typed right?")
        for game, power in _list_held(db, person) if person else ():
            lines.append(
                f"The seat stays until it is taken away: 'judge game eject {game} {power}'."
            )
        return "\n".join(lines)


def unban(home: Path, address: str, now: datetime | None = None) -> str:
    """Let somebody in again. Raises MissingError for an address that is not banned."""
    with start.doing(home, now) as (db, house, _):
        person = people.find_by_address(db, address.lower())
        if not people.lift_ban(db, _addresses(db, person, address)):
            raise MissingError(f"{address} is not banned.")
        number = person.id if person else None
        log.append(db, house.now, log.KEEPER, "person.unbanned", person=number)
        return f"Mails from {address} are read again."


def erase(home: Path, address: str, now: datetime | None = None) -> str:
    """Erase a person's name and addresses, or an address that nobody has registered.

    Raises InputError while he plays or runs a game, MissingError for who is known nowhere.
    """
    with start.doing(home, now) as (db, house, _):
        person = people.find_by_address(db, address.lower())
        rows = traces.count(db, address.lower()) if person is None else None
        if person is None:
            log.append(db, house.now, log.KEEPER, "address.forgotten")
            traces.note_erased(db, address.lower(), 0)
            traces.erase_addresses(db, [address.lower()])
        else:
            busy = [f"judge game eject {game} {power}" for game, power in _list_held(db, person)]
            busy += [f"judge game promote {game} SOMEBODY" for game in games.run_by(db, person.id)]
            if busy:
                what = f"{address} still plays or runs a game"
                raise InputError(f"{what}; first say {', '.join(busy)}.")
            log.append(db, house.now, log.KEEPER, "person.forgotten", person=person.id)
            traces.erase(db, person)
    with start.alone(home) as (engine, this_spool):  # at once, however long that takes
        night = keep.Night(engine, this_spool, now or datetime.now(UTC), inf)
        mails = keep.erase_mails(night)
    if rows == 0 and not mails:
        raise MissingError(f"Nothing is kept of {address}, registered or not.")
    what = (
        "what was played stays in games that are over, by 'somebody'"
        if rows is None
        else f"nobody was registered so; {count(rows, 'row')} of the tables named it"
    )
    gone = count(mails, "mail").capitalize()
    # The judge can't look through copies; the keeper has to.
    copies = [path.name for path in sorted(home.iterdir()) if path.name.startswith(COPIES)]
    copies += ["out/"] if any((home / "out").rglob("*.*")) else []
    rest = f" So may {list_names(copies)} in {home}: remove what you need no more."
    return (
        f"{address} is erased: {what}. {gone} of it left the archive; those to games that go on "
        f"stay: say this once more when they are over. Every backup made until now still holds it."
        f"{rest if copies else ''}"
    )


COPIES = ("judge.db.", "backup-before-")
"""How the names of copies of the database begin."""


def merge(home: Path, old: str, new: str, now: datetime | None = None) -> str:
    """Make two persons one: the first one's games and addresses become the second one's.

    Raises InputError where they meet in one game.
    """
    with start.doing(home, now) as (db, house, _):
        former, heir = _find(db, old), _find(db, new)
        if former.id == heir.id:
            raise InputError(f"{old} and {new} are one person already.")
        if common_games := sorted(_games_of(db, former) & _games_of(db, heir)):
            raise InputError(
                f"they can't be one person: both take part in {', '.join(common_games)}."
            )
        people.merge(db, former, heir, house.now)
        log.append(db, house.now, log.KEEPER, "person.merged", person=heir.id, other=former.id)
        return f"{old} is an address of {new} now; games, seats and figures are one person's."


def _find(db: Connection, address: str) -> Person:
    person = people.find_by_address(db, address.lower())
    if person is None:
        raise MissingError(f"Nobody is registered as {address}.")
    return person


def _addresses(db: Connection, person: Person | None, address: str) -> list[str]:
    if person is None:
        return [address.lower()]
    return [person.address, *people.other_addresses(db, person.id)]


def _list_held(db: Connection, person: Person) -> list[tuple[str, str]]:
    """The games, not over yet, in which somebody sits, and what names his seat there."""
    held = ((games.get(db, seat.game), seat) for seat in seats.of_person(db, person.id))
    return [(game.name, seat.power or person.address) for game, seat in held if game.status != OVER]


def _games_of(db: Connection, person: Person) -> set[str]:
    """The games that somebody has played, plays or runs."""
    games_of_seats = {games.get(db, seat.game).name for seat in seats.of_person(db, person.id)}
    return games_of_seats | people.games_played(db, person.id) | set(games.run_by(db, person.id))
