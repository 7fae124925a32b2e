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
SEED, FORBIDDEN = 1e6, 1e5
"""What a step beside a strange seed costs more: so much that no path that costs more is taken."""
DIAGONAL = 1.41421
STEP_X, STEP_Y = (1, -1, 0, 0), (0, 0, 1, -1)
"""The steps to the four cells that share a side with one."""
AROUND_X, AROUND_Y = (1, -1, 0, 0, 1, 1, -1, -1), (0, 0, 1, -1, 1, -1, 1, -1)
"""The steps to the eight cells around one, those over a corner last."""


@njit(cache=True)
def is_on_grid(x, y, width, height, margin):  # type: ignore[no-untyped-def]
    """Whether a cell lies on the grid, and at least ``margin`` cells from its edge."""
    return margin <= x < width - margin and margin <= y < height - margin


@njit(cache=True)
def squared_distance(seeds, x, y):  # type: ignore[no-untyped-def]
    """The square of how far a cell is from the nearest of the seeds."""
    least = 1e18
    for i in range(len(seeds)):
        least = min(least, (seeds[i, 0] - x) ** 2 + (seeds[i, 1] - y) ** 2)
    return least


@njit(cache=True)
def beeline(sources, goals):  # type: ignore[no-untyped-def]
    """How far the nearest two seeds of both spaces are from each other."""
    least = 1e18
    for j in range(len(goals)):
        least = min(least, squared_distance(sources, goals[j, 0], goals[j, 1]))
    return least**0.5


@njit(cache=True)
def detour(sources, goals, direct, x, y, by_source):  # type: ignore[no-untyped-def]
    """What a cell costs by its place: on the other space's half, and off the straight way."""
    first, second = squared_distance(sources, x, y), squared_distance(goals, x, y)
    astray = 0.0 if by_source == (first <= second) else 0.4
    return astray + 0.02 * (first**0.5 + second**0.5 - direct)


@njit(cache=True)
def crowding(owner, fixed_cells, near, me, x, y):  # type: ignore[no-untyped-def]
    """What a cell costs by who holds those beside it: most where it would touch a strange seed."""
    cost = 0.0
    for q in range(4):
        beside_x, beside_y = x + STEP_X[q], y + STEP_Y[q]
        beside = owner[beside_y, beside_x]
        if beside < 0 or beside == me:
            continue
        cost += 0.5
        if not near[me, beside]:
            cost += STRANGE + (SEED if fixed_cells[beside_y, beside_x] else 0.0)
    return cost


@njit(cache=True)
def holding_cost(holder, me, other, is_seed, strict):  # type: ignore[no-untyped-def]
    """What a cell costs that a space holds: no path enters the other end's part, or a seed."""
    if holder == me:
        return OWN
    return np.inf if is_seed or holder == other else CROSS * strict


@njit(cache=True)
def trace(back, x, y, u, v):  # type: ignore[no-untyped-def]
    """The path that ends in a cell of ``v``, from its start: back step by step, then turned."""
    cells = []
    side = 1
    while True:
        cells.append((x, y, v if side else u))
        k = back[side, y, x]
        if k < 0:
            break
        x -= STEP_X[k % 4]
        y -= STEP_Y[k % 4]
        side = 0 if k >= 4 else side
    path: Grid = np.zeros((len(cells), 3), np.int64)
    for i in range(len(cells)):
        path[i, 0], path[i, 1], path[i, 2] = cells[len(cells) - 1 - i]
    return path


@njit(cache=True)
def mark_cells(seeds, width, height):  # type: ignore[no-untyped-def]
    """The grid with the cells of the seeds marked."""
    grid = np.zeros((height, width), np.bool_)
    for i in range(len(seeds)):
        grid[seeds[i, 1], seeds[i, 0]] = True
    return grid


