"""A phase under way, as it is handed from one seam to the next."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.kernel.engine import Event
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Written

Orders = Mapping[str, tuple[Written, ...]]
"""Written orders by power."""
NOTHING, VERDICTS, REASONS, EVERYTHING = range(4)
"""What is told of a phase, each with all before it: no more than the state that it leads to, what
became of each order, why, and how things stand now."""


class Scene(Struct, frozen=True):
    """A phase under way: the state so far, what has happened, and facts for ``answer``.

    ``throw`` is the game's dice. ``facts`` are plain JSON that a mechanic hands from one seam to a
    later one of the same phase ("minors": the orders carried out); after the moves ``outcome`` is
    what came of them (contest.Outcome). ``tells`` is how much anybody wants to know.
    """

    state: State
    events: tuple[Event, ...] = ()
    facts: Mapping[str, Any] = {}
    throw: Callable[[str], int] | None = None
    tells: int = EVERYTHING

    def with_(
        self, state: State | None = None, events: Iterable[Event] = (), **facts: Any
    ) -> "Scene":
        """The scene with another state, more events and more facts."""
        return replace(
            self,
            state=state or self.state,
            events=(*self.events, *events),
            facts={**self.facts, **facts},
        )

    def rows(self, kind: str) -> list[dict[str, Any]]:
        """The rows of all events of a kind."""
        return [row for event in self.events if event.kind == kind for row in event.data["rows"]]
