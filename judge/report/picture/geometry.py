"""Lines of arrows: where they begin and end, how they bend, and the signs upon them."""

import math
from collections.abc import Sequence

Spot = tuple[float, float]


def between(a: Spot, b: Spot, part: float) -> Spot:
    """The place at ``part`` of the way from a to b."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def shift(a: Spot, b: Spot, far: float) -> tuple[Spot, Spot]:
    """Both ends of a line, moved to its left."""
    dx, dy = _unit(a, b)
    off = (dy * far, -dx * far)
    return (a[0] + off[0], a[1] + off[1]), (b[0] + off[0], b[1] + off[1])


def shorten(a: Spot, b: Spot, start: float, end: float) -> tuple[Spot, Spot]:
    """A line without its first and last parts, never without all of it."""
    length = math.dist(a, b)
    dx, dy = _unit(a, b)
    start, end = min(start, length * 0.35), min(end, length * 0.35)
    return (a[0] + dx * start, a[1] + dy * start), (b[0] - dx * end, b[1] - dy * end)


def _unit(a: Spot, b: Spot) -> Spot:
    length = math.dist(a, b) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def line(a: Spot, b: Spot) -> str:
    """A straight path."""
    return f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}"


def through(points: Sequence[Spot]) -> str:
    """A path from the first to the last point that bends near those between."""
    if len(points) < 3:
        return line(points[0], points[-1])
    first, last = points[0], points[-1]
    middles = [between(points[i], points[i + 1], 0.5) for i in range(len(points) - 1)]
    bends = [
        f"Q{points[i][0]:.1f} {points[i][1]:.1f} {middles[i][0]:.1f} {middles[i][1]:.1f}"
        for i in range(1, len(middles))
    ]
    return line(first, middles[0]) + "".join(bends) + f"L{last[0]:.1f} {last[1]:.1f}"


_CORNER = 12.0
"""Units before and behind a step in which a march turns."""


def steps(points: Sequence[Spot]) -> str:
    """A path through all points, with rounded corners."""
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        x, y = shorten(before, here, 0, _CORNER)[1]
        on = shorten(here, after, _CORNER, 0)[0]
        path += f"L{x:.1f} {y:.1f}Q{here[0]:.1f} {here[1]:.1f} {on[0]:.1f} {on[1]:.1f}"
    return path + f"L{points[-1][0]:.1f} {points[-1][1]:.1f}"


def exit_of(start: Spot, goal: Spot, wide: float, high: float) -> float:
    """How far before its goal a line crosses the box about it, given half its sides."""
    dx, dy = _unit(start, goal)
    return min(wide / (abs(dx) or 1e-9), high / (abs(dy) or 1e-9))


def head(before: Spot, tip: Spot, size: float = 9.0) -> str:
    """The corners of an arrow's head."""
    dx, dy = _unit(before, tip)
    back = (tip[0] - dx * size, tip[1] - dy * size)
    notch = (tip[0] - dx * size * 0.7, tip[1] - dy * size * 0.7)
    wide = size * 0.52
    corners = (
        tip,
        (back[0] + dy * wide, back[1] - dx * wide),
        notch,
        (back[0] - dy * wide, back[1] + dx * wide),
    )
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def star(middle: Spot, inner: float, outer: float, points: int = 9) -> str:
    """The corners of a star."""
    corners = (
        (middle[0] + math.cos(turn) * far, middle[1] + math.sin(turn) * far)
        for index in range(2 * points)
        for turn, far in ((index * math.pi / points, outer if index % 2 else inner),)
    )
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
