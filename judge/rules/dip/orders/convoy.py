"""F NTH C A LON - NWY: the fleet at sea carries an army."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from judge.rules.dip.ground.board import NO_UNIT, Board, Unit
from judge.rules.dip.orders.base import CONVOY, Order, OrdersBySpace, place, subject
from judge.rules.dip.orders.move import Move


class Convoy(Order, frozen=True):
    """A convoy of the army ``cargo`` to the space ``to``."""

    VERB: ClassVar[str] = "C"
    KIND: ClassVar[int] = CONVOY

    cargo: Unit = NO_UNIT
    to: int = -1

    @classmethod
    def of(cls, unit: Unit, cargo: Unit, goal: int, board: Board) -> "Convoy":
        """The convoy by ``unit`` of ``cargo`` to ``goal``."""
        to = board.space_of[goal]
        text = f"{unit.text} C {cargo.text} - {board.spaces[to]}"
        fault = find_fault(unit, cargo, to, board)
        return cls(text, unit.arm, unit.loc, unit.space, fault, cargo=cargo, to=to)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Convoy | None":
        """Read "F NTH C A LON - NWY" (" VIA" may follow)."""
        if len(words) < 7 or words[5] != "-" or words[7:] not in ([], ["VIA"]):
            return None
        cargo = subject(words[3:5], board)
        return cls.of(subject(words, board), cargo, place(words[6], board), board)

    def void(self, own_units: Mapping[int, Unit], own_orders: OrdersBySpace, board: Board) -> str:
        """An own army that goes elsewhere, or stays, is not carried (RULES.md, Verdicts)."""
        order = own_orders.get(self.cargo.space)
        goes = isinstance(order, Move) and order.to == self.to
        if self.cargo.space not in own_units or goes:
            return ""
        return f"you did not order {self.cargo.text} to {board.spaces[self.to]}"


def find_fault(unit: Unit, cargo: Unit, to: int, board: Board) -> str:
    """Why a convoy is impossible in itself, "" if it isn't."""
    # Only fleets convoy, and those at sea (DATC 6.F.1).
    if unit.arm != "F":
        return "only fleets convoy"
    # Only armies can be convoyed (DATC 6.A.7).
    if cargo.arm != "A":
        return "only armies are convoyed"
    # No convoy in coastal areas (DATC 6.F.1).
    if not board.waters >> unit.space & 1:
        return "a fleet convoys only at sea"
    # Nobody is convoyed to where he is (DATC 6.A.5).
    if cargo.space == to:
        return "the army already stands there"
    # It begins and ends on a coast, whichever it is of several (DATC 6.B.18, 6.B.19).
    for end in (cargo.space, to):
        if end not in board.ports:
            return f"{board.spaces[end]} has no coast where a convoy could begin or end"
    return ""
