"""Where variants lie: the folder that came with the judge, and those that its keeper keeps."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from judge import resources
from judge.kernel.same import Same

TRIED = "#"
"""What stands behind a folder's name in the names that are given to those that are tried out."""
_TRIED: dict[str, Path] = {}
"""Folders that are being checked, by the names given to them."""


def find(variant: str) -> Path | None:
    """The folder of ``variant``, None if there is none; of one name ours counts."""
    if variant in _TRIED:
        return _TRIED[variant]
    return _homes().get(variant) or find_kept().get(variant)


def try_out(home: Path) -> str:
    """A name under which the folder ``home`` can be loaded by this process alone, to check it."""
    name = f"{home.name}{TRIED}{len(_TRIED)}"
    _TRIED[name] = home
    return name


def name_of(text: str) -> str:
    """The name of a variant that is typed as such, or as the path of its folder: variants/yours."""
    home = Path(text).resolve()
    is_path = (home / "variant.toml").exists() and ("/" in text or find(text) is None)
    return try_out(home) if is_path else text


def is_installed(home: Path) -> bool:
    """Whether a folder came with the judge, whose tests check all of them."""
    return home.parent == resources.root("variants")


def list_installed() -> tuple[str, ...]:
    """The variants that came with the judge, sorted."""
    return tuple(_homes())


@cache
def _homes() -> dict[str, Path]:
    """The folders that came with the judge, by the names of their variants."""
    return dict(sorted(_folders(resources.root("variants")).items()))


def find_kept() -> dict[str, Path]:
    """The keeper's own variants by name; of two folders of one name the first shelf's counts."""
    return _list_kept(Same(resources.shelves()))


@lru_cache(maxsize=1)
def _list_kept(shelves: Same) -> dict[str, Path]:
    """The same, looked for anew for each spool that is opened: once a pass."""
    found = map(_folders, reversed(shelves.thing))
    return {name: home for folders in found for name, home in folders.items()}


def _folders(shelf: Path) -> dict[str, Path]:
    """The variants of a shelf by name: folders with a variant.toml."""
    return {path.parent.name: path.parent for path in sorted(shelf.glob("*/variant.toml"))}


Data = Mapping[str, Any]


def change_rules(base: Data, own: Data) -> dict[str, Any]:
    """variant.toml over its base's: keys take the place of keys, inside tables as well."""
    return {**base, **{key: _lay_over(base.get(key), value) for key, value in own.items()}}


def change_map(base: Data, own: Data) -> dict[str, Any]:
    """map.toml over its base's: powers by name and spaces by id, but those in ``without``."""
    map_data = change_rules(base, own)
    without = own.get("without", {})
    left_out = without if isinstance(without, Mapping) else {}
    powers, spaces = left_out.get("powers", ()), left_out.get("spaces", ())
    map_data["powers"] = {
        name: power for name, power in map_data["powers"].items() if name not in powers
    }
    changes = {space.get("id"): space for space in own.get("spaces", ())}
    base_ids = {space["id"] for space in base["spaces"]}
    all_spaces = (
        *({**space, **changes.get(space["id"], {})} for space in base["spaces"]),
        *(space for space in own.get("spaces", ()) if space.get("id") not in base_ids),
    )
    map_data["spaces"] = [space for space in all_spaces if space.get("id") not in spaces]
    return map_data


def overlay_faults(base: Data, own: Data) -> Iterator[str]:
    """What ``own`` leaves out of the base's map that is not there, changes twice, or not at all."""
    without, spaces = own.get("without", {}), own.get("spaces", ())
    if not isinstance(without, Mapping) or not all(isinstance(one, Mapping) for one in spaces):
        return  # the records refuse it
    names_in = {"powers": base["powers"], "spaces": [space["id"] for space in base["spaces"]]}
    for group, names in names_in.items():
        for name in without.get(group, ()):
            if name not in names:
                yield f"without.{group}: the base has no {name}."
    for space, times in Counter(one.get("id") for one in spaces).items():
        if times > 1:
            yield f"spaces.{space}: it is changed {times} times."
    for group, entries in _by_name(base).items():
        for name, entry in _by_name(own)[group].items():
            if name in entries and _lay_over(entries[name], entry) == entries[name]:
                yield f"{group}.{name}: this changes nothing of the base: leave it out."


def _by_name(map_data: Data) -> dict[str, dict[str, Any]]:
    """The tables of a map by their names: powers, and spaces by id."""
    powers = map_data.get("powers", {})
    spaces = {space.get("id"): dict(space) for space in map_data.get("spaces", ())}
    return {"powers": dict(powers) if isinstance(powers, Mapping) else {}, "spaces": spaces}


def _lay_over(base: Any, own: Any) -> Any:
    """A value over another: tables are merged."""
    return change_rules(base, own) if isinstance(base, dict) and isinstance(own, dict) else own


_VARIANT, _MAP = "variant.toml", "map.toml"
_TABLES = {
    "points": (_VARIANT, "points", "[points]"),
    "clients": (_VARIANT, "clients", "[clients]"),
    "factions": (_MAP, "factions", "[factions.Name]"),
    "dummies": (_MAP, "dummies", "[dummies.Name]"),
    "passages": (_MAP, "passages", "[[passages]]"),
    "ferries": (_MAP, "ferries", "[[ferries]]"),
    "control": (_MAP, "minors", "[minors.Name]"),
    "influence": (_MAP, "game", "[game]"),
    "lead": (_MAP, "game", "[game]"),
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


def tables_of(file: str) -> dict[str, str]:
    """The tables of a file that one mechanic alone reads, each with that mechanic."""
    readers = {name: key for name, (home, key, _) in _TABLES.items() if home == file}
    counts = Counter(readers.values())
    return {key: name for name, key in readers.items() if counts[key] == 1}


def needs_faults(rules: Data, map_data: Data, own: str) -> Iterator[str]:
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


def _spaces(map_data: Data, key: str) -> Iterator[Data]:
    """The spaces that have a key."""
    spaces = map_data.get("spaces", ())
    for space in spaces if isinstance(spaces, list) else ():
        if isinstance(space, Mapping) and space.get(key):
            yield space
