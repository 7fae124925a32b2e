"""Bids in 1930s World: the whole purse, for the minors nearby that nobody holds too firmly."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from judge.kernel.engine import Purse
from judge.rules.computers.reflex import MINORS, bid_influence
from judge.rules.computers.view import View
from tests.mechanics import boards

NAME = "1930s-world"
Bids = dict[str, int]


def view_of(phase: str = "S1932I", **memory: Any) -> View:
    """The start of a game, in another year and with things remembered."""
    state = boards.start(NAME)
    return View(boards.engine(NAME), replace(state, phase=phase, memory={**state.memory, **memory}))


def purse(view: View, side: str) -> Purse:
    """What a power may spend."""
    found = view.engine.purse(view.state, side)
    assert found is not None
    return found


def bids(view: View, side: str, seed: int = 0) -> Bids:
    """Minor -> points, of bids that are all legal ones and differ in their minors."""
    lines = bid_influence(view, side, Random(seed))
    assert not view.engine.standing(view.state, side, lines).void
    pairs = [line.removeprefix("BID ").split(" ", 1) for line in lines]
    assert len({minor for _, minor in pairs}) == len(pairs)
    return {minor: int(points) for points, minor in pairs}


@pytest.mark.parametrize("phase", ["S1931I", "S1932I"])
def test_the_purse_is_spent_to_the_last_point_on_three_minors_at_most(phase: str) -> None:
    view = view_of(phase)
    for side in view.engine.powers:
        for seed in range(8):
            given = bids(view, side, seed)
            assert sum(given.values()) == purse(view, side).points, (side, given)
            assert 1 < len(given) <= MINORS
            assert all(points > 0 for points in given.values())


def test_no_bid_is_above_the_cap_of_the_first_year() -> None:
    capped, free = view_of("S1931I"), view_of("S1932I")
    most = purse(capped, "Russia").most
    wanted = {"control": {"Turkey": ["Germany"]}}
    bound = {"influence": {"Turkey": {"Germany": {"Germany": 30}}}}
    assert 0 < most < purse(capped, "Germany").points
    assert max(bids(view_of("S1931I", **wanted, **bound), "Germany").values()) == most
    assert max(bids(view_of("S1932I", **wanted, **bound), "Germany").values()) > most
    assert sum(bids(free, "Germany").values()) == purse(free, "Germany").points


@pytest.mark.parametrize(
    ("side", "near", "far"),
    [
        ("America", {"Canada", "Mexico"}, {"Poland", "Hungary", "Turkey", "Thailand"}),
        ("Germany", {"Poland", "Hungary"}, {"Mexico", "Canada", "Australia", "Thailand"}),
        ("China", {"Thailand"}, {"Spain", "Turkey"}),
        ("France", {"Spain"}, {"Mexico", "Finland", "Poland"}),
    ],
)
def test_minors_nearby_are_bid_for_most(side: str, near: set[str], far: set[str]) -> None:
    for seed in range(6):
        given = bids(view_of(), side, seed)
        assert near <= set(given)
        assert far.isdisjoint(given)
        assert max(given, key=lambda minor: given[minor]) in near


def test_who_is_wanted_more_is_bid_more_for() -> None:
    given = bids(view_of(), "Germany")
    assert list(given) == sorted(given, key=lambda minor: -given[minor])
    assert given["Poland"] > 2 * given["Rumania"]


def test_none_go_to_a_minor_that_one_betrayed() -> None:
    view = view_of(banned={"Poland": ["Germany"]})
    assert purse(view, "Germany").closed == ("Poland",)
    assert "Poland" not in bids(view, "Germany")
    assert "Poland" in bids(view, "Russia") or "Poland" in bids(view_of(), "Germany")


def test_none_go_to_a_minor_that_has_fallen() -> None:
    view = view_of()
    centers = {**view.state.centers, "Germany": (*view.state.centers["Germany"], "WAR")}
    del centers["Poland"]
    fallen = View(view.engine, replace(view.state, centers=centers))
    assert "Poland" not in bids(fallen, "Germany")
    assert sum(bids(fallen, "Germany").values()) == purse(fallen, "Germany").points


def test_the_last_minor_gets_all_and_where_there_is_none_nothing_is_bid() -> None:
    view = view_of()
    majors = {name: own for name, own in view.state.centers.items() if name in view.seats}
    one = View(view.engine, replace(view.state, centers={**majors, "Mexico": ("MEX",)}))
    assert bids(one, "Germany") == {"Mexico": purse(one, "Germany").points}
    none = View(view.engine, replace(view.state, centers=majors))
    assert bids(none, "Germany") == {}


def test_who_has_no_centre_has_nothing_to_bid() -> None:
    view = view_of()
    others = {name: own for name, own in view.state.centers.items() if name != "Germany"}
    poor = View(view.engine, replace(view.state, centers=others))
    assert bid_influence(poor, "Germany", Random(0)) == []


def test_a_minor_firmly_anothers_is_left_to_it_and_ones_own_is_kept() -> None:
    plain = bids(view_of(), "Germany")
    held = bids(view_of(influence={"Poland": {"Russia": {"Russia": 50}}}), "Germany")
    assert held.get("Poland", 0) < plain["Poland"]
    own = bids(view_of(influence={"Rumania": {"Germany": {"Germany": 12}}}), "Germany")
    assert own["Rumania"] > plain["Rumania"]


def test_what_several_gave_for_one_claim_counts_together() -> None:
    split = {"Poland": {"Russia": {"Russia": 25, "Italy": 25}}}
    whole = {"Poland": {"Russia": {"Russia": 50}}}
    assert bids(view_of(influence=split), "Germany") == bids(view_of(influence=whole), "Germany")
    shared = {"Poland": {"Russia": {"Russia": 25}, "Italy": {"Italy": 25}}}
    assert bids(view_of(influence=shared), "Germany")["Poland"] > bids(
        view_of(influence=whole), "Germany"
    ).get("Poland", 0)


def test_claims_of_others_that_are_beaten_do_not_matter() -> None:
    firm = {"Russia": {"Russia": 25}}
    assert bids(view_of(influence={"Poland": firm}), "Germany") == bids(
        view_of(influence={"Poland": {**firm, "Italy": {"Italy": 1}}}), "Germany"
    )


@pytest.mark.parametrize("minor", ["Poland", "Mexico", "Turkey"])
def test_two_thirds_of_the_purse_keep_a_minor_that_one_controls_alone(minor: str) -> None:
    view = view_of(control={minor: ["Russia"]})
    points = purse(view, "Russia").points
    parts = [bids(view, "Russia", seed)[minor] / points for seed in range(12)]
    assert 0.66 < sum(parts) / len(parts) < 0.75


def test_what_others_control_or_one_shares_is_not_ones_own() -> None:
    plain = bids(view_of(), "France")
    assert bids(view_of(control={"Thailand": ["France", "Japan"]}), "France") == plain
    assert bids(view_of(control={"Thailand": ["Japan"]}), "France") == plain


def test_nothing_is_bid_where_there_is_no_bidding() -> None:
    assert bid_influence(view_of("S1932M"), "Germany", Random(0)) == []


def test_a_minor_with_more_units_is_worth_more() -> None:
    view = view_of()
    bare = {name: units for name, units in view.state.units.items() if name != "Poland"}
    without = View(view.engine, replace(view.state, units=bare))
    assert bids(without, "Germany").get("Poland", 0) < bids(view, "Germany")["Poland"]
    army = {**bare, "Poland": ("A KRA", "A PIN", "A WAR")}
    with_more = View(view.engine, replace(view.state, units=army))
    assert bids(with_more, "Germany")["Poland"] > bids(view, "Germany")["Poland"]


def test_other_dice_bid_otherwise() -> None:
    assert len({tuple(bids(view_of(), "Germany", seed).items()) for seed in range(6)}) > 1
