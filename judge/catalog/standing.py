"""Where units stand and whose they are, as far as whoever reads a letter knows it."""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

_HOMES = ("home", "cities", "regions")
"""Where a map's data keeps a power's homes."""


class Standing(NamedTuple):
    """Spaces by whose units stand in them."""

    own: Container[str] | None = None
    """Those of the writer's units; None: nobody knows where units stand."""
    sure: Container[str] = ()
    """Those of them that can be no other power's."""
    homes: Container[str] = ()
    """Homes of others, where nobody knows owners: of a unit there somebody else's words tell."""

    def names_own(self, spaces: Iterable[str]) -> bool:
        """Whether a unit of the writer's stands in one of ``spaces``."""
        return self.own is not None and any(space in self.own for space in spaces)

    def names_told(self, spaces: Iterable[str]) -> bool:
        """The same for what somebody else said, which tells of his own units."""
        return self.names_own(space for space in spaces if space not in self.homes)


UNKNOWN = Standing()
"""Of a letter that no board is held against."""


def list_homes(powers: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The homes of ``powers``, as a map states them."""
    return (space for facts in powers for key in _HOMES for space in facts.get(key, ()))


def list_sites(map_toml: Mapping[str, Any], power: str, phase: str) -> frozenset[str]:
    """The homes of ``power`` in a phase in which it builds there, none in others."""
    facts = map_toml["powers"].get(power, {}) if phase.endswith("A") else {}
    return frozenset(list_homes((facts,)))
