"""A position as a computer player looks at it: who stands where, who reaches what, who is how big.

Reckoned once a position and shared by all who look at it with the same knowledge.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from operator import mul
from typing import NamedTuple

from judge.rules.dip.build import DipEngine
from judge.rules.dip.ground.board import ARMS, Board, Unit
from judge.rules.dip.ground.position import State
from judge.rules.dip.ground.routes import bits

SPREAD = 5
"""A round of a place is the sum of its last one and its neighbours', divided by this."""
SPRING = (100, 1000, 30, 10, 6, 5, 4, 3, 2, 1)
FALL = (1000, 100, 30, 10, 6, 5, 4, 3, 2, 1)
"""The weights of the rounds: before a fall the centre itself counts most, else its neighbours."""
FAR = 5
"""A centre more moves away counts as so many."""

Row = tuple[float, ...]
"""Of a place: how much each centre counts there, in the order of Terrain.centers."""
Table = Mapping[str, tuple[Row, ...]]
"""Arm -> loc -> Row."""


class Terrain(NamedTuple):
    """A board's places by what they are near to; ``landings``: water -> coasts that touch it."""

    board: Board
    centers: tuple[int, ...]
    spring: Table
    fall: Table
    near: Mapping[str, tuple[tuple[int, ...], ...]]
    """Arm -> loc -> the numbers of the centres that a unit there reaches."""
    far: Mapping[str, tuple[tuple[int, ...], ...]]
    """Arm -> loc -> how many moves each centre is away, FAR at most."""
    landings: Mapping[int, tuple[int, ...]]


_known: dict[int, Terrain] = {}


def survey_terrain(board: Board) -> Terrain:
    """The terrain of a board; each is reckoned once."""
    terrain = _known.get(id(board))
    if terrain is None or terrain.board is not board:
        centers = tuple(sorted(board.centers))
        rounds = {arm: _spread(board, arm, centers) for arm in ARMS}
        # The first round in which a centre counts in a place: so many moves lead to it.
        far = {
            arm: tuple(
                tuple(
                    next((moves for moves, worth in enumerate(column) if worth), FAR)
                    for column in zip(*rows, strict=True)
                )
                for rows in zip(*rounds[arm][:FAR], strict=True)
            )
            for arm in ARMS
        }
        near = {
            arm: tuple(
                tuple(number for number, moves in enumerate(there) if moves == 1)
                for there in far[arm]
            )
            for arm in ARMS
        }
        terrain = _known[id(board)] = Terrain(
            board,
            centers,
            {arm: _weigh(rounds[arm], SPRING) for arm in ARMS},
            {arm: _weigh(rounds[arm], FALL) for arm in ARMS},
            near,
            far,
            {
                water: tuple(port for port in sorted(board.ports) if board.seas[port] >> water & 1)
                for water in bits(board.waters)
            },
        )
    return terrain


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


Worth = tuple[tuple[int, float], ...]
"""(index of a centre in Terrain.centers, how much more or less it is worth)."""

NEUTRAL = 16
"""The size of whoever owns nothing."""


