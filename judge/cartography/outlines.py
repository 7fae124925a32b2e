"""Outlines out of a grid: every border once, smoothed, so that both neighbours share it."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from shapely.geometry import LineString

Grid = Any
Point = tuple[float, float]
Corner = tuple[int, int]
Step = tuple[Corner, int, int]
"""From a corner to the next one, with what is on the left and on the right."""

OUTSIDE = -9
_STAIRS, _FINE = 0.9, 0.3
"""How far a line may be moved before and after its corners are cut."""


class Arc:
    """A line between two junctions, with the codes of the areas on its left and right."""

    def __init__(self, points: list[Point], left_of: int, right: int):
        self.points, self.left, self.right = points, left_of, right

    @property
    def length(self) -> float:
        """Its length in units."""
        return float(LineString(self.points).length)


def trace(cells: Grid) -> list[Arc]:
    """The borders of all areas of a grid, those with the outside as well."""
    steps = _list_steps(cells)
    steps_used: set[tuple[Corner, Corner]] = set()
    junctions = [corner for corner, ways in steps.items() if len(ways) != 2]
    arcs = []
    for corner in [*junctions, *steps]:
        for step in steps[corner]:
            if (corner, step[0]) not in steps_used:  # what is walked grows meanwhile
                arcs += [_walk(corner, step, steps, steps_used)]
    return arcs


def _list_steps(cells: Grid) -> dict[Corner, list[Step]]:
    """From each corner of the grid the steps along which two areas meet."""
    padded_cells = np.pad(cells, 1, constant_values=OUTSIDE)
    steps: dict[Corner, list[Step]] = defaultdict(list)

    def add(a: Corner, b: Corner, left_of: int, right: int) -> None:
        steps[a].append((b, left_of, right))
        steps[b].append((a, right, left_of))

    for y, x in np.argwhere(padded_cells[1:, :] != padded_cells[:-1, :]).tolist():
        add((x - 1, y), (x, y), int(padded_cells[y, x]), int(padded_cells[y + 1, x]))
    for y, x in np.argwhere(padded_cells[:, 1:] != padded_cells[:, :-1]).tolist():
        add((x, y - 1), (x, y), int(padded_cells[y, x + 1]), int(padded_cells[y, x]))
    return steps


def _walk(
    start: Corner,
    step: Step,
    steps: dict[Corner, list[Step]],
    steps_used: set[tuple[Corner, Corner]],
) -> Arc:
    """Follow a border from a corner to the next junction, or once round."""
    points, here = [start], start
    there, left, right = step
    while True:
        steps_used |= {(here, there), (there, here)}
        points.append(there)
        if len(steps[there]) != 2 or there == start:
            return Arc(_smooth(points), left, right)
        here, there = there, next(way[0] for way in steps[there] if way[0] != here)


def _smooth(corners: list[Corner]) -> list[Point]:
    """Stairs to a curve; both ends stay where they are."""
    line = np.array(corners, float)
    is_ring = corners[0] == corners[-1]
    if len(line) > 3:
        middles = (line[1:] + line[:-1]) / 2
        ends = (middles[-1:], middles[:0]) if is_ring else (line[:1], line[-1:])
        line = np.vstack([ends[0], middles, ends[1]])
    line = np.array(LineString(line).simplify(_STAIRS).coords)
    for _ in range(2):
        line = _cut_corners(line, is_ring)
    points = LineString(line).simplify(_FINE).coords if len(line) > 2 else line
    return [(float(x), float(y)) for x, y in points]


def _cut_corners(line: Any, is_ring: bool) -> Any:
    """Chaikin's: every corner becomes two at a quarter of its sides."""
    if len(line) < 3:
        return line
    a, b = line[:-1], line[1:]
    cut = np.empty((2 * len(a), 2))
    cut[0::2], cut[1::2] = 0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b
    if is_ring:
        return np.vstack([cut, cut[:1]])
    return np.vstack([line[:1], cut[1:-1], line[-1:]])


def encode(points: list[Point], scale: int) -> Iterator[int]:
    """The first point and then the steps, in parts of a unit; steps of nothing are left out."""
    whole = [(round(x * scale), round(y * scale)) for x, y in points]
    yield from whole[0]
    for (x0, y0), (x1, y1) in pairwise(whole):
        if (x0, y0) != (x1, y1):
            yield from (x1 - x0, y1 - y0)
