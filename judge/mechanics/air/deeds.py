"""What planes and flak could be ordered to do beside flights and plain supports."""

from collections.abc import Iterator, Sequence

from judge.dip.ground.board import Board, Unit
from judge.mechanics.air import sky


def list_deeds(board: Board, unit: Unit, others: Sequence[Unit]) -> Iterator[str]:
    """Bombings, supports of other planes' bombings, flights with a support; some out of reach."""
    flies = unit.arm == sky.ARM
    if flies:
        yield from (f"{unit.text} BOMB {space}" for space in _spaces_below(board, unit))
    for plane in others:
        if plane.arm == sky.ARM and plane != unit:
            bombing = f"{unit.text} S {plane.text} BOMB"
            yield from (f"{bombing} {space}" for space in _spaces_below(board, plane))
    if flies:
        yield from _list_sweeps(board, unit, others)


def _spaces_below(board: Board, plane: Unit) -> list[str]:
    """The spaces below a plane and its flights."""
    here = board.spaces[sky.below(board, plane.space)]
    return sorted({here, *sky.grounds(board, plane.space)})


def _list_sweeps(board: Board, plane: Unit, others: Sequence[Unit]) -> Iterator[str]:
    """Flights with a support of whoever stands below their end, goes there, or bombs there."""
    for goal in sorted(board.steps[sky.ARM][plane.loc], key=board.locs.__getitem__):
        flight = f"{plane.text} - {board.locs[goal]} S"
        ground = sky.below(board, board.space_of[goal])
        for other in others:
            if other.space == ground:
                yield f"{flight} {other.text}"
            for loc in board.steps[other.arm][other.loc]:
                if board.space_of[loc] == ground:
                    yield f"{flight} {other.text} - {board.locs[loc]}"
            if other.arm == sky.ARM and other != plane:
                yield f"{flight} {other.text} BOMB {board.spaces[ground]}"
