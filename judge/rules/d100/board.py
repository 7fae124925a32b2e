"""The board: spaces and their borders, majors and minors; read once from a variant's map."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct, field

from judge.kernel.engine import Ground, Place

LAND, NAVAL, AIR = "L", "N", "A"
ARMS = (LAND, NAVAL, AIR)
"""The arms, in the order in which ties between pieces are broken (R28)."""


class Space(Struct, frozen=True):
    """A city, a region or a sea zone; ``country`` is "" at sea, ``value`` its political points."""

    id: str
    name: str
    kind: str
    country: str
    coastal: bool
    value: int = field(name="pv")

    @property
    def sea(self) -> bool:
        """Whether it is a sea zone."""
        return self.kind == "sea"

    @property
    def city(self) -> bool:
        """Whether it is a city: its pieces march singly, convoys go there, pieces are bought."""
        return self.kind == "city"


class Country(Struct, frozen=True):
    """A power's own country: its spaces, sorted; ``capital`` is "" where there is none."""

    name: str
    capital: str
    cities: tuple[str, ...]
    spaces: tuple[str, ...]


class Garrison(Struct, frozen=True):
    """A piece that a minor starts with; ``at`` is where it must stand, or "" (E23, R67)."""

    arm: str
    strength: int
    at: str

    def __str__(self) -> str:
        return f"{self.arm}{self.strength}"


class Board(Struct, frozen=True):
    """The map: spaces by id, majors in the map's order, minors in the alphabet, all immutable.

    ``steps`` says for each arm where a piece may step to from each space (R2).
    """

    spaces: Mapping[str, Space]
    steps: Mapping[str, Mapping[str, frozenset[str]]]
    majors: tuple[str, ...]
    minors: tuple[str, ...]
    countries: Mapping[str, Country]
    garrisons: Mapping[str, tuple[Garrison, ...]]
    aliases: Mapping[str, str]
    base: Mapping[str, int]
    orders: dict[str, Any] = {}
    """Texts that were read as orders on this board, and what they are; kept by ``read_order``."""

    def power(self, name: str) -> str:
        """The power called ``name``, in full or by an alias (E22); "" if there is none."""
        return name if name in self.countries else self.aliases.get(name, "")

    def can_stand(self, arm: str, space: str) -> bool:
        """Whether a piece of ``arm`` can be in ``space``: land off the sea, ships off the land."""
        ground = self.spaces[space]
        if arm == NAVAL:
            return ground.sea or ground.coastal
        return arm == AIR or not ground.sea

    def steps_together(self, arms: Iterable[str], origin: str) -> frozenset[str]:
        """Where pieces of all these arms can step to from ``origin``."""
        return frozenset.intersection(*(self.steps[arm][origin] for arm in arms))


def read(data: Mapping[str, Any]) -> Board:
    """Read a map.toml of the 1930! kind; raises an error where the map lacks something."""
    rows = data["spaces"]
    majors, minors = data["powers"], data["minors"]
    return Board(
        spaces={row["id"]: msgspec.convert(row, Space) for row in rows},
        steps={
            LAND: {row["id"]: frozenset(row["land"]) for row in rows},
            NAVAL: {row["id"]: frozenset(row["sea"]) for row in rows},
            AIR: {row["id"]: frozenset([*row["land"], *row["sea"]]) for row in rows},
        },
        majors=tuple(majors),
        minors=tuple(sorted(minors)),
        countries={
            name: Country(
                name,
                row["capital"],
                tuple(sorted(row["cities"])),
                tuple(sorted([*row["cities"], *row["regions"]])),
            )
            for name, row in {**majors, **minors}.items()
        },
        garrisons={
            name: tuple(
                Garrison(force["type"][0].upper(), force["cs"], force.get("at", ""))
                for force in row["forces"]
            )
            for name, row in minors.items()
        },
        aliases={alias: name for name, row in majors.items() for alias in row["aliases"]},
        base={name: row["value"] for name, row in majors.items()},
    )


def describe_ground(board: Board) -> Ground:
    """The board as plain data; a space's worth is its political value."""
    return Ground(
        {
            space.id: Place(space.id, space.id, space.name, space.kind, space.value)
            for space in board.spaces.values()
        },
        {
            arm: {here: tuple(sorted(there)) for here, there in rows.items() if there}
            for arm, rows in board.steps.items()
        },
        {name: country.spaces for name, country in board.countries.items()},
    )


class Force(Struct, frozen=True):
    """A piece by its name: "L5 LON" is a land piece of strength 5 in London (R1)."""

    arm: str
    strength: int
    space: str

    def __str__(self) -> str:
        return f"{self.arm}{self.strength} {self.space}"


@lru_cache(maxsize=5000)
def read_force(text: str) -> Force | None:
    """The piece that a text ("L5 LON") names; None if it names none.

    Positions and orders name the same pieces again and again.
    """
    kind, space, *more = [*text.split(), "", ""]
    if len(kind) != 2 or kind[0] not in ARMS or kind[1] not in "12345" or any(more):
        return None
    return Force(kind[0], int(kind[1]), space)
