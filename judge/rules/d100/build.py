"""The 1930! engine behind the kernel's door, built from a variant's data."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from judge.kernel import switches
from judge.kernel.choice import Choice
from judge.kernel.engine import (
    Dice,
    Event,
    Ground,
    Phase,
    Purse,
    Reading,
    Standing,
    Turn,
    read_throws,
)
from judge.kernel.text import Sentence
from judge.rules.d100 import board, calendar, choices, reading, rules, standing, story
from judge.rules.d100 import request as request_module
from judge.rules.d100 import state as state_module
from judge.rules.d100.orders import Via, read_order
from judge.rules.d100.rules import Game
from judge.rules.d100.state import State
from judge.rules.d100.throws import GivenDice
from judge.rules.d100.turn import play


class D100(Game, frozen=True):
    """1930! behind the engine door: every method takes a state and leaves it as it is."""

    @property
    def powers(self) -> tuple[str, ...]:
        """The five majors, in the map's order."""
        return self.board.majors

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of phases, the months first."""
        return tuple(dict.fromkeys(calendar.KINDS.values()))

    @property
    def options(self) -> Mapping[str, Any]:
        """The game has none."""
        return {}

    def choose(self, options: Mapping[str, Any]) -> Mapping[str, Any]:
        """Nothing; raises InputError for any option."""
        return switches.read(options, self.options, self.rules.fixed)

    def start(self, options: Mapping[str, Any], dice: Dice) -> Turn[State]:
        """Begin with the majors' deployment; the game has no options."""
        self.choose(options)
        state = State(phase=calendar.first(self.rules), base=dict(self.board.base))
        return Turn(state, self.describe(state))

    def phase(self, state: State) -> Phase:
        """The phase that waits for orders."""
        return calendar.describe(state.phase, self.rules)

    def units(self, state: State) -> Mapping[str, Sequence[str]]:
        """The pieces on the board."""
        return state.units

    def later(self, state: State, phase: str) -> Phase | None:
        """A phase that can still come."""
        return calendar.later(state.phase, phase, self.rules)

    def known_state(self, state: State, power: str) -> State:
        """The state without the points of others, and without what others have to place."""
        points = {minor: {power: row[power]} for minor, row in state.points.items() if power in row}
        assign = {
            minor: {piece: major for piece, major in major_of.items() if major == power}
            for minor, major_of in state.assign.items()
        }
        return replace(state, points=points, assign=assign)

    def give_up(self, state: State, seat: str) -> Turn[State]:
        """A major that nobody plays keeps its pieces, which hold."""
        return Turn(state, ())

    def speaks_for(self, state: State, seat: str) -> tuple[str, ...]:
        """A major orders its friends' pieces under its own name (R47)."""
        return (seat,)

    def press_names(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """Press goes to majors only."""
        return {}

    def read(self, sentences: Sequence[Sentence], state: State | None, power: str) -> Reading:
        """Take sentences as orders or say what is wrong."""
        return reading.read(self, sentences, state, power)

    def works(self, state: State, order: str) -> bool:
        """Whether an order can come about: what sails or flies needs carriers on a whole way."""
        deed = read_order(order, self.board)
        return not isinstance(deed, Via) or choices.is_convoy_workable(deed, state, self.board)

    def standing(self, state: State, power: str, orders: Sequence[str]) -> Standing:
        """What a power has to decide and how its orders answer it."""
        return standing.standing(self, state, power, orders)

    def legal_orders(
        self, state: State, power: str, unit: str = "", goal: str = ""
    ) -> Iterator[Choice]:
        """Every order that a major may give."""
        legal_choices = choices.list_choices(self, state, power, unit)
        return (choice for choice in legal_choices if not goal or choice.names(goal))

    def turn(self, state: State, orders: Mapping[str, Sequence[str]], dice: Dice) -> Turn[State]:
        """Adjudicate the phase."""
        latest_orders = {
            power: standing.drop_replaced(self, state, power, orders[power]) for power in orders
        }
        outcome = play(self, state, latest_orders, dice)
        return Turn(outcome.state, outcome.events, outcome.state.winners)

    def advance(self, state: State, orders: Mapping[str, Sequence[str]], dice: Dice) -> State:
        """The state that ``turn`` leads to."""
        return self.turn(state, orders, dice).state

    def worth(self, state: State) -> Mapping[str, int]:
        """The majors' political values."""
        return state_module.values(state, self)

    def purse(self, state: State, power: str) -> Purse | None:
        """A month's allowance, or what a half-year gained."""
        return choices.find_purse(self, state, power)

    @property
    def ground(self) -> Ground:
        """The board as data."""
        return board.describe_ground(self.board)

    def describe(self, state: State) -> tuple[Event, ...]:
        """Values and forces; points for their power and for the GM only."""
        return story.status(self, state)

    def survivors(self, state: State) -> tuple[str, ...]:
        """The majors that still own a space or have a piece."""
        return state_module.survivors(state, self.board)

    def adjudicate(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Adjudicate a position given as JSON."""
        state = self.position(request)
        orders = self.orders(request)
        outcome = play(self, state, orders, GivenDice(read_throws(request)))
        return request_module.answer(request, outcome, self)

    def position(self, request: Mapping[str, Any]) -> State:
        """The state of a request."""
        return request_module.state(request, self)

    def orders(self, request: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
        """The orders of a request."""
        return request_module.orders(request, self.board)

    def request(self, state: State) -> dict[str, Any]:
        """The request that asks for a position."""
        return request_module.compose(state)

    def dump(self, state: State) -> bytes:
        """The state as JSON."""
        return msgspec.json.encode(state)

    def load(self, raw: bytes) -> State:
        """The state that ``dump`` wrote."""
        return msgspec.json.decode(raw, type=State)


def build(
    data: Mapping[str, Any], map_data: Mapping[str, Any], extensions: Sequence[object] = ()
) -> D100:
    """Build the engine from variant.toml and map.toml; it takes no extensions."""
    if extensions:
        raise ValueError("this engine takes no mechanics")
    return D100(board.read(map_data), rules.read(data))
