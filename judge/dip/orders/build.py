"""A PAR B, F STP/NC B: a new unit."""

from collections.abc import Sequence
from typing import ClassVar

from judge.dip.ground.board import Board, Unit
from judge.dip.orders.base import Order, either, subject


class Build(Order, frozen=True):
    """A unit is raised; ``vague`` if it could stand on either of two coasts and names none."""

    VERB: ClassVar[str] = "B"
    PHASES: ClassVar[str] = "A"

    vague: bool = False

    @classmethod
    def of(cls, unit: Unit, board: Board) -> "Build":
        """The build of ``unit``; the one coast that there is is filled in."""
        places = board.places(unit.arm, unit.space)
        vague = unit.loc not in places and len(places) > 1
        if unit.loc not in places and len(places) == 1:
            unit = board.unit_at(unit.arm, places[0])
        fault = ""
        if vague:
            fault = f"the order has to name the coast: {either(board, places)}"
        elif not places:
            fault = f"{unit.text} can't stand there"
        return cls(f"{unit.text} B", unit.arm, unit.loc, unit.space, fault, vague=vague)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Build | None":
        """Read "F STP/NC B"."""
        return cls.of(subject(words, board), board) if len(words) == 3 else None
