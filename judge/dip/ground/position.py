"""The position between two phases, as text that anybody can read and JSON can carry."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct


class Dislodged(Struct, frozen=True):
    """A unit that has to retreat: its power ("" while nobody claims it) and where it may go."""

    power: str
    unit: str
    retreats: tuple[str, ...]


class State(Struct, frozen=True):
    """A game between two phases: who stands where, who owns what, who has to retreat.

    ``units`` and ``centers`` are canonical ids by power, sorted; ``units`` are the standing ones.
    ``options`` are the game's switches. ``memory`` is what mechanics remember beside the position
    (plain JSON, each under its own keys). ``winners`` is empty while the game goes on.
    """

    phase: str
    units: Mapping[str, tuple[str, ...]]
    centers: Mapping[str, tuple[str, ...]]
    dislodged: tuple[Dislodged, ...] = ()
    options: Mapping[str, Any] = {}
    memory: Mapping[str, Any] = {}
    winners: tuple[str, ...] = ()

    def owner(self, space: str) -> str:
        """The power that owns the centre ``space``, "" if nobody does."""
        return next((power for power, ids in self.centers.items() if space in ids), "")


def ordered_units(state: State, power: str) -> tuple[str, ...]:
    """The units of a power that the phase's orders are for: in retreats those dislodged.

    Who dislodged one may stand in the same space with a unit of the same arm.
    """
    if state.phase[-1] != "R":
        return state.units.get(power, ())
    return tuple(entry.unit for entry in state.dislodged if entry.power == power)


def tidy(groups: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """Groups by power, powers and members sorted, empty groups left out."""
    return {power: tuple(sorted(groups[power])) for power in sorted(groups) if groups[power]}


def dump(state: State) -> bytes:
    """The state as JSON."""
    return msgspec.json.encode(state)


def load(raw: bytes) -> State:
    """The state that ``dump`` wrote."""
    return msgspec.json.decode(raw, type=State)
