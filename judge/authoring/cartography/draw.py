"""judge draw-map: from places, rules and shores to shapes.json."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from shapely.geometry import Polygon

from judge.authoring import check
from judge.authoring.cartography import growth, routing
from judge.authoring.cartography.routing import Cell, Ground, Router
from judge.authoring.cartography.terrain import Terrain, place_on_map, projection_of
from judge.catalog.file_keys import Locations, LonLat
from judge.catalog.variant import Variant
from judge.kernel.errors import InputError
from judge.report.picture import motif, shapes
from judge.report.picture.shapes import Shapes, Sign

Pieces = Sequence[tuple[int, Polygon]]
Say = Callable[[str], None]

_EDGE = 6
"""No seed lies nearer to the edge of the grid."""
_SCALE = 4
"""Parts of a unit in which points are stored."""
_REASONS = {
    "ferry": "a ferry goes there, which fleets can close",
    "passage": "a passage outside the map",
}
SEEN = 6.0
"""Two areas meet visibly along so many units."""


class Drawing:
    """A variant's map, drawn: ``ground``, ``painted`` cells, ``arcs`` and ``labels``."""

    def __init__(
        self,
        map_data: Mapping[str, Any],
        places: Locations,
        pieces: Pieces,
        say: Say = lambda _: None,
    ):
        if places.frame is None:
            raise InputError("places.toml: frame: say which part of the earth the map shows.")
        self.places, self.frame = places, places.frame
        self.rules = motif.ordinary_neighbours(map_data)
        self.kinds = motif.neighbour_kinds(map_data)
        self.project = projection_of(self.frame)
        self.signs = {
            both: Sign(both, kind, _REASONS[kind])
            for both, kind in motif.special_neighbours(map_data).items()
        }
        for sign in places.signs:
            both = motif.as_pair(*sign.between)
            at = place_on_map(self.project, sign.at) if sign.at else None
            spot = (round(at[0]), round(at[1])) if at else None
            self.signs[both] = Sign(both, sign.kind, sign.reason, spot)
        terrain = Terrain(pieces, self.frame, self.project)
        for place in places.spaces.values():
            terrain.add_disc(self._cell(place.lonlat), place.atoll)
        say("ground")
        self.ground = self._make_ground(terrain)
        router = Router(self.ground)
        router.route(self.rules - {*self.signs})
        say("borders routed")
        off = frozenset(places.off)
        owner = growth.grow(router.owner, self.ground, terrain)
        say("spaces grown")
        self.painted = growth.Painted(owner, router.owner, self.ground, terrain.land, off)
        self.arcs = growth.trace_outlines(self.painted.cells)
        say("outlines traced")
        self.labels = routing.place(
            self.painted.cells,
            {space: self.ground.number[space] for space in places.spaces},
            self.ground.seeds,
        )
        say("labels placed")

    def _make_ground(self, terrain: Terrain) -> Ground:
        ids = [*self.places.spaces, *self.places.off]
        number = {space: index for index, space in enumerate(ids)}
        near: Any = np.eye(len(ids), dtype=bool)
        for a, b in self.rules:
            near[number[a], number[b]] = near[number[b], number[a]] = True
        for name in self.places.off:
            near[number[name], :] = near[:, number[name]] = True
        sea = np.array([self.kinds.get(space) == "sea" for space in ids])
        seeds = {
            space: [self._cell(spot) for spot in (place.lonlat, *place.also)]
            for space, place in self.places.spaces.items()
        }
        seeds |= {name: [self._cell(spot)] for name, spot in self.places.off.items()}
        return Ground(ids, sea, near, seeds, ~terrain.land)

    def _cell(self, spot: LonLat) -> Cell:
        x, y = place_on_map(self.project, spot)
        width, height = self.frame.size
        return (
            int(np.clip(x, _EDGE, width - 1 - _EDGE)),
            int(np.clip(y, _EDGE, height - 1 - _EDGE)),
        )

    def shapes(self) -> Shapes:
        """All of it as shapes.json holds it."""
        painted = self.painted
        real = len(self.places.spaces)
        codes = {
            **dict.fromkeys(range(real, painted.nobody + 1), shapes.NOBODY),
            painted.water: shapes.WATER,
            painted.wall: shapes.WALL,
            growth.OUTSIDE: shapes.OUTSIDE,
        }
        return Shapes(
            size=self.frame.size,
            scale=_SCALE,
            spaces=tuple(self.places.spaces),
            arcs=tuple(
                (
                    codes.get(arc.left, arc.left),
                    codes.get(arc.right, arc.right),
                    *growth.encode_outlines(arc.points, _SCALE),
                )
                for arc in self.arcs
            ),
            labels=dict(sorted(self.labels.items())),
            coasts={
                f"{space}/{coast.upper()}": self._cell(spot)
                for space, place in sorted(self.places.spaces.items())
                for coast, spot in place.coasts.items()
            },
            signs=(
                *(sign for _, sign in sorted(self.signs.items())),
                *self._mark_short_contacts(),
            ),
            regions={
                name: tuple(
                    sorted(
                        space
                        for space, place in self.places.spaces.items()
                        if west <= place.lonlat[0] <= east and south <= place.lonlat[1] <= north
                    )
                )
                for name, ((west, north), (east, south)) in self.places.regions.items()
            },
        )

    def _mark_short_contacts(self) -> Iterator[Sign]:
        """A sign where neighbours touch, but along so little that nobody would see it."""
        arcs_of: dict[motif.Pair, list[growth.Arc]] = {}
        for arc in self.arcs:
            if 0 <= arc.left != arc.right >= 0 and max(arc.left, arc.right) < len(self.kinds):
                both = motif.as_pair(self.ground.ids[arc.left], self.ground.ids[arc.right])
                arcs_of.setdefault(both, []).append(arc)
        for both, arcs in sorted(arcs_of.items()):
            if sum(arc.length for arc in arcs) < SEEN and both not in self.signs:
                points = max(arcs, key=lambda arc: arc.length).points
                x, y = points[len(points) // 2]
                yield Sign(both, "point", "they touch along a short line", (round(x), round(y)))


def faults(map_shapes: Shapes, map_data: Mapping[str, Any]) -> Iterator[str]:
    """What a picture shows otherwise than the rules, and where it is hard to see."""
    rules = motif.ordinary_neighbours(map_data) | {*motif.special_neighbours(map_data)}
    signs = {sign.between for sign in map_shapes.signs}
    lengths = map_shapes.contacts()
    for a, b in sorted(rules - signs):
        length = lengths.get((a, b), 0.0)
        if length == 0:
            yield f"{a}-{b}: neighbours that do not touch"
        elif length < SEEN:
            yield f"{a}-{b}: they touch along {length:.1f} units only"
    for (a, b), length in sorted(lengths.items()):
        if (a, b) not in rules:
            yield f"{a}-{b}: no neighbours, but they touch along {length:.1f} units"
    for a, b in sorted(signs - rules):
        yield f"{a}-{b}: a sign between spaces that are no neighbours"


def draw(drawn: Variant, pieces: Pieces, say: Say) -> Iterator[str]:
    """Draw a variant's map and write its shapes.json; gives what is wrong with it.

    Raises InputError with what is wrong with its places.toml.
    """
    places = msgspec.convert(check.read_page(drawn, "places.toml"), Locations)
    map_shapes = Drawing(drawn.map, places, pieces, say).shapes()
    (drawn.folder / shapes.FILE).write_bytes(shapes.write(map_shapes))
    yield from faults(map_shapes, drawn.map)
