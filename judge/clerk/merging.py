"""News that one letter, or one pass, causes, in one mail to each reader.

A game master often sets ten things, two players join at once, and a deadline is moved twice: of
what contradicts itself the last word counts, and it is told once.
"""

from collections.abc import Sequence
from dataclasses import replace

from judge.kernel.engine import Event
from judge.kernel.notice import Notice

KIND, JOINED = "news", "joined"
_AS_IT_IS = frozenset({"terms", "position", "centers", "deadline"})
"""Events that tell how things are: the last word counts."""
_MORE = ", and more"
"""What a subject says of all news but the first."""


def merge(notices: Sequence[Notice]) -> tuple[Notice, ...]:
    """The notices, with news to one reader that nothing else stands between in one notice."""
    merged: list[Notice] = []
    latest: dict[tuple[str, str], int] = {}
    for notice in notices:
        reader = (notice.to, notice.reply_to)
        place = latest.get(reader)
        if place is not None and _is_alike(merged[place], notice):
            merged[place] = join_notices(merged[place], notice)
            continue
        latest[reader] = len(merged)
        merged.append(notice)
    return tuple(merged)


def may_grow(notice: Notice) -> bool:
    """Whether a notice of the same key in the same pass is told in this one's mail."""
    return notice.kind in (KIND, JOINED) and not notice.views


def _is_alike(one: Notice, other: Notice) -> bool:
    return one.kind == other.kind == KIND and one.facts.game == other.facts.game


def join_notices(one: Notice, other: Notice) -> Notice:
    """Both in the first one's place and under its key, with the game as the second one has it."""
    return replace(
        one,
        title=one.title.removesuffix(_MORE) + ("" if one.title == other.title else _MORE),
        facts=other.facts,
        events=_tell_joined_once(
            (*_select_lasting_events(one.events, other.events), *other.events)
        ),
        standing=other.standing or one.standing,
    )


def _select_lasting_events(events: Sequence[Event], later: Sequence[Event]) -> list[Event]:
    """The events that later ones do not put out of date."""
    new = {event.kind for event in later} & _AS_IT_IS
    return [event for event in events if event.kind not in new]


def _tell_joined_once(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events with all who have joined in the last one that tells of such."""
    joins = [event for event in events if event.kind == JOINED]
    if len(joins) < 2:
        return tuple(events)
    *earlier, last = joins
    others = [one for event in earlier for one in (*event.data.get("others", ()), event.data)]
    players = [{"player": one["player"], "power": one["power"]} for one in others]
    joint_event = last.knowing(others=players)
    return tuple(
        joint_event if event is last else event for event in events if event not in earlier
    )
