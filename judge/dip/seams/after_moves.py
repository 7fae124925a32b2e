"""Seams asked in retreats and adjustments."""

from judge.dip.ground.board import Board
from judge.dip.ground.position import Dislodged, State


class AfterMoves:
    """What a mechanic changes in retreats, builds and removals."""

    def meets(
        self,
        state: State,
        board: Board,
        units: tuple[Dislodged, ...],
        space: str,
        answer: tuple[Dislodged, ...],
    ) -> tuple[Dislodged, ...]:
        """Which of several units that retreat to one space get there.

        Otherwise: passages.
        """
        return answer

    def supply(self, state: State, board: Board, power: str, answer: int) -> int:
        """What a power can feed, in half units.

        Otherwise: air.supply.
        """
        return answer

    def cost(self, arm: str, answer: int) -> int:
        """What a unit of an arm costs, in half units.

        Otherwise: air.supply.
        """
        return answer

    def sites(
        self, state: State, board: Board, power: str, answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """The spaces where a power may build if they are free.

        Otherwise: air.supply, disorder, dummies, sites.
        """
        return answer

    def removals(
        self, state: State, board: Board, power: str, answer: tuple[str, ...]
    ) -> tuple[str, ...]:
        """A power's units in the order in which they are removed if it does not say.

        Otherwise: air.supply, minors.
        """
        return answer
