"""Sorties: a minor power's move may cut, bounce and close a space, but the unit stays at home.

1936, Diplomacy Points: "will not actually move ... will not be dislodged". All else is the
contest's: who sorties is all that this mechanic says.
"""

from judge.rules.dip.contest.field import Field
from judge.rules.mechanics.cast import WithCast


class Sorties(WithCast):
    """The moves of minors are sorties."""

    def sorties(self, field: Field, unit: int, answer: bool) -> bool:
        """Whether a won move stays at home (1936-S1)."""
        return answer or self.cast.is_minor(field.powers[unit])


build = Sorties
"""The mechanic for a map with minors."""
