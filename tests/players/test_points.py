"""Diplomacy points: for the minor whose support helps one's own units, never beyond the purse."""

from collections.abc import Sequence
from random import Random

import pytest

from judge.kernel.ground import Purse
from judge.rules.computers import bids
from judge.rules.computers.moves import Plan
from judge.rules.computers.view import View
from tests.players.positions import at_start, look

UNITS = {"Germany": ["A MUN"], "Italy": ["A MIL"], "Austria": ["A AUS"], "Belgium": ["A BEL"]}
CENTERS = {"Germany": ["MUN"], "Italy": ["MIL"], "Austria": ["AUS"], "Belgium": ["BEL"]}


def planned(view: View, side: str, **goals: str) -> Plan:
    """A plan in which each unit of a side goes to a place; who has none named stays."""
    plan = Plan(view, side, Random(0))
    for number in plan.mine:
        unit = view.units[number]
        place = goals.get(unit.text.replace(" ", "_"), view.board.locs[unit.loc])
        plan.goal[number] = view.board.loc_of[place]
        if plan.goal[number] != unit.loc:
            plan.comer[view.board.space_of[plan.goal[number]]] = number
    return plan


def paid(plan: Plan, number: int, most: int = 0) -> list[str]:
    """The lines for a purse of so many points."""
    return list(bids.pay_points(plan, Purse("DP", number, most)))


def spent(lines: Sequence[str]) -> list[int]:
    """The points of lines."""
    return [int(line.split(":")[0].removeprefix("DP ")) for line in lines]


@pytest.mark.parametrize("name", ["1926", "1936"])
def test_points_go_each_to_another_units_order_and_all_of_them_while_there_are_minors(
    name: str,
) -> None:
    view = at_start(name)
    for side in view.engine.powers:
        plan = Plan(view, side, Random(side))
        moves = plan.orders()
        purse = view.engine.purse(view.state, side)
        assert purse is not None
        lines = list(bids.pay_points(plan, purse))
        minors = [line.split(": ")[1][:5] for line in lines]
        assert len(set(minors)) == len(minors)
        assert sum(spent(lines)) == purse.points, side
        assert all(0 < number <= (purse.most or purse.points) for number in spent(lines))
        assert not view.engine.standing(view.state, side, [*moves, *lines]).void


def test_without_a_cap_all_go_to_one_order_with_one_they_are_spread() -> None:
    view = look("1936", "S1936M", units=UNITS, centers=CENTERS)
    plan = planned(view, "Germany", A_MUN="SWI")
    assert paid(plan, 5) == ["DP 5: A AUS S A MUN - SWI"]
    assert spent(paid(plan, 5, 2)) == [2]
    whole = at_start("1936")
    assert spent(paid(planned(whole, "France"), 5, 2)) == [2, 2, 1]
    assert paid(plan, 0) == []


def test_a_support_that_is_needed_goes_first() -> None:
    """Of two moves the one that a foe can stand against."""
    view = look(
        "1936",
        "S1936M",
        units={
            "Germany": ["A MUN", "F HAM"],
            "Italy": ["A MIL"],
            "Austria": ["A AUS"],
            "Denmark": ["F DEN"],
        },
        centers=CENTERS,
    )
    assert paid(planned(view, "Germany", A_MUN="SWI", F_HAM="SNS"), 2) == [
        "DP 2: A AUS S A MUN - SWI"
    ]


def test_who_stays_is_supported_to_hold() -> None:
    view = look("1936", "S1936M", units={**UNITS, "Italy": ["A SWI"]}, centers=CENTERS)
    assert paid(planned(view, "Germany"), 2) == ["DP 2: A AUS S A MUN"]


def test_where_no_foe_can_come_the_neighbour_is_paid_to_hold() -> None:
    units = {name: row for name, row in UNITS.items() if name != "Italy"}
    view = look("1936", "S1936M", units=units, centers=CENTERS)
    assert paid(planned(view, "Germany"), 2) == ["DP 2: A AUS H"]


def test_a_minor_far_away_is_paid_for_nothing() -> None:
    units = {"Germany": ["A MUN"], "Portugal": ["F POR"]}
    view = look("1936", "S1936M", units=units, centers=CENTERS)
    assert paid(planned(view, "Germany"), 2) == []


def test_a_minor_that_one_attacks_is_paid_for_nothing() -> None:
    view = look("1936", "S1936M", units=UNITS, centers=CENTERS)
    assert paid(planned(view, "Germany", A_MUN="AUS"), 2) == []


def test_nobody_is_paid_for_help_against_its_own_fellows() -> None:
    """A minor's other unit stands where the support would go to."""
    units = {**UNITS, "Austria": ["A AUS", "A SWI"]}
    view = look("1936", "S1936M", units=units, centers=CENTERS)
    lines = paid(planned(view, "Germany", A_MUN="SWI"), 4, 2)
    assert "DP 2: A AUS S A MUN - SWI" not in lines


def test_neither_ones_own_nor_another_players_units_are_paid() -> None:
    units = {"Germany": ["A MUN", "A AUS"], "Italy": ["A MIL", "A HUN"]}
    view = look("1936", "S1936M", units=units, centers=CENTERS)
    assert paid(planned(view, "Germany", A_MUN="SWI"), 2) == []


def test_a_support_names_the_space_without_its_coast() -> None:
    units = {"Soviet Union": ["F ARC"], "Latvia": ["A LAT"], "Britain": ["A FIN"]}
    view = look("1936", "S1936M", units=units, centers={"Soviet Union": ["MOS"]})
    plan = planned(view, "Soviet Union", F_ARC="LEN/NC")
    assert paid(plan, 2) == ["DP 2: A LAT S F ARC - LEN"]
