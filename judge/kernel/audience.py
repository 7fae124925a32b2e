"""The door for secrets: who may see an event. No other module reads ``Event.audience``.

All that leaves for one reader is a ``Notice``, be it an answer, news or results; whoever makes it,
it keeps those of its events alone that ``select`` gives for the names of its reader: the power or
role that he has in the game, the powers that he orders, and his address, by which an answer names
whoever wrote. What is for everybody (pictures, the site, an export, other games' mails) is made of
``public`` events. What a game that is over tells at last stands under the name that ``word`` gives.

Nobody at all is shown what records hide that are ``Discreet``, be it in a trace.
"""

from collections.abc import Collection, Iterable
from typing import ClassVar

from msgspec import Struct, structs

from judge.kernel.engine import GM, PUBLIC, Event

MASTER = "GM"
"""The role of who runs a game: he sees the events for GM."""


def select(events: Iterable[Event], names: Iterable[str]) -> tuple[Event, ...]:
    """Of events those that a reader may see who goes by these names; "" is nobody's."""
    keys = {PUBLIC, *(GM if name == MASTER else name for name in names if name)}
    return tuple(event for event in events if event.audience in keys)


def public(events: Iterable[Event]) -> tuple[Event, ...]:
    """Of events those that everybody may see."""
    return select(events, ())


def secret(events: Iterable[Event]) -> tuple[Event, ...]:
    """Of events those that not everybody may see."""
    return tuple(event for event in events if event.audience != PUBLIC)


def hand_over(events: Iterable[Event], names: Collection[str], to: str) -> tuple[Event, ...]:
    """What a reader of these names and ``to`` may see, from now on by ``to`` alone."""
    seen = select(events, (*names, to))
    return tuple(structs.replace(one, audience=to) if secret([one]) else one for one in seen)


def word(event: Event) -> str:
    """Who alone was told of an event, in words; "" if all were."""
    return {PUBLIC: "", GM: "the game master"}.get(event.audience, event.audience)


class Discreet(Struct, frozen=True):
    """A record of which the fields in ``hidden`` are not shown."""

    hidden: ClassVar[frozenset[str]] = frozenset()

    def __repr__(self) -> str:
        shown = (name for name in self.__struct_fields__ if name not in self.hidden)
        named_values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__name__}({named_values})"
