"""The standard answers: how the rules of 2023 own, feed, build, remove and win."""

from collections.abc import Callable, Container, Iterable, Mapping

from judge.kernel.engine import tidy
from judge.rules.dip.ground.board import Board, Unit, distances
from judge.rules.dip.ground.position import State

WHOLE = 2
"""What a centre feeds and a unit costs, in half units."""


def owners(state: State, board: Board) -> dict[str, tuple[str, ...]]:
    """The centres by owner: an occupied one is its occupant's (choice 18 of RULES.md)."""
    return hand_over(state, board, state.centers, board.centers)


def hand_over(
    state: State, board: Board, owned: Mapping[str, Iterable[str]], changing: Container[int]
) -> dict[str, tuple[str, ...]]:
    """What is ``owned``, by owner, where the occupied of the ``changing`` spaces change hands."""
    holders = {
        board.spaces[unit.space]: power
        for power, texts in state.units.items()
        for unit in map(board.units.__getitem__, texts)
        if unit.space in changing
    }
    groups = {power: [it for it in ids if it not in holders] for power, ids in owned.items()}
    for space, power in holders.items():
        groups.setdefault(power, []).append(space)
    return tidy(groups)


def count_centers(board: Board, spaces: Iterable[str]) -> int:
    """How many of these are supply centres: each feeds a unit (DATC 6.I.1, 6.J.1)."""
    return len(board.center_ids.intersection(spaces))


def winners(totals: Mapping[str, int], need: int) -> tuple[str, ...]:
    """Whoever has ``need`` centres and more than every other power (choice 16); () while none."""
    most = max(totals.values(), default=0)
    best = tuple(power for power in sorted(totals) if totals[power] == most)
    return best if most >= need and len(best) == 1 else ()


def sites(state: State, board: Board, power: str) -> tuple[str, ...]:
    """A power builds in its home centres (DATC 6.I.6) that it still owns (6.I.5)."""
    facts = board.powers.get(power)
    own_centers = state.centers.get(power, ())
    return tuple(space for space in (facts.home if facts else ()) if space in own_centers)


def removals(state: State, board: Board, power: str) -> tuple[str, ...]:
    """The units that civil disorder removes, first things first (DATC 6.J.3 to 12).

    Rules of 2023: the farthest from the power's own centres goes first, a sea space counting as
    one step for armies too; of equals fleets before armies, then by the space's name.
    """
    own_spaces = {board.loc_of[space] for space in state.centers.get(power, ())}
    return farthest_first(board, state.units.get(power, ()), own_spaces, lambda unit: unit.space)


def farthest_first(
    board: Board, texts: Iterable[str], starts: Iterable[int], ground: Callable[[Unit], int]
) -> tuple[str, ...]:
    """Units by how far they are from ``starts``, each by its space on the ground, then by name."""
    steps = distances(board, starts)

    def rank(text: str) -> tuple[int, int, str]:
        unit = board.unit(text)
        return -steps.get(ground(unit), len(board.spaces)), -ord(unit.arm), board.names[unit.space]

    return tuple(sorted(texts, key=rank))
