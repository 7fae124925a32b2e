"""Order examples made from a board's own names: what stands in HELP ORDERS of any map."""

from collections.abc import Iterator, Mapping
from typing import Any

MapData = Mapping[str, Any]
_COASTS = ("nc", "sc", "ec", "wc")


def slots(map_data: MapData) -> dict[str, str]:
    """The places of examples, as they are typed ("Par"), by their part in them.

    ``a`` is where an army stands and ``b`` where it goes; ``c`` is a
    space from which ``b`` is supported, or reached. ``ship`` carries from ``port`` to ``shore``;
    ``off`` is a water from which fleets go to ``split`` by its ``coast``. Parts that the board
    does not have are missing.
    """
    spaces = {space["id"]: space for space in map_data["spaces"]}
    names = {**_march(map_data, spaces), **_voyage(spaces), **_find_landing(spaces)}
    return {key: name if key == "coast" else name.capitalize() for key, name in names.items()}


def _march(map_data: MapData, spaces: MapData) -> dict[str, str]:
    """An army's home, a neighbour, and a third space beside that."""
    for power in map_data["powers"].values():
        for a in filter(spaces.__contains__, power.get("home", ())):
            for b in spaces[a].get("army", ()):
                third = [c for c in spaces[b].get("army", ()) if c != a]
                if third:
                    return {"a": a, "b": b, "c": third[0]}
    return {}


def _voyage(spaces: MapData) -> dict[str, str]:
    """A water between two coasts that do not touch."""
    for ship, space in spaces.items():
        if space["kind"] != "sea":
            continue
        ports = [one for one in space.get("fleet", ()) if _is_port(spaces, one)]
        for port in ports:
            for shore in ports:
                if shore != port and shore not in spaces[port].get("army", ()):
                    return {"ship": ship, "port": port, "shore": shore}
    return {}


def _is_port(spaces: MapData, place: str) -> bool:
    return place in spaces and spaces[place]["kind"] == "coast" and bool(spaces[place].get("army"))


def _find_landing(spaces: MapData) -> dict[str, str]:
    """A space with several coasts, and a water that touches one of them."""
    for split, space in spaces.items():
        for coast, off in _waters(spaces, space):
            return {"off": off, "split": split, "coast": coast}
    return {}


def _waters(spaces: MapData, space: MapData) -> Iterator[tuple[str, str]]:
    for coast in _COASTS:
        for place in space.get(f"fleet_{coast}", ()):
            if spaces.get(place, {}).get("kind") == "sea":
                yield coast, place
