"""A MUN S A BER, F MAO S A PAR - GAS: the unit lends its strength to another's hold or move."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from judge.rules.dip.ground.board import NO_UNIT, Board, Unit
from judge.rules.dip.orders.base import SUPPORT, Order, OrdersBySpace, place, subject
from judge.rules.dip.orders.move import Move


class Support(Order, frozen=True):
    """A support of the unit ``aided``, to hold (``to`` is its own space) or to move to ``goal``."""

    VERB: ClassVar[str] = "S"
    KIND: ClassVar[int] = SUPPORT

    aided: Unit = NO_UNIT
    goal: int = -1
    to: int = -1
    moves: bool = False

    @classmethod
    def of(cls, unit: Unit, aided_unit: Unit, goal: int | None, board: Board) -> "Support":
        """The support of ``aided_unit`` holding (``goal`` None) or moving to ``goal``."""
        moves = goal is not None
        goal = aided_unit.loc if goal is None else goal
        if aided_unit.arm == "A":
            goal = board.space_of[goal]
        to = board.space_of[goal]
        text = f"{unit.text} S {aided_unit.text}" + (f" - {board.locs[goal]}" if moves else "")
        return cls(
            text=text,
            arm=unit.arm,
            loc=unit.loc,
            space=unit.space,
            fault=find_fault(unit, aided_unit, to, board),
            aided=aided_unit,
            goal=goal,
            to=to,
            moves=moves,
        )

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Support | None":
        """Read "A MUN S A BER" (" H" may follow) and "F MAO S A PAR - GAS" (" VIA" may follow)."""
        if len(words) < 5:
            return None
        unit, aided = subject(words, board), subject(words[3:5], board)
        if words[5:] in ([], ["H"]):
            return cls.of(unit, aided, None, board)
        if len(words) < 7 or words[5] != "-" or words[7:] not in ([], ["VIA"]):
            return None
        return cls.of(unit, aided, place(words[6], board), board)

    def void(self, own_units: Mapping[int, Unit], own_orders: OrdersBySpace, board: Board) -> str:
        """An own unit that goes elsewhere, or stays, is not helped (DATC 6.D.7, 6.D.9)."""
        if self.aided.space not in own_units:
            return ""
        order = own_orders.get(self.aided.space)
        move = order if isinstance(order, Move) else None
        if self.moves and (move is None or move.to != self.to):
            return f"you did not order {self.aided.text} to {board.spaces[self.to]}"
        if not self.moves and move is not None:
            return f"you ordered {move.text}, so it can't be supported to hold"
        return ""

    def doubt(self, own_units: Mapping[int, Unit], own_orders: OrdersBySpace, board: Board) -> str:
        """No support of another power's unit drives out one's own (DATC 6.D.12)."""
        if self.aided.space in own_units or not self.moves or self.to not in own_units:
            return ""
        stays = not isinstance(own_orders.get(self.to), Move)
        return f"your own {own_units[self.to].text} stays there" if stays else ""


def find_fault(unit: Unit, aided_unit: Unit, to: int, board: Board) -> str:
    """Why a support is impossible in itself, "" if it isn't."""
    # Nobody supports himself (DATC 6.A.8).
    if aided_unit.space == unit.space and aided_unit.arm == unit.arm:
        return "a unit can't support itself"
    # Nor an attack on the place where he stands (DATC 6.D.34).
    if to == unit.space:
        return f"{unit.text} can't support a move to where it stands itself"
    # Support reaches only where the supporter could go (DATC 6.A.10), to any coast there (6.B.4).
    if to not in board.reach[unit.arm][unit.loc]:
        if any(board.space_of[loc] == to for loc in board.steps[unit.arm][unit.loc]):
            return f"{unit.text} may go to {board.spaces[to]}, but the way allows no support"
        return f"{unit.text} can't support into {board.spaces[to]}"
    return ""
