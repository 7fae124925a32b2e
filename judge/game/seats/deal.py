"""Dealing powers: wishes first, what they leave open by keyed chance that anyone can check."""

import hmac
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from judge.game.terms import game_options
from judge.game.terms.customs import MIXED, RANDOM
from judge.store import people
from judge.store.record import Game, Person
from judge.store.seats import ALLOW, DENY, doors_of


def closed_reason(db: Connection, game: Game, address: str, person: Person | None) -> str:
    """Why a game lets somebody not in, or ""; he writes from ``address``."""
    rules = doors_of(db, game.id)
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
    rules = doors_of(db, game.id)
    return approves(game) and not any(name in rules for name in _names(db, address, person))


def approves(game: Game) -> bool:
    """Whether a game's master approves everybody who joins, as far as there is one."""
    return game_options.customs(game.options).approval and game.gm is not None


def _names(db: Connection, address: str, person: Person | None) -> set[str]:
    """All that somebody may be called on a list, in lower case."""
    all_addresses = {address}
    if person is not None:
        all_addresses |= {person.address, *people.other_addresses(db, person.id)}
    domains = {f"@{one.rpartition('@')[2]}" for one in all_addresses if "@" in one}
    own_name = {person.name.lower()} if person is not None and person.name else set()
    return {one.lower() for one in all_addresses} | domains | own_name


_WISH = 1 << 32
"""How much a wish outweighs chance: the chances of thousands of seats add up to less."""


def deal_powers(
    manner: str, powers: Sequence[str], wishes: Mapping[int, Sequence[str]], secret: bytes
) -> dict[int, str]:
    """Give each seat one of ``powers`` in one of the manners of judge/game/terms/customs.py.

    MIXED: chance decides who chooses first; each gets the dearest of the wishes that are left. Who
    has no wish that is left gets one of the powers that nobody chose.
    """
    if manner == RANDOM:
        return deal(powers, dict.fromkeys(wishes, ()), secret)
    if manner != MIXED:
        return deal(powers, wishes, secret)
    free = list(powers)
    power_of_seat: dict[int, str] = {}
    for seat in sorted(
        wishes, key=lambda seat: hmac.digest(secret, f"deal|turn|{seat}".encode(), "sha256")
    ):
        dearest = next((power for power in wishes[seat] if power in free), None)
        if dearest is not None:
            power_of_seat[seat] = dearest
            free.remove(dearest)
    rest = {seat: () for seat in wishes if seat not in power_of_seat}
    return power_of_seat | deal(free, rest, secret)


def deal(
    powers: Sequence[str], wishes: Mapping[int, Sequence[str]], secret: bytes
) -> dict[int, str]:
    """Give each seat (key of ``wishes``) one of ``powers``; there are as many powers as seats.

    The sum of the squares of the wishes' ranks is made as small as it can be, so that nobody
    gets his last wish to spare another a second one. A power not wished for ranks behind all
    wishes; a seat without wishes takes any. Among equals the game's secret decides.
    """
    if not wishes:
        return {}
    seats, costs = sorted(wishes), []
    for seat in seats:
        own, costs_of_seat = wishes[seat], []
        for power in powers:
            rank = own.index(power) if power in own else len(own)
            chance = hmac.digest(secret, f"deal|{seat}|{power}".encode(), "sha256")[:2]
            costs_of_seat.append(rank * rank * _WISH + int.from_bytes(chance, "big"))
        costs.append(costs_of_seat)
    return {seat: powers[power] for seat, power in zip(seats, _cheapest(costs), strict=True)}


def _cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """The column that each row gets, so that all of them together cost least (Hungarian method).

    One row after the other comes in, and others move over along the cheapest path of exchanges;
    ``of_row`` and ``of_column`` are the prices by which no exchange is left that pays.
    """
    columns = range(len(costs[0]))
    of_row, of_column = [0] * len(costs), [0] * len(columns)
    holder: dict[int, int] = {}
    for newcomer in range(len(costs)):
        distance = {
            column: costs[newcomer][column] - of_row[newcomer] - of_column[column]
            for column in columns
        }
        before: dict[int, int] = {}
        price_of_reached: dict[int, int] = {}
        while True:
            nearest = min(
                columns, key=lambda column: (column in price_of_reached, distance[column])
            )
            price_of_reached[nearest] = distance[nearest]
            row = holder.get(nearest)
            if row is None:
                break
            for column in columns:
                way = (
                    price_of_reached[nearest] + costs[row][column] - of_row[row] - of_column[column]
                )
                if column not in price_of_reached and way < distance[column]:
                    distance[column], before[column] = way, nearest
        of_row[newcomer] += price_of_reached[nearest]
        for column, far in price_of_reached.items():
            of_column[column] += far - price_of_reached[nearest]
            if column in holder:
                of_row[holder[column]] += price_of_reached[nearest] - far
        while nearest in before:
            holder[nearest] = holder[before[nearest]]
            nearest = before[nearest]
        holder[nearest] = newcomer
    return [column for _, column in sorted((row, column) for column, row in holder.items())]
