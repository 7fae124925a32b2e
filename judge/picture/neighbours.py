"""Which spaces are neighbours by the rules, whatever the unit: what a picture has to show."""

from collections.abc import Iterator, Mapping
from typing import Any

Pair = tuple[str, str]
"""Two spaces in the order of their ids."""

_WAYS = ("army", "fleet", "fleet_nc", "fleet_sc", "fleet_ec", "fleet_wc", "land", "sea")
"""The keys of a space in map.toml that list its neighbours, of both engines."""


def pair(a: str, b: str) -> Pair:
    """Two spaces as a pair."""
    return (a, b) if a < b else (b, a)


def ordinary(map_data: Mapping[str, Any]) -> frozenset[Pair]:
    """The pairs that some unit crosses by an ordinary move."""
    return frozenset(_ordinary(map_data))


def _ordinary(map_data: Mapping[str, Any]) -> Iterator[Pair]:
    for space in map_data["spaces"]:
        for way in _WAYS:
            for place in space.get(way, ()):
                other = place.partition("/")[0]
                if other != space["id"]:
                    yield pair(space["id"], other)


def crossed_by(map_data: Mapping[str, Any]) -> Mapping[Pair, frozenset[str]]:
    """Who crosses each border by an ordinary move: "army", "fleet" or both."""
    arms_across: dict[Pair, set[str]] = {}
    for space in map_data["spaces"]:
        for way in _WAYS:
            arm = "army" if way in ("army", "land") else "fleet"
            for place in space.get(way, ()):
                arms_across.setdefault(pair(space["id"], place.partition("/")[0]), set()).add(arm)
    return {both: frozenset(arms) for both, arms in arms_across.items()}


def special(map_data: Mapping[str, Any]) -> Mapping[Pair, str]:
    """The pairs that only a ferry or a passage joins, each with which of them."""
    kind_of = {}
    for kind, table in (("ferry", "ferries"), ("passage", "passages")):
        for row in map_data.get(table, ()):
            kind_of[pair(row["a"].partition("/")[0], row["b"].partition("/")[0])] = kind
    ordinary_pairs = ordinary(map_data)
    return {both: kind for both, kind in kind_of.items() if both not in ordinary_pairs}


def kinds(map_data: Mapping[str, Any]) -> Mapping[str, str]:
    """Of each space whether it is "land" or "sea"; coasts, cities and regions are land."""
    return {
        space["id"]: "sea" if space["kind"] == "sea" else "land" for space in map_data["spaces"]
    }
