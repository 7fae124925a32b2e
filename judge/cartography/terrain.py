"""The ground as a grid: what is land, in which modern country, and where those countries meet."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage
from shapely import make_valid
from shapely.affinity import translate
from shapely.geometry import Polygon, box

from judge.cartography.projection import Project
from judge.catalog.places import Frame

Grid = Any
"""An array indexed [y, x]."""

_FINE = 2
"""The land is drawn so many times finer than the grid."""
_STEP = 1.0
"""Degrees between points put into long straight edges, which a projection bends."""


class Terrain:
    """``land`` is True on land; ``country`` its modern country or -1; ``border`` where two meet."""

    def __init__(self, pieces: Sequence[tuple[int, Polygon]], frame: Frame, project: Project):
        width, height = frame.size
        fine = Image.new("1", (width * _FINE, height * _FINE))
        countries = Image.new("I", (width, height), -1)
        for number, polygon in pieces:
            for part in _clip(polygon, frame):
                _paint(fine, part, project, _FINE, (1, 0))
                _paint(countries, part, project, 1, (number, -1))
        self.country: Grid = np.array(countries).astype(np.int64)
        blocks = np.array(fine).reshape(height, _FINE, width, _FINE)
        self.land: Grid = blocks.mean((1, 3)) >= 0.5
        low = ndimage.minimum_filter(np.where(self.country < 0, 9999, self.country), 3)
        self.border: Grid = self.land & (ndimage.maximum_filter(self.country, 3) > low)

    def add_disc(self, middle: tuple[int, int], radius: int) -> None:
        """Make land round a place, for islands that are too small to be seen."""
        y, x = np.indices(self.land.shape)
        self.land |= np.hypot(x - middle[0], y - middle[1]) < radius


def _clip(polygon: Polygon, frame: Frame) -> Iterator[Polygon]:
    """The parts of a polygon that the projection can show, wherever its degrees begin to count."""
    meridian = frame.centre[0]
    window = (
        box(meridian - 92, -5, meridian + 102, 84)
        if frame.projection == "conic"
        else box(meridian, -84, meridian + 360, 84)
    )
    west, _, east, _ = polygon.bounds
    for turn in (-720, -360, 0, 360, 720):
        if west + turn > window.bounds[2] or east + turn < window.bounds[0]:
            continue
        cut = make_valid(translate(polygon, turn)).intersection(window)
        for part in getattr(cut, "geoms", [cut]):
            if isinstance(part, Polygon) and not part.is_empty:
                yield part


def _paint(
    image: Any, polygon: Polygon, project: Project, fine: int, inks: tuple[int, int]
) -> None:
    """Fill a polygon with the first ink and its holes with the second."""
    canvas = ImageDraw.Draw(image)
    rings = ((polygon.exterior, inks[0]), *((hole, inks[1]) for hole in polygon.interiors))
    for ring, ink in rings:
        line = np.array(ring.segmentize(_STEP).coords)[:, :2]
        canvas.polygon([tuple(point) for point in project(line) * fine], fill=ink)
