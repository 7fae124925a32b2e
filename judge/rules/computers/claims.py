"""Centres of nobody's: which unit goes to which, whose each is to take, and who takes none.

Two who want one keep each other out of it, or both make way, unless both know whose it is: that of
the nearest unit, of several as near of the side with most units there, then of the smallest. Who
has taken nothing while others did is content: a novice, who would be waited for in vain.
"""

from collections.abc import Iterable

from judge.rules.computers.view import View
from judge.rules.dip.ground.board import Unit
from judge.rules.dip.orders.base import Order
from judge.rules.dip.orders.move import Move

Offer = tuple[tuple[float, ...], int, int]
"""How near a unit is, least first; the number of the centre, the number of the unit."""


def send_units(offers: Iterable[Offer]) -> dict[int, int]:
    """Centre -> the unit that goes there: the nearest first, and each to one."""
    unit_to: dict[int, int] = {}
    sent = set[int]()
    for _, center, unit in sorted(offers):
        if center not in unit_to and unit not in sent:
            unit_to[center] = unit
            sent.add(unit)
    return unit_to


class Claims:
    """Whose unit is to take each of nobody's centres in a position."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.content = self._find_content()
        """The seats that have taken nothing, while others did and something is left."""
        self.unit_to = self._share_out()
        """The number of a centre -> the unit that is to take it; the content have none."""
        board, centers = view.board, view.terrain.centers
        self._spaces = {centers[center] for center in self.unit_to}
        self._takes = {
            number: Move.of(view.units[number], loc, board)
            for center, number in self.unit_to.items()
            for loc in sorted(board.steps[view.units[number].arm][view.units[number].loc])
            if board.space_of[loc] == centers[center]
        }

    def of(self, side: str) -> frozenset[int]:
        """The numbers of the centres that are a side's to take."""
        sides = self.view.sides
        return frozenset(center for center, unit in self.unit_to.items() if sides[unit] == side)

    def respect(self, number: int, order: Order | None) -> Order | None:
        """What a unit does that would be ordered so: who is to take a centre goes, nobody else."""
        goes_there = isinstance(order, Move) and order.to in self._spaces
        return self._takes.get(number, None if goes_there else order)

    def _find_content(self) -> frozenset[str]:
        powers, centers = self.view.board.powers, self.view.state.centers
        seats = self.view.seats
        content = frozenset(
            seat for seat in seats if {*centers.get(seat, ())} <= {*powers[seat].owns}
        )
        return content if self.view.unowned and len(content) < len(seats) else frozenset()

    def _share_out(self) -> dict[int, int]:
        view, far = self.view, self.view.terrain.far
        rank = {seat: place for place, seat in enumerate(view.seats) if seat not in self.content}

        def near(unit: Unit, side: str, center: int) -> tuple[float, ...]:
            there = view.pressure[view.terrain.centers[center]].get(side, 0)
            moves = far[unit.arm][unit.loc][center]
            return moves, -there, view.size.get(side, 0), rank[side]

        return send_units(
            (near(unit, side, center), center, number)
            for number, (unit, side) in enumerate(zip(view.units, view.sides, strict=True))
            if side in rank and unit.arm in far
            for center in view.unowned
        )
