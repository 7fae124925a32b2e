"""A map out of borders alone, for folders without shapes: a disc a space, a line a border.

Discs lie as far from each other as their spaces are on the board, as well as a plane allows
(stress majorisation, Gansner, Koren and North 2004).
"""

import math
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from types import MappingProxyType
from typing import Any

from judge.report.picture import motif
from judge.report.picture.geometry import Spot
from judge.report.picture.shapes import WATER, Label, Shapes, Sign

REASON = "this map was made from the borders alone"
_SIZE = (1040, 860)
_EDGE = 46
_RADIUS = 25
_AT_SEA = 14
"""The room of a sea, which has no disc but a name."""
_GAP = 8
_ROUNDS = 60
_PUSHES = 40
_SCALE = 4
_CORNERS = 24

_KINDS = {
    frozenset(("army",)): "road",
    frozenset(("fleet",)): "lane",
    frozenset(("army", "fleet")): "line",
}
"""The kind of a border's line, by who crosses it."""
_DIRECTIONS = {"n": (0, -1), "s": (0, 1), "e": (1, 0), "w": (-1, 0)}
_SURE = 3.0
"""How much more a coast says of where north is than a name does."""

LEAST_PLACES = 3
"""So many places on the earth tell how a board stands."""

Layout = list[tuple[float, float]]
LonLat = tuple[float, float]
Distances = Sequence[Sequence[int]]


def lay_out(
    map_data: Mapping[str, Any], places: Mapping[str, LonLat] = MappingProxyType({})
) -> Shapes:
    """The shapes of a map of which only the borders are known; always the same.

    Three or more ``places`` on the earth turn and stretch it as the world stands; without them
    names and coasts tell where north is.
    """
    spots, kinds = _arrange(map_data, places), motif.neighbour_kinds(map_data)
    arcs: list[tuple[int, ...]] = []
    for number, (space, (x, y)) in enumerate(spots.items()):
        if kinds[space] == "land":  # a closed line round it
            turns = [2 * math.pi * step / _CORNERS for step in range(_CORNERS)]
            corners = [
                (
                    round((x + _RADIUS * math.cos(turn)) * _SCALE),
                    round((y + _RADIUS * math.sin(turn)) * _SCALE),
                )
                for turn in turns
            ]
            steps = [(c - a, d - b) for (a, b), (c, d) in pairwise([*corners, corners[0]])]
            arcs.append((number, WATER, *corners[0], *chain.from_iterable(steps)))
    coasts = {}
    for space in map_data["spaces"]:
        for coast in space.get("coasts", ()):
            seas = [spots[place[:3]] for place in space.get(f"fleet_{coast}", ())]
            if seas:  # towards the waters that it lies on
                (x, y), (sea_x, sea_y) = spots[space["id"]], _mean(seas)
                dx, dy = sea_x - x, sea_y - y
                far = math.hypot(dx, dy) or 1.0
                place = f"{space['id']}/{coast.upper()}"
                coasts[place] = (x + 16 * dx / far, y + 16 * dy / far)
    return Shapes(
        size=_SIZE,
        scale=_SCALE,
        spaces=tuple(spots),
        arcs=tuple(arcs),
        labels={space: Label(spot, (spot[0], spot[1] + 15)) for space, spot in spots.items()},
        coasts=coasts,
        signs=tuple(
            Sign(both, _KINDS[arms], REASON)
            for both, arms in sorted(motif.crossed_by(map_data).items())
        ),
    )


def _arrange(map_data: Mapping[str, Any], places: Mapping[str, LonLat]) -> dict[str, Spot]:
    """The place of each space, in the order of their ids."""
    spaces = sorted(space["id"] for space in map_data["spaces"])
    kinds = motif.neighbour_kinds(map_data)
    borders = motif.ordinary_neighbours(map_data)
    number = {space: index for index, space in enumerate(spaces)}
    far = _distances(spaces, borders)
    # A first layout: the distances from two pairs of spaces far from each other.
    count = range(len(far))
    a = max(count, key=lambda i: far[0][i])
    b = max(count, key=lambda i: far[a][i])
    c = max(count, key=lambda i: min(far[a][i], far[b][i]))
    d = max(count, key=lambda i: far[c][i])
    board: Layout = [
        (far[a][i] - far[b][i] + 0.01 * math.cos(i), far[c][i] - far[d][i] + 0.01 * math.sin(i))
        for i in count
    ]
    board = _place(far, board)
    known = {number[space]: lonlat for space, lonlat in places.items() if space in number}
    if len(known) < LEAST_PLACES:
        xs, ys = zip(*board, strict=True)
        if max(ys) - min(ys) > max(xs) - min(xs):  # the longer side lies across
            board = [(y, x) for x, y in board]
        turned = _turn(_fit(board), number, map_data)
    else:
        turned = _fit(_place(far, *_pin(board, known)))
    lines = [(number[a], number[b]) for a, b in sorted(borders)]
    rooms = [_RADIUS if kinds[space] == "land" else _AT_SEA for space in spaces]
    return dict(zip(spaces, _clear(turned, lines, rooms), strict=True))


