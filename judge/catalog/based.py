"""A variant that stands on another one: its own files hold only what changes."""

from collections.abc import Mapping
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


def _change_spaces(base: Any, own: Any) -> list[Any]:
    """The base's spaces with the keys that change, and new ones behind them."""
    changes = {space.get("id"): space for space in own}
    known = {space["id"] for space in base}
    changed = [{**space, **changes.get(space["id"], {})} for space in base]
    return [*changed, *(space for space in own if space.get("id") not in known)]


def _over(base: Any, own: Any) -> Any:
    """A value over another: tables are merged."""
    return change_rules(base, own) if isinstance(base, dict) and isinstance(own, dict) else own
