"""Natural Earth's countries (public domain) from the npm package world-atlas, as polygons."""

import io
import json
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from subprocess import CalledProcessError, run
from tempfile import TemporaryDirectory
from typing import Any

from shapely.geometry import Polygon

from judge.kernel.errors import InputError

PACKAGE = "world-atlas@2.0.2"
FILE = "countries-10m.json"
_SOUTH = -60
"""Antarctica is on no map, and goes round the pole."""


def load(file: Path | None) -> list[tuple[int, Polygon]]:
    """The pieces of land, each with the number of its modern country, in degrees.

    ``file`` is world-atlas's countries-10m.json; without one npm fetches the package.
    """
    topology = json.loads(file.read_text() if file else _fetch())
    return list(_pieces(topology))


def _fetch() -> str:
    """The file out of the package, by npm."""
    with TemporaryDirectory() as folder:
        try:
            run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, capture_output=True)
        except (OSError, CalledProcessError) as error:
            raise InputError(f"npm can't fetch {PACKAGE} ({error}); give its {FILE}.") from error
        archive_bytes = next(Path(folder).glob("*.tgz")).read_bytes()
    with tarfile.open(fileobj=io.BytesIO(archive_bytes)) as archive:
        member = archive.extractfile(f"package/{FILE}")
        if member is None:
            raise InputError(f"{PACKAGE} holds no {FILE}.")
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