def _distances(spaces: Sequence[str], borders: frozenset[motif.Pair]) -> Distances:
    """How many borders lie between each two spaces; those without a way are far apart."""
    number = {space: index for index, space in enumerate(spaces)}
    near: list[list[int]] = [[] for _ in spaces]
    for a, b in sorted(borders):
        near[number[a]].append(number[b])
        near[number[b]].append(number[a])
    distances = [[len(near)] * len(near) for _ in spaces]
    for start, far in enumerate(distances):
        far[start] = 0
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in near[here]:
                if far[there] == len(near):
                    far[there] = far[here] + 1
                    queue.append(there)
    return distances


def _place(far: Distances, spots: Layout, fixed: Collection[int] = ()) -> Layout:
    """Places whose distances come near to those on the board, from others; some stay."""
    free = [i for i in range(len(far)) if i not in fixed]
    weights = [[1 / (d * d) if d else 0.0 for d in row] for row in far]
    totals = [sum(row) or 1.0 for row in weights]
    for _ in range(_ROUNDS):
        for i in free:
            row = far[i]
            x = y = 0.0
            xi, yi = spots[i]
            for j, d in enumerate(row):
                if i == j:
                    continue
                xj, yj = spots[j]
                pull = d / (math.hypot(xi - xj, yi - yj) or 1e-9)
                x += weights[i][j] * (xj + (xi - xj) * pull)
                y += weights[i][j] * (yj + (yi - yj) * pull)
            spots[i] = (x / totals[i], y / totals[i])
    return spots


def _pin(spots: Layout, known: Mapping[int, LonLat]) -> tuple[Layout, Collection[int]]:
    """The same places turned and mirrored, some moved to where they lie on the earth, and these.

    All keep the size of the board, on which neighbours are 1 apart.
    """
    middle = math.radians(sum(lat for _, lat in known.values()) / len(known))
    goals = {i: complex(lon * math.cos(middle), -lat) for i, (lon, lat) in known.items()}
    here = {i: complex(*spots[i]) for i in goals}
    start, end = sum(here.values()) / len(here), sum(goals.values()) / len(goals)
    plain = sum((goals[i] - end) * (here[i] - start).conjugate() for i in goals)
    mirrored = sum((goals[i] - end) * (here[i] - start) for i in goals)
    way = max(plain, mirrored, key=abs)
    size = sum(abs(here[i] - start) ** 2 for i in goals) / (abs(way) or 1.0)
    turn = way / (abs(way) or 1.0)
    moved = []
    for x, y in spots:
        step = complex(x, y) - start
        moved.append(turn * (step if way == plain else step.conjugate()))
    gaps = {i: (goal - end) * size - moved[i] for i, goal in goals.items()}
    pinned = []
    for i, spot in enumerate(moved):
        gap = gaps.get(i)
        if gap is None:  # it goes with those that are known, most with the nearest
            weights = {j: 1 / (abs(spot - moved[j]) ** 2 or 1e-9) for j in gaps}
            gap = sum(weights[j] * own for j, own in gaps.items()) / sum(weights.values())
        pinned.append(spot + gap)
    return [(spot.real, spot.imag) for spot in pinned], frozenset(goals)


def _fit(spots: Layout) -> Layout:
    """The same places, as large as the map is."""
    xs, ys = zip(*spots, strict=True)
    left, top = min(xs), min(ys)
    across = (_SIZE[0] - 2 * _EDGE) / (max(xs) - left or 1)
    down = (_SIZE[1] - 2 * _EDGE) / (max(ys) - top or 1)
    return [
        (round(_EDGE + (x - left) * across, 1), round(_EDGE + (y - top) * down, 1))
        for x, y in spots
    ]


