"""A PAR H: the unit stays where it is."""

from collections.abc import Sequence
from typing import ClassVar

from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.orders.base import HOLD, Order, subject


class Hold(Order, frozen=True):
    """A unit holds; every unit without a legal order does (choices 10 and 17 of RULES.md)."""

    VERB: ClassVar[str] = "H"
    KIND: ClassVar[int] = HOLD

    @classmethod
    def of(cls, unit: Unit) -> "Hold":
        """The hold of ``unit``."""
        return cls(f"{unit.text} H", unit.arm, unit.loc, unit.space)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Hold | None":
        """Read "A PAR H"."""
        return cls.of(subject(words, board)) if len(words) == 3 else None
