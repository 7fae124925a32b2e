"""Positions to adjudicate, made from a seed: played-out games, and boards crowded with convoys."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from judge.catalog import variant
from judge.rules.dip.build import DipEngine
from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.ground.position import State
from judge.rules.dip.play import adjust, turn
from judge.rules.dip.seams.scene import Scene

YEARS = 14
"""How long a game is played: it starts with 22 units and fills up to 34."""
GREED = 4
"""How much more a centre draws than another space."""
DENSE_UNITS, DENSE_FLEETS = 36, 15
MOST_FLEETS = 9
"""At sea, on other boards than the standard one: theirs counts every way round them."""
PHASE = "S1905M"


@dataclass(frozen=True, slots=True)
class Sample:
    """A movement phase: the state, and canonical orders by power, one for each unit."""

    state: State
    orders: Mapping[str, tuple[str, ...]]


def standard() -> DipEngine:
    """The engine of the standard game."""
    engine = variant.load("standard").engine
    assert isinstance(engine, DipEngine)
    return engine


def ordinary(count: int, seed: int) -> list[Sample]:
    """Movement phases of games that players of modest sense played, one game after another."""
    dice = Random(seed)
    samples: list[Sample] = []
    while len(samples) < count:
        samples += _game(dice)
    return samples[:count]


def dense(count: int, seed: int, engine: DipEngine | None = None) -> list[Sample]:
    """Phases of 36 units anywhere, with a fleet on most waters and armies afloat.

    On another board than the standard one as many units as there are centres.
    """
    dice = Random(seed)
    on = engine or standard()
    fleets, units = (DENSE_FLEETS, DENSE_UNITS) if engine is None else _share_out(on.game.board)
    return [
        _sample(_crowd(on, dice, fleets, units), on.game.board, dice, afloat=0.7, trust=0.7)
        for _ in range(count)
    ]


def _share_out(board: Board) -> tuple[int, int]:
    """How many fleets at sea, and units in all, crowd a board."""
    waters = board.waters.bit_count()
    fleets = min(waters * 2 // 3, MOST_FLEETS)
    return fleets, fleets + min((len(board.spaces) - waters) // 2, len(board.centers))


def share(samples: list[Sample]) -> tuple[float, float]:
    """Units a phase, and the share of orders that convoy or go by convoy."""
    orders = [text for one in samples for texts in one.orders.values() for text in texts]
    afloat = sum(" C " in text or text.endswith("VIA") for text in orders)
    return len(orders) / len(samples), afloat / len(orders)


def _game(dice: Random) -> Iterator[Sample]:
    engine = standard()
    game = engine.game
    scene = Scene(engine.position({"phase": "S1901M", "units": _start(game.board)}))
    orders: Mapping[str, Sequence[str]]
    while int(scene.state.phase[1:5]) < 1901 + YEARS and not scene.state.winners:
        letter = scene.state.phase[-1]
        if letter == "M":
            sample = _sample(scene.state, game.board, dice, afloat=0.6, trust=0.5)
            yield sample
            orders = sample.orders
        else:
            orders = (_retreats if letter == "R" else _builds)(scene.state, engine, dice)
        scene = Scene(turn.play_turn(game, Scene(scene.state), orders).state)


def _start(board: Board) -> dict[str, list[str]]:
    return {power.name: list(power.units) for power in board.powers.values()}


def _crowd(engine: DipEngine, dice: Random, at_sea: int, number: int) -> State:
    board = engine.game.board
    waters = [at for at in range(len(board.spaces)) if board.waters >> at & 1]
    shores = [at for at in range(len(board.spaces)) if not board.waters >> at & 1]
    fleets = dice.sample(waters, at_sea)
    others = dice.sample(shores, number - at_sea)
    units: dict[str, list[str]] = {power: [] for power in engine.powers}
    for space in (*fleets, *others):
        arm = "A" if space in others and dice.random() < 0.8 else "F"
        loc = dice.choice(board.places(arm, space) or board.places("A", space))
        arm = arm if board.can_stand(arm, loc) else "A"
        units[dice.choice(sorted(units))].append(board.unit_at(arm, loc).text)
    return engine.position({"phase": PHASE, "units": units})


def _retreats(state: State, engine: DipEngine, dice: Random) -> dict[str, list[str]]:
    orders: dict[str, list[str]] = {}
    for unit in state.dislodged:
        goal = dice.choice(unit.retreats)
        orders.setdefault(unit.power, []).append(f"{unit.unit} R {goal}")
    return orders


def _builds(state: State, engine: DipEngine, dice: Random) -> dict[str, list[str]]:
    board = engine.game.board
    orders: dict[str, list[str]] = {}
    for power in engine.powers:
        for site in adjust.free_sites(engine.game, state, power):
            arm = dice.choice("AAF")
            places = board.places(arm, board.loc_of[site]) or board.places("A", board.loc_of[site])
            loc = dice.choice(places)
            arm = arm if board.can_stand(arm, loc) else "A"
            orders.setdefault(power, []).append(f"{board.unit_at(arm, loc).text} B")
    return orders


def _sample(state: State, board: Board, dice: Random, *, afloat: float, trust: float) -> Sample:
    """``afloat`` is an army's chance to look for a ship, ``trust`` that another power's will do."""
    plan = _Plan(state, board, dice, trust)
    plan.convoys(afloat)
    plan.moves()
    plan.supports()
    return Sample(state, plan.orders())


class _Plan:
    """The orders of all powers for one phase, in the making."""

    def __init__(self, state: State, board: Board, dice: Random, trust: float) -> None:
        self.board, self.dice, self.trust = board, dice, trust
        self.centers = state.centers
        pairs = ((power, text) for power, texts in state.units.items() for text in texts)
        self.owner = {board.unit(text): power for power, text in pairs}
        self.at = {unit.space: unit for unit in self.owner}
        self.said: dict[Unit, str] = {}
        self.goal: dict[Unit, int] = {}
        """Moving unit -> the loc where it goes."""

    def free(self) -> list[Unit]:
        """The units without an order yet, shuffled."""
        units = [unit for unit in self.owner if unit not in self.said]
        self.dice.shuffle(units)
        return units

    def convoys(self, chance: float) -> None:
        """Send armies to sea where fleets make a way; now and then a fleet of it forgets."""
        board, dice = self.board, self.dice
        for army in self.free():
            if army.arm != "A" or army.space not in board.ports or dice.random() > chance:
                continue
            way, goal = self._voyage(army)
            if goal < 0:
                continue
            self._move(army, goal, " VIA")
            for fleet in way:
                if dice.random() < 0.95:
                    self.said[fleet] = f"{fleet.text} C {army.text} - {board.spaces[goal]}"

    def _voyage(self, army: Unit) -> tuple[list[Unit], int]:
        """Fleets one behind the other, and a coast where they land."""
        board, dice = self.board, self.dice
        way: list[Unit] = []
        here = army.space
        while True:
            near = [
                unit
                for unit in self.free()
                if board.seas[here] >> unit.space & 1 and unit.arm == "F" and unit not in way
            ]
            own = [unit for unit in near if self.owner[unit] == self.owner[army]]
            if not near or not (own or dice.random() < self.trust):
                return way, -1
            way.append((own or near)[0])
            here = way[-1].space
            shores = {board.space_of[loc] for loc in board.steps["F"][here]} & board.ports
            if shores - {army.space} and dice.random() < 0.7:
                return way, dice.choice(sorted(shores - {army.space}))

    def _move(self, unit: Unit, goal: int, how: str = "") -> None:
        self.said[unit] = f"{unit.text} - {self.board.locs[goal]}{how}"
        self.goal[unit] = goal

    def moves(self) -> None:
        """About half the others go somewhere, by preference to centres that they don't own."""
        board, dice = self.board, self.dice
        for unit in self.free():
            steps = sorted(board.steps[unit.arm][unit.loc])
            if steps and dice.random() < 0.55:
                worth = [self._worth(unit, board.space_of[step]) for step in steps]
                self._move(unit, dice.choices(steps, worth)[0])

    def _worth(self, unit: Unit, space: int) -> int:
        owned = self.board.spaces[space] in self.centers.get(self.owner[unit], ())
        return GREED if space in self.board.centers and not owned else 1

    def supports(self) -> None:
        """The rest supports what it can reach, its own power's first, or holds."""
        for unit in self.free():
            self.said[unit] = self._support(unit) or f"{unit.text} H"

    def _support(self, unit: Unit) -> str:
        board, dice = self.board, self.dice
        reach = board.reach[unit.arm][unit.loc]
        moves = [
            other
            for other, goal in self.goal.items()
            if board.space_of[goal] in reach and board.space_of[goal] != unit.space
        ]
        holds = [
            self.at[space]
            for space in sorted(reach)
            if space in self.at and self.at[space] not in self.goal
        ]
        aided = [other for other in (*moves, *holds) if self.owner[other] == self.owner[unit]]
        if not aided or dice.random() < 0.2:
            aided = [*moves, *holds]
        if not aided or dice.random() < 0.1:
            return ""
        other = dice.choice(aided)
        goal = self.goal.get(other)
        return f"{unit.text} S {other.text}" + (
            f" - {board.locs[goal]}" if goal is not None else ""
        )

    def orders(self) -> dict[str, tuple[str, ...]]:
        """The orders by power."""
        groups: dict[str, list[str]] = {}
        for unit, text in self.said.items():
            groups.setdefault(self.owner[unit], []).append(text)
        return {power: tuple(sorted(groups[power])) for power in sorted(groups)}
