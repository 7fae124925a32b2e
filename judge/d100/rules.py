"""The numbers of the game and its tables, as the variant's data gives them."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from judge.d100 import tables


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
    """The numbers, with what is deployed and the tables."""

    deployment: Deployment
    tables: tables.Tables


def read(data: Mapping[str, Any]) -> Rules:
    """Read a variant.toml; raises KeyError or TypeError where it lacks something."""
    start = data["deployment"]
    return Rules(
        **data["rules"],
        deployment=Deployment(
            pieces={int(strength): number for strength, number in start["pieces"].items()},
            of_each_arm=start["of_each_arm"],
            in_capital=start["in_capital"],
            capital=tuple(start["capital"]),
            ships=tuple(start["ships"]),
            rest=tuple(start["rest"]),
        ),
        tables=tables.read(data["tables"]),
    )
