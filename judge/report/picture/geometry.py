"""Lines of arrows: where they begin and end, how they bend, and the signs upon them."""

import math
from collections.abc import Callable, Sequence

Spot = tuple[float, float]
"""A place in units of the map, x to the right and y down."""


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


# --- which way an arrow bends, so that it runs over land of others and over their units least

Price = Callable[[Spot], float]
"""How much a unit of an arrow costs at a place: 0 where it may run."""

_STEP = 6.0
"""Units between two places at which an arrow is looked at."""
_BOWS = (
    (0.0, 0.5),
    *((bow, at) for bow in (0.15, -0.15, 0.3, -0.3, 0.45, -0.45) for at in (0.5, 0.3, 0.7)),
)
"""How far it may bend to its left and right, and where, both in parts of its length."""
_LITTLE = 15.0
"""A straight arrow that costs no more stays as it is."""
_BOW = 0.15
"""What bending costs by itself: the least bow wins of those that are about as good."""
_OFF = 150.0
"""What costs so much however it bends goes round, beyond the edge of the map."""


def find_bend(a: Spot, b: Spot, price: Price) -> Sequence[Spot] | None:
    """The place towards which an arrow bends, () for a straight one; None if none is any good."""
    long = math.dist(a, b)
    best: Sequence[Spot] = ()
    least = math.inf
    for bow, at in _BOWS:
        (x, y), dx, dy = between(a, b, at), b[0] - a[0], b[1] - a[1]
        middle = x + dy * bow, y - dx * bow
        # Places along it as ``through`` draws it: straight, round, straight.
        first, last = between(a, middle, 0.5), between(middle, b, 0.5)
        count = max(6, int(long / _STEP))
        spots = []
        for part in (4 * number / count for number in range(1, count)):
            if part < 1:
                spots.append(between(a, first, part))
            elif part > 3:
                spots.append(between(last, b, part - 3))
            else:
                turn = (part - 1) / 2
                ends = between(first, middle, turn), between(middle, last, turn)
                spots.append(between(*ends, turn))
        cost = sum(map(price, spots)) * long / len(spots) + long * abs(bow) * _BOW
        if cost < least:
            best, least = (middle,) if bow else (), cost
        if not bow and cost <= _LITTLE:
            break
    return None if least > _OFF else best
