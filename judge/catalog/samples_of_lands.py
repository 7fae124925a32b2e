"""Places for order examples on a board of 1930!: cities and regions of countries."""

from collections.abc import Iterator, Mapping
from typing import Any

_SHORT = 8
"""Letters of a power's name that leave room for the rest of a line."""
MapData = Mapping[str, Any]


def choose(map_data: MapData) -> tuple[str, str, Mapping[str, str]]:
    """A power, a rival of its, and places by their part; parts that the board lacks are missing.

    ``a`` is a city of the power, ``b`` a region of its beside it, ``c`` the next one on the way and
    ``d`` a city beside ``b``, which are ``near`` and ``drop`` as well; ``port`` and ``shore`` are
    cities of its on one sea. ``foe`` is a rival's city, ``foe_goal`` a region beside it.
    """
    spaces = {space["id"]: space for space in map_data["spaces"]}
    marches = [
        (power, march)
        for power, country in map_data["powers"].items()
        for march in _marches(spaces, country)
    ]
    if not marches:
        power, *others = map_data["powers"]
        return power, next(iter(others), power), {}
    marches.sort(key=lambda one: len(one[0]) > _SHORT)
    power, march = marches[0]
    voyages = _voyages(spaces, map_data["powers"][power]["cities"])
    rivals = [(name, one) for name, one in marches if name != power]
    rival, theirs = next(iter(rivals), (power, march))
    foe = {"foe": theirs["a"], "foe_goal": theirs["b"]}
    return power, rival, {**march, **next(voyages, {}), **foe}


def minors(map_data: MapData) -> Iterator[Mapping[str, str]]:
    """Minors with a capital and a region beside it, each with these two."""
    spaces = {space["id"]: space for space in map_data["spaces"]}
    for name, country in map_data["minors"].items():
        city = country["capital"]
        near = [one for one in country["regions"] if city and one in spaces[city]["land"]]
        if near:
            yield {"minor": name, "minor_city": city, "minor_land": near[0]}


def _marches(spaces: MapData, country: MapData) -> Iterator[Mapping[str, str]]:
    """From a city over a region to another, with a second city beside the first region."""
    for a in country["cities"]:
        for b in (one for one in country["regions"] if one in spaces[a]["land"]):
            beside = [one for one in spaces[b]["land"] if one != a]
            c = next((one for one in country["regions"] if one in beside), "")
            d = next((one for one in country["cities"] if one in beside), "")
            if c and d:
                yield {"a": a, "b": b, "c": c, "d": d, "near": c, "drop": d}


def _voyages(spaces: MapData, cities: list[str]) -> Iterator[Mapping[str, str]]:
    """Two cities on one sea; those without a region between them first."""
    ports = [
        (bool({*spaces[port]["land"]} & {*spaces[shore]["land"]}), port, shore)
        for port in cities
        for shore in cities
        if port != shore and {*spaces[port]["sea"]} & {*spaces[shore]["sea"]}
    ]
    for _, port, shore in sorted(ports, key=lambda one: one[0]):
        yield {"port": port, "shore": shore}
