"""The earth on the plane of a map: projected, with lenses over the crowded parts, and as a grid.

What is land, in which modern country, and where those countries meet.
"""

import io
import json
import tarfile
from collections.abc import Callable, Sequence
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

from judge.catalog.file_keys import Frame, LonLat
from judge.kernel.errors import InputError

Points = Any
"""An array of shape (n, 2)."""
Project = Callable[[Points], Points]
"""Longitudes and latitudes to units of the map, x to the right and y down."""

_FAR = 85.0
"""No projection is asked for places nearer to a pole."""


def projection_of(frame: Frame) -> Project:
    """The projection of a frame."""
    return _conic(frame) if frame.projection == "conic" else _cylinder(frame)


def place_on_map(project: Project, place: LonLat) -> tuple[float, float]:
    """A single place on the map."""
    x, y = project([place])[0]
    return float(x), float(y)


def _conic(frame: Frame) -> Project:
    """Lambert's conformal conic with one true parallel, then the lenses, cut to the frame."""
    meridian, parallel = frame.centre
    cone = np.sin(np.radians(parallel))
    scale = np.tan(np.pi / 4 + np.radians(parallel) / 2) ** cone / np.tan(np.radians(parallel))

    def flat(points: Points) -> Points:
        lon, lat = np.asarray(points, float).T
        radius = scale / np.tan(np.pi / 4 + np.radians(np.clip(lat, -_FAR, _FAR)) / 2) ** cone
        angle = cone * np.radians(lon - meridian)
        return np.c_[radius * np.sin(angle), radius * np.cos(angle)]

    lenses: list[tuple[Any, float, float]] = []

    def bend(points: Points) -> Points:
        """Stretch the distances from each lens: by 1 + strength in its middle, by 1 far away."""
        spots = flat(points)
        for middle, reach, strength in lenses:
            away = spots - middle
            far = np.hypot(*away.T) / reach
            spots = middle + away * (1 + strength * np.exp(-(far**2)))[:, None]
        return spots

    width = float(flat([frame.east])[0, 0] - flat([frame.west])[0, 0])
    for lens in frame.lenses:  # each lies where those before it have moved its place to
        middle = bend([lens.at])[0]
        lenses.append((middle, lens.width * width, lens.strength))
    left, right = bend([frame.west])[0, 0], bend([frame.east])[0, 0]
    top = bend([frame.north])[0, 1]
    zoom = frame.size[0] / (right - left)
    return lambda points: (bend(points) - [left, top]) * zoom


def _cylinder(frame: Frame) -> Project:
    """Miller's cylinder, both axes stretched about the lenses so that the edges stay straight."""
    cut = frame.centre[0]
    top, bottom = _miller(frame.north[1]), _miller(frame.south[1])
    wide = _stretch(
        [((lens.at[0] - cut) % 360 / 360, lens.strength, lens.width) for lens in frame.lenses]
    )
    high = _stretch(
        [
            ((top - _miller(lens.at[1])) / (top - bottom), lens.strength / 2, 2 * lens.width)
            for lens in frame.lenses
            if lens.strength > 0
        ]
    )

    def project(points: Points) -> Points:
        lon, lat = np.asarray(points, float).T
        once = (lon >= cut) & (lon <= cut + 360 + 1e-6)
        x = np.where(once, lon - cut, (lon - cut) % 360) / 360
        y = (top - _miller(np.clip(lat, -_FAR, _FAR))) / (top - bottom)
        return np.c_[wide(x), high(y)] * frame.size

    return project


def _stretch(lenses: Sequence[tuple[float, float, float]]) -> Project:
    """A scale from 0..1 to 0..1 that is 1 + strength times denser in the middle of each lens."""
    steps = np.linspace(-0.5, 1.5, 4001)
    density = 1 + sum(
        strength * np.exp(-(((steps - middle) / width) ** 2)) for middle, strength, width in lenses
    )
    total = np.cumsum(density)
    zero, one_ = np.interp([0, 1], steps, total)
    return lambda x: (np.interp(x, steps, total) - zero) / (one_ - zero)


def _miller(latitude: Any) -> Any:
    return 1.25 * np.log(np.tan(np.pi / 4 + 0.4 * np.radians(latitude)))


ATLAS_PACKAGE = "world-atlas@2.0.2"
ATLAS_FILE = "countries-10m.json"
_SOUTH = -60
"""Antarctica is on no map, and goes round the pole."""


def load_atlas(file: Path | None) -> list[tuple[int, Polygon]]:
    """The pieces of land, each with the number of its modern country, in degrees.

    ``file`` is world-atlas's countries-10m.json; without one npm fetches the package.
    """
    topology = json.loads(file.read_text() if file else _fetch())
    scale, move = (topology["transform"][key] for key in ("scale", "translate"))
    # each point of an arc is the step from the one before it
    arcs = [(np.cumsum(arc, 0) * scale + move).tolist() for arc in topology["arcs"]]
    pieces = []
    for number, country in enumerate(topology["objects"]["countries"]["geometries"]):
        parts = country["arcs"] if country["type"] == "MultiPolygon" else [country["arcs"]]
        for part in parts:
            shell, *holes = (_ring(arcs, ring) for ring in part)
            if len(shell) > 3 and max(lat for _, lat in shell) > _SOUTH:
                pieces.append((number, Polygon(shell, holes)))
    return pieces


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


def _ring(arcs: Sequence[list[list[float]]], ring: Sequence[int]) -> list[tuple[float, float]]:
    """The arcs of a ring put together; ``~n`` is arc n backwards.

    Longitudes go on beyond 180 degrees, so that no ring jumps across the map.
    """
    points: list[list[float]] = []
    for index in ring:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        points += arc[1:] if points else arc
    turns, before, unwrapped = 0, points[0][0], []
    for lon, lat in points:
        turns -= round((lon - before) / 360)
        before = lon
        unwrapped.append((lon + 360 * turns, lat))
    return unwrapped


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
        meridian = frame.centre[0]  # what can be shown, wherever degrees begin to count
        window = (
            box(meridian - 92, -5, meridian + 102, 84)
            if frame.projection == "conic"
            else box(meridian, -84, meridian + 360, 84)
        )
        for number, polygon in pieces:
            west, _, east, _ = polygon.bounds
            for turn in (-720, -360, 0, 360, 720):
                if west + turn > window.bounds[2] or east + turn < window.bounds[0]:
                    continue
                cut = make_valid(translate(polygon, turn)).intersection(window)
                for part in getattr(cut, "geoms", [cut]):
                    if isinstance(part, Polygon) and not part.is_empty:
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


def _paint(
    image: Any, polygon: Polygon, project: Project, fine: int, inks: tuple[int, int]
) -> None:
    """Fill a polygon with the first ink and its holes with the second."""
    canvas = ImageDraw.Draw(image)
    rings = ((polygon.exterior, inks[0]), *((hole, inks[1]) for hole in polygon.interiors))
    for ring, ink in rings:
        line = np.array(ring.segmentize(_STEP).coords)[:, :2]
        canvas.polygon([tuple(point) for point in project(line) * fine], fill=ink)
