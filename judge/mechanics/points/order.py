"""The order type: points for a minor unit's order, "DP 2: A AUS S A BER - BOH"."""

import re
from collections.abc import Sequence
from typing import ClassVar

from judge.dip.ground.board import Board
from judge.dip.orders.base import Order
from judge.dip.orders.convoy import Convoy
from judge.dip.orders.hold import Hold
from judge.dip.orders.move import Move
from judge.dip.orders.support import Support

NOTHING = "DP 0:"
"""How a line begins that only takes points back."""
_AMOUNT = re.compile(r"([0-9]{1,3}):")
_DEEDS: tuple[type[Order], ...] = (Hold, Move, Support, Convoy)


class Points(Order, frozen=True):
    """Points for a minor unit's order: "DP 2: A AUS S A BER - BOH"."""

    VERB: ClassVar[str] = "DP"

    points: int = 0
    deed: Order | None = None
    """The order that the points are for."""

    @property
    def key(self) -> str:
        """Lines for one unit in one mail add up; a later mail's lines replace an earlier one's."""
        return f"points {unit_of(self.text.partition(': ')[2])}+"

    @classmethod
    def of(cls, points: int, deed: Order) -> "Points":
        """The bid of ``points`` for ``deed``."""
        return cls(f"DP {points}: {deed.text}", points=points, deed=deed)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Points | None":
        """Read "DP 2: A AUS S A BER - BOH"."""
        amount = _AMOUNT.fullmatch(words[1]) if len(words) > 4 else None
        if amount is None:
            return None
        for kind in _DEEDS:
            deed = kind.read(words[2:], board) if words[4] == kind.VERB else None
            if deed is not None:
                return cls.of(int(amount[1]), deed)
        return None


def unit_of(order: str) -> str:
    """The unit of an order's text."""
    return " ".join(order.split(" ")[:2])
