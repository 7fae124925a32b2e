"""A PAR B, F STP/NC B: a new unit."""

from collections.abc import Sequence
from typing import ClassVar

from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.orders.base import Order, either, subject


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
        # Fleets are not built inland, nor anything where it can't stand (DATC 6.I.2).
        fault = "" if places else f"{unit.text} can't stand there"
        # Of two coasts one is named (DATC 6.B.14).
        if vague:
            fault = f"the order has to name the coast: {either(board, places)}"
        return cls(f"{unit.text} B", unit.arm, unit.loc, unit.space, fault, vague=vague)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Build | None":
        """Read "F STP/NC B"."""
        return cls.of(subject(words, board), board) if len(words) == 3 else None


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


class Waive(Order, frozen=True):
    """One build is given up; as many as are written (choice 20 of RULES.md)."""

    VERB: ClassVar[str] = "WAIVE"
    PHASES: ClassVar[str] = "A"

    @property
    def key(self) -> str:
        """Waives of one mail add up; those of a later mail replace them."""
        return "waive+"

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Waive | None":
        """Read "WAIVE"."""
        return cls("WAIVE") if len(words) == 1 else None
