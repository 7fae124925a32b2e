"""What would work instead of an order that can't be given: the closest orders that could be."""

from collections.abc import Iterable, Iterator, Sequence

from judge.rules.dip.ground import routes
from judge.rules.dip.ground.board import Board, Unit, distances
from judge.rules.dip.ground.position import State, standing_units
from judge.rules.dip.orders.base import Order
from judge.rules.dip.orders.convoy import Convoy
from judge.rules.dip.orders.move import Hold, Move
from judge.rules.dip.orders.support import Support
from judge.rules.dip.orders.winter import Build


def could_be_convoyed(board: Board, start: int, goal: int) -> bool:
    """Whether an army could be convoyed from the space ``start`` to ``goal``, fleets provided."""
    return routes.exists(board, start, goal, board.waters)


def is_workable(order: Order, state: State, board: Board) -> bool:
    """Whether some fleets stand where they could carry the army of ``order``; others all work.

    Without them a convoy is impossible (choice 10 of RULES.md).
    """
    if isinstance(order, Convoy):
        start = order.cargo.space
    elif isinstance(order, Move) and (order.via or not order.walks):
        start = order.space
    else:
        return not order.fault
    return routes.exists(board, start, order.to, mask_fleets(standing_units(state, board), board))


def mask_fleets(units: Iterable[Unit], board: Board) -> int:
    """The mask of the waters on which fleets stand."""
    return sum({1 << unit.space for unit in units if unit.arm == "F"}) & board.waters


class Possible:
    """Orders for one unit among ``units``, all that stand on the board."""

    def __init__(self, units: Sequence[Unit], board: Board) -> None:
        self.units, self.board = units, board
        self.fleets = mask_fleets(units, board)
        self._ends: dict[tuple[int, int], list[int]] = {}

    def orders(self, unit: Unit) -> Iterator[Order]:
        """All that there are, voyages where fleets stand on the whole way; some have a fault."""
        yield Hold.of(unit)
        steps = self.board.steps[unit.arm][unit.loc]
        for goal in sorted(steps, key=self.board.locs.__getitem__):
            yield Move.of(unit, goal, self.board)
        yield from self.together(unit)

    def together(self, unit: Unit) -> Iterator[Order]:
        """Those in which other units have a part: voyages, supports and convoys."""
        for goal in self._voyages(unit, self.fleets):
            yield Move.of(unit, goal, self.board, via=True)
        # The supports of other units, whoever's, to stay or to go where they could.
        reach = self.board.reach[unit.arm][unit.loc]
        for other in (one for one in self.units if one != unit):  # not itself (DATC 6.A.8)
            if other.space in reach:
                yield Support.of(unit, other, None, self.board)
            # A fleet that supports carries nobody (DATC 6.D.31).
            voyages = self._voyages(other, self.fleets & ~(1 << unit.space))
            goals = self.board.steps[other.arm][other.loc].union(voyages)
            near = [goal for goal in goals if self.board.space_of[goal] in reach]
            for goal in sorted(near, key=self.board.locs.__getitem__):
                yield Support.of(unit, other, goal, self.board)
        # No convoy in coastal areas (DATC 6.F.1), and of no use is none (choice 5 of RULES.md).
        carries = unit.arm == "F" and self.board.waters >> unit.space & 1
        for army in self.units if carries else ():
            for goal in self._voyages(army, self.fleets):
                landing = self.board.seas[goal]
                if routes.serves(self.board, unit.space, army.space, landing, self.fleets):
                    yield Convoy.of(unit, army, goal, self.board)

    def _voyages(self, unit: Unit, fleets: int) -> list[int]:
        """Where the mask of waters ``fleets`` could carry an army."""
        board, key = self.board, (unit.space, fleets)
        if not fleets or unit.arm != "A" or unit.space not in board.ports:
            return []
        if key not in self._ends:  # asked for by each unit that could support
            ends = sorted(board.ports - {unit.space})
            self._ends[key] = [end for end in ends if routes.exists(board, unit.space, end, fleets)]
        return self._ends[key]


_OFFERS = 3
"""Orders offered at most."""


def suggest_orders(order: Order, board: Board) -> list[str]:
    """Canonical orders of the same unit and kind without a fault, nearest to ``order`` first.

    A move to a space that has coasts is offered to each coast in reach; a support to the moves
    of the same unit that can be supported, a convoy to the nearest coasts. Empty where nothing like
    it could be given.
    """
    if isinstance(order, Move):
        unit, to = board.unit_at(order.arm, order.loc), order.to
        if to == order.space:
            return [Hold.of(unit).text]
        near = board.steps[unit.arm][unit.loc]
        there = [coast for coast in board.coasts[to] if coast in near]
        return _texts(Move.of(unit, loc, board) for loc in there or _nearest(to, near, board))
    if isinstance(order, Support):
        # The same unit's moves to where support can be given.
        unit, aided = board.unit_at(order.arm, order.loc), order.aided
        steps, reach = board.steps[aided.arm][aided.loc], board.reach[unit.arm][unit.loc]
        goals = _nearest(order.to, (loc for loc in steps if board.space_of[loc] in reach), board)
        return _texts(Support.of(unit, aided, goal, board) for goal in goals)
    if isinstance(order, Convoy):
        unit = board.unit_at(order.arm, order.loc)
        ports = _nearest(order.to, board.ports, board)[: 2 * _OFFERS]
        return _texts(Convoy.of(unit, order.cargo, port, board) for port in ports)
    return []


def suggest_builds(order: Build, free: Iterable[str], board: Board) -> list[str]:
    """Builds of the same arm in ``free`` spaces, then those of another arm in the same space."""
    spaces = _nearest(order.space, (board.loc_of[space] for space in free), board)
    units = [
        board.unit_at(arm, loc)
        for space in spaces
        for arm in (order.arm, *(other for other in board.arms if other != order.arm))
        for loc in board.places(arm, space)
        if arm == order.arm or space == order.space
    ]
    return _texts(Build.of(unit, board) for unit in units)


def _texts(orders: Iterable[Order]) -> list[str]:
    """The first few orders without a fault."""
    return list(dict.fromkeys(order.text for order in orders if not order.fault))[:_OFFERS]


def _nearest(goal: int, locs: Iterable[int], board: Board) -> Sequence[int]:
    """Locs by how many steps of any arm lead from them to the space ``goal``, then by name."""
    far, most = distances(board, (goal,)), len(board.spaces)
    return sorted(locs, key=lambda loc: (far.get(board.space_of[loc], most), board.locs[loc]))
