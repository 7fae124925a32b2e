"""A variant that stands on another one: its own files hold only what changes."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

Data = Mapping[str, Any]


def change_rules(base: Data, own: Data) -> dict[str, Any]:
    """variant.toml over its base's: keys take the place of keys, inside tables as well."""
    return {**base, **{key: _over(base.get(key), value) for key, value in own.items()}}


def change_map(base: Data, own: Data) -> dict[str, Any]:
    """map.toml over its base's: powers by name and spaces by id, but those in ``without``."""
    changed = change_rules(base, own)
    without = own.get("without", {})
    gone = without.get("powers", ()) if isinstance(without, Mapping) else ()
    changed["powers"] = {
        name: power for name, power in changed["powers"].items() if name not in gone
    }
    changed["spaces"] = _change_spaces(base["spaces"], own.get("spaces", ()))
    lost = without.get("spaces", ()) if isinstance(without, Mapping) else ()
    changed["spaces"] = [space for space in changed["spaces"] if space.get("id") not in lost]
    return changed


def faults(base: Data, own: Data) -> Iterator[str]:
    """What ``own`` leaves out of the base's map that is not there, and changes twice."""
    without, spaces = own.get("without", {}), own.get("spaces", ())
    if not isinstance(without, Mapping) or not all(isinstance(one, Mapping) for one in spaces):
        return  # the records refuse it
    known = {"powers": base["powers"], "spaces": [space["id"] for space in base["spaces"]]}
    for group, names in known.items():
        for name in without.get(group, ()):
            if name not in names:
                yield f"without.{group}: the base has no {name}."
    for space, times in Counter(one.get("id") for one in spaces).items():
        if times > 1:
            yield f"spaces.{space}: it is changed {times} times."


def _change_spaces(base: Any, own: Any) -> list[Any]:
    """The base's spaces with the keys that change, and new ones behind them."""
    changes = {space.get("id"): space for space in own}
    known = {space["id"] for space in base}
    changed = [{**space, **changes.get(space["id"], {})} for space in base]
    return [*changed, *(space for space in own if space.get("id") not in known)]


def _over(base: Any, own: Any) -> Any:
    """A value over another: tables are merged."""
    return change_rules(base, own) if isinstance(base, dict) and isinstance(own, dict) else own
