"""What an answer warns of in the orders that only some variants have."""

import pytest

from judge.rules.dip.ground.position import State
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
            ["A LON PARATROOP YOR-A", "P HOL-A H", "P LON-A H"],
            "A LON PARATROOP YOR-A: an army is dropped on land.",
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


ABOVE_WATER = {
    "phase": "S1932M",
    "units": {"England": ["F NTS", "P NTS-A", "P IRS-A"], "France": ["F ENC"]},
    "options": {"air": True},
}


@pytest.mark.parametrize(
    ("orders", "told"),
    [
        ([], ["P IRS-A: no fleet will be in IRS to carry it, so it has to retreat."]),
        (["F NTS H", "P NTS-A H", "P IRS-A - LIV-A"], []),
        (["F NTS H", "P NTS-A - ENC-A", "P IRS-A - LIV-A"],
         ["P NTS-A - ENC-A: F ENC carries it only if its power allows it."]),
        (["F NTS - HEB", "P IRS-A - LIV-A"], []),
        (["F NTS - HEB", "P NTS-A - LON-A", "P IRS-A - LIV-A"], []),
        (["F NTS - HEB", "P NTS-A H", "P IRS-A - LIV-A"],
         ["P NTS-A H: no fleet will be in NTS to carry it, so it has to retreat."]),
    ],
)  # fmt: skip
def test_a_plane_above_water_is_told_whether_a_fleet_will_carry_it(
    orders: list[str], told: list[str]
) -> None:
    state: State = engine("1930s-world").position(ABOVE_WATER)
    warnings = standing("1930s-world", state, "England", orders).warnings
    assert [one for one in warnings if "has no order" not in one] == told


@pytest.mark.parametrize(
    ("orders", "otherwise"),
    [
        ([], "holds"),
        (["F NTS - HEB"], "goes along with F NTS - HEB"),
        (["P IRS-A - LIV-A"], "holds"),
        (["F NTS H"], "holds"),
        (["F NTS - PAR"], "holds"),
    ],
)
def test_a_plane_goes_along_with_the_fleet_below_it(orders: list[str], otherwise: str) -> None:
    state: State = engine("1930s-world").position(ABOVE_WATER)
    tasks = standing("1930s-world", state, "England", orders).tasks
    assert [task.otherwise for task in tasks if task.subject == "P NTS-A"] == [otherwise]


def test_where_no_plane_is_it_is_the_air_that_is_empty() -> None:
    _, told = read("1930s-world", in_the_air(), "England", "P YOR-A - LON-A")
    assert told == ["There is no unit over Yorkshire (YOR)."]