def _turn(spots: Layout, number: Mapping[str, int], map_data: Mapping[str, Any]) -> Layout:
    """The same places turned over where coasts and names say that north is below, or west right."""
    # What says where north is: a direction, where the map has what it is said of, its weight.
    pointers: list[tuple[tuple[int, int], Spot, float]] = []
    middle = _mean(spots)
    for space in map_data["spaces"]:
        here = spots[number[space["id"]]]
        for coast in space.get("coasts", ()):
            seas = [spots[number[place[:3]]] for place in space.get(f"fleet_{coast}", ())]
            if seas:
                pointers.append((_DIRECTIONS[coast[0]], _way(here, _mean(seas)), _SURE))
        way = _way(middle, here)
        pointers += [(direction, way, 1.0) for direction in _read_directions(space["name"])]
    for name, power in map_data["powers"].items():
        homes = [spots[number[home]] for home in power.get("home", power.get("cities", ()))]
        for direction in _read_directions(name) if homes else ():
            pointers.append((direction, _way(middle, _mean(homes)), 1.0))
    across = sum(dx * x * weight for (dx, _), (x, _), weight in pointers) < 0
    over = sum(dy * y * weight for (_, dy), (_, y), weight in pointers) < 0
    wide, high = _SIZE
    return [(wide - x if across else x, high - y if over else y) for x, y in spots]


def _read_directions(name: str) -> Iterator[tuple[int, int]]:
    """The directions that a name holds: "North-Western Ocean"."""
    for word in name.lower().replace("-", " ").split():
        for start in ("north", "south", "east", "west"):
            if word.startswith(start):
                yield _DIRECTIONS[start[0]]


def _mean(spots: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _way(start: Spot, end: Spot) -> Spot:
    """From one place to another, as a part of the map's size."""
    return (end[0] - start[0]) / _SIZE[0], (end[1] - start[1]) / _SIZE[1]


def _clear(spots: Layout, lines: Sequence[tuple[int, int]], rooms: Sequence[float]) -> Layout:
    """Places moved a little, so that no space lies on another or on a line that is not its own.

    Where a board is too dense for that, as nearly so as it becomes in some rounds.
    """
    for _ in range(_PUSHES):
        for i, room in enumerate(rooms):
            for j in range(i):
                least = room + rooms[j] + _GAP
                (x, y), (u, v) = spots[i], spots[j]
                dx, dy = x - u, y - v
                if abs(dx) >= least or abs(dy) >= least:
                    continue
                far = math.hypot(dx, dy) or 1e-9
                if far < least:
                    push = (least - far) / 2 / far
                    spots[i] = (x + dx * push, y + dy * push)
                    spots[j] = (u - dx * push, v - dy * push)
        for a, b in lines:
            for k, room in enumerate(rooms):
                if k not in (a, b):
                    _step_aside(spots, k, a, b, room + _GAP / 2)
        spots = [
            (min(max(x, _EDGE), _SIZE[0] - _EDGE), min(max(y, _EDGE), _SIZE[1] - _EDGE))
            for x, y in spots
        ]
    return [(round(x, 1), round(y, 1)) for x, y in spots]


def _step_aside(spots: Layout, k: int, a: int, b: int, least: float) -> None:
    """Move a place off the line between two others, and them a little the other way."""
    (x, y), (ax, ay), (bx, by) = spots[k], spots[a], spots[b]
    if not min(ax, bx) - least < x < max(ax, bx) + least:
        return
    if not min(ay, by) - least < y < max(ay, by) + least:
        return
    dx, dy = bx - ax, by - ay
    part = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy or 1e-9)
    if not 0 < part < 1:
        return
    ox, oy = x - ax - part * dx, y - ay - part * dy
    far = math.hypot(ox, oy)
    if far >= least:
        return
    if far < 1e-6:
        ox, oy, far = -dy, dx, math.hypot(dx, dy)
    push = (least - min(far, least)) / 2 / far
    spots[k] = (x + ox * push, y + oy * push)
    spots[a] = (ax - ox * push / 2, ay - oy * push / 2)
    spots[b] = (bx - ox * push / 2, by - oy * push / 2)
