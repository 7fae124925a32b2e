"""What would work instead of an order that can't be given: the closest orders that could be."""

from collections.abc import Iterable, Sequence

from judge.dip.ground.board import Board
from judge.dip.orders.base import Order
from judge.dip.orders.build import Build
from judge.dip.orders.convoy import Convoy
from judge.dip.orders.hold import Hold
from judge.dip.orders.move import Move
from judge.dip.orders.support import Support

_MOST = 3
"""Orders offered at most."""


def suggest_orders(order: Order, board: Board) -> list[str]:
    """Canonical orders of the same unit and kind without a fault, nearest to ``order`` first.

    A move to a space that has coasts is offered to each coast in reach; a support to the moves
    of the same unit that can be supported. Empty where nothing like it could be given.
    """
    if isinstance(order, Move):
        return _texts(_moves(order, board))
    if isinstance(order, Support):
        return _texts(_supports(order, board))
    if isinstance(order, Convoy):
        return _texts(_convoys(order, board))
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
    return list(dict.fromkeys(order.text for order in orders if not order.fault))[:_MOST]


def _moves(order: Move, board: Board) -> Iterable[Order]:
    """A hold, the coasts that were meant, or the places in reach that are nearest to the goal."""
    unit = board.unit_at(order.arm, order.loc)
    if order.to == order.space:
        return [Hold.of(unit)]
    there = [coast for coast in board.coasts[order.to] if coast in board.steps[unit.arm][unit.loc]]
    near = board.steps[unit.arm][unit.loc]
    return (Move.of(unit, loc, board) for loc in there or _nearest(order.to, near, board))


def _supports(order: Support, board: Board) -> Iterable[Order]:
    """The same unit's moves to where support can be given."""
    unit, aided = board.unit_at(order.arm, order.loc), order.aided
    goals = [
        loc
        for loc in board.steps[aided.arm][aided.loc]
        if board.space_of[loc] in board.reach[unit.arm][unit.loc]
    ]
    return (Support.of(unit, aided, goal, board) for goal in _nearest(order.to, goals, board))


def _convoys(order: Convoy, board: Board) -> Iterable[Order]:
    """The same army's convoy to the nearest coasts."""
    unit = board.unit_at(order.arm, order.loc)
    ports = _nearest(order.to, board.ports, board)[: 2 * _MOST]
    return (Convoy.of(unit, order.cargo, port, board) for port in ports)


def _nearest(goal: int, locs: Iterable[int], board: Board) -> Sequence[int]:
    """Locs by how many steps of any arm lead from them to the space ``goal``, then by name."""
    far = _distances(goal, board)
    most = len(board.spaces)
    return sorted(locs, key=lambda loc: (far.get(board.space_of[loc], most), board.locs[loc]))


def _distances(goal: int, board: Board) -> dict[int, int]:
    """Steps from each space to ``goal``, by any arms in any turn."""
    far = {goal: 0}
    edge = {goal}
    while edge:
        edge = {there for here in edge for there in _list_neighbours(here, board)} - far.keys()
        far.update(dict.fromkeys(edge, max(far.values()) + 1))
    return far


def _list_neighbours(space: int, board: Board) -> set[int]:
    """The spaces one step of any arm away."""
    return {
        board.space_of[there]
        for steps in board.steps.values()
        for loc in (space, *board.coasts[space])
        for there in steps[loc]
    }
