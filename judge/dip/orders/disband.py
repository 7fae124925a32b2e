"""A RUH D: a dislodged unit gives up, or a unit is removed in winter."""

from collections.abc import Sequence
from typing import ClassVar

from judge.dip.ground.board import Board, Unit
from judge.dip.orders.base import Order, subject


class Disband(Order, frozen=True):
    """The unit leaves the board: rather than retreat (choice 15), or in winter (DATC 6.J.1)."""

    VERB: ClassVar[str] = "D"
    PHASES: ClassVar[str] = "RA"

    @classmethod
    def of(cls, unit: Unit) -> "Disband":
        """The disbandment of ``unit``."""
        return cls(f"{unit.text} D", unit.arm, unit.loc, unit.space)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Disband | None":
        """Read "A RUH D"."""
        return cls.of(subject(words, board)) if len(words) == 3 else None
