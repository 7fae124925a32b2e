"""From skeletons to areas: every space grows until it meets its neighbours, and nobody else."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from scipy import ndimage
from shapely.geometry import LineString

from judge.authoring.cartography import search
from judge.authoring.cartography.routing import Ground
from judge.authoring.cartography.terrain import Terrain

Grid = Any

_WRONG = 60.0
"""A cell on the other side of the shore costs so much: islands and fjords stay what they are."""
_ABROAD = 2.5
_BORDER = 4.0
_LAND, _SEA = 210.0, 900.0
"""How far land and sea spaces grow; beyond is land and water of nobody."""
_SPECK, _POND = 14, 25
"""Islets and lakes of fewer cells are left out."""


def grow(start: Grid, ground: Ground, terrain: Terrain) -> Grid:
    """The number of the space in every cell, search.FREE where there is none."""
    seeds = np.array([ground.seeds[space][0] for space in ground.ids])
    home = terrain.country[seeds[:, 1], seeds[:, 0]]
    reach = np.where(ground.sea, _SEA, _LAND)
    # Smooth noise about 1, so that borders wander as those of nature do; always the same.
    random = np.random.default_rng(5)
    waves = sum(
        ndimage.gaussian_filter(random.normal(size=terrain.land.shape), far) * far
        for far in (2, 5, 11)
    )
    price = np.exp(0.5 * waves / waves.std()) * np.where(terrain.border, _BORDER, 1.0)
    owner: Grid = search.grow(
        start, ground.sea, ground.water, ground.near, price, _ABROAD, terrain.country, home, reach,
        _WRONG,
    )  # fmt: skip
    return owner


class Painted:
    """The areas as they are drawn: ``cells`` holds the number of a space or one of the codes."""

    def __init__(self, owner: Grid, start: Grid, ground: Ground, land: Grid, off: frozenset[str]):
        count = len(ground.ids)
        self.nobody, self.water, self.wall = count, count + 1, count + 2
        cells = owner.copy()
        # walls are the thin gaps between two spaces that must not touch
        hole = owner < 0
        thin = hole & ~ndimage.binary_opening(hole, np.ones((3, 3)))
        high = ndimage.maximum_filter(owner, 3)
        low = ndimage.minimum_filter(np.where(hole, 9999, owner), 3)
        low = np.where(low == 9999, high, low)
        apart = hole & (high >= 0) & ~ground.near[np.clip(high, 0, None), np.clip(low, 0, None)]
        walls = thin & ndimage.binary_dilation(apart, iterations=1)
        hole &= ~walls
        cells[hole & land] = self.nobody
        cells[hole & ~land] = self.water
        sea = (owner >= 0) & ground.sea[np.clip(owner, 0, None)]
        bridges = ndimage.binary_dilation(start >= 0, iterations=2)
        cells[sea & land & ~bridges] = self.nobody
        real = np.array([space not in off for space in ground.ids])
        cells[(owner >= 0) & ~real[np.clip(owner, 0, None)]] = self.nobody
        lakes = (owner >= 0) & ~sea & ~land & ~bridges
        cells[lakes & ~_small(lakes, _POND)] = self.water
        specks = _small(cells == self.nobody, _SPECK)
        cells[specks] = np.where(owner[specks] >= 0, owner[specks], self.water)
        cells[walls] = self.wall
        for number, space in enumerate(ground.ids):
            mask = cells == number
            pieces, count = ndimage.label(mask)
            if count < 2:
                continue
            # its pieces with a label and its largest stay, scraps go to nobody
            pieces_with_label = {int(pieces[y, x]) for x, y in ground.seeds[space]}
            biggest = 1 + int(np.argmax(ndimage.sum(mask, pieces, range(1, count + 1))))
            scraps = mask & ~np.isin(pieces, [*pieces_with_label, biggest])
            cells[scraps] = np.where(ground.water[scraps], self.water, self.nobody)
        self.cells: Grid = cells


def _small(mask: Grid, least: int) -> Grid:
    """The cells of a mask in pieces of fewer cells than ``least``."""
    pieces, count = ndimage.label(mask)
    sizes = ndimage.sum(mask, pieces, np.arange(count + 1))
    return mask & (sizes[pieces] < least)


Point = tuple[float, float]
Corner = tuple[int, int]
Step = tuple[Corner, int, int]
"""From a corner to the next one, with what is on the left and on the right."""

OUTSIDE = -9
_STAIRS, _FINE = 0.9, 0.3
"""How far a line may be moved before and after its corners are cut."""


class Arc(NamedTuple):
    """A line between two junctions, with the codes of the areas on its left and right."""

    points: list[Point]
    left: int
    right: int

    @property
    def length(self) -> float:
        """Its length in units."""
        return float(LineString(self.points).length)


def trace_outlines(cells: Grid) -> list[Arc]:
    """The borders of all areas of a grid, those with the outside as well."""
    padded_cells = np.pad(cells, 1, constant_values=OUTSIDE)
    steps: dict[Corner, list[Step]] = defaultdict(list)

    def add(a: Corner, b: Corner, left_of: int, right: int) -> None:
        """Note a step along which two areas meet, from either corner."""
        steps[a].append((b, left_of, right))
        steps[b].append((a, right, left_of))

    for y, x in np.argwhere(padded_cells[1:, :] != padded_cells[:-1, :]).tolist():
        add((x - 1, y), (x, y), int(padded_cells[y, x]), int(padded_cells[y + 1, x]))
    for y, x in np.argwhere(padded_cells[:, 1:] != padded_cells[:, :-1]).tolist():
        add((x, y - 1), (x, y), int(padded_cells[y, x + 1]), int(padded_cells[y, x]))
    steps_used: set[tuple[Corner, Corner]] = set()
    junctions = [corner for corner, ways in steps.items() if len(ways) != 2]
    arcs = []
    for corner in [*junctions, *steps]:
        for first, left, right in steps[corner]:
            if (corner, first) in steps_used:  # what is walked grows meanwhile
                continue
            here, there, points = corner, first, [corner, first]
            steps_used |= {(here, there), (there, here)}
            while len(steps[there]) == 2 and there != corner:  # to a junction, or once round
                here, there = there, next(way[0] for way in steps[there] if way[0] != here)
                steps_used |= {(here, there), (there, here)}
                points.append(there)
            arcs.append(Arc(_smooth(points), left, right))
    return arcs


def _smooth(corners: list[Corner]) -> list[Point]:
    """Stairs to a curve; both ends stay where they are."""
    line = np.array(corners, float)
    is_ring = corners[0] == corners[-1]
    if len(line) > 3:
        middles = (line[1:] + line[:-1]) / 2
        first, last = (middles[-1:], middles[:0]) if is_ring else (line[:1], line[-1:])
        line = np.vstack([first, middles, last])
    line = np.array(LineString(line).simplify(_STAIRS).coords)
    for _ in range(2 if len(line) > 2 else 0):  # Chaikin's: each corner becomes two
        a, b = line[:-1], line[1:]
        cut = np.empty((2 * len(a), 2))
        cut[0::2], cut[1::2] = 0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b
        ends = (cut, cut[:1]) if is_ring else (line[:1], cut[1:-1], line[-1:])
        line = np.vstack(ends)
    points = LineString(line).simplify(_FINE).coords if len(line) > 2 else line
    return [(float(x), float(y)) for x, y in points]


def encode_outlines(points: list[Point], scale: int) -> Iterator[int]:
    """The first point and then the steps, in parts of a unit; steps of nothing are left out."""
    whole = [(round(x * scale), round(y * scale)) for x, y in points]
    yield from whole[0]
    for (x0, y0), (x1, y1) in pairwise(whole):
        if (x0, y0) != (x1, y1):
            yield from (x1 - x0, y1 - y0)
