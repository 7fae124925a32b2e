"""A game's results in the layout of njudge, the judge of old, for programs that read that.

The layout is Ken Lowe's: a heading a phase, an order a line with units and spaces in full, what
became of it in (*stars*), then dislodged units and centres. Orders that njudge knows nothing of
stand there as this judge writes them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from judge.kernel.engine import Event
from judge.report.site.public import Chapter, Story

_ARMS = {"A": "Army", "F": "Fleet", "P": "Plane"}
_COASTS = {"NC": "north", "SC": "south", "EC": "east", "WC": "west"}
_STARS = {
    "fails": "bounce", "cut": "cut", "disrupted": "disrupted", "invalid": "void",
    "illegal": "invalid", "dislodged": "dislodged", "destroyed": "destroyed",
}  # fmt: skip
"""What njudge says of an order, by a word of its verdict."""
_KINDS = {"M": "Movement", "R": "Retreat", "A": "Adjustment"}
_UNIT = re.compile(r"^([AFP]) ([A-Z]{3}(?:/[A-Z]{2})?)(.*)$")
_ANOTHER = re.compile(r"\b([AFP]) (?=[A-Z]{3}\b)")
_PLACE = re.compile(r"\b([A-Z]{3})(?:/([A-Z]{2}))?(?![a-z])\b")
_WORDS = ((" S ", " SUPPORT "), (" C ", " CONVOY "), (" - ", " -> "), (" R ", " -> "))


def tell(story: Story, spaces: Sequence[Mapping[str, Any]]) -> str:
    """All phases that are over; ``spaces`` are those of map.toml, with their names."""
    names = {space["id"]: space["name"] for space in spaces}
    return "\n".join(
        line for chapter in story.chapters for line in _tell_phase(story, chapter, names)
    )


def _tell_phase(story: Story, chapter: Chapter, names: Mapping[str, str]) -> Iterator[str]:
    kind = _KINDS.get(chapter.phase[-1], "Other")
    turn_title = re.sub(r" (\d+).*", r" of \1", chapter.title)
    yield f"{kind} results for {turn_title}.  ({story.game.name})"
    yield ""
    for event in chapter.events:
        teller = _TELLERS.get(event.kind)
        if teller:
            yield from teller(event, names)
            yield ""


def _list_orders(event: Event, names: Mapping[str, str]) -> Iterator[str]:
    rows = event.data["rows"]
    wide = max((len(row["power"]) for row in rows), default=0) + 1
    for _, own in groupby(rows, itemgetter("power")):
        for row in own:
            stars = [_STARS[word] for word in row["verdict"].split() if word in _STARS]
            marks = f"  (*{', '.join(stars)}*)" if stars else ""
            text = _spell_order(row.get("order") or f"{row['unit']} H", names)
            yield f"{row['power'] + ':':{wide}} {text}.{marks}"


def _spell_order(order: str, names: Mapping[str, str]) -> str:
    """An order in njudge's words."""
    match = _UNIT.match(order)
    if not match:
        return order
    arm, place, rest = _ARMS[match[1]], _place(match[2], names), match[3]
    if rest == " B":
        return f"Builds {arm.lower()} in {place}"
    if rest in (" H", " D"):
        return f"{arm} {place}{' HOLD' if rest == ' H' else ' DISBAND'}"
    for ours, theirs in _WORDS:
        rest = rest.replace(ours, theirs)
    rest = _ANOTHER.sub(lambda unit: f"{_ARMS[unit[1]]} ", rest.removesuffix(" VIA"))
    return f"{arm} {place}" + _PLACE.sub(lambda one: _place(one[0], names), rest)


def _place(place: str, names: Mapping[str, str]) -> str:
    """A space by its name, with its coast; what is no space stays as it is."""
    space, _, coast = place.partition("/")
    name = names.get(space, place)
    return f"{name} ({_COASTS[coast]} coast)" if coast in _COASTS else name


def _tell_dislodged(event: Event, names: Mapping[str, str]) -> Iterator[str]:
    yield "The following units were dislodged:"
    yield ""
    for row in event.data["rows"]:
        match = _UNIT.match(row["unit"])
        unit = f"{_ARMS[match[1]]} {_place(match[2], names)}" if match else row["unit"]
        goals = " or ".join(_place(place, names) for place in row["retreats"])
        yield f"{row['power']}: {unit} can retreat to {goals or 'nowhere'}."


def _tell_centres(event: Event, names: Mapping[str, str]) -> Iterator[str]:
    yield "Ownership of supply centers:"
    yield ""
    for row in event.data["rows"]:
        center_names = ", ".join(sorted(_place(space, names) for space in row["centers"]))
        yield f"{row['power']}: {center_names}."
    yield ""
    for row in event.data["rows"]:
        count = len(row["centers"])
        change = "Removes" if row["builds"] < 0 else "Builds "
        yield (
            f"{row['power']}: {count:2} Supply centers, {row['units']:2} Units:"
            f"  {change} {abs(row['builds']):2} units."
        )


_TELLERS = {
    "results": _list_orders,
    "minors": _list_orders,
    "dislodged": _tell_dislodged,
    "centers": _tell_centres,
}
