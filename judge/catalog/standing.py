"""Where units stand and whose they are, as far as whoever reads a letter knows it."""

from collections.abc import Container, Iterable
from typing import NamedTuple


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
