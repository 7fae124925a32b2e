"""What a program has to know of a board and of purses to play by itself."""

from collections.abc import Iterable, Mapping

from msgspec import Struct


class Place(Struct, frozen=True):
    """A place where pieces can stand: a space ("STP"), or one of its coasts ("STP/NC").

    ``kind`` is the space's ("land", "coast", "sea", or a variant's own); ``worth`` is what it adds
    to whoever owns it: 1 for a supply centre, the value of a space of 1930!.
    """

    id: str
    space: str
    name: str
    kind: str
    worth: int = 0


class Ground(Struct, frozen=True):
    """A board as data: places by id, and for each arm where a step leads to from each place."""

    places: Mapping[str, Place]
    steps: Mapping[str, Mapping[str, tuple[str, ...]]]
    homes: Mapping[str, tuple[str, ...]]
    """Power -> the spaces that it is at home in, minors and factions included."""


class Purse(Struct, frozen=True):
    """What a power may spend in the phase that waits.

    ``kind`` is the verb of the order that spends it ("DP", "BID", "ALLOCATE", "BUY"; "REMOVE" where
    ``points`` are owed); ``most`` caps what may go to one thing (0: no cap), ``lot`` is what
    amounts are multiples of. ``closed`` are those to whom nothing may go: a minor that was
    betrayed, has fallen, or is somebody's ally.
    """

    kind: str
    points: int
    most: int = 0
    lot: int = 1
    closed: tuple[str, ...] = ()


def tidy(groups: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """Groups by power, powers and members sorted, empty groups left out."""
    return {power: tuple(sorted(groups[power])) for power in sorted(groups) if groups[power]}
