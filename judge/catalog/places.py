"""places.toml: where the spaces of a variant lie on the earth, and how its map is cut."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from judge.catalog import record_check
from judge.kernel.errors import InputError

FILE = "places.toml"
LonLat = Annotated[
    tuple[
        Annotated[float, msgspec.Meta(ge=-360, le=360)],
        Annotated[float, msgspec.Meta(ge=-90, le=90)],
    ],
    msgspec.Meta(description="a longitude and a latitude in degrees, as in [8.2, 46.8]"),
]
"""Longitude and latitude in degrees, east and north positive."""


Corners = Annotated[
    tuple[LonLat, LonLat],
    msgspec.Meta(description="two places, the north-west and the south-east corner"),
]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that refuses keys that it does not know."""


class Lens(Strict, frozen=True):
    """A part of the map that is shown larger than the rest.

    Distances from ``at`` are stretched by 1 + ``strength`` there, and less farther off; ``width``
    is how far that goes, as a part of the map's width.
    """

    at: LonLat
    strength: float
    width: float


class Frame(Strict, frozen=True):
    """The projection and the edges of the map; ``size`` is in units, one a cell of the grid.

    A "conic" is true at ``centre`` and reaches to the four places; a "cylinder" goes once round the
    earth from the meridian of ``centre``, and reaches to the latitudes of ``north`` and ``south``.
    """

    projection: Literal["conic", "cylinder"]
    centre: LonLat
    size: tuple[int, int]
    north: LonLat
    south: LonLat
    lenses: tuple[Lens, ...]
    west: LonLat = (0, 0)
    east: LonLat = (0, 0)


class Place(Strict, frozen=True):
    """A space: a place inside, its further parts, and a place behind each of several coasts.

    ``atoll`` is the radius in units of the disc that stands for islands too small to see.
    """

    lonlat: LonLat
    atoll: int = 0
    also: tuple[LonLat, ...] = ()
    coasts: Mapping[str, LonLat] = {}


class Sign(Strict, frozen=True):
    """A border of the rules that the outlines do not show, and why.

    ``at`` is where its sign stands; without one it is a line from the one space to the other.
    """

    between: tuple[str, str]
    kind: Literal["strait", "canal", "wrap", "point", "passage", "ferry"]
    reason: str
    at: LonLat | None = None


class Places(Strict, frozen=True):
    """A variant's places.toml; ``regions`` are the north-west and south-east corners of parts."""

    frame: Frame
    spaces: Mapping[str, Place]
    off: Mapping[str, LonLat] = {}
    regions: Mapping[str, Corners] = {}
    signs: tuple[Sign, ...] = ()


def spaces_of_regions(all_places: Places) -> dict[str, tuple[str, ...]]:
    """Of each region the spaces whose label lies in it."""
    return {
        name: tuple(
            sorted(
                space
                for space, place in all_places.spaces.items()
                if west <= place.lonlat[0] <= east and south <= place.lonlat[1] <= north
            )
        )
        for name, ((west, north), (east, south)) in all_places.regions.items()
    }


def read(folder: Path) -> Places:
    """Read a variant's places.toml; raises InputError, naming the key that is wrong."""
    try:
        return msgspec.convert(tomllib.loads((folder / "places.toml").read_text("utf-8")), Places)
    except FileNotFoundError:
        raise InputError(f"There is no places.toml in {folder}.") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InputError(f"places.toml: {error}.") from None


def faults(data: Mapping[str, Any], map_data: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a places.toml: its keys, or spaces and coasts that the map has not."""
    wrong = record_check.check(data, Places)
    yield from wrong
    coasts_of = {space["id"]: space.get("coasts", ()) for space in map_data["spaces"]}
    if wrong:
        return
    for space in data["spaces"]:
        if space not in coasts_of:
            yield f"spaces.{space}: the map has no such space."
    for space, coasts in coasts_of.items():
        if space not in data["spaces"]:
            yield f"spaces.{space}: it is missing: say where it lies."
            continue
        named = data["spaces"][space].get("coasts", {})
        for coast in sorted({*coasts} ^ {*named}):
            complaint = "it is missing" if coast in coasts else "the space has no such coast"
            yield f"spaces.{space}.coasts.{coast}: {complaint}."
    for index, sign in enumerate(data.get("signs", ()), start=1):
        for space in sign["between"]:
            if space not in coasts_of:
                yield f"signs[{index}].between: the map has no space {space}."
