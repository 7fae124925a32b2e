"""Who is who in a game with minor powers: great powers, factions and the minors."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from msgspec import Struct

from judge.kernel.engine import PUBLIC, Event
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State, standing_units
from judge.rules.dip.seams.mechanic import Mechanic


class Cast(Struct, frozen=True):
    """The powers of a map by their part.

    ``sponsors`` are the sponsors of the factions, ``minor_of`` and ``arm_of`` the minor power and
    the arm of its unit by space. Any name that is neither a great power nor a faction is a minor;
    ``minor_names`` are those that a minor can bear.
    """

    great: frozenset[str]
    sponsors: Mapping[str, str]
    minor_of: Mapping[str, str]
    arm_of: Mapping[str, str]
    minor_names: frozenset[str]

    @classmethod
    def of(cls, map_data: Mapping[str, Any]) -> "Cast":
        """The cast of a map.toml."""
        minors = [entry for entry in map_data["spaces"] if "minor" in entry]
        factions = map_data.get("factions", {})
        minor_of = {entry["id"]: entry["minor_power"] for entry in minors}
        space_names = (entry["name"] for entry in map_data["spaces"])
        return cls(
            great=frozenset(map_data["powers"]),
            sponsors={name: facts["sponsor"] for name, facts in factions.items()},
            minor_of=minor_of,
            arm_of={entry["id"]: entry["minor"] for entry in minors},
            minor_names=frozenset((*minor_of.values(), *space_names)),
        )

    def is_minor(self, name: str) -> bool:
        """Whether ``name`` is a minor power."""
        return name not in self.great and name not in self.sponsors

    def factions_of(self, power: str) -> tuple[str, ...]:
        """The factions that a power sponsors."""
        return tuple(name for name, sponsor in self.sponsors.items() if sponsor == power)


class WithCast(Mechanic):
    """A mechanic that asks who is a great power, a faction or a minor."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self.cast = Cast.of(rules["map"])


def alive(state: State, power: str) -> bool:
    """Whether a power has a centre or a unit, be it a dislodged one."""
    has_dislodged_unit = any(unit.power == power for unit in state.dislodged)
    return has_dislodged_unit or bool(state.units.get(power) or state.centers.get(power))


def empty(state: State, board: Board, space: str) -> bool:
    """Whether no unit stands in a space."""
    return all(board.spaces[unit.space] != space for unit in standing_units(state, board))


TOGETHER = "Minor powers"
"""The name of the row that stands for all minors."""

_TOLD = ("results", "destroyed", "position", "centers")
"""The kinds of events that speak of minors; the minors' own results say who of them is lost."""


def apart(event: Event, cast: Cast) -> Iterable[Event]:
    """The event without its minors, followed by what it says about them."""
    rows = event.data.get("rows", ())
    minor_rows = [row for row in rows if cast.is_minor(row.get("power", ""))]
    if event.kind not in _TOLD or not minor_rows:
        return [event]
    others = [row for row in rows if row not in minor_rows]
    if event.kind == "destroyed":
        return [event.knowing(rows=others)] if others else []
    if event.kind == "results":
        aside = Event("minors", {"phase": event.data["phase"], "rows": minor_rows}, PUBLIC)
        return [event.knowing(rows=others), aside]
    together: dict[str, Any]
    if event.kind == "position":
        units = chain.from_iterable(row["units"] for row in minor_rows)
        together = {"power": TOGETHER, "units": list(units)}
    else:
        together = {
            "power": TOGETHER,
            "centers": sorted(space for row in minor_rows for space in row["centers"]),
            "units": sum(row["units"] for row in minor_rows),
            "builds": 0,
        }
    return [event.knowing(rows=[*others, together])]


PLAYED_TURNS = "move_turns"
"""The key of ``State.memory``: how many movement turns have been played."""


def count_played(state: State) -> int:
    """How many movement turns were played before this phase."""
    return int(state.memory[PLAYED_TURNS])


def turn_title(phase: str, seasons: Mapping[str, str]) -> str:
    """The turn of a phase: "Spring 1936"; ``seasons`` says what they are called."""
    return f"{seasons[phase[0]]} {phase[1:-1]}"


def next_turn_title(phase: str, seasons: Mapping[str, str]) -> str:
    """The turn after a spring's or fall's: "Fall 1936"."""
    season, year = phase[0], int(phase[1:-1])
    return turn_title(f"F{year}M" if season == "S" else f"S{year + 1}M", seasons)