@njit(cache=True)
def route(sources, goals, u, v, sea, water, owner, fixed_cells, history, near, strict):  # type: ignore[no-untyped-def]
    """The cheapest path of cells (x, y, space) from a seed of ``u`` to one of ``v``; may be empty.

    The path is ``u``'s up to a point and ``v``'s from there on. ``sea`` says for each space and
    ``water`` for each cell whether it is water; ``near`` which spaces may touch. Cells of others
    are crossed at a cost, seeds (``fixed_cells``) never. ``strict`` multiplies the cost of
    crossing.
    """
    height, width = owner.shape
    cost = np.full((2, height, width), 1e18)
    back = np.full((2, height, width), np.int8(-1))
    heap = [(0.0, 0, 0, 0)]
    heap.pop()
    for i in range(len(sources)):
        cost[0, sources[i, 1], sources[i, 0]] = 0.0
        heapq.heappush(heap, (0.0, 0, sources[i, 0], sources[i, 1]))
    goal, direct = mark_cells(goals, width, height), beeline(sources, goals)
    while heap:
        d, side, x, y = heapq.heappop(heap)
        if d > cost[side, y, x]:
            continue
        if side == 1 and goal[y, x]:
            return trace(back, x, y, u, v) if d <= FORBIDDEN else np.zeros((0, 3), np.int64)
        for k in range(4 if side else 8):  # of its own space, then, on ``u``'s part, into ``v``'s
            to = side if k < 4 else 1
            me, other = (v, u) if to else (u, v)
            X, Y = x + STEP_X[k % 4], y + STEP_Y[k % 4]
            if not is_on_grid(X, Y, width, height, 1):
                continue
            if owner[Y, X] != FREE:
                step = holding_cost(owner[Y, X], me, other, fixed_cells[Y, X], strict)
            else:
                step = 1.0 + history[Y, X] + (SHORE if sea[me] != water[Y, X] else 0.0)
                step += detour(sources, goals, direct, X, Y, to == 0)
                step += crowding(owner, fixed_cells, near, me, X, Y)
            if d + step < cost[to, Y, X]:
                cost[to, Y, X] = d + step
                back[to, Y, X] = k
                heapq.heappush(heap, (d + step, to, X, Y))
    return np.zeros((0, 3), np.int64)


@njit(cache=True)
def may_take(owner, near, x, y, me):  # type: ignore[no-untyped-def]
    """Whether a space may take a cell: it touches its own there, and nobody whom it must not."""
    height, width = owner.shape
    touches_own = False
    for q in range(4):
        X, Y = x + STEP_X[q], y + STEP_Y[q]
        if not is_on_grid(X, Y, width, height, 0):
            continue
        beside = owner[Y, X]
        if beside == me:
            touches_own = True
        elif beside >= 0 and not near[me, beside]:
            return False
    return touches_own


@njit(cache=True)
def grow(start, sea, water, near, price, abroad, country, home, reach, wrong):  # type: ignore[no-untyped-def]
    """All spaces grown at once from the cells of ``start``, the cheapest cell next.

    A cell costs ``price``, ``wrong`` times that on the other side of the shore, ``abroad`` times
    that in another modern country than the space's ``home``. ``reach`` is how far each may grow.
    """
    height, width = start.shape
    owner = start.copy()
    heap = [(0.0, x, y, owner[y, x]) for y, x in np.argwhere(owner >= 0)]
    heapq.heapify(heap)
    while heap:
        d, x, y, me = heapq.heappop(heap)
        if d > 0:
            if owner[y, x] >= 0 or not may_take(owner, near, x, y, me):
                continue
            owner[y, x] = me
        if d > reach[me]:
            continue
        for k in range(8):
            X, Y = x + AROUND_X[k], y + AROUND_Y[k]
            if not is_on_grid(X, Y, width, height, 0) or owner[Y, X] >= 0:
                continue
            is_abroad = 0 <= home[me] != country[Y, X] >= 0
            if sea[me] != water[Y, X]:
                step = wrong
            elif sea[me]:
                step = 1.0
            else:
                step = price[Y, X] * abroad if is_abroad else price[Y, X]
            if k > 3:
                step *= DIAGONAL
            heapq.heappush(heap, (d + step, X, Y, me))
    return owner
