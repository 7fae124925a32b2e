"""The Diplomacy engine behind the door."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from judge.kernel import switches
from judge.kernel.choice import Choice
from judge.kernel.engine import (
    PUBLIC,
    Dice,
    Event,
    Ground,
    Phase,
    Purse,
    Reading,
    Standing,
    Turn,
    tidy,
    wants_reasons,
)
from judge.kernel.errors import InputError
from judge.kernel.text import Sentence
from judge.rules.dip import choices, request, standing
from judge.rules.dip.ground import board
from judge.rules.dip.ground.board import describe_ground
from judge.rules.dip.ground.position import STANDARD_YEAR, Calendar, State
from judge.rules.dip.orders.instead import is_workable
from judge.rules.dip.orders.notation import Notation
from judge.rules.dip.play import turn
from judge.rules.dip.play.adjust import describe_centers
from judge.rules.dip.reading.letter import read
from judge.rules.dip.seams.mechanic import Mechanic
from judge.rules.dip.seams.rules import Game, Rules
from judge.rules.dip.seams.scene import NOTHING, REASONS, VERDICTS, Scene


class DipEngine(Struct, frozen=True):
    """One variant of Diplomacy; every method is as the Engine protocol says."""

    game: Game
    first: str
    options: Mapping[str, Any]
    memory: Mapping[str, Any]
    memory_keys: frozenset[str] = frozenset()
    fixed: Mapping[str, str] = {}

    @property
    def powers(self) -> tuple[str, ...]:
        """The powers that people play."""
        return self.game.board.played

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of phases in the order of their letters' invention, movement first."""
        return tuple(self.game.calendar.kinds.values())

    def start(self, options: Mapping[str, Any], dice: Dice) -> Turn[State]:
        """The position that the map starts with."""
        powers = self.game.board.powers
        state = State(
            phase=self.first,
            units=tidy({name: power.units for name, power in powers.items()}),
            centers=tidy({name: power.owns for name, power in powers.items()}),
            options=self.choose(options),
            memory=self.memory,
        )
        return Turn(state, self.describe(state))

    def choose(self, options: Any) -> dict[str, Any]:
        """The options given, and the defaults of the others; raises InputError for a wrong one."""
        given = dict(switches.read(options, self.options, self.fixed))
        for name, value in given.items():
            try:
                given[name] = self.game.rules.option(name, value, value)
            except InputError as error:
                raise InputError(f"options.{name}: {error}") from None
            standard = self.options[name]
            if type(given[name]) is not type(standard):
                what = "true or false" if isinstance(standard, bool) else "a number"
                raise InputError(f"options.{name}: it has to be {what}.")
        return {**self.options, **given}

    def phase(self, state: State) -> Phase:
        """The phase that waits for orders."""
        return self.game.calendar.phase(state.phase)

    def units(self, state: State) -> Mapping[str, Sequence[str]]:
        """The units that stand on the board, and those that have to retreat."""
        units = dict(state.units)
        for one in state.dislodged:
            units[one.power] = (*units.get(one.power, ()), f"{one.unit} dislodged")
        return units

    def later(self, state: State, phase: str) -> Phase | None:
        """A phase that can still come."""
        return self.game.calendar.later(state.phase, phase)

    def known_state(self, state: State, power: str) -> State:
        """The state without others' secrets: the standard game has none."""
        return self.game.rules.known_state(state, self.game.board, power, state)

    def speaks_for(self, state: State, seat: str) -> tuple[str, ...]:
        """The powers that a seat orders."""
        return self.game.rules.speaks_for(state, self.game.board, seat)

    def press_names(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """Who reads and answers press for those whom nobody plays."""
        return self.game.rules.press_names(state, self.game.board)

    def read(self, sentences: Sequence[Sentence], state: State | None, power: str) -> Reading:
        """Hold sentences against the board."""
        return read(self.game, sentences, state, power)

    def works(self, state: State, order: str) -> bool:
        """Whether an order can come about as the units stand; one that points pay for as well."""
        full_order = self.game.notation.order(order)
        deed = getattr(full_order, "deed", None) or full_order
        return is_workable(deed, state, self.game.board)

    def standing(self, state: State, power: str, orders: Sequence[str]) -> Standing:
        """What a power has to decide."""
        return standing.standing(self.game, state, power, orders)

    def legal_orders(
        self, state: State, power: str, unit: str = "", goal: str = ""
    ) -> Iterator[Choice]:
        """Every order that a power may give."""
        legal_choices = choices.list_choices(self.game, state, power, unit)
        return (choice for choice in legal_choices if not goal or choice.names(goal))

    def turn(self, state: State, orders: Mapping[str, Sequence[str]], dice: Dice) -> Turn[State]:
        """Adjudicate, and skip the phases in which nobody has anything to decide."""
        scene = turn.play_turn(self.game, Scene(state, throw=dice.throw), orders)
        events = self.game.rules.shows(scene.state, self.game.board, scene.events)
        return Turn(scene.state, events, scene.state.winners)

    def advance(self, state: State, orders: Mapping[str, Sequence[str]], dice: Dice) -> State:
        """The state that ``turn`` leads to; nothing is worded."""
        scene = Scene(state, throw=dice.throw, tells=NOTHING)
        return turn.play_turn(self.game, scene, orders).state

    def worth(self, state: State) -> Mapping[str, int]:
        """What counts for victory, by power."""
        totals = self.game.rules.totals(state, self.game.board)
        return {power: totals.get(power, 0) for power in self.powers}

    def purse(self, state: State, power: str) -> Purse | None:
        """What a power may spend: in the standard game there is nothing to spend."""
        return self.game.rules.purse(state, self.game.board, power, None)

    @property
    def ground(self) -> Ground:
        """The board as data."""
        return describe_ground(self.game.board)

    def describe(self, state: State) -> tuple[Event, ...]:
        """The position as events."""
        game = self.game
        events = [turn.describe_position(state), describe_centers(game, state)]
        if state.dislodged:
            rows = [
                {"power": unit.power, "unit": unit.unit, "retreats": list(unit.retreats), "by": ""}
                for unit in state.dislodged
            ]
            events.append(Event("dislodged", {"rows": rows}, PUBLIC))
        return game.rules.shows(state, game.board, events)

    def survivors(self, state: State) -> tuple[str, ...]:
        """The played powers that have a unit or a centre."""
        alive = {*state.units, *state.centers, *(unit.power for unit in state.dislodged)}
        answer = tuple(power for power in self.powers if power in alive)
        return tuple(self.game.rules.survivors(state, self.game.board, answer))

    def give_up(self, state: State, seat: str) -> Turn[State]:
        """What becomes of the powers of a seat that nobody will play again.

        In the standard game nothing: their units hold, and are removed when centres are lost.
        """
        rules, board = self.game.rules, self.game.board
        scene = Scene(state)
        for power in self.speaks_for(state, seat):
            scene = rules.give_up(scene, board, power)
        return Turn(scene.state, rules.shows(scene.state, board, scene.events))

    def adjudicate(self, request_: Mapping[str, Any]) -> dict[str, Any]:
        """Adjudicate one phase given as JSON."""
        state = self.position(request_)
        orders = request.read_orders(self.game, request_)
        tells = REASONS if wants_reasons(request_) else VERDICTS
        scene = turn.play_phase(self.game, Scene(state, tells=tells), orders)
        return request.compose_answer(self.game, request_, state, scene)

    def position(self, request_: Mapping[str, Any]) -> State:
        """The state of a request."""
        options = self.choose(request_.get("options", {}))
        return request.read_position(self.game, request_, options, self.memory_keys)

    def orders(self, request_: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
        """The orders of a request."""
        orders = request.read_orders(self.game, request_)
        return {power: [line.text for line in lines] for power, lines in orders.items()}

    def request(self, state: State) -> dict[str, Any]:
        """The request that asks for a position."""
        return request.compose_request(state)

    def dump(self, state: State) -> bytes:
        """The state as JSON."""
        return msgspec.json.encode(state)

    def load(self, raw: bytes) -> State:
        """The state that ``dump`` wrote."""
        return msgspec.json.decode(raw, type=State)


def build(
    rules: Mapping[str, Any], map_data: Mapping[str, Any], extensions: Sequence[Mechanic]
) -> DipEngine:
    """The engine of a variant: variant.toml, map.toml and its mechanics in order."""
    seams = Rules(extensions)
    ground = board.build(
        map_data,
        seams.join(Mechanic.spaces, map_data),
        seams.join(Mechanic.borders, map_data),
        seams.join(Mechanic.reaches, map_data),
        seams.join(Mechanic.powers, map_data),
    )
    phases = rules["phases"]
    calendar = Calendar(
        seams.year(tuple(phases.get("year", STANDARD_YEAR))),
        seams.kinds(),
        phases.get("step", 1),
        phases.get("later", {}),
        phases.get("names", {}),
    )
    game = Game(
        Notation(ground, seams.join(Mechanic.orders)),
        seams,
        calendar,
        int(map_data["victory"]),
        frozenset(name for loc, name in enumerate(ground.spaces) if seams.can_own(ground, loc)),
    )
    memory = seams.merge(Mechanic.memory, map_data)
    return DipEngine(
        game=game,
        first=str(phases["first"]),
        options=seams.merge(Mechanic.switches),
        memory=memory,
        memory_keys=frozenset((*memory, *seams.join(Mechanic.memory_keys))),
        fixed=rules.get("fixed", {}),
    )
