"""What a month of 1930! tells, under headings: own fights, the others' by theatre, politics.

What came of one fight (the combat, its retreats, who came in) stays together, in the order in which
it happened. A theatre is a part of the map that has a name ("Balkans").
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter
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
        if event.kind in POLITICS:
            yield from (("Politics", politics),) if event is politics[0] else ()
        elif event.kind not in FIGHTS:
            yield "", (event,)
        elif event is fights[0]:
            fight_of: dict[tuple[Any, ...], list[Event]] = {}
            for number, one in enumerate(fights):
                data = one.data
                key = (data["segment"], data["space"]) if "segment" in data else (number,)
                fight_of.setdefault(key, []).append(one)
            regions = read_regions(variant)
            names = reversed([*regions])
            theatre_of = {space: f"{_OTHERS}, {name}" for name in names for space in regions[name]}
            theatres = (f"{_OTHERS}, {name}" for name in regions)
            found: dict[str, list[Event]] = {name: [] for name in (_OWN, *theatres, _REST)}
            for fight in fight_of.values():
                is_own = any(not {*own}.isdisjoint(_list_powers(one.data)) for one in fight)
                space = fight[0].data.get("space") or fight[0].data.get("target", "")
                found[_OWN if is_own else theatre_of.get(space, _REST)] += fight
            yield from filter(itemgetter(1), found.items())


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
