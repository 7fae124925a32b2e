"""The numbers of the game and its tables, as the variant's data gives them."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from judge.rules.d100.board import Board

COMBAT, RETREAT, POLITICS, DRAW = 1, 2, 5, 0
"""The numbers of the tables on which something is thrown; 0: a draw or a tie, no table."""

Cells = tuple[tuple[int, ...], ...]


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """Tables 1 to 5, cell by cell; strengths go from 1 to ``strongest``, and more is as much."""

    combat: Cells
    retreat: Cells
    left: Cells
    cost: tuple[int, ...]
    chance: Mapping[int, int]
    """Per cent by points."""

    def attack(self, attacker: int, defender: int) -> int:
        """Table 1: the per cent that an attack needs."""
        return self.combat[attacker - 1][defender - 1]

    def escape(self, loser: int, victor: int) -> int:
        """Table 2: the per cent that a retreat needs."""
        return self.retreat[loser - 1][victor - 1]

    def loss(self, loser: int, victor: int) -> int:
        """Table 3: the strength that the loser loses; the cells hold what it is left (R27)."""
        row = min(loser, len(self.left))
        return row - self.left[row - 1][victor - 1]

    def price(self, strength: int) -> int:
        """Table 4: the points that a piece costs."""
        return self.cost[strength - 1]

    def friendship(self, points: int) -> int:
        """Table 5: the per cent for ``points`` allocated, before rivals; the last row goes on."""
        return max(chance for least, chance in self.chance.items() if least <= points)

    @property
    def most_points(self) -> int:
        """The last row of Table 5: more points count as that."""
        return max(self.chance)


class Deployment(Struct, frozen=True, forbid_unknown_fields=True):
    """What a major deploys (R65) and what stands in for a list that is missing or wrong (R66)."""

    pieces: Mapping[int, int]
    """How many pieces of each strength."""
    of_each_arm: int
    in_capital: int
    capital: tuple[str, ...]
    ships: tuple[str, ...]
    rest: tuple[str, ...]


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The game's numbers; variants/1930/variant.toml says what each of them is."""

    first_year: int
    steps: int
    room: int
    strongest: int
    allocation: int
    roll: int
    rival: int
    recalculation: int
    supremacy: int
    minor: int


class Rules(Numbers, frozen=True):
    """The numbers, with what is deployed and the tables; ``fixed``: what nobody may choose, why."""

    deployment: Deployment
    tables: Tables
    fixed: Mapping[str, str]


class Game(Struct, frozen=True):
    """A variant's map and its numbers: what stays the same in all its games."""

    board: Board
    rules: Rules


def read(data: Mapping[str, Any]) -> Rules:
    """Read a variant.toml; raises ValidationError where it lacks something."""
    parts = {key: data[key] for key in ("deployment", "tables")}
    numbers = {**data["rules"], **parts, "fixed": data.get("fixed", {})}
    return msgspec.convert(numbers, Rules, str_keys=True)
