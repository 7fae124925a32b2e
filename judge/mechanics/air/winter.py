"""Winters with planes: half units, air spaces as building sites, removals by what lies below."""

from judge.dip.adjust import distances
from judge.dip.board import Board
from judge.dip.position import State
from judge.mechanics.air import sky

PLANE = 1
"""What a plane costs, in half units."""


def sites(state: State, surface: tuple[str, ...]) -> tuple[str, ...]:
    """The sites that no bombs have closed, and the air over them where planes are played."""
    open_ = tuple(space for space in surface if space not in state.memory.get("blocked", ()))
    if not state.options.get("air"):
        return open_
    return (*open_, *(f"{space}{sky.SUFFIX}" for space in open_))


def removals(state: State, board: Board, power: str) -> tuple[str, ...]:
    """The units as civil disorder removes them (W65).

    Farthest from the own supply centres first; of equals planes before fleets before armies, then
    by name.
    """
    owned = state.centers.get(power, ())
    away = distances(board, tuple(space for space in owned if board.loc_of[space] in board.centers))

    def rank(text: str) -> tuple[int, int, str]:
        unit = board.unit(text)
        ground = sky.below(board, unit.space) if unit.arm == sky.ARM else unit.space
        return -away.get(ground, len(board.spaces)), -ord(unit.arm), board.names[unit.space]

    return tuple(sorted(state.units.get(power, ()), key=rank))
