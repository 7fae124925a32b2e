"""Drops as people write them, held against the phase and the game's options."""

import pytest
from msgspec.structs import replace

from tests.mechanics.boards import read, start

GAME = "1930s-world"


@pytest.mark.parametrize(
    ("phase", "paratroops", "order", "told"),
    [
        ("S1931M", True, ["A LON PARATROOP BEL"], []),
        ("S1931R", True, [], ["Armies are dropped in movement phases only."]),
        ("S1931M", False, [], ["There are no paratroops in this game."]),
    ],
)
def test_an_army_is_dropped_in_movement_phases_of_games_with_paratroops(
    phase: str, paratroops: bool, order: list[str], told: list[str]
) -> None:
    state = replace(start(GAME, air=True, paratroops=paratroops), phase=phase)
    state = replace(state, units={"England": ("A LON", "P LON-A")})
    assert read(GAME, state, "England", "A Lon paratroop Bel") == (order, told)


def test_who_has_no_points_any_more_is_told_so() -> None:
    state = start("1926")
    units, centers = {**state.units, "Germany": ()}, {**state.centers, "Germany": ()}
    gone = replace(state, units=units, centers=centers)
    assert read("1926", gone, "Germany", "DP 1: A Bel H") == (
        [],
        ["You have no diplomacy points any more."],
    )
    assert read("1926", state, "Germany", "DP 1: A Bel H") == (["DP 1: A BEL H"], [])
