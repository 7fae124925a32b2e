"""Things as keys: what is too large to be compared, or can't be, is equal to itself alone."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, eq=False)
class Same:
    """A state, a variant, an event: two keys are equal if they hold the very same one.

    Whoever keeps the key keeps the thing, so that no other one can come to have its identity.
    """

    thing: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)
