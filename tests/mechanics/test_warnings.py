"""What an answer warns of in the orders that only some variants have."""

import pytest

from judge.dip.ground.position import State
from tests.mechanics.boards import engine, read, standing

AIR = {
    "phase": "S1931M",
    "units": {"England": ["A LON", "P HOL-A", "P LON-A"], "France": ["A BEL", "P BEL-A"]},
    "options": {"air": True, "paratroops": True},
}


def in_the_air() -> State:
    """A position with planes."""
    found: State = engine("1930s-world").position(AIR)
    return found


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        (
            ["A LON H", "P LON-A BOMB BEL", "P HOL-A S P LON-A BOMB HOL"],
            "P HOL-A S P LON-A BOMB HOL: you did not order P LON-A to bomb HOL.",
        ),
        (
            ["A LON H", "P HOL-A H", "P LON-A C A LON - WAL"],
            "P LON-A C A LON - WAL: you did not order A LON to drop on WAL.",
        ),
        (
            ["A LON PARATROOP WAL", "P HOL-A H", "P LON-A C A LON - YOR"],
            "A LON PARATROOP WAL: none of your planes was ordered to drop it there.",
        ),
        (
            ["A LON H", "P HOL-A H", "P LON-A - YOR-A S A LON - YOR"],
            "P LON-A - YOR-A S A LON - YOR: you did not order A LON to YOR.",
        ),
        (
            ["A LON S P LON-A", "P HOL-A H", "P LON-A - YOR-A"],
            "A LON S P LON-A: you ordered P LON-A - YOR-A, so it can't be supported to hold.",
        ),
        (
            ["A LON H", "P HOL-A - YOR-A", "P LON-A - YOR-A"],
            "P HOL-A - YOR-A and P LON-A - YOR-A go to the same space and may bounce.",
        ),
    ],
)
def test_planes_that_do_not_work_together_are_told_before_the_deadline(
    orders: list[str], told: str
) -> None:
    assert told in standing("1930s-world", in_the_air(), "England", orders).warnings


@pytest.mark.parametrize(
    "orders",
    [
        ["A LON PARATROOP WAL", "P HOL-A H", "P LON-A C A LON - WAL"],
        ["A LON - YOR", "P HOL-A H", "P LON-A - YOR-A S A LON - YOR"],
        ["A LON S P LON-A", "P LON-A BOMB BEL", "P HOL-A S P LON-A BOMB BEL"],
        ["A LON - YOR", "P LON-A - YOR-A", "P HOL-A S P BEL-A BOMB HOL"],
    ],
)
def test_planes_that_do_are_not(orders: list[str]) -> None:
    assert standing("1930s-world", in_the_air(), "England", orders).warnings == ()


def test_where_no_plane_is_it_is_the_air_that_is_empty() -> None:
    _, told = read("1930s-world", in_the_air(), "England", "P YOR-A - LON-A")
    assert told == ["There is no unit over Yorkshire (YOR)."]
