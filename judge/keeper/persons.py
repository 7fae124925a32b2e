"""What the keeper does about people: keep one out, forget one, make one of two."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from judge.kernel.errors import InputError, MissingError
from judge.kernel.notice import Notice
from judge.run import start
from judge.spool.house import House
from judge.store import games, log, people, seats
from judge.store.record import OVER, Person


def ban(home: Path, address: str, now: datetime | None = None) -> str:
    """Have the mails of whoever writes from an address neither obeyed nor answered from now on."""
    lines: list[str] = []

    def deed(db: Connection, house: House) -> Sequence[Notice]:
        person = people.find_by_address(db, address.lower())
        people.ban(db, _addresses(db, person, address), house.now)
        log.append(db, house.now, log.KEEPER, "person.banned", person=person.id if person else None)
        lines.append(f"Mails from {address} are neither obeyed nor answered any more.")
        for game, power in _list_held(db, person) if person else ():
            lines.append(
                f"The seat stays until it is taken away: 'judge game eject {game} {power}'."
            )
        return ()

    start.do_deed(home, deed, now)
    return "\n".join(lines)


def unban(home: Path, address: str, now: datetime | None = None) -> str:
    """Let somebody in again. Raises MissingError for an address that is not banned."""

    def deed(db: Connection, house: House) -> Sequence[Notice]:
        person = people.find_by_address(db, address.lower())
        if not people.lift_ban(db, _addresses(db, person, address)):
            raise MissingError(f"{address} is not banned.")
        number = person.id if person else None
        log.append(db, house.now, log.KEEPER, "person.unbanned", person=number)
        return ()

    start.do_deed(home, deed, now)
    return f"Mails from {address} are read again."


def erase(home: Path, address: str, now: datetime | None = None) -> str:
    """Erase a person's name and addresses. Raises InputError while he plays or runs a game."""

    def deed(db: Connection, house: House) -> Sequence[Notice]:
        person = _find(db, address)
        busy = [f"judge game eject {game} {power}" for game, power in _list_held(db, person)]
        busy += [f"judge game promote {game} SOMEBODY" for game in games.run_by(db, person.id)]
        if busy:
            raise InputError(f"{address} still plays or runs a game; first say {', '.join(busy)}.")
        people.lift_ban(db, _addresses(db, person, address))
        log.append(db, house.now, log.KEEPER, "person.forgotten", person=person.id)
        people.erase(db, person)
        return ()

    start.do_deed(home, deed, now)
    return f"{address} is erased: what was played stays in games that are over, by 'somebody'."


def merge(home: Path, old: str, new: str, now: datetime | None = None) -> str:
    """Make two persons one: the first one's games and addresses become the second one's.

    Raises InputError where they meet in one game.
    """

    def deed(db: Connection, house: House) -> Sequence[Notice]:
        former, heir = _find(db, old), _find(db, new)
        if former.id == heir.id:
            raise InputError(f"{old} and {new} are one person already.")
        if common_games := sorted(_games_of(db, former) & _games_of(db, heir)):
            raise InputError(
                f"they can't be one person: both take part in {', '.join(common_games)}."
            )
        people.merge(db, former, heir, house.now)
        facts = {"person": heir.id, "other": former.id}
        log.extend(db, house.now, [log.Deed(log.KEEPER, "person.merged", "", facts)])
        return ()

    start.do_deed(home, deed, now)
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
    games_and_seats = []
    for seat in seats.of_person(db, person.id):
        game = games.get(db, seat.game)
        if game.status != OVER:
            games_and_seats.append((game.name, seat.power or person.address))
    return games_and_seats


def _games_of(db: Connection, person: Person) -> set[str]:
    """The games that somebody has played, plays or runs."""
    games_of_seats = {games.get(db, seat.game).name for seat in seats.of_person(db, person.id)}
    return games_of_seats | people.games_played(db, person.id) | set(games.run_by(db, person.id))
