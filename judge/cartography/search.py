"""The two searches on the grid, compiled: a path between two spaces, and the growth of all."""

import heapq
from typing import Any

import numpy as np
from numba import njit

Grid = Any

FREE = -1
"""The owner of a cell that belongs to no space yet."""
OWN, STRANGE, SHORE, CROSS = 0.55, 12.0, 30.0, 30.0
"""What a step costs along the own path, beside a space that is no neighbour, on the wrong side of
the shore, and over another path; an ordinary one costs 1."""


@njit(cache=True)
def route(sources, goals, u, v, sea, water, owner, fixed, history, near, strict):  # type: ignore[no-untyped-def]
    """The cheapest path of cells (x, y, space) from a seed of ``u`` to one of ``v``; may be empty.

    The path is ``u``'s up to a point and ``v``'s from there on. ``sea`` says for each space and
    ``water`` for each cell whether it is water; ``near`` which spaces may touch. Cells of others
    are crossed at a cost, seeds (``fixed``) never. ``strict`` multiplies the cost of crossing.
    """
    height, width = owner.shape
    cost = np.full((2, height, width), 1e18)
    back = np.full((2, height, width), np.int8(-1))
    heap = [(0.0, 0, 0, 0)]
    heap.pop()
    for i in range(len(sources)):
        cost[0, sources[i, 1], sources[i, 0]] = 0.0
        heapq.heappush(heap, (0.0, 0, sources[i, 0], sources[i, 1]))
    goal = np.zeros((height, width), np.bool_)
    for i in range(len(goals)):
        goal[goals[i, 1], goals[i, 0]] = True
    direct = 1e18
    for i in range(len(sources)):
        for j in range(len(goals)):
            dx0, dy0 = sources[i, 0] - goals[j, 0], sources[i, 1] - goals[j, 1]
            direct = min(direct, (dx0**2 + dy0**2) ** 0.5)
    dx, dy = (1, -1, 0, 0), (0, 0, 1, -1)
    ex, ey = -1, -1
    while heap:
        d, side, x, y = heapq.heappop(heap)
        if d > cost[side, y, x]:
            continue
        if side == 1 and goal[y, x]:
            ex, ey = x, y
            break
        for k in range(8):
            to = side if k < 4 else 1
            if k >= 4 and side == 1:
                break
            X, Y = x + dx[k % 4], y + dy[k % 4]
            if X < 1 or Y < 1 or width - 1 <= X or height - 1 <= Y:
                continue
            me = u if to == 0 else v
            other = v if to == 0 else u
            holder = owner[Y, X]
            if holder == other:
                continue
            if holder == me:
                step = OWN
            elif holder >= 0:
                if fixed[Y, X]:
                    continue
                step = CROSS * strict
            else:
                step = 1.0 + history[Y, X]
                if sea[me] != water[Y, X]:
                    step += SHORE
                first = 1e18
                second = 1e18
                for i in range(len(sources)):
                    first = min(first, (sources[i, 0] - X) ** 2 + (sources[i, 1] - Y) ** 2)
                for i in range(len(goals)):
                    second = min(second, (goals[i, 0] - X) ** 2 + (goals[i, 1] - Y) ** 2)
                if (to == 0) != (first <= second):
                    step += 0.4
                step += 0.02 * (first**0.5 + second**0.5 - direct)
                for q in range(4):
                    beside = owner[Y + dy[q], X + dx[q]]
                    if beside >= 0 and beside != me:
                        step += 0.5
                        if not near[me, beside]:
                            if fixed[Y + dy[q], X + dx[q]]:
                                step += 1e6
                            step += STRANGE
            if d + step < cost[to, Y, X]:
                cost[to, Y, X] = d + step
                back[to, Y, X] = k
                heapq.heappush(heap, (d + step, to, X, Y))
    if ex < 0 or cost[1, ey, ex] > 1e5:
        return np.zeros((0, 3), np.int64)
    cells = []
    x, y, side = ex, ey, 1
    while True:
        cells.append((x, y, u if side == 0 else v))
        k = back[side, y, x]
        if k < 0:
            break
        x -= dx[k % 4]
        y -= dy[k % 4]
        if k >= 4:
            side = 0
    path: Grid = np.zeros((len(cells), 3), np.int64)
    for i in range(len(cells)):
        path[i, 0], path[i, 1], path[i, 2] = cells[len(cells) - 1 - i]
    return path


@njit(cache=True)
def may_take(owner, near, x, y, me):  # type: ignore[no-untyped-def]
    """Whether a space may take a cell: it touches its own there, and nobody whom it must not."""
    height, width = owner.shape
    joined = False
    for q in range(4):
        X, Y = x + (1, -1, 0, 0)[q], y + (0, 0, 1, -1)[q]
        if X < 0 or Y < 0 or width <= X or height <= Y:
            continue
        beside = owner[Y, X]
        if beside == me:
            joined = True
        elif beside >= 0 and not near[me, beside]:
            return False
    return joined


@njit(cache=True)
def grow(start, sea, water, near, price, abroad, country, home, reach, wrong):  # type: ignore[no-untyped-def]
    """All spaces grown at once from the cells of ``start``, the cheapest cell next.

    A cell costs ``price``, ``wrong`` times that on the other side of the shore, ``abroad`` times
    that in another modern country than the space's ``home``. ``reach`` is how far each may grow.
    """
    height, width = start.shape
    owner = start.copy()
    heap = [(0.0, 0, 0, 0)]
    heap.pop()
    for y in range(height):
        for x in range(width):
            if owner[y, x] >= 0:
                heapq.heappush(heap, (0.0, x, y, owner[y, x]))
    while heap:
        d, x, y, me = heapq.heappop(heap)
        if d > 0:
            if owner[y, x] >= 0 or not may_take(owner, near, x, y, me):
                continue
            owner[y, x] = me
        if d > reach[me]:
            continue
        for k in range(8):
            X = x + (1, -1, 0, 0, 1, 1, -1, -1)[k]
            Y = y + (0, 0, 1, -1, 1, -1, 1, -1)[k]
            if X < 0 or Y < 0 or width <= X or height <= Y or owner[Y, X] >= 0:
                continue
            step = price[Y, X] if not sea[me] else 1.0
            if sea[me] != water[Y, X]:
                step = wrong
            elif not sea[me] and home[me] >= 0 and country[Y, X] >= 0 and country[Y, X] != home[me]:
                step *= abroad
            if k > 3:
                step *= 1.41421
            heapq.heappush(heap, (d + step, X, Y, me))
    return owner
