"""Skeletons: for each border a path from label to label, so that neighbours surely meet.

As routers of circuit boards do: the shortest borders first; a path that has to cross others rips
them up, makes the ground there dearer, and they are routed again.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from math import dist
from typing import Any

import numpy as np
from scipy import ndimage

from judge.authoring.cartography import search
from judge.report.picture.motif import Pair
from judge.report.picture.shapes import Label

Grid = Any
Cell = tuple[int, int]
"""A place in units, x to the right and y down."""

_UNIT = (22, 17)
_NAME = (27, 10)
"""Width and height of a unit's sign and of a name with its centre."""
_BELOW, _ABOVE = (0, 14), (0, -14)
_LAYOUTS = (_BELOW, _ABOVE, (29, 2), (-26, 2), (18, 13), (-18, 13), (18, -12), (-18, -12))
"""Where the name stands beside the unit, the best first."""


def place(
    cells: Grid, numbers: Mapping[str, int], seeds: Mapping[str, list[Cell]]
) -> dict[str, Label]:
    """A label for every space; the smallest choose first."""
    cells_used = np.zeros(cells.shape)
    size = {space: int((cells == number).sum()) for space, number in numbers.items()}
    label_of = {}
    for space in sorted(numbers, key=lambda one: (size[one], one)):
        mask = cells == numbers[space]
        label = _find_best(mask, cells_used, seeds[space][0])
        label_of[space] = label
        for spot, (width, height) in ((label.unit, _UNIT), (label.name, _NAME)):
            x, y = spot
            cells_used[
                max(0, y - height // 2) : y + height // 2 + 1,
                max(0, x - width // 2) : x + width // 2 + 1,
            ] = 1
    return label_of


def _find_best(mask: Grid, cells_used: Grid, seed: Cell) -> Label:
    """The best layout at the best place: much of it inside, little on others, near the label."""
    rows, columns = np.nonzero(mask)
    if len(rows) == 0:
        return Label(seed, (seed[0] + _BELOW[0], seed[1] + _BELOW[1]))
    pad = 45
    top, left = max(0, rows.min() - pad), max(0, columns.min() - pad)
    window = np.s_[top : rows.max() + pad, left : columns.max() + pad]
    inside = mask[window].astype(float)
    good = inside - 1.5 * cells_used[window]
    unit = ndimage.uniform_filter(good, (_UNIT[1], _UNIT[0]), mode="constant", cval=-1)
    name = ndimage.uniform_filter(good, (_NAME[1], _NAME[0]), mode="constant", cval=-2)
    deep = np.minimum(ndimage.distance_transform_edt(np.pad(inside, 1))[1:-1, 1:-1], 26) / 26
    y, x = np.indices(inside.shape)
    far = np.hypot(x - (seed[0] - left), y - (seed[1] - top))
    base = 1.6 * unit + 0.5 * deep - 0.0035 * np.minimum(far, 300) - 9 * (inside < 0.5)
    best, spot, layout = -1e9, seed, _BELOW
    for rank, (dx, dy) in enumerate(_LAYOUTS):
        score = base + np.roll(name, (-dy, -dx), (0, 1)) - 0.06 * min(rank, 4)
        cell = np.unravel_index(int(np.argmax(score)), score.shape)
        if score[cell] > best:
            best, layout = float(score[cell]), (dx, dy)
            spot = (int(cell[1]) + int(left), int(cell[0]) + int(top))
    return Label(spot, (spot[0] + layout[0], spot[1] + layout[1]))


Owned = tuple[int, int, int]
"""A cell (x, y) and the number of the space that owns it."""

_TRIES = 24
"""So often is a border routed again before it is left to a sign."""
_WIDE = 7
"""A meeting is made so many cells wide to either side, where there is room."""
_WEAR = 2.5
"""How much dearer a cell becomes whenever a path over it is ripped up."""


class Ground:
    """What the router knows: the spaces by number, where each lies, and what may touch.

    ``sea`` says of each space whether it is water, ``near`` of each two whether they may touch,
    ``seeds`` in which cells each has its labels, the main one first.
    """

    def __init__(
        self,
        ids: Sequence[str],
        sea: Grid,
        near: Grid,
        seeds: Mapping[str, list[Cell]],
        water: Grid,
    ):
        self.ids, self.sea, self.near, self.seeds, self.water = ids, sea, near, seeds, water
        self.number = {space: number for number, space in enumerate(ids)}


class Router:
    """The state of the board while it is routed; ``owner`` is the outcome."""

    def __init__(self, ground: Ground):
        self.ground = ground
        self.owner: Grid = np.full(ground.water.shape, search.FREE, np.int64)
        self._fixed: Grid = np.zeros(ground.water.shape, bool)
        self._history: Grid = np.zeros(ground.water.shape)
        self._paths: dict[Pair, list[Owned]] = {}
        self._users: dict[Cell, set[Pair]] = defaultdict(set)
        for space, cells in ground.seeds.items():
            for x, y in cells:
                self.owner[y - 1 : y + 2, x - 1 : x + 2] = ground.number[space]
                self._fixed[y - 1 : y + 2, x - 1 : x + 2] = True

    def route(self, borders: Iterable[Pair]) -> set[Pair]:
        """Route all borders; gives those for which there is no way."""
        ground = self.ground
        queue = deque(sorted(borders, key=lambda pair: dist(*(ground.seeds[x][0] for x in pair))))
        tries: dict[Pair, int] = defaultdict(int)
        while queue:
            border = a, b = queue.popleft()
            tries[border] += 1
            if tries[border] > _TRIES:
                continue
            cells = search.route(
                np.array(ground.seeds[a]), np.array(ground.seeds[b]), ground.number[a],
                ground.number[b], ground.sea, ground.water, self.owner, self._fixed, self._history,
                ground.near, 1 + min(tries[border], 6) / 5,
            )  # fmt: skip
            path = [(int(x), int(y), int(me)) for x, y, me in cells]
            if not path:
                continue
            borders_in_way: set[Pair] = set()  # whose paths it crosses, or touches and must not
            for x, y, me in path:
                for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
                    number = int(self.owner[y + dy, x + dx])
                    if number < 0 or number == me:
                        continue
                    if (dx, dy) == (0, 0) or not ground.near[me, number]:
                        borders_in_way |= self._users[x + dx, y + dy]
            borders_in_way.discard(border)
            for other in borders_in_way:  # ripped up, on ground that is dearer from now on
                for x, y, _ in self._paths.pop(other):
                    self._users[x, y].discard(other)
                    self._history[y, x] += _WEAR
                    if not self._users[x, y]:
                        self.owner[y, x] = search.FREE
            self._paths[border] = [cell for cell in path if not self._fixed[cell[1], cell[0]]]
            for x, y, me in self._paths[border]:
                self.owner[y, x] = me
                self._users[x, y].add(border)
            queue += sorted(borders_in_way)
        self._widen()
        return {border for border in tries if border not in self._paths}

    def _widen(self) -> None:
        """Make every meeting a few cells wide, so that it can be seen."""
        owner, near = self.owner, self.ground.near
        height, width = owner.shape
        for path in self._paths.values():
            meeting = next((i for i in range(1, len(path)) if path[i][2] != path[i - 1][2]), None)
            if meeting is None:
                continue
            (ux, uy, u), (vx, vy, v) = path[meeting - 1], path[meeting]
            across = (uy - vy, ux - vx)
            for side in (1, -1):
                for far in range(1, _WIDE):
                    cells = [
                        (ux + side * far * across[0], uy + side * far * across[1], u),
                        (vx + side * far * across[0], vy + side * far * across[1], v),
                    ]
                    if not all(
                        0 < x < width - 1
                        and 0 < y < height - 1
                        and owner[y, x] in (me, search.FREE)
                        and (owner[y, x] == me or search.may_take(owner, near, x, y, me))
                        for x, y, me in cells
                    ):
                        break
                    for x, y, me in cells:
                        owner[y, x] = me
