"""What a month of 1930! tells, under headings: own fights, the others' by theatre, politics.

What came of one fight (the combat, its retreats, who came in) stays together, in the order in which
it happened. A theatre is a part of the map that has a name ("Balkans").
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from judge.catalog import variant as catalog
from judge.kernel.engine import Event

FIGHTS = frozenset({"d100-barred", "d100-combat", "d100-convoy", "d100-entry", "d100-retreat"})
POLITICS = frozenset({"d100-tie", "d100-political-roll"})
"""Kinds of events that stand together."""
_OWN, _OTHERS, _REST = "Your fights", "Fights", "Other fights"

Section = tuple[str, Sequence[Event]]
"""A heading and what stands below it."""


def arrange(events: Sequence[Event], own: Sequence[str], variant: str) -> Iterator[Section]:
    """The events in sections, each kind where its first one stood; all others alone, without one.

    ``own`` are the reader's powers.
    """
    fights = [event for event in events if event.kind in FIGHTS]
    politics = [event for event in events if event.kind in POLITICS]
    for event in events:
        if event.kind in FIGHTS:
            yield from _list_theatres(fights, own, variant) if event is fights[0] else ()
        elif event.kind in POLITICS:
            yield from (("Politics", politics),) if event is politics[0] else ()
        else:
            yield "", (event,)


def _list_theatres(events: Sequence[Event], own: Sequence[str], variant: str) -> Iterator[Section]:
    found: dict[str, list[Event]] = {}
    fight_of: dict[tuple[Any, ...], list[Event]] = {}
    for number, event in enumerate(events):
        data = event.data
        key = (data["segment"], data["space"]) if "segment" in data else (number,)
        fight_of.setdefault(key, []).append(event)
    regions = read_regions(variant)
    theatre_of = {space: name for name in reversed([*regions]) for space in regions[name]}
    for fight in fight_of.values():
        is_own = any(power in own for event in fight for power in _list_powers(event.data))
        space = fight[0].data.get("space") or fight[0].data.get("target", "")
        theatre = f"{_OTHERS}, {theatre_of[space]}" if space in theatre_of else _REST
        name = _OWN if is_own else theatre
        found.setdefault(name, []).extend(fight)
    theatres = (f"{_OTHERS}, {name}" for name in regions)
    yield from ((name, found[name]) for name in (_OWN, *theatres, _REST) if name in found)


def _list_powers(data: Mapping[str, Any]) -> Iterator[str]:
    """All who had a part in what an event tells of."""
    yield from data.get("powers", ())
    if "power" in data:
        yield data["power"]
    for side in {"attacker", "defender"} & data.keys():
        yield from _list_powers(data[side])
    for rows in ("supports", "carriers"):
        yield from (row["power"] for row in data.get(rows, ()))


@cache
def read_regions(variant: str) -> Mapping[str, tuple[str, ...]]:
    """The parts of a variant's map that have names, with their spaces."""
    from judge.report.picture import shapes  # noqa: PLC0415 - most mails tell of no fights

    map_shapes = shapes.read(catalog.load(variant).shapes_folder)
    return map_shapes.regions if map_shapes else {}
