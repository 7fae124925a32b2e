"""Whether an order can come about at all as the units stand: convoys need fleets on their way."""

from judge.dip.ground import routes
from judge.dip.ground.board import Board
from judge.dip.ground.position import State
from judge.dip.orders.base import Order
from judge.dip.orders.convoy import Convoy
from judge.dip.orders.move import Move


def could_be_convoyed(board: Board, start: int, goal: int) -> bool:
    """Whether an army could be convoyed from the space ``start`` to ``goal``, fleets provided."""
    return routes.exists(board, start, goal, board.waters)


def is_workable(order: Order, state: State, board: Board) -> bool:
    """Whether some fleets stand where they could carry the army of ``order``; others all work.

    Without them a convoy is impossible (choice 10 of RULES.md).
    """
    if isinstance(order, Convoy):
        return routes.exists(board, order.cargo.space, order.to, _fleets(state, board))
    if isinstance(order, Move) and (order.via or not order.walks):
        return routes.exists(board, order.space, order.to, _fleets(state, board))
    return not order.fault


def _fleets(state: State, board: Board) -> int:
    """The mask of the waters on which fleets stand, whoever's they are."""
    fleets = (
        board.unit(text) for texts in state.units.values() for text in texts if text[0] == "F"
    )
    return sum({1 << fleet.space for fleet in fleets}) & board.waters
