"""Lines of arrows as anybody sees them: where they begin and end, their heads, the stars."""

import math
import re
from itertools import pairwise

import pytest

from judge.report.picture import geometry
from judge.report.picture.geometry import Spot

LINES: list[tuple[Spot, Spot]] = [
    ((0, 0), (100, 0)),
    ((0, 0), (0, 100)),
    ((300, 200), (240, 120)),
    ((50, 80), (20, 120)),
    ((10, 10), (16, 18)),
]
"""To the right, down, back to the left, across; the last is shorter than a unit's sign."""
lines = pytest.mark.parametrize(("a", "b"), LINES)


def corners(text: str) -> list[Spot]:
    """The corners of a polygon."""
    found = [tuple(map(float, corner.split(","))) for corner in text.split()]
    return [(x, y) for x, y in found]


def spots(path: str) -> list[Spot]:
    """All places that a path names, in their order."""
    numbers = [float(number) for number in re.findall(r"-?\d+\.\d", path)]
    return [*zip(numbers[::2], numbers[1::2], strict=True)]


def off(spot: Spot, a: Spot, b: Spot) -> float:
    """How far to the left of the way from a to b a place lies; to its right it is below nought."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return ((spot[0] - a[0]) * dy - (spot[1] - a[1]) * dx) / math.dist(a, b)


def along(spot: Spot, a: Spot, b: Spot) -> float:
    """How far along the way from a to b a place lies."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return ((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy) / math.dist(a, b)


@lines
def test_a_part_of_a_way_is_that_part_of_its_length(a: Spot, b: Spot) -> None:
    for part in (0.0, 0.3, 0.62, 1.0):
        spot = geometry.between(a, b, part)
        assert along(spot, a, b) == pytest.approx(part * math.dist(a, b))
        assert off(spot, a, b) == pytest.approx(0)


@lines
def test_a_line_is_shortened_along_itself_at_either_end(a: Spot, b: Spot) -> None:
    start, end = geometry.shorten(a, b, 2, 3)
    assert math.dist(a, start) == pytest.approx(2)
    assert math.dist(end, b) == pytest.approx(3)
    assert math.dist(start, end) == pytest.approx(math.dist(a, b) - 5)


@lines
def test_something_of_a_line_is_always_left(a: Spot, b: Spot) -> None:
    start, end = geometry.shorten(a, b, 500, 500)
    assert along(start, a, b) < along(end, a, b)
    assert math.dist(start, end) == pytest.approx(0.3 * math.dist(a, b))
    assert off(start, a, b) == pytest.approx(0)


def test_a_line_without_length_stays_where_it_is() -> None:
    assert geometry.shorten((4, 5), (4, 5), 10, 10) == ((4, 5), (4, 5))


@lines
def test_a_line_is_moved_to_its_left_as_a_whole(a: Spot, b: Spot) -> None:
    start, end = geometry.shift(a, b, 5)
    assert off(start, a, b) == pytest.approx(5)
    assert off(end, a, b) == pytest.approx(5)
    assert along(start, a, b) == pytest.approx(0)
    assert math.dist(start, end) == pytest.approx(math.dist(a, b))


def test_two_lines_that_are_moved_to_their_left_never_meet() -> None:
    there, back = geometry.shift((0, 0), (100, 0), 5), geometry.shift((100, 0), (0, 0), 5)
    assert abs(there[0][1] - back[1][1]) == 10


@pytest.mark.parametrize(
    ("start", "far"),
    [((0, 50), 20), ((200, 50), 20), ((100, 0), 10), ((100, 200), 10), ((0, 0), 500**0.5)],
)
def test_a_line_ends_at_the_side_of_the_box_through_which_it_would_come(
    start: Spot, far: float
) -> None:
    """A box of 40 by 20 about (100, 50)."""
    goal = (100.0, 50.0)
    found = geometry.exit_of(start, goal, 20, 10)
    end = geometry.shorten(start, goal, 0, found)[1]
    x, y = abs(end[0] - goal[0]), abs(end[1] - goal[1])
    assert x <= 20.001
    assert y <= 10.001
    assert x == pytest.approx(20) or y == pytest.approx(10)
    assert found == pytest.approx(far)


@lines
def test_the_head_of_an_arrow_points_at_its_end_and_is_alike_on_both_sides(
    a: Spot, b: Spot
) -> None:
    tip, left, notch, right = corners(geometry.head(a, b, 9))
    assert tip == pytest.approx(b, abs=0.06)
    assert off(notch, a, b) == pytest.approx(0, abs=0.1)
    assert off(left, a, b) == pytest.approx(-off(right, a, b), abs=0.15)
    assert 2 * abs(off(left, a, b)) == pytest.approx(9, rel=0.15), "about as wide as long"
    behind = [math.dist(a, b) - along(corner, a, b) for corner in (left, notch, right)]
    assert behind[0] == pytest.approx(behind[2], abs=0.15)
    assert behind[0] == pytest.approx(9, abs=0.15)
    assert 0 < behind[1] < behind[0], "it is notched"


def test_a_larger_head_is_larger_all_over() -> None:
    small, large = (corners(geometry.head((0, 0), (50, 0), size)) for size in (8, 16))
    for (x, y), (u, v) in zip(small, large, strict=True):
        assert (50 - u, v) == pytest.approx((2 * (50 - x), 2 * y), abs=0.2)


@pytest.mark.parametrize("points", [5, 7, 9])
def test_a_star_has_its_points_all_round_its_middle(points: int) -> None:
    found = corners(geometry.star((30, 40), 4, 9, points))
    assert len(found) == 2 * points
    far = [math.dist(corner, (30, 40)) for corner in found]
    assert [round(one) for one in far] == [4, 9] * points
    turns = [math.atan2(y - 40, x - 30) % (2 * math.pi) for x, y in found]
    steps = [(after - before) % (2 * math.pi) for before, after in pairwise([*turns, turns[0]])]
    assert steps == pytest.approx([math.pi / points] * 2 * points, abs=0.03)


WAY: list[Spot] = [(0, 0), (60, 0), (60, 80), (140, 80)]


@pytest.mark.parametrize("points", [WAY[:2], WAY[:3], WAY])
def test_a_voyage_bends_at_each_fleet_and_touches_the_ways_between_them(
    points: list[Spot],
) -> None:
    path = geometry.through(points)
    found = spots(path)
    assert (found[0], found[-1]) == (points[0], points[-1])
    bends = [tuple(map(float, bend)) for bend in re.findall(r"Q(\S+) (\S+)", path)]
    assert bends == [*points[1:-1]]
    for a, b in pairwise(points) if len(points) > 2 else ():
        assert geometry.between(a, b, 0.5) in found


def test_a_march_goes_straight_from_step_to_step_and_turns_close_to_each() -> None:
    path = geometry.steps(WAY)
    assert path == "M0.0 0.0L48.0 0.0Q60.0 0.0 60.0 12.0L60.0 68.0Q60.0 80.0 72.0 80.0L140.0 80.0"
    assert geometry.steps(WAY[:2]) == "M0.0 0.0L60.0 0.0"


def test_a_step_that_is_short_is_turned_at_in_less_room() -> None:
    """The corner before a step and that behind it don't run into each other."""
    found = spots(geometry.steps([(0, 0), (100, 0), (100, 20), (200, 20)]))
    ys = [y for x, y in found if x == 100]
    assert ys == sorted(ys)
