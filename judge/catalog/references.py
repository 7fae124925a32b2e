"""Names in one table of what stands in another: powers that there are, spaces that there are."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import chain
from typing import Any

Entry = Mapping[str, Any]
_PEOPLE = ("powers", "factions", "minors", "dummies")


def faults(rules: Entry, map_data: Entry) -> Iterator[str]:
    """Powers and spaces that are named and not there; both files' keys have been found sound."""
    groups = {group: list(map_data.get(group, ())) for group in _PEOPLE}
    minors = [space["minor_power"] for space in map_data["spaces"] if space.get("minor_power")]
    everybody = [*chain(*groups.values()), *minors]
    for key, name, names in (
        *_list_powers(rules, map_data, groups["powers"]),
        *(("map.toml: articles", name, everybody) for name in map_data.get("articles", ())),
    ):
        if name not in names:
            yield f"{key}: there is no power '{name}'{_hint(name, names)}"
    ids = [space["id"] for space in map_data["spaces"]]
    for key, name in _list_spaces(rules, map_data):
        if name.partition("/")[0] not in ids:
            yield f"{key}: there is no space {name}{_hint(name, ids)}"


def _hint(name: str, names: list[str]) -> str:
    close_names = get_close_matches(name, names, n=1)
    return f"; did you mean '{close_names[0]}'?" if close_names else "."


def _list_powers(
    rules: Entry, map_data: Entry, powers: list[str]
) -> Iterator[tuple[str, str, list[str]]]:
    """Where a power with a seat is named: the key, its name there, and the ones that there are."""
    points = rules.get("points", {})
    for name in points.get("base_of", {}):
        yield "variant.toml: points.base_of", name, powers
    for entry in points.get("forgiven", ()):
        yield "variant.toml: points.forgiven.power", entry["power"], powers
    for name, faction in map_data.get("factions", {}).items():
        yield f"map.toml: factions.{name}.sponsor", faction["sponsor"], powers
    for space in map_data["spaces"]:
        for name in space.get("patrons", ()):
            yield f"map.toml: spaces.{space['id']}.patrons", name, powers


def _list_spaces(rules: Entry, map_data: Entry) -> Iterator[tuple[str, str]]:
    """Where a space is named outside of spaces and powers: the key, and its id or place there."""
    for entry in rules.get("points", {}).get("forgiven", ()):
        yield "variant.toml: points.forgiven.centre", entry["centre"]
        yield from (("variant.toml: points.forgiven.holding", name) for name in entry["holding"])
    for table in ("passages", "ferries"):
        for index, entry in enumerate(map_data.get(table, ()), start=1):
            for key in ("a", "b"):
                yield f"map.toml: {table}[{index}].{key}", entry[key]
            waters = entry.get("water", ())
            yield from ((f"map.toml: {table}[{index}].water", name) for name in waters)
