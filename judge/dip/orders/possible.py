"""What the pieces on a board could be ordered to do, as far as the standard orders go."""

from collections.abc import Iterator, Sequence

from judge.dip.ground import routes
from judge.dip.ground.board import Board, Unit
from judge.dip.orders.base import Order
from judge.dip.orders.convoy import Convoy
from judge.dip.orders.hold import Hold
from judge.dip.orders.move import Move
from judge.dip.orders.support import Support


class Possible:
    """Orders for one unit among ``units``, all that stand on the board."""

    def __init__(self, units: Sequence[Unit], board: Board) -> None:
        self.units, self.board = units, board
        afloat = {1 << unit.space for unit in units if unit.arm == "F"}
        self.fleets = sum(afloat) & board.waters

    def orders(self, unit: Unit) -> Iterator[Order]:
        """All that there are; some have a fault."""
        yield from self.stay_or_go(unit)
        yield from self.support(unit)
        yield from self.carry(unit)

    def stay_or_go(self, unit: Unit) -> Iterator[Order]:
        """To hold, to move, and an army's voyages where fleets stand on the whole way."""
        yield Hold.of(unit)
        for goal in self._steps(unit):
            yield Move.of(unit, goal, self.board)
        for goal in self._voyages(unit, self.fleets):
            yield Move.of(unit, goal, self.board, via=True)

    def support(self, unit: Unit) -> Iterator[Order]:
        """The supports of other units, whoever's, to stay or to go where they could."""
        reach = self.board.reach[unit.arm][unit.loc]
        for other in self.units:
            if other.space in reach:
                yield Support.of(unit, other, None, self.board)
            # A fleet that supports carries nobody (DATC 6.D.31).
            voyages = self._voyages(other, self.fleets & ~(1 << unit.space))
            for goal in sorted({*self._steps(other), *voyages}, key=self.board.locs.__getitem__):
                if self.board.space_of[goal] in reach:
                    yield Support.of(unit, other, goal, self.board)

    def carry(self, unit: Unit) -> Iterator[Order]:
        """The convoys for which a fleet is of use (choice 5 of RULES.md)."""
        # No convoy in coastal areas (DATC 6.F.1).
        if unit.arm != "F" or not self.board.waters >> unit.space & 1:
            return
        for army in self.units:
            for goal in self._voyages(army, self.fleets):
                landing = self.board.seas[goal]
                if routes.serves(self.board, unit.space, army.space, landing, self.fleets):
                    yield Convoy.of(unit, army, goal, self.board)

    def _steps(self, unit: Unit) -> list[int]:
        """Where a unit can go by itself."""
        return sorted(self.board.steps[unit.arm][unit.loc], key=self.board.locs.__getitem__)

    def _voyages(self, unit: Unit, fleets: int) -> list[int]:
        """Where the mask of waters ``fleets`` could carry an army."""
        board = self.board
        if unit.arm != "A" or unit.space not in board.ports:
            return []
        ends = sorted(board.ports - {unit.space})
        return [end for end in ends if routes.exists(board, unit.space, end, fleets)]
