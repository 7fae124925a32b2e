"""The numbers of the game and its tables, as the variant's data gives them."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from judge.rules.d100.board import Board

COMBAT, RETREAT, POLITICS, DRAW = 1, 2, 5, 0
"""The numbers of the tables on which something is thrown; 0: a draw or a tie, no table."""

Cells = tuple[tuple[int, ...], ...]


class Tables(Struct, frozen=True):
    """Tables 1 to 5; strengths go from 1 to ``strongest``, and more counts as that."""

    combat: Cells
    retreat: Cells
    left: Cells
    cost: tuple[int, ...]
    chance: tuple[tuple[int, int], ...]
    """(points, per cent), rising."""

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
        return max(chance for least, chance in self.chance if least <= points)

    @property
    def most_points(self) -> int:
        """The last row of Table 5: more points count as that."""
        return self.chance[-1][0]


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
    """Read a variant.toml; raises KeyError or TypeError where it lacks something."""
    start, tables = data["deployment"], data["tables"]
    return Rules(
        **data["rules"],
        fixed=data.get("fixed", {}),
        deployment=Deployment(
            pieces={int(strength): number for strength, number in start["pieces"].items()},
            of_each_arm=start["of_each_arm"],
            in_capital=start["in_capital"],
            capital=tuple(start["capital"]),
            ships=tuple(start["ships"]),
            rest=tuple(start["rest"]),
        ),
        tables=Tables(
            combat=tuple(map(tuple, tables["combat"])),
            retreat=tuple(map(tuple, tables["retreat"])),
            left=tuple(map(tuple, tables["left"])),
            cost=tuple(tables["cost"]),
            chance=tuple(sorted((int(points), need) for points, need in tables["chance"].items())),
        ),
    )
