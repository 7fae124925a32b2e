"""A position as computers look at it: whose units, who reaches what, how big everybody is."""

from judge.rules.computers.view import NEUTRAL, View
from tests.players.positions import at_start, look


def loc(view: View, place: str) -> int:
    """The number of a place."""
    return view.board.loc_of[place]


def test_who_orders_a_power_is_its_side_and_what_several_order_is_nobodys() -> None:
    start = at_start("1936")
    sides = dict(zip(start.powers, start.sides, strict=True))
    assert sides["France"] == "France"
    assert sides["Nationalist Spain"] == "Italy"
    assert sides["Belgium"] == "Belgium"
    shared = look(
        "1930s-world",
        "S1932M",
        units={"Spain": ["F MAD"], "Turkey": ["F ANK"]},
        centers={"Spain": ["MAD"], "Turkey": ["ANK"]},
        state={"control": {"Spain": ["France", "Italy"], "Turkey": ["Russia"]}},
    )
    assert dict(zip(shared.powers, shared.sides, strict=True)) == {
        "Spain": "Spain",
        "Turkey": "Russia",
    }
    assert shared.owner == {loc(shared, "MAD"): "Spain", loc(shared, "ANK"): "Russia"}


def test_the_larger_a_side_is_the_more_each_of_its_centres_counts() -> None:
    view = look(
        "standard",
        "F1902M",
        centers={"France": ["PAR", "BRE", "MAR"], "Italy": ["ROM"], "Turkey": ["CON", "ANK"]},
    )
    sizes = [view.size[side] for side in ("France", "Turkey", "Italy")]
    assert sizes == sorted(sizes, reverse=True)
    assert (sizes[0] - NEUTRAL) / 3 > (sizes[1] - NEUTRAL) / 2 > sizes[2] - NEUTRAL > 0
    assert set(view.size) == {"France", "Italy", "Turkey"}


def test_build_centres_and_minors_add_to_nobodys_size() -> None:
    bare = look("1930s-world", "S1932M", centers={"France": ["PAR"]})
    more = look("1930s-world", "S1932M", centers={"France": ["PAR", "EPR"], "Spain": ["MAD"]})
    assert more.size == bare.size


def test_where_units_stand_and_may_help_they_press_minors_only_where_they_stand() -> None:
    view = look(
        "1936",
        "S1936M",
        units={"Germany": ["A MUN", "A AUS"], "Italy": ["A MIL"], "Belgium": ["A BEL"]},
    )
    assert view.pressure[loc(view, "SWI")] == {"Germany": 2, "Italy": 1}
    assert view.pressure[loc(view, "MUN")] == {"Germany": 2}
    assert view.pressure[loc(view, "BEL")] == {"Belgium": 1}
    assert view.pressure[loc(view, "NET")] == {}


def test_the_strongest_other_side_is_what_one_is_against() -> None:
    view = look(
        "standard",
        "F1902M",
        units={
            "France": ["A MUN", "A BUR"],
            "Austria": ["A TYR", "A BOH", "A SIL"],
            "Germany": ["A BER"],
        },
    )
    munich = loc(view, "MUN")
    assert view.against(munich, "France") == 3
    assert view.against(munich, "Austria") == 2
    assert view.against(munich, "Germany") == 3
    assert view.against(loc(view, "POR"), "France") == 0
    assert view.against(loc(view, "PRU"), "Germany") == 1
    assert view.against(loc(view, "PRU"), "Austria") == 1


def test_only_anothers_unit_is_an_enemy() -> None:
    view = look("standard", "F1902M", units={"France": ["A MUN"], "Germany": ["A BER"]})
    assert view.enemy(loc(view, "BER"), "France")
    assert not view.enemy(loc(view, "MUN"), "France")
    assert not view.enemy(loc(view, "PAR"), "France")
    assert view.enemy(loc(view, "MUN"), "Germany")


def test_ones_own_centre_is_worth_what_the_largest_who_could_come_would_gain() -> None:
    centers = {"France": ["PAR", "MUN"], "Austria": ["VIE", "BUD", "TRI"], "Germany": ["BER"]}
    units = {"Germany": ["A RUH"], "Austria": ["A TYR"]}
    view = look("standard", "F1902M", centers=centers, units=units)
    munich = view.terrain.centers.index(loc(view, "MUN"))
    paris = view.terrain.centers.index(loc(view, "PAR"))
    own = view.size["France"]
    assert dict(view.worth("France")) == {munich: view.size["Austria"] - own, paris: -own}
    guarded = look("standard", "F1902M", centers=centers, units={"France": ["A BUR", "A MUN"]})
    assert dict(guarded.worth("France")) == {munich: -own, paris: -own}
    assert view.worth("Turkey") == ()


def test_a_centre_of_nobodys_counts_by_the_mean_of_all_players() -> None:
    """More than by one with a single centre, less than by the largest."""
    great = {"Russia": ["MOS", "STP", "SEV", "WAR", "RUM", "BUL"]}
    prices = []
    for owned in ({}, {"Germany": ["MUN"]}, {"Russia": [*great["Russia"], "MUN"]}):
        view = look("standard", "F1902M", centers={**great, **owned})
        prices.append(view.value("A", loc(view, "MUN"), (), last=True))
    empty, taken, of_the_largest = prices
    assert taken < empty < of_the_largest


def test_values_are_those_of_the_season_and_the_same_when_asked_again() -> None:
    view = look("standard", "F1902M", centers={"Germany": ["MUN"]})
    munich = loc(view, "MUN")
    fall, spring = (view.value("A", munich, (), last=last) for last in (True, False))
    assert fall > spring
    assert view.value("A", munich, (), last=True) == fall
    assert view.last
    assert not look("standard", "S1902M").last
    index = view.terrain.centers.index(munich)
    assert view.value("A", munich, ((index, -20.0),), last=True) < fall
