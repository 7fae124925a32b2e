"""Sorties: a minor power's move may cut, bounce and close a space, but the unit stays at home.

1936, Diplomacy Points: "will not actually move ... will not be dislodged". All else is the
contest's: who sorties is all that this mechanic says.
"""

from collections.abc import Mapping
from typing import Any

from judge.rules.dip.contest.field import Field
from judge.rules.dip.seams.mechanic import Mechanic
from judge.rules.mechanics.cast import Cast


class Sorties(Mechanic):
    """The moves of minors are sorties."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast

    def sorties(self, field: Field, unit: int, answer: bool) -> bool:
        """Whether a won move stays at home (1936-S1)."""
        return answer or self.cast.is_minor(field.powers[unit])


def build(rules: Mapping[str, Any]) -> Sorties:
    """The mechanic for a map with minors."""
    return Sorties(Cast.of(rules["map"]))
