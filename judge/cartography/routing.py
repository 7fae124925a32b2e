"""Skeletons: for each border a path from label to label, so that neighbours surely meet.

As routers of circuit boards do: the shortest borders first; a path that has to cross others rips
them up, makes the ground there dearer, and they are routed again.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from judge.cartography import search
from judge.picture.neighbours import Pair

Grid = Any
Cell = tuple[int, int]
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
        queue = deque(sorted(borders, key=self._length))
        tries: dict[Pair, int] = defaultdict(int)
        while queue:
            border = queue.popleft()
            tries[border] += 1
            if tries[border] <= _TRIES:
                queue += self._lay(border, tries[border])
        self._widen()
        return {border for border in tries if border not in self._paths}

    def _length(self, border: Pair) -> float:
        a, b = (np.array(self.ground.seeds[space][0]) for space in border)
        return float(np.hypot(*(a - b)))

    def _lay(self, border: Pair, attempt: int) -> list[Pair]:
        """Lay one path; gives the borders that have to be routed again for it."""
        ground = self.ground
        u, v = (ground.number[space] for space in border)
        cells = search.route(
            *(np.array(ground.seeds[space]) for space in border), u, v, ground.sea, ground.water,
            self.owner, self._fixed, self._history, ground.near, 1 + min(attempt, 6) / 5,
        )  # fmt: skip
        path = [(int(x), int(y), int(me)) for x, y, me in cells]
        if not path:
            return []
        borders_in_way = self._find_in_the_way(path, border)
        for other in borders_in_way:
            self._rip(other)
        self._paths[border] = [cell for cell in path if not self._fixed[cell[1], cell[0]]]
        for x, y, me in self._paths[border]:
            self.owner[y, x] = me
            self._users[x, y].add(border)
        return sorted(borders_in_way)

    def _find_in_the_way(self, path: Iterable[Owned], border: Pair) -> set[Pair]:
        """The borders whose paths this one crosses, or touches though it must not."""
        borders: set[Pair] = set()
        for x, y, me in path:
            for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
                other = int(self.owner[y + dy, x + dx])
                if other < 0 or other == me:
                    continue
                if (dx, dy) == (0, 0) or not self.ground.near[me, other]:
                    borders |= self._users[x + dx, y + dy]
        return borders - {border}

    def _rip(self, border: Pair) -> None:
        for x, y, _ in self._paths.pop(border):
            self._users[x, y].discard(border)
            self._history[y, x] += _WEAR
            if not self._users[x, y]:
                self.owner[y, x] = search.FREE

    def _widen(self) -> None:
        """Make every meeting a few cells wide, so that it can be seen."""
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
                    if not all(self._fits(*cell) for cell in cells):
                        break
                    for x, y, me in cells:
                        self.owner[y, x] = me

    def _fits(self, x: int, y: int, me: int) -> bool:
        height, width = self.owner.shape
        if not (0 < x < width - 1 and 0 < y < height - 1):
            return False
        if self.owner[y, x] == me:
            return True
        return self.owner[y, x] < 0 and bool(
            search.may_take(self.owner, self.ground.near, x, y, me)
        )
