"""A position as a computer player looks at it: who stands where, who reaches what, who is how big.

Reckoned once a position and shared by all who look at it with the same knowledge.
"""

from operator import mul

from judge.dip.build import DipEngine
from judge.dip.ground.board import Unit
from judge.dip.ground.position import State
from judge.players.terrain import Row, Terrain, survey

NEUTRAL = 16
"""The size of whoever owns nothing: what a centre of nobody's is worth."""


class View:
    """A position: ``side`` of a power is the seat that orders it, or itself if nobody does."""

    def __init__(self, engine: DipEngine, state: State) -> None:
        self.engine, self.state = engine, state
        self.game, self.board = engine.game, engine.game.board
        self.terrain: Terrain = survey(self.board)
        self.seats = {seat: engine.speaks_for(state, seat) for seat in engine.powers}
        self.side = {name: seat for seat, runs in self.seats.items() for name in reversed(runs)}
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
        self.last = state.phase[0] == self.game.calendar.owning
        """Whether centres change hands after this season's moves."""
        self.size = self._measure()
        self.pressure = self._press()

    def _measure(self) -> dict[str, float]:
        """How big each side is: the more centres, the more each of them counts."""
        owned: dict[str, int] = {}
        for space, side in self.owner.items():
            owned[side] = owned.get(side, 0) + (space in self.board.centers)
        return {side: n * n + 4 * n + NEUTRAL for side, n in owned.items() if side in self.seats}

    def _press(self) -> list[dict[str, int]]:
        """Space -> side -> how many of its units stand there or could help there."""
        board = self.board
        found: list[dict[str, int]] = [{} for _ in board.spaces]
        for unit, side in zip(self.units, self.sides, strict=True):
            here = found[unit.space]
            here[side] = here.get(side, 0) + 1
            if side not in self.seats:
                continue
            for space in board.reach[unit.arm][unit.loc]:
                there = found[space]
                there[side] = there.get(side, 0) + 1
        return found

    def worth(self, side: str) -> Row:
        """What each centre is worth to a side.

        Another's counts by its owner's size, one's own by that of the largest who could come.
        """
        worth = []
        for center in self.terrain.centers:
            owner = self.owner.get(center, "")
            if owner == side:
                foes = [self.size.get(one, 0.0) for one in self.pressure[center] if one != side]
                worth.append(max(foes, default=0.0))
            else:
                worth.append(self.size.get(owner, NEUTRAL))
        return tuple(worth)

    def against(self, space: int, side: str) -> int:
        """The most units that any other side has at or around a space."""
        return max((n for one, n in self.pressure[space].items() if one != side), default=0)

    def enemy(self, space: int, side: str) -> bool:
        """Whether a unit of another side stands in a space."""
        number = self.at.get(space, -1)
        return number >= 0 and self.sides[number] != side

    def value(self, arm: str, loc: int, worth: Row, *, last: bool) -> float:
        """What it is worth to have a unit of an arm in a place."""
        table = self.terrain.fall if last else self.terrain.spring
        return float(sum(map(mul, table[arm][loc], worth)))
