"""shapes.json: the outlines of a variant's map as its picture is drawn from them.

Every border is stored once, as an arc with what lies on its left and right, so that neighbours
share it; the rings round the spaces are put together here.
"""

import math
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import msgspec

from judge.report.picture import motif
from judge.report.picture.geometry import Spot
from judge.report.picture.motif import Pair, as_pair

NOBODY, WATER, WALL, OUTSIDE = -1, -2, -3, -4
"""What an arc may have beside it that is no space: land and water of nobody, the bar between two
spaces that are no neighbours, and the edge of the map."""
FILE = "shapes.json"

_WIDEST = 1040
"""Pixels across, at most."""
_SIXTHS = (5, 4, 3, 2, 1)
"""How many pixels six units of a map may be: patterns repeat after whole pixels."""

_ROW = 4
"""Units between two lines along which it is known what lies where."""
_MARGIN = 12
"""Units about the units of an inset."""
_TILES = 18
"""After so many units all patterns begin anew."""

Window = tuple[int, int, int, int]
"""Left, top, width and height of a part of a map."""


class Label(msgspec.Struct, frozen=True, array_like=True):
    """The middle of a space's unit and of its name."""

    unit: Spot
    name: Spot


class Sign(msgspec.Struct, frozen=True, omit_defaults=True):
    """A border that the outlines do not show well: two spaces, what joins them, and why.

    ``at`` is the place of the sign; without one it is a line from the one space to the other.
    """

    between: Pair
    kind: str
    reason: str
    at: Spot | None = None