class View:
    """A position: ``side`` of a power is the one seat that orders it, or itself.

    What several seats order together, a Coalition's minor, is nobody's side: it holds. ``wanted``
    is how often a centre of nobody's counts.
    """

    def __init__(self, engine: DipEngine, state: State, wanted: float = 1.0) -> None:
        self.engine, self.state = engine, state
        self.game, self.board = engine.game, engine.game.board
        self.terrain: Terrain = survey_terrain(self.board)
        self.seats = {seat: engine.speaks_for(state, seat) for seat in engine.powers}
        self.side = _sides(self.seats)
        self.units: list[Unit] = []
        self.powers: list[str] = []
        """Unit -> the power that it belongs to."""
        self.sides: list[str] = []
        for power, texts in state.units.items():
            for text in texts:
                self.units.append(self.board.unit(text))
                self.powers.append(power)
                self.sides.append(self.side.get(power, power))
        self.at = {unit.space: number for number, unit in enumerate(self.units)}
        self.owner = {
            self.board.loc_of[space]: self.side.get(power, power)
            for power, spaces in state.centers.items()
            for space in spaces
        }
        self.unowned = [
            number for number, center in enumerate(self.terrain.centers) if center not in self.owner
        ]
        """The numbers of the centres that are nobody's."""
        self.last = state.phase[0] == self.game.calendar.owning
        """Whether centres change hands after this season's moves."""
        self.size = self._measure()
        self.pressure = self._count_pressure()
        """Space -> side -> how many of its units stand there or could help there."""
        size = self.size.get
        mean = sum(size(seat, NEUTRAL) for seat in self.seats) / len(self.seats)
        self._prizes = [
            size(self.owner[center], NEUTRAL) if center in self.owner else wanted * mean
            for center in self.terrain.centers
        ]
        """What each centre counts for: by its owner's size, nobody's by the mean of all seats'."""
        self._common: dict[tuple[str, bool], dict[int, float]] = {
            (arm, last): {} for arm in self.terrain.fall for last in (True, False)
        }
        """What places are worth to somebody who owns nothing, as far as anybody asked."""
        self._most = [_two_most(there) for there in self.pressure]

    def _measure(self) -> dict[str, float]:
        """How big each side is: the more centres, the more each of them counts."""
        center_counts: dict[str, int] = {}
        for space, side in self.owner.items():
            center_counts[side] = center_counts.get(side, 0) + (space in self.board.centers)
        return {
            side: n * n + 4 * n + NEUTRAL for side, n in center_counts.items() if side in self.seats
        }

    def _count_pressure(self) -> list[dict[str, int]]:
        board = self.board
        pressure: list[dict[str, int]] = [{} for _ in board.spaces]
        for unit, side in zip(self.units, self.sides, strict=True):
            here = pressure[unit.space]
            here[side] = here.get(side, 0) + 1
            if side not in self.seats:
                continue
            for space in board.reach[unit.arm][unit.loc]:
                there = pressure[space]
                there[side] = there.get(side, 0) + 1
        return pressure

    def worth(self, side: str) -> Worth:
        """What one's own centres are worth to a side beyond what they are to the others.

        Another's counts by its owner's size, one's own by that of the largest who could come.
        """
        own_size = self.size.get(side, NEUTRAL)
        rows = []
        for index, center in enumerate(self.terrain.centers):
            if self.owner.get(center) != side:
                continue
            most = 0.0
            for one in self.pressure[center]:
                if one != side:
                    most = max(most, self.size.get(one, 0.0))
            rows.append((index, most - own_size))
        return tuple(rows)

    def against(self, space: int, side: str) -> int:
        """The most units that any other side has at or around a space."""
        first, most, second = self._most[space]
        return most if first != side else second

    def enemy(self, space: int, side: str) -> bool:
        """Whether a unit of another side stands in a space."""
        number = self.at.get(space, -1)
        return number >= 0 and self.sides[number] != side

    def value(self, arm: str, loc: int, worth: Worth, *, last: bool) -> float:
        """What it is worth to have a unit of an arm in a place."""
        row = (self.terrain.fall if last else self.terrain.spring)[arm][loc]
        common = self._common[arm, last]
        value = common.get(loc)
        if value is None:
            value = common[loc] = sum(map(mul, row, self._prizes))
        for index, more in worth:
            value += more * row[index]
        return value


def _sides(seats: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The seat of each power that one seat alone orders."""
    runners = [(name, seat) for seat, runs in seats.items() for name in runs]
    often = Counter(name for name, _ in runners)
    return {name: seat for name, seat in runners if often[name] == 1}


def _two_most(there: dict[str, int]) -> tuple[str, int, int]:
    """The side with most units, how many these are, and the most of any other side."""
    first, most, second = "", 0, 0
    for side, number in there.items():
        if number > most:
            first, most, second = side, number, most
        elif number > second:
            second = number
    return first, most, second
