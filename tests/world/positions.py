"""Positions of 1930s World for tests, given as requests of ``judge adjudicate`` are."""

from collections.abc import Iterable, Sequence
from typing import Any

from judge.kernel.engine import Event, Standing, Turn
from judge.rules.dip.ground.position import State
from tests.mechanics import boards

NAME = "1930s-world"
ENGINE = boards.engine(NAME)
BOARD = ENGINE.game.board
AIR = {"air": True, "paratroops": True}


def position(phase: str, **keys: Any) -> State:
    """A position; keys that are missing are as at the start."""
    return ENGINE.position({"variant": NAME, "phase": phase, **keys})


def turn(state: State, **orders: Sequence[str]) -> Turn[State]:
    """What a phase leads to."""
    return boards.turn(NAME, state, orders)


def standing(state: State, power: str, *orders: str) -> Standing:
    """How a power's orders stand."""
    return boards.standing(NAME, state, power, orders)


def read(state: State | None, power: str, text: str) -> tuple[list[str], list[str]]:
    """The orders and the problems' messages that lines come to."""
    return boards.read(NAME, state, power, text)


def told(events: Iterable[Event], kind: str, audience: str = "*") -> list[dict[str, Any]]:
    """The rows of a kind of events that one audience gets."""
    return [
        row
        for event in events
        if (event.kind, event.audience) == (kind, audience)
        for row in event.data["rows"]
    ]
