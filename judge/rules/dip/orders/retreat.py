"""A MUN R BOH: a dislodged unit retreats."""

from collections.abc import Sequence
from typing import ClassVar

from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.orders.base import Order, place, subject
from judge.rules.dip.orders.move import target


class Retreat(Order, frozen=True):
    """A retreat to the loc ``goal`` in the space ``to``."""

    VERB: ClassVar[str] = "R"
    PHASES: ClassVar[str] = "R"

    goal: int = -1
    to: int = -1

    @classmethod
    def of(cls, unit: Unit, goal: int, board: Board) -> "Retreat":
        """The retreat of ``unit`` to ``goal``, by the rules of a move as far as places go.

        The one coast that it can reach is filled in, of two one is named (choice 7 of RULES.md);
        nobody sails round a coast (DATC 6.H.15).
        """
        goal, fault = target(unit, goal, board)
        return cls(
            text=f"{unit.text} R {board.locs[goal]}",
            arm=unit.arm,
            loc=unit.loc,
            space=unit.space,
            fault=fault,
            goal=goal,
            to=board.space_of[goal],
        )

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Retreat | None":
        """Read "A MUN R BOH"."""
        if len(words) != 4:
            return None
        return cls.of(subject(words, board), place(words[3], board), board)