class Shapes(msgspec.Struct, frozen=True, dict=True):
    """A map as it is drawn: ``arcs`` hold left, right, the first point and the steps.

    Left and right are places in ``spaces`` or one of the codes above; points and steps are in
    parts of a unit, ``scale`` of them a unit. ``size`` is the width and height in units;
    ``coasts`` has a place for the unit on each of several coasts ("STP/NC").
    """

    size: tuple[int, int]
    scale: int
    spaces: tuple[str, ...]
    arcs: tuple[tuple[int, ...], ...]
    labels: Mapping[str, Label]
    coasts: Mapping[str, Spot] = {}
    signs: tuple[Sign, ...] = ()
    regions: Mapping[str, tuple[str, ...]] = {}
    """The spaces of parts of the map that have a name ("Balkans")."""

    @property
    def sixths(self) -> int:
        """How large the map is drawn: so many pixels are six of its units."""
        return next((six for six in _SIXTHS if self.size[0] * six // 6 <= _WIDEST), 1)

    def snap(self, spot: Spot) -> Spot:
        """The pixel that is nearest to a place: what stands there is the same sign everywhere."""
        pixel = 6 / self.sixths
        return round(round(spot[0] / pixel) * pixel, 1), round(round(spot[1] / pixel) * pixel, 1)

    @cached_property
    def _rows(self) -> Mapping[int, list[tuple[float, int]]]:
        """By line the places at which an outline crosses it, with what begins there."""
        rows: dict[int, list[tuple[float, int]]] = defaultdict(list)
        high = _ROW * self.scale
        for left, right, first_x, first_y, *steps in self.arcs:
            xs, ys = (
                accumulate(steps[::2], initial=first_x),
                accumulate(steps[1::2], initial=first_y),
            )
            for (x, y), (u, v) in pairwise(zip(xs, ys, strict=True)):
                for row in range(min(y, v) // high + 1, max(y, v) // high + 1):
                    across = x + (u - x) * (row * high - y) / (v - y)
                    rows[row].append((across / self.scale, left if v > y else right))
        return {row: sorted(crossings) for row, crossings in rows.items()}

    def find_area(self, spot: Spot) -> int:
        """What lies at about a place: a number among ``spaces``, or one of the codes above."""
        crossings = self._rows.get(round(spot[1] / _ROW), [])
        at = bisect(crossings, (spot[0], len(self.spaces)))
        return crossings[at - 1][1] if at else OUTSIDE

    def contacts(self) -> Mapping[Pair, float]:
        """How many units of outline each two spaces share."""
        lengths: dict[Pair, float] = defaultdict(float)
        for left, right, *steps in self.arcs:
            if left >= 0 and right >= 0 and left != right:
                both = as_pair(self.spaces[left], self.spaces[right])
                moves = zip(steps[2::2], steps[3::2], strict=True)
                lengths[both] += sum(math.hypot(dx, dy) for dx, dy in moves) / self.scale
        return lengths


class Drawn(msgspec.Struct, frozen=True):
    """The outlines as texts for the "d" of SVG paths, in parts of a unit.

    ``areas`` holds a closed path for each space, ``nobody`` and ``walls`` those of the land that
    is no space; the others are lines: the shore, and borders on land and at sea. ``art`` is an
    artist's drawing, as SVG, that lies below all.
    """

    areas: Mapping[str, str]
    nobody: str
    walls: str
    shore: str
    inland: str
    at_sea: str
    art: str = ""


_GROUNDS = {NOBODY: "land", WATER: "sea", WALL: "none", OUTSIDE: "none"}


def draw(shapes: Shapes, kinds: Mapping[str, str]) -> Drawn:
    """Outlines as paths; ``kinds`` says of each space whether it is "land" or "sea"."""
    lines: dict[str, list[str]] = defaultdict(list)
    around: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for arc in shapes.arcs:
        left, right, x, y, *steps = arc
        sides = {kinds[shapes.spaces[code]] if code >= 0 else _GROUNDS[code] for code in arc[:2]}
        is_border = min(left, right) >= 0 or (left != right and "sea" not in sides)
        if sides == {"land", "sea"}:
            lines["shore"].append(_line(arc[2:]))
        elif "none" not in sides and is_border:
            lines[sides.pop()].append(_line(arc[2:]))
        if left != right:
            around[left].append(arc[2:])
            # On its right it runs from its other end.
            moves = zip(steps[::2], steps[1::2], strict=True)
            back = [-step for move in reversed([*moves]) for step in move]
            around[right].append((x + sum(steps[::2]), y + sum(steps[1::2]), *back))
    rings_of = {code: _close_rings(arcs) for code, arcs in around.items()}
    return Drawn(
        areas={space: rings_of.get(code, "") for code, space in enumerate(shapes.spaces)},
        nobody=rings_of.get(NOBODY, ""),
        walls=rings_of.get(WALL, ""),
        shore="".join(lines["shore"]),
        inland="".join(lines["land"]),
        at_sea="".join(lines["sea"]),
    )


def _line(steps: Sequence[int]) -> str:
    x, y, *rest = steps
    return f"M{x} {y}l{' '.join(map(str, rest))}".replace(" -", "-")


def _close_rings(arcs: Sequence[tuple[int, ...]]) -> str:
    """Arcs that have the same area on their left, put together to closed paths."""
    starts: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index, (x, y, *_) in enumerate(arcs):
        starts[x, y].append(index)
    arcs_left = set(range(len(arcs)))
    paths = []
    while arcs_left:
        index = min(arcs_left)
        begin = here = (arcs[index][0], arcs[index][1])
        steps: list[int] = []
        while True:
            arcs_left.discard(index)
            starts[arcs[index][0], arcs[index][1]].remove(index)
            moves = arcs[index][2:]
            steps += moves
            here = (here[0] + sum(moves[::2]), here[1] + sum(moves[1::2]))
            if here == begin or not starts[here]:
                break
            index = starts[here][0]
        paths.append(_line((*begin, *steps)) + "z")
    return "".join(paths)


@cache
def read(folder: Path) -> Shapes | None:
    """The shapes of a variant's folder, None if it has none."""
    path = folder / FILE
    if not path.exists():
        return None
    return msgspec.json.decode(path.read_bytes(), type=Shapes)


def write(shapes: Shapes) -> bytes:
    """The bytes of shapes.json, a line an arc, so that changes can be read."""
    raw = msgspec.json.encode(shapes).decode()
    return raw.replace("],[", "],\n[").replace('],"', '],\n"').encode() + b"\n"


def find_named(shapes: Shapes | None, text: str, *, whole: bool = False) -> tuple[str, ...]:
    """The spaces of the region that is called so, or unless ``whole`` the only one that begins so.

    () if there is none.
    """
    if shapes is None or not text:
        return ()
    word = text.lower().removeprefix("the ")
    near = [name for name in shapes.regions if name.lower().startswith(word)]
    exact = [name for name in near if name.lower() == word]
    matches = exact if whole or exact else near
    return shapes.regions[matches[0]] if len(matches) == 1 else ()


def find_inset(shapes: Shapes) -> Window | None:
    """Where the part with the most spaces lies on a map that goes round the world.

    A picture of the whole world has no room for it, and shows it once more below, twice as large;
    who would stand on its edge stands within.
    """
    if not shapes.regions or not any(sign.kind == "wrap" for sign in shapes.signs):
        return None
    dense = max(shapes.regions.values(), key=len)
    left, top, wide, high = _frame(shapes, dense)
    spots = {space: label.unit for space, label in shapes.labels.items()}
    inside = {
        space for space, (x, y) in spots.items() if left < x < left + wide and top < y < top + high
    }
    return _frame(shapes, inside)


def _frame(shapes: Shapes, spaces: Iterable[str]) -> Window:
    """The tiles within which the units and names of spaces stand."""
    labels = [shapes.labels[space] for space in spaces]
    spots = [spot for label in labels for spot in (label.unit, label.name)]
    (left, right), (top, bottom) = (
        (max(0, min(side) - _MARGIN) // _TILES, (max(side) + _MARGIN) // _TILES + 1)
        for side in zip(*spots, strict=True)
    )
    wide, high = right - left, bottom - top
    return int(left) * _TILES, int(top) * _TILES, int(wide) * _TILES, int(high) * _TILES


def around(map_data: Mapping[str, Any], spaces: Iterable[str], steps: int) -> tuple[str, ...]:
    """The spaces and those within so many steps of any unit, in the order of their ids."""
    near_spaces = {*spaces}
    borders = motif.ordinary_neighbours(map_data)
    for _ in range(steps):
        near_spaces |= {space for both in borders if near_spaces & {*both} for space in both}
    return tuple(sorted(near_spaces))
