"""Planes of a computer player that have nobody to support: they bomb, or move up to the front."""

from judge.dip.ground.board import Unit
from judge.mechanics.air import sky
from judge.players.view import View


def employ(view: View, side: str, plane: Unit, goals: set[int]) -> str:
    """The order of an idle plane; ``goals`` are the spaces where the side's units will be."""
    return _bomb(view, side, plane, goals) or _move_up(view, side, plane, goals)


def _bomb(view: View, side: str, plane: Unit, goals: set[int]) -> str:
    """Bombs on the richest foe's centre in range (W55: it yields half a unit less)."""
    board = view.board
    most = 1 if sky.over_water(board, plane.space) else 2
    targets = [
        (view.size.get(owner, 0.0), board.spaces[center])
        for center, owner in view.owner.items()
        if owner != side
        and owner in view.seats
        and center in board.centers
        and center not in goals
        and 0 < sky.steps(board, plane.space, sky.above(board, center)) <= most
    ]
    return f"{plane.text} BOMB {max(targets)[1]}" if targets else ""


def _move_up(view: View, side: str, plane: Unit, goals: set[int]) -> str:
    """A flight to above an own unit on land that foes press most, if that is not here already."""
    board = view.board
    ways = [
        (view.against(below, side), board.locs[loc])
        for loc in board.steps[sky.ARM][plane.loc]
        if (below := sky.below(board, loc)) in goals
        and not sky.over_water(board, loc)
        and view.at.get(below, -1) >= 0
        and not view.enemy(below, side)
        and loc not in view.at
        and not sky.over_water(board, plane.space)
    ]
    here = view.against(sky.below(board, plane.space), side)
    if ways and max(ways)[0] > here:
        return f"{plane.text} - {max(ways)[1]}"
    return ""
