"""A variant that stands on another one: its own files hold only what changes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

Data = Mapping[str, Any]


def change_rules(base: Data, own: Data) -> dict[str, Any]:
    """variant.toml over its base's: keys take the place of keys, inside tables as well."""
    return {**base, **{key: _lay_over(base.get(key), value) for key, value in own.items()}}


def change_map(base: Data, own: Data) -> dict[str, Any]:
    """map.toml over its base's: powers by name and spaces by id, but those in ``without``."""
    map_data = change_rules(base, own)
    without = own.get("without", {})
    powers_left_out = without.get("powers", ()) if isinstance(without, Mapping) else ()
    map_data["powers"] = {
        name: power for name, power in map_data["powers"].items() if name not in powers_left_out
    }
    map_data["spaces"] = _change_spaces(base["spaces"], own.get("spaces", ()))
    spaces_left_out = without.get("spaces", ()) if isinstance(without, Mapping) else ()
    map_data["spaces"] = [
        space for space in map_data["spaces"] if space.get("id") not in spaces_left_out
    ]
    return map_data


def faults(base: Data, own: Data) -> Iterator[str]:
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


def _change_spaces(base: Any, own: Any) -> list[Any]:
    """The base's spaces with the keys that change, and new ones behind them."""
    changes = {space.get("id"): space for space in own}
    base_ids = {space["id"] for space in base}
    spaces = [{**space, **changes.get(space["id"], {})} for space in base]
    return [*spaces, *(space for space in own if space.get("id") not in base_ids)]


def _lay_over(base: Any, own: Any) -> Any:
    """A value over another: tables are merged."""
    return change_rules(base, own) if isinstance(base, dict) and isinstance(own, dict) else own
