"""From skeletons to areas: every space grows until it meets its neighbours, and nobody else."""

from typing import Any

import numpy as np
from scipy import ndimage

from judge.cartography import search
from judge.cartography.routing import Ground
from judge.cartography.terrain import Terrain

Grid = Any

_WRONG = 60.0
"""A cell on the other side of the shore costs so much: islands and fjords stay what they are."""
_ABROAD = 2.5
_BORDER = 4.0
_LAND, _SEA = 210.0, 900.0
"""How far land and sea spaces grow; beyond is land and water of nobody."""
_SPECK, _POND = 14, 25
"""Islets and lakes of fewer cells are left out."""


def grow(start: Grid, ground: Ground, terrain: Terrain, off: frozenset[str]) -> Grid:
    """The number of the space in every cell, search.FREE where there is none."""
    home = np.array([_home(terrain, ground.seeds[space][0]) for space in ground.ids])
    reach = np.where(ground.sea, _SEA, _LAND)
    price = _noise(terrain.land.shape) * np.where(terrain.border, _BORDER, 1.0)
    owner: Grid = search.grow(
        start, ground.sea, ground.water, ground.near, price, _ABROAD, terrain.country, home, reach,
        _WRONG,
    )  # fmt: skip
    return owner


def _home(terrain: Terrain, seed: tuple[int, int]) -> int:
    return int(terrain.country[seed[1], seed[0]])


def _noise(shape: tuple[int, int]) -> Grid:
    """Smooth noise about 1, so that borders wander as those of nature do; always the same."""
    random = np.random.default_rng(5)
    waves = sum(ndimage.gaussian_filter(random.normal(size=shape), far) * far for far in (2, 5, 11))
    return np.exp(0.5 * waves / waves.std())


class Painted:
    """The areas as they are drawn: ``cells`` holds the number of a space or one of the codes."""

    def __init__(self, owner: Grid, start: Grid, ground: Ground, land: Grid, off: frozenset[str]):
        count = len(ground.ids)
        self.nobody, self.water, self.wall = count, count + 1, count + 2
        cells = owner.copy()
        walls = _walls(owner, ground.near)
        hole = (owner < 0) & ~walls
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
        self.cells: Grid = _keep_pieces(cells, ground, self.nobody, self.water)


def _walls(owner: Grid, near: Grid) -> Grid:
    """The thin gaps between two spaces that must not touch."""
    hole = owner < 0
    thin = hole & ~ndimage.binary_opening(hole, np.ones((3, 3)))
    high = ndimage.maximum_filter(owner, 3)
    low = ndimage.minimum_filter(np.where(hole, 9999, owner), 3)
    low = np.where(low == 9999, high, low)
    apart = (high >= 0) & ~near[np.clip(high, 0, None), np.clip(low, 0, None)]
    return thin & ndimage.binary_dilation(apart & hole, iterations=1)


def _small(mask: Grid, least: int) -> Grid:
    """The cells of a mask in pieces of fewer cells than ``least``."""
    pieces, count = ndimage.label(mask)
    sizes = ndimage.sum(mask, pieces, np.arange(count + 1))
    return mask & (sizes[pieces] < least)


def _keep_pieces(cells: Grid, ground: Ground, nobody: int, water: int) -> Grid:
    """Of each space its pieces with a label and its large ones; scraps go to nobody."""
    for number, space in enumerate(ground.ids):
        mask = cells == number
        pieces, count = ndimage.label(mask)
        if count < 2:
            continue
        pieces_with_label = {int(pieces[y, x]) for x, y in ground.seeds[space]}
        biggest = 1 + int(np.argmax(ndimage.sum(mask, pieces, range(1, count + 1))))
        scraps = mask & ~np.isin(pieces, [*pieces_with_label, biggest])
        cells[scraps] = np.where(ground.water[scraps], water, nobody)
    return cells
