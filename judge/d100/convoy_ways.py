"""Whether a convoy could come about as the pieces stand, for orders that are offered."""

from collections.abc import Sequence, Set

from judge.d100 import legality
from judge.d100.board import AIR, NAVAL, Board
from judge.d100.field import Troop
from judge.d100.muster import troops
from judge.d100.orders import Convoy, Via
from judge.d100.state import State


def is_workable(order: Via, state: State, board: Board) -> bool:
    """Whether a cargo could land if every piece helped and nobody hindered it (R37-R43).

    It needs a carrier beside it, others on the way, and ports that are friendly or whose major
    may give passage.
    """
    every = troops(state)
    ends = (order.piece.space, order.target)
    return any(
        all(_may_land(troop.owner, state, port, board) for port in ends)
        and any(_leads(order, arm, every, board) for arm in (NAVAL, AIR))
        for troop in every
        if troop.force == order.piece
    )


def _may_land(power: str, state: State, port: str, board: Board) -> bool:
    """R42: own, a friendly minor's, or a major's, who may give passage."""
    owner = state.owner(board, port)
    return owner == power or owner in board.majors or state.is_friend(power, owner)


def _leads(order: Via, arm: str, every: Sequence[Troop], board: Board) -> bool:
    """R38, R43: whether the pieces of one arm that may carry the cargo make a whole way."""
    crew = {
        troop.place
        for troop in every
        if troop.force.arm == arm
        and not legality.carrier(Convoy(troop.force, order.piece, order.target), troop.owner, board)
    }
    origin, target = order.piece.space, order.target
    if origin not in crew:
        return False
    if arm == AIR and target in board.steps[arm][origin]:
        return True
    return _reaches(origin, target, arm, crew, board)


def _reaches(origin: str, target: str, arm: str, crew: Set[str], board: Board) -> bool:
    """Whether zones lead to ``target``: the first needs no carrier, each further one does."""
    steps = board.steps[arm]
    ways = {
        space
        for space in board.spaces
        if space not in (origin, target) and (arm == AIR or board.spaces[space].sea)
    }
    edge: Set[str] = steps[origin] & ways
    reached_spaces = edge
    while edge:
        if any(target in steps[space] for space in edge):
            return True
        edge = ({space for here in edge for space in steps[here]} & ways & crew) - reached_spaces
        reached_spaces = reached_spaces | edge
    return False
