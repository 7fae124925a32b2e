"""Convoy routes as bit masks over the waters."""

from judge.rules.dip.ground.board import Board


def exists(board: Board, start: int, end: int, fleets: int) -> bool:
    """Whether the waters in the mask ``fleets`` lead from the coast ``start`` to ``end``."""
    return leads(board, start, board.seas[end], fleets)


def leads(board: Board, start: int, landing: int, fleets: int) -> bool:
    """Whether the waters ``fleets`` lead from the coast ``start`` to a water of ``landing``."""
    seas = board.seas
    reached_waters = frontier = seas[start] & fleets
    if frontier & landing:
        return True
    while frontier:
        if frontier & landing:
            return True
        wave = 0
        while frontier:
            low = frontier & -frontier
            wave |= seas[low.bit_length() - 1]
            frontier ^= low
        frontier = wave & fleets & ~reached_waters
        reached_waters |= frontier
    return False


def serves(board: Board, water: int, start: int, landing: int, fleets: int) -> bool:
    """Whether ``water`` is of use to a convoy: it lies on a route of which no fleet can be spared.

    ``landing`` is the mask of the waters from which the army may go ashore. DATC 6.F.12 and
    6.G.19: a fleet beside the way, or one that a route does not need, doesn't convoy; a detour
    counts as long as each of its fleets is needed there.
    """
    own_fleet = 1 << water
    seas = board.seas
    departs, lands = own_fleet & seas[start], own_fleet & landing
    if departs and lands:
        return True
    if departs and seas[water] & fleets & landing & ~seas[start]:
        return True
    if lands and seas[water] & fleets & seas[start] & ~landing:
        return True
    entry = seas[start] & fleets
    if not leads(board, start, landing, fleets):
        return False
    return any(
        _leads(board, first, landing, fleets & ~entry, own_fleet, has_own=first == water)
        for first in bits(entry)
    )


def _leads(
    board: Board, here: int, landing: int, free: int, own_fleet: int, *, has_own: bool
) -> bool:
    """Whether a route without shortcuts leads on from ``here`` and passes ``own_fleet``."""
    if landing >> here & 1:
        return has_own
    onward = board.seas[here] & free
    if not has_own and not leads(board, here, own_fleet, free):
        return False
    # Whatever touches this fleet and isn't its next one would be a shortcut later on.
    free &= ~onward
    return any(
        _leads(board, step, landing, free, own_fleet, has_own=has_own or 1 << step == own_fleet)
        for step in bits(onward)
    )


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, ascending."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers
