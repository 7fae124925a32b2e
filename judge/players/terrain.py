"""What places of a board are worth near which centres: data of the board alone, reckoned once.

The description of DumbBot (D. Norman, 2003) spreads the worth of centres outwards in ten rounds and
adds these up with weights that differ by season. All of that is linear in the worth of the
centres, so that it is one table for each season: place -> how much each centre counts there.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from judge.dip.ground.board import Board

SPREAD = 5
"""A round of a place is the sum of its last one and its neighbours', divided by this."""
SPRING = (100, 1000, 30, 10, 6, 5, 4, 3, 2, 1)
FALL = (1000, 100, 30, 10, 6, 5, 4, 3, 2, 1)
"""The weights of the rounds: before a fall the centre itself counts most, else its neighbours."""

Row = tuple[float, ...]
"""Of a place: how much each centre counts there, in the order of Terrain.centers."""
Table = Mapping[str, tuple[Row, ...]]
"""Arm -> loc -> Row."""


class Terrain(Struct, frozen=True):
    """A board's places by what they are near to; ``landings``: water -> coasts that touch it."""

    board: Board
    centers: tuple[int, ...]
    spring: Table
    fall: Table
    landings: Mapping[int, tuple[int, ...]]


_known: dict[int, Terrain] = {}


def survey(board: Board) -> Terrain:
    """The terrain of a board; each is reckoned once."""
    terrain = _known.get(id(board))
    if terrain is None or terrain.board is not board:
        terrain = _known[id(board)] = _reckon(board)
    return terrain


def _reckon(board: Board) -> Terrain:
    centers = tuple(sorted(board.centers))
    arms = [arm for arm in ("A", "F") if arm in board.steps]
    rounds = {arm: _spread(board, arm, centers) for arm in arms}
    waters = [space for space in range(len(board.spaces)) if board.waters >> space & 1]
    return Terrain(
        board,
        centers,
        {arm: _weigh(rounds[arm], SPRING) for arm in arms},
        {arm: _weigh(rounds[arm], FALL) for arm in arms},
        {
            water: tuple(port for port in sorted(board.ports) if board.seas[port] >> water & 1)
            for water in waters
        },
    )


def _spread(board: Board, arm: str, centers: Sequence[int]) -> list[list[list[float]]]:
    """Round -> loc -> worth of each centre there, for units of an arm."""
    first = [[float(space == center) for center in centers] for space in board.space_of]
    rounds = [first]
    for _ in range(len(SPRING) - 1):
        last = rounds[-1]
        rounds.append(
            [
                [
                    sum(column) / SPREAD
                    for column in zip(own, *(last[to] for to in there), strict=True)
                ]
                for own, there in zip(last, board.steps[arm], strict=True)
            ]
        )
    return rounds


def _weigh(rounds: Sequence[Sequence[Sequence[float]]], weights: Sequence[int]) -> tuple[Row, ...]:
    """The rounds as one, by the weights of a season."""
    return tuple(
        tuple(
            sum(weight * value for weight, value in zip(weights, column, strict=True))
            for column in zip(*rows, strict=True)
        )
        for rows in zip(*rounds, strict=True)
    )
