"""The map of 1930s World and the air above it."""

import pytest

from judge.rules.mechanics.air import sky
from tests.world.positions import BOARD, ENGINE, position

SPACES = [space for space, kind in enumerate(BOARD.kinds) if kind != sky.KIND]


def pairs(arm: str) -> set[tuple[str, str]]:
    """The borders of an arm, both ways."""
    return {
        (BOARD.locs[loc], BOARD.locs[step])
        for loc, steps in enumerate(BOARD.steps[arm])
        for step in steps
    }


@pytest.mark.parametrize("arm", ["A", "F", "P"])
def test_every_border_can_be_crossed_both_ways(arm: str) -> None:
    borders = pairs(arm)
    assert borders
    assert {(there, here) for here, there in borders} == borders


def test_the_board_has_183_spaces_75_centres_and_an_air_space_over_each() -> None:
    assert len(SPACES) == 183
    assert len(BOARD.centers) == 75
    assert len(BOARD.spaces) == 2 * len(SPACES)


def test_516_borders_and_5_ferries_join_them() -> None:
    ground = {
        frozenset((here.partition("/")[0], there.partition("/")[0]))
        for arm in "AF"
        for here, there in pairs(arm)
    }
    ferries = {
        frozenset((BOARD.spaces[a], BOARD.spaces[b]))
        for arm, a, b in BOARD.border_traits
        if arm == "A"
    }
    assert len(ground) == 521
    assert ferries == {
        frozenset(pair)
        for pair in (("WAL", "IRE"), ("EDI", "IRE"), ("SVI", "MOR"), ("NYK", "CRB"), ("MEX", "CRB"))
    }


def test_planes_go_where_an_army_a_fleet_or_a_ferry_goes_and_one_step_further() -> None:
    near = {
        BOARD.spaces[space].removesuffix("-A") for space in sky.near(BOARD, BOARD.loc_of["IRE-A"])
    }
    assert near == {"WAL", "EDI", "IRS", "MAO", "NAT"}
    assert sky.steps(BOARD, BOARD.loc_of["LON-A"], BOARD.loc_of["IRE-A"]) == 2
    assert sky.steps(BOARD, BOARD.loc_of["LON-A"], BOARD.loc_of["NAT-A"]) == 3
    assert sky.steps(BOARD, BOARD.loc_of["LON-A"], BOARD.loc_of["LON-A"]) == 0


def test_a_game_starts_with_a_bidding_with_36_units_of_majors_and_10_of_minors() -> None:
    state = position("S1931I")
    units = {name: len(power.units) for name, power in BOARD.powers.items()}
    assert sum(units[power] for power in ENGINE.powers) == 36
    assert len(units) - len(ENGINE.powers) == 10
    assert {len(state.centers[power]) for power in ENGINE.powers} == {5, 6}


@pytest.mark.parametrize(
    ("unit", "there"),
    [("A LON-A", False), ("F LON-A", False), ("P LON", False), ("P LON-A", True), ("A LON", True)],
)
def test_only_planes_stand_in_the_air(unit: str, there: bool) -> None:
    real = BOARD.unit(unit)
    assert BOARD.can_stand(real.arm, real.loc) is there
