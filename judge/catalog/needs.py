"""What a mechanic goes by: a table of one of the two files, a key of spaces, another mechanic."""

from collections.abc import Iterator, Mapping
from typing import Any

Entry = Mapping[str, Any]
_VARIANT, _MAP = "variant.toml", "map.toml"
_TABLES = {
    "clients": (_VARIANT, "clients", "[clients]"),
    "control": (_MAP, "minors", "[minors.Name]"),
    "dummies": (_MAP, "dummies", "[dummies.Name]"),
    "ending": (_VARIANT, "ending", "[ending]"),
    "factions": (_MAP, "factions", "[factions.Name]"),
    "ferries": (_MAP, "ferries", "[[ferries]]"),
    "influence": (_MAP, "game", "[game]"),
    "lead": (_MAP, "game", "[game]"),
    "passages": (_MAP, "passages", "[[passages]]"),
    "points": (_VARIANT, "points", "[points]"),
}
"""The file and the key of a mechanic's table, and how its heading is written."""
_SPACE_KEYS = {
    "build_centres": ("traits", "build-center", 'traits = ["build-center"]'),
    "clients": ("patrons", "", 'patrons = ["Power"]'),
    "minors": ("minor", "", 'minor = "A" and minor_power = "Name"'),
}
"""What some space has to say for a mechanic: a key, a word in it, and how that is written."""
_COMPANIONS = {
    "air.desk": "air",
    "air.supply": "air",
    "clients": "minors",
    "influence": "control",
    "lead": "influence",
    "paratroops": "air",
    "points": "minors",
    "sorties": "minors",
}
"""Mechanics that work on what another one brings."""


def faults(rules: Entry, map_data: Entry, own: str) -> Iterator[str]:
    """What the mechanics of a variant go by and do not find, a sentence each.

    ``own`` is the mechanic that the folder's rules.py is, which may bring what another one does.
    """
    listed = rules.get("mechanics", ())
    mechanics = listed if isinstance(listed, (list, tuple)) else ()
    data = {_VARIANT: rules, _MAP: map_data}
    for mechanic in mechanics:
        listing = f"'{mechanic}' is one of the mechanics"
        file, key, heading = _TABLES.get(mechanic, ("", "", ""))
        if file and not data[file].get(key):
            yield f"{file}: {key}: {listing} and goes by {heading}."
        key, word, example = _SPACE_KEYS.get(mechanic, ("", "", ""))
        if key and not any(not word or word in space[key] for space in _spaces(map_data, key)):
            yield f"{_MAP}: spaces: {listing}, but no space has {example}."
        companion = _COMPANIONS.get(mechanic, "")
        if companion and companion not in mechanics and own not in mechanics:
            work = f"'{mechanic}' works on what '{companion}' brings"
            yield f"{_VARIANT}: mechanics: {work}: list both."
    for space in _spaces(map_data, "minor") if "minors" in mechanics else ():
        if not space.get("minor_power"):
            yield f"{_MAP}: spaces.{space.get('id')}.minor_power: name the minor power of its unit."


def _spaces(map_data: Entry, key: str) -> Iterator[Entry]:
    """The spaces that have a key."""
    spaces = map_data.get("spaces", ())
    for space in spaces if isinstance(spaces, list) else ():
        if isinstance(space, Mapping) and space.get(key):
            yield space
