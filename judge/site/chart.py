"""Centres over the years as lines of an SVG drawing; every line is named at its end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 36, 132, 12, 28
LINE = 15
"""Units of the drawing between two names at the right edge."""
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#5b3fa8", "#555555", "#b00020")
"""Okabe and Ito's colours, darkened where white would swallow them."""
DASHES = ("none", "6 3", "2 3", "10 3 2 3")
"""A line's pattern tells it apart without its colour."""


@dataclass(frozen=True, slots=True)
class Line:
    """One power's line: ``points`` as SVG writes them, its name at height ``label``."""

    power: str
    points: str
    colour: str
    dash: str
    last: int
    label: int
    end: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawing: ``marks`` are (height, centres), ``years`` are (place, name)."""

    lines: tuple[Line, ...]
    marks: tuple[tuple[int, int], ...]
    years: tuple[tuple[int, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def draw(summary: Mapping[str, Any]) -> Chart | None:
    """The chart of a game's summary; None before a second year has been counted."""
    years = summary["years"]
    if len(years) < 2:
        return None
    most = max(1, *(count for year in years for count in year["centers"]))
    columns = [_across(index, len(years)) for index in range(len(years))]
    counts = {
        power: [year["centers"][index] for year in years]
        for index, power in enumerate(summary["powers"])
    }
    counts_shown = {power: own for power, own in counts.items() if any(own)}
    ends = {power: _down(own[-1], most) for power, own in counts_shown.items()}
    labels = _spread(ends)
    lines = (
        Line(
            power=power,
            points=" ".join(
                f"{x},{_down(count, most)}" for x, count in zip(columns, own, strict=True)
            ),
            colour=PALETTE[index % len(PALETTE)],
            dash=DASHES[index // len(PALETTE) % len(DASHES)],
            last=own[-1],
            label=labels[power],
            end=ends[power],
        )
        for index, (power, own) in enumerate(counts_shown.items())
    )
    step = max(1, most // 6)
    marks = tuple((_down(count, most), count) for count in range(0, most + 1, step))
    every = max(1, len(years) // 8)
    year_labels = tuple(
        (columns[number], years[number]["year"]) for number in range(0, len(years), every)
    )
    return Chart(tuple(lines), marks, year_labels)


def _across(index: int, count: int) -> int:
    return LEFT + round(index * (WIDTH - LEFT - RIGHT) / (count - 1))


def _down(centres: int, most: int) -> int:
    return HEIGHT - BOTTOM - round(centres * (HEIGHT - TOP - BOTTOM) / most)


def _spread(ends: Mapping[str, int]) -> dict[str, int]:
    """The heights of the names: each at its line's end, pushed down where another stands there."""
    order: Sequence[str] = sorted(ends, key=ends.__getitem__)
    places = {power: ends[power] for power in order}
    for above, below in pairwise(order):
        places[below] = max(places[below], places[above] + LINE)
    over = max((place for place in places.values()), default=0) - (HEIGHT - BOTTOM)
    if over > 0:
        for below, above in pairwise(reversed(order)):
            if below == order[-1]:
                places[below] -= over
            places[above] = min(places[above], places[below] - LINE)
    return places
