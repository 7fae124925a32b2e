"""Positions for the tests of mechanics, given as requests of ``judge adjudicate`` are."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judge.catalog import sheet, variant
from judge.kernel.dice import NoDice
from judge.kernel.engine import Event, Order, Standing, Turn
from judge.kernel.text import Line, Offer, Problem
from judge.rules.dip.build import DipEngine
from judge.rules.dip.ground.position import State

Orders = Mapping[str, Sequence[str]]


def engine(name: str) -> DipEngine:
    """The engine of a variant."""
    built = variant.load(name).engine
    assert isinstance(built, DipEngine)
    return built


def start(name: str, **options: Any) -> State:
    """The position that a game starts with."""
    state: State = engine(name).start(options, NoDice()).state
    return state


def turn(name: str, state: State, orders: Orders) -> Turn[State]:
    """What a phase leads to."""
    return engine(name).turn(state, orders, NoDice())


def standing(name: str, state: State, power: str, orders: Sequence[str]) -> Standing:
    """How a power's orders stand."""
    return engine(name).standing(state, power, orders)


def seen_by(name: str, turn_: Turn[State], seat: str) -> list[Event]:
    """The events that the player of a seat gets."""
    audiences = {"*", *engine(name).speaks_for(turn_.state, seat)}
    return [event for event in turn_.events if event.audience in audiences]


def of_kind(events: Iterable[Event], kind: str) -> list[Mapping[str, Any]]:
    """The data of all events of a kind."""
    return [event.data for event in events if event.kind == kind]


def read(name: str, state: State | None, power: str, text: str) -> tuple[list[str], list[str]]:
    """The orders and the problems' messages that the lines of a letter come to."""
    found = _understood(name, state, power, text)
    taken = [item.text for item in found if isinstance(item, Order)]
    return taken, [item.message for item in found if isinstance(item, Problem)]


def suggested(name: str, state: State | None, power: str, text: str) -> tuple[str, ...]:
    """The lines that are offered instead of those of a letter that are not taken."""
    found = _understood(name, state, power, text)
    return tuple(it for item in found if isinstance(item, Problem) for it in item.suggestions)


def offered(name: str, state: State | None, power: str, text: str) -> tuple[str, ...]:
    """The orders of a letter that a YES would take."""
    found = _understood(name, state, power, text)
    return tuple(text for item in found if isinstance(item, Offer) for text in item.orders)


def _understood(
    name: str, state: State | None, power: str, text: str
) -> tuple[sheet.Answerable, ...]:
    lines = [Line(at, line) for at, line in enumerate(text.splitlines(), start=1)]
    return sheet.understand(lines, variant.load(name), state, power)
