"""The ground as a grid: what is land, in which modern country, and where those countries meet."""

import io
import json
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from subprocess import CalledProcessError, run
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from scipy import ndimage
from shapely import make_valid
from shapely.affinity import translate
from shapely.geometry import Polygon, box

from judge.authoring.cartography.projection import Project
from judge.catalog.places import Frame
from judge.kernel.errors import InputError

ATLAS_PACKAGE = "world-atlas@2.0.2"
ATLAS_FILE = "countries-10m.json"
_SOUTH = -60
"""Antarctica is on no map, and goes round the pole."""


def load_atlas(file: Path | None) -> list[tuple[int, Polygon]]:
    """The pieces of land, each with the number of its modern country, in degrees.

    ``file`` is world-atlas's countries-10m.json; without one npm fetches the package.
    """
    topology = json.loads(file.read_text() if file else _fetch())
    return list(_pieces(topology))


def _fetch() -> str:
    """The file out of the package, by npm."""
    with TemporaryDirectory() as folder:
        try:
            run(
                ["npm", "pack", "--silent", ATLAS_PACKAGE],
                cwd=folder,
                check=True,
                capture_output=True,
            )
        except (OSError, CalledProcessError) as error:
            raise InputError(
                f"npm can't fetch {ATLAS_PACKAGE} ({error}); give its {ATLAS_FILE}."
            ) from error
        archive_bytes = next(Path(folder).glob("*.tgz")).read_bytes()
    with tarfile.open(fileobj=io.BytesIO(archive_bytes)) as archive:
        member = archive.extractfile(f"package/{ATLAS_FILE}")
        if member is None:
            raise InputError(f"{ATLAS_PACKAGE} holds no {ATLAS_FILE}.")
        return member.read().decode()


def _pieces(topology: Mapping[str, Any]) -> Iterator[tuple[int, Polygon]]:
    arcs = [_decode(arc, topology["transform"]) for arc in topology["arcs"]]
    for number, country in enumerate(topology["objects"]["countries"]["geometries"]):
        parts = country["arcs"] if country["type"] == "MultiPolygon" else [country["arcs"]]
        for part in parts:
            shell, *holes = (_ring(arcs, ring) for ring in part)
            if len(shell) > 3 and max(lat for _, lat in shell) > _SOUTH:
                yield number, Polygon(shell, holes)


def _decode(
    arc: Sequence[Sequence[int]], transform: Mapping[str, Any]
) -> list[tuple[float, float]]:
    """A delta-coded arc of TopoJSON as degrees."""
    (sx, sy), (tx, ty) = transform["scale"], transform["translate"]
    x = y = 0
    points = []
    for dx, dy in arc:
        x, y = x + dx, y + dy
        points.append((x * sx + tx, y * sy + ty))
    return points


def _ring(
    arcs: Sequence[list[tuple[float, float]]], ring: Sequence[int]
) -> list[tuple[float, float]]:
    """The arcs of a ring put together; ``~n`` is arc n backwards.

    Longitudes go on beyond 180 degrees, so that no ring jumps across the map.
    """
    points: list[tuple[float, float]] = []
    for index in ring:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        points += arc[1:] if points else arc
    return list(_unwrap(points))


def _unwrap(points: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    turns, before = 0, points[0][0]
    for lon, lat in points:
        turns -= round((lon - before) / 360)
        before = lon
        yield lon + 360 * turns, lat


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
