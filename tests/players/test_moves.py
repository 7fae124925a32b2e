"""Reflex's moves: supports where they are needed, voyages that pay, no two in each other's way."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from judge.rules.computers import reflex
from judge.rules.computers.moves import Plan
from judge.rules.computers.view import View
from tests.players.positions import look

GERMANY = ["MUN", "BER", "KIE", "HOL"]
ENGLAND = ["LON", "EDI", "LVP"]


def view_of(
    units: Mapping[str, Sequence[str]],
    centers: Mapping[str, Sequence[str]],
    phase: str = "F1902M",
    **more: Any,
) -> View:
    """A movement phase of the standard game."""
    return look("standard", phase, units=units, centers=centers, **more)


def plans(view: View, side: str = "France", noise: float = 0.0) -> set[tuple[str, ...]]:
    """What a side orders with different dice."""
    found = {tuple(reflex.orders(view, side, Random(seed), noise)) for seed in range(24)}
    for lines in found:
        told = view.engine.standing(view.state, side, lines)
        assert told.complete
        assert not told.void
    return found


# --- where units go


def test_an_empty_centre_is_taken_at_once_before_the_owners_change() -> None:
    view = view_of({"France": ["A GAS"]}, {"Italy": ["SPA", "POR"], "France": ["PAR"]})
    assert plans(view) == {("A GAS - SPA",)}


def test_before_a_spring_what_can_be_reached_next_counts_for_more() -> None:
    centers = {"England": [*ENGLAND, "BEL", "HOL"], "France": ["PAR"]}
    fall = plans(view_of({"France": ["A PIC"]}, centers))
    assert fall == {("A PIC - BEL",)}
    units = {"Germany": ["A MUN"], "England": ["F BEL", "F HOL", "F NTH"]}
    spring = plans(view_of(units, {"England": ["BEL", "HOL", "KIE", "DEN"]}, "S1902M"), "Germany")
    assert not {line for lines in spring for line in lines if line.endswith(("BEL", "HOL"))}


def test_a_move_that_the_rules_stop_is_not_made_again() -> None:
    view = view_of({"France": ["A GAS"]}, {"Italy": ["SPA"], "France": ["PAR"]})
    barred = frozenset({(0, view.board.loc_of["SPA"])})
    for seed in range(8):
        (line,) = Plan(view, "France", Random(seed), barred_moves=barred).orders()
        assert line != "A GAS - SPA"


def test_who_may_not_move_at_all_holds() -> None:
    view = view_of({"France": ["A GAS"]}, {"Italy": ["SPA"], "France": ["PAR"]})
    gascony = view.board.loc_of["GAS"]
    barred = frozenset((0, loc) for loc in view.board.steps["A"][gascony])
    assert Plan(view, "France", Random(0), barred_moves=barred).orders() == ["A GAS H"]


def test_noise_spreads_what_a_place_is_worth_about_the_true_value() -> None:
    view = view_of({"France": ["A GAS"]}, {"Italy": ["SPA"], "France": ["PAR"]})
    spain = view.board.loc_of["SPA"]
    true = Plan(view, "France", Random(0)).price("A", spain)
    prices = [Plan(view, "France", Random(seed), 0.4).price("A", spain) for seed in range(200)]
    assert all(0.8 * true <= price <= 1.2 * true for price in prices)
    assert min(prices) < 0.85 * true < 1.15 * true < max(prices)


def test_a_place_counts_less_the_more_foes_and_the_fewer_friends_could_be_there() -> None:
    prices = []
    for foes in range(5):
        units = {
            "France": ["A GAS", "A MAR"],
            "Italy": ["F POR", "F WES", "F LYO", "F MAO"][:foes],
        }
        view = view_of(units, {"Italy": ["SPA"], "France": ["PAR"]})
        prices.append(Plan(view, "France", Random(0)).price("A", view.board.loc_of["SPA"]))
    assert prices[0] == prices[1] > prices[2] > prices[3] > prices[4] > 0


def test_the_empty_one_of_two_centres_is_preferred_to_the_guarded_one() -> None:
    """Denmark and Holland are worth the same to Germany in Kiel."""
    units = {"Germany": ["A KIE"], "England": ["F DEN", "F SKA", "F BAL"]}
    view = view_of(units, {"England": ["DEN", "HOL"]})
    assert plans(view, "Germany") == {("A KIE - HOL",)}
    units = {"Germany": ["A KIE"], "England": ["F HOL", "A BEL"]}
    assert plans(view_of(units, {"England": ["DEN", "HOL"]}), "Germany") == {("A KIE - DEN",)}


def test_of_two_that_are_much_alike_now_one_now_the_other_is_chosen() -> None:
    view = view_of({"Germany": ["A KIE"]}, {"England": ["DEN", "HOL"], "Germany": ["KIE"]})
    assert plans(view, "Germany") == {("A KIE - HOL",), ("A KIE - DEN",)}


def test_the_second_best_of_two_much_alike_is_taken_in_one_case_of_three() -> None:
    view = view_of({"Germany": ["A KIE"]}, {"England": ["DEN", "HOL"], "Germany": ["KIE"]})
    plan = Plan(view, "Germany", Random(0))
    best, second = sorted(
        ("HOL", "DEN"), key=lambda place: -plan.price("A", view.board.loc_of[place])
    )
    goals = [Plan(view, "Germany", Random(seed)).orders()[0][-3:] for seed in range(200)]
    assert set(goals) == {best, second}
    assert 45 < goals.count(second) < 95


def test_noise_makes_other_plans() -> None:
    view = view_of({"France": ["A PIC", "A MAR"]}, {"France": ["PAR"], "England": ENGLAND})
    assert plans(view, noise=2.0) > plans(view) or len(plans(view, noise=2.0)) > len(plans(view))


# --- one's own units


def test_no_two_go_to_one_space_or_into_each_others_places() -> None:
    units = {"France": ["A PAR", "A BUR", "A PIC", "A GAS"], "Germany": ["A MUN", "A RUH"]}
    for phase in ("S1902M", "F1902M"):
        for lines in plans(view_of(units, {"Germany": GERMANY, "France": ["PAR"]}, phase)):
            moves = {line[2:5]: line[-3:] for line in lines if " - " in line and " S " not in line}
            assert len(set(moves.values())) == len(moves)
            assert all(moves.get(goal) != start for start, goal in moves.items())
            assert all(goal in moves for goal in moves.values() if goal in _places(units))


def _places(units: Mapping[str, Sequence[str]]) -> set[str]:
    """Where the units of France stand."""
    return {unit[2:] for unit in units["France"]}


def test_who_stands_behind_moves_up_when_the_place_is_left() -> None:
    units = {"France": ["A PAR", "A BUR"], "Germany": []}
    found = plans(view_of(units, {"Germany": ["MUN", "BER", "KIE"], "France": ["BRE"]}, "S1902M"))
    assert found == {("A BUR - MUN", "A PAR - BUR")}


def test_who_would_be_beaten_alone_is_supported_into_a_held_centre() -> None:
    units = {"France": ["A BUR", "A TYR"], "Germany": ["A MUN"]}
    view = view_of(units, {"Germany": ["MUN", "BER", "KIE"], "France": ["PAR"]})
    assert plans(view) == {
        ("A BUR - MUN", "A TYR S A BUR - MUN"),
        ("A BUR S A TYR - MUN", "A TYR - MUN"),
    }


def test_who_is_in_danger_is_supported_by_those_who_stay() -> None:
    units = {"France": ["A BUR", "A PAR"], "Germany": ["A MUN", "A RUH"]}
    view = view_of(units, {"Germany": GERMANY, "France": ["PAR"]}, "S1902M")
    assert ("A BUR H", "A PAR S A BUR") in plans(view)
    for lines in plans(view):
        assert lines != ("A BUR H", "A PAR H")


def test_who_is_in_no_danger_is_not_supported() -> None:
    view = view_of({"France": ["A BRE", "A PAR"]}, {})
    for lines in plans(view):
        assert not [line for line in lines if " S " in line]


def test_a_support_names_the_space_and_not_its_coast() -> None:
    units = {"Russia": ["F BOT", "A FIN"], "England": ["A STP"]}
    found = plans(view_of(units, {"England": ["STP", "NWY"]}), "Russia")
    lines = {line for plan in found for line in plan}
    assert "A FIN S F BOT - STP" in lines
    assert "F BOT - STP/SC" in lines


# --- voyages


def test_an_army_is_carried_to_what_it_cannot_walk_to() -> None:
    view = view_of({"France": ["A PIC", "F ENG"]}, {"England": ENGLAND, "France": ["PAR", "BRE"]})
    assert plans(view) == {("A PIC - LON VIA", "F ENG C A PIC - LON")}


def test_nobody_is_carried_where_somebody_is_in_the_way() -> None:
    units = {"France": ["A PIC", "F ENG"], "England": ["F LON", "A WAL"]}
    for lines in plans(view_of(units, {"England": ENGLAND, "France": ["PAR", "BRE"]})):
        assert not {line for line in lines if line.endswith(("LON VIA", "WAL VIA"))}


def test_nobody_is_carried_where_an_own_unit_is_or_goes() -> None:
    wanted = {"England": ["LON"], "France": ["PAR", "BRE"]}
    for lines in plans(view_of({"France": ["A LON", "A PIC", "F ENG"]}, wanted)):
        assert not [line for line in lines if line.endswith("- LON VIA")]
    two = {"France": ["A BEL", "A PIC", "F ENG", "F NTH"]}
    for lines in plans(view_of(two, wanted)):
        assert sum(line.endswith("- LON VIA") for line in lines) <= 1


def test_fleets_are_not_carried_and_carry_nobody_from_coasts_far_away() -> None:
    for units in (["F BRE", "F ENG"], ["A PIC", "F NWG"]):
        view = view_of({"France": units}, {"England": ENGLAND, "France": ["PAR", "BRE"]})
        assert not [line for lines in plans(view) for line in lines if "VIA" in line]


def test_nobody_is_carried_where_it_can_walk_to_as_much() -> None:
    units = {"France": ["A PIC", "F ENG"]}
    centers = {"England": ["BEL", "LON"], "France": ["PAR", "BRE"]}
    for lines in plans(view_of(units, centers)):
        assert not [line for line in lines if "VIA" in line]


def test_a_fleet_carries_one_army_and_only_one() -> None:
    units = {"France": ["A BRE", "A PIC", "F ENG"]}
    for lines in plans(view_of(units, {"England": ENGLAND, "France": ["PAR"]})):
        assert sum("VIA" in line for line in lines) == 1
        assert sum(" C " in line for line in lines) == 1


def test_two_armies_on_two_fleets_land_in_two_places() -> None:
    units = {"France": ["A PIC", "F ENG", "A BEL", "F NTH"]}
    view = view_of(units, {"England": ENGLAND, "France": ["PAR", "BEL"]})
    for lines in plans(view):
        landings = [line.split()[3] for line in lines if "VIA" in line]
        assert len(landings) == 2
        assert len(set(landings)) == 2


def test_a_fleet_in_port_carries_nobody_and_an_army_inland_is_not_carried() -> None:
    for units in (["A PIC", "F BRE"], ["A PAR", "F ENG"]):
        view = view_of({"France": units}, {"England": ENGLAND, "France": ["PAR", "BRE"]})
        assert not [line for lines in plans(view) for line in lines if "VIA" in line]


# --- planes


def test_a_plane_supports_the_unit_below_that_is_in_danger() -> None:
    view = look(
        "1930s-world",
        "S1932M",
        options={"air": True},
        units={"France": ["A BUR", "P BUR-A"], "Germany": ["A MUN", "A RUH"]},
        centers={"France": ["PAR"], "Germany": ["BER"]},
    )
    held = {lines for lines in plans(view) if lines[0] == "A BUR H"}
    gone = {lines for lines in plans(view) if lines[0] != "A BUR H"}
    assert held <= {("A BUR H", "P BUR-A S A BUR")}
    assert all(f"P BUR-A S {lines[0]}" == lines[1] for lines in gone if " - MUN" in lines[0])
    assert held or gone


def test_no_two_planes_are_sent_to_one_place() -> None:
    view = look(
        "1930s-world",
        "S1932M",
        options={"air": True},
        units={"France": ["A BUR", "P MAR-A", "P PAR-A"], "Germany": ["A MUN", "A RUH"]},
        centers={"France": ["PAR"]},
    )
    for lines in plans(view):
        flights = [line.split(" - ")[1] for line in lines if line[0] == "P" and " - " in line]
        flights = [place for place in flights if place.endswith("-A")]
        assert len(set(flights)) == len(flights)


def test_an_idle_plane_bombs_what_it_reaches() -> None:
    view = look(
        "1930s-world",
        "S1932M",
        options={"air": True},
        units={"France": ["P BUR-A"]},
        centers={"France": ["PAR"], "Germany": ["MUN"]},
    )
    assert plans(view) == {("P BUR-A BOMB MUN",)}


def test_two_planes_do_not_fly_to_one_place() -> None:
    view = look(
        "1930s-world",
        "S1932M",
        options={"air": True},
        units={"France": ["A BUR", "P GAS-A", "P MAR-A"], "Germany": ["A MUN", "A RUH"]},
        centers={"France": ["PAR"]},
    )
    for lines in plans(view):
        assert sum(line.endswith("- BUR-A") for line in lines) <= 1
