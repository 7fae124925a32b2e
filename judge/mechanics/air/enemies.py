"""Who is an enemy in the air: any other power that gave no written permission (W45, W48)."""

from judge.dip.contest.field import Field
from judge.mechanics.air import sky
from judge.mechanics.passage import allows


def friendly(field: Field, owner: str, guest: str, space: int) -> bool:
    """Whether ``owner`` suffers ``guest`` with a unit that it has in ``space`` or above it.

    Permission at a space covers the air over it; permission at an air space covers no more.
    """
    board = field.board
    places = [board.spaces[space]]
    if sky.is_air(board, space):
        places.append(board.spaces[sky.below(board, space)])
    return allows(field.state, owner, guest, *places)


def hostile(field: Field, space: int, *powers: str) -> int:
    """The plane that stood in an air space at the start as an enemy of all ``powers``, or -1."""
    plane = field.occupant[space]
    if plane < 0:
        return -1
    owner = field.powers[plane]
    return -1 if any(friendly(field, owner, power, space) for power in powers) else plane


def guards(field: Field, start: int, end: int, *powers: str) -> list[int]:
    """The enemy planes that close every two-step way between two air spaces; [] if one is open.

    W20: judged by the positions at the start of the phase, and at one step there is no way to
    close.
    """
    if sky.steps(field.board, start, end) < 2:
        return []
    planes = [hostile(field, middle, *powers) for middle in sky.middles(field.board, start, end)]
    return [] if -1 in planes else planes
