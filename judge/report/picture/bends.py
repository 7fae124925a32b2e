"""Which way an arrow bends, so that it runs over land of others and over their units least."""

import math
from collections.abc import Callable, Iterator, Sequence

from judge.report.picture import geometry
from judge.report.picture.geometry import Spot

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


def find(a: Spot, b: Spot, price: Price) -> Sequence[Spot] | None:
    """The place towards which an arrow bends, () for a straight one; None if none is any good."""
    long = math.dist(a, b)
    best: Sequence[Spot] = ()
    least = math.inf
    for bow, at in _BOWS:
        (x, y), dx, dy = geometry.between(a, b, at), b[0] - a[0], b[1] - a[1]
        middle = x + dy * bow, y - dx * bow
        spots = [*_walk(a, middle, b)]
        cost = sum(map(price, spots)) * long / len(spots) + long * abs(bow) * _BOW
        if cost < least:
            best, least = (middle,) if bow else (), cost
        if not bow and cost <= _LITTLE:
            break
    return None if least > _OFF else best


def _walk(a: Spot, middle: Spot, b: Spot) -> Iterator[Spot]:
    """Places along an arrow as ``geometry.through`` draws it: straight, round, straight."""
    first, last = geometry.between(a, middle, 0.5), geometry.between(middle, b, 0.5)
    count = max(6, int(math.dist(a, b) / _STEP))
    for number in range(1, count):
        part = 4 * number / count
        if part < 1:
            yield geometry.between(a, first, part)
        elif part > 3:
            yield geometry.between(last, b, part - 3)
        else:
            turn = (part - 1) / 2
            yield geometry.between(
                geometry.between(first, middle, turn), geometry.between(middle, last, turn), turn
            )
