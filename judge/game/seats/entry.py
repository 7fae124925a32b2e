"""Who may come into a game: its master's lists of those who may and those who may not."""

from sqlalchemy import Connection

from judge.game.terms import settings
from judge.store import doors, people
from judge.store.doors import ALLOW, DENY
from judge.store.record import Game, Person


def closed_reason(db: Connection, game: Game, address: str, person: Person | None) -> str:
    """Why a game lets somebody not in, or ""; he writes from ``address``."""
    rules = doors.of_game(db, game.id)
    rules_of_person = {rules[name] for name in _names(db, address, person) if name in rules}
    if DENY in rules_of_person:
        return f"{game.name} is not open to you: its game master chooses who joins"
    if ALLOW in rules_of_person:
        return ""
    if ALLOW in rules.values() and not approves(game):
        return f"{game.name} is open to those only whom its game master has named"
    return ""


def needs_approval(db: Connection, game: Game, address: str, person: Person | None) -> bool:
    """Whether the game's master has to approve somebody first."""
    rules = doors.of_game(db, game.id)
    return approves(game) and not any(name in rules for name in _names(db, address, person))


def approves(game: Game) -> bool:
    """Whether a game's master approves everybody who joins, as far as there is one."""
    return settings.customs(game.options).approval and game.gm is not None


def _names(db: Connection, address: str, person: Person | None) -> set[str]:
    """All that somebody may be called on a list, in lower case."""
    all_addresses = {address}
    if person is not None:
        all_addresses |= {person.address, *people.other_addresses(db, person.id)}
    domains = {f"@{one.rpartition('@')[2]}" for one in all_addresses if "@" in one}
    own_name = {person.name.lower()} if person is not None and person.name else set()
    return {one.lower() for one in all_addresses} | domains | own_name
