"""Who is who in a game with minor powers: great powers, factions and the minors."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from judge.dip.ground.board import Board
from judge.dip.ground.position import State


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

    def minor_in(self, space: str, board: Board) -> str:
        """The minor power that a space becomes: the map's name for it, else the space's own."""
        return self.minor_of.get(space, board.names[board.loc_of[space]])

    def factions_of(self, power: str) -> tuple[str, ...]:
        """The factions that a power sponsors."""
        return tuple(name for name, sponsor in self.sponsors.items() if sponsor == power)


def alive(state: State, power: str) -> bool:
    """Whether a power has a centre or a unit, be it a dislodged one."""
    has_dislodged_unit = any(unit.power == power for unit in state.dislodged)
    return has_dislodged_unit or bool(state.units.get(power) or state.centers.get(power))


def empty(state: State, board: Board, space: str) -> bool:
    """Whether no unit stands in a space."""
    texts = (text for texts in state.units.values() for text in texts)
    return all(board.spaces[board.unit(text).space] != space for text in texts)
