"""Whether any seas lead from a port to a port: without them no fleet could ever carry an army."""

from judge.dip.board import Board


def joined(board: Board, start: int, goal: int) -> bool:
    """Whether an army could be convoyed from the space ``start`` to ``goal``, fleets provided."""
    reached = waiting = board.seas[start]
    while waiting:
        water = waiting.bit_length() - 1
        waiting &= ~(1 << water)
        fresh = board.seas[water] & ~reached
        reached |= fresh
        waiting |= fresh
    return bool(reached & board.seas[goal])
