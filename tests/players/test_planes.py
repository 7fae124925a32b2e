"""Idle planes: they bomb the richest foe's centre that they reach, or fly to where it is tight."""

from collections.abc import Iterable, Mapping, Sequence

import pytest

from judge.rules.computers import moves
from judge.rules.computers.view import View
from tests.players.positions import look

GERMAN = ["MUN", "RUH", "BER", "HAM"]


def view_of(
    units: Mapping[str, Sequence[str]], centers: Mapping[str, Sequence[str]], **memory: object
) -> View:
    """A movement phase of a game with planes."""
    return look(
        "1930s-world",
        "S1932M",
        options={"air": True},
        units=units,
        centers=centers,
        state=memory,
    )


def order(view: View, plane: str, goals: Iterable[str] = ()) -> str:
    """What France has a plane do; ``goals`` are where its units will be."""
    found = moves.employ_planes(
        view, "France", view.board.unit(plane), {view.board.loc_of[goal] for goal in goals}
    )
    if found:
        assert not view.engine.standing(view.state, "France", [found]).void
    return found


def test_the_centre_of_the_richest_foe_in_range_is_bombed() -> None:
    units = {"France": ["P BUR-A"]}
    two = {"France": ["PAR"], "Germany": ["MUN"], "Italy": ["VEN", "ROM", "NAP"]}
    assert order(view_of(units, two), "P BUR-A") == "P BUR-A BOMB VEN"
    rich = {"France": ["PAR"], "Germany": ["MUN", "BER", "HAM", "HAN"], "Italy": ["VEN", "ROM"]}
    assert order(view_of(units, rich), "P BUR-A").split()[-1] in ("MUN", "HAN")


def test_two_steps_are_the_range_and_what_lies_below_is_not_bombed() -> None:
    units = {"France": ["P BUR-A"]}
    for near in ("MUN", "BER", "PAR"):
        assert order(view_of(units, {"Germany": [near]}), "P BUR-A") == f"P BUR-A BOMB {near}"
    assert order(view_of(units, {"Germany": ["WAR"]}), "P BUR-A") == ""
    assert order(view_of({"France": ["P PAR-A"]}, {"Germany": ["PAR"]}), "P PAR-A") == ""


def test_from_above_the_water_one_step_is_the_range() -> None:
    units = {"France": ["F ENC", "P ENC-A"]}
    assert order(view_of(units, {"England": ["LON"]}), "P ENC-A") == "P ENC-A BOMB LON"
    assert order(view_of(units, {"England": ["EDI"]}), "P ENC-A") == ""
    assert order(view_of(units, {"England": ["LIV"]}), "P ENC-A") == ""


@pytest.mark.parametrize("owner", ["France", "Spain"])
def test_only_foes_are_bombed(owner: str) -> None:
    """Neither oneself nor a minor that nobody plays."""
    assert order(view_of({"France": ["P BUR-A"]}, {owner: ["MUN"]}), "P BUR-A") == ""


def test_what_ones_own_unit_goes_into_is_not_bombed() -> None:
    view = view_of({"France": ["A BUR", "P BUR-A"]}, {"Germany": ["MUN"]})
    assert order(view, "P BUR-A", ["PAR"]) == "P BUR-A BOMB MUN"
    assert order(view, "P BUR-A", ["MUN"]) == ""


def test_spaces_that_are_no_supply_centres_are_not_bombed() -> None:
    """Centres where one may build, and nothing more."""
    view = view_of({"Germany": [], "France": ["P WAR-A"]}, {"Germany": ["EPR"]})
    assert order(view, "P WAR-A") == ""


# --- where there is nothing to bomb


FRONT = {"Germany": ["A MUN", "A RUH", "A SWI"], "France": ["A BUR", "A PAR", "P PAR-A"]}


def test_a_plane_flies_to_above_the_unit_that_foes_press_most() -> None:
    view = view_of(FRONT, {})
    assert order(view, "P PAR-A", ["BUR", "PAR"]) == "P PAR-A - BUR-A"


def test_a_quiet_place_nearby_does_not_keep_a_plane_from_the_front() -> None:
    view = view_of({**FRONT, "France": ["A BUR", "A GAS", "P PAR-A"]}, {})
    assert order(view, "P PAR-A", ["BUR", "GAS"]) == "P PAR-A - BUR-A"


def test_a_plane_stays_where_it_is_as_tight_as_elsewhere() -> None:
    view = view_of({**FRONT, "France": ["A BUR", "A PAR", "P BUR-A"]}, {})
    assert order(view, "P BUR-A", ["BUR", "PAR"]) == ""
    level = {"Germany": ["A MUN"], "France": ["A BUR", "A SWI", "P SWI-A"]}
    assert order(view_of(level, {}), "P SWI-A", ["BUR", "SWI"]) == ""


def test_of_two_units_the_one_is_chosen_that_is_pressed_more() -> None:
    units = {"Germany": ["A MUN", "A RUH", "A VEN"], "France": ["A BUR", "A PIE", "P MAR-A"]}
    assert order(view_of(units, {}), "P MAR-A", ["BUR", "PIE"]) == "P MAR-A - BUR-A"
    units = {"Germany": ["A RUH", "A TUS", "A VEN"], "France": ["A BUR", "A PIE", "P MAR-A"]}
    assert order(view_of(units, {}), "P MAR-A", ["BUR", "PIE"]) == "P MAR-A - PIE-A"


def test_a_plane_flies_to_nobody_who_will_not_be_there() -> None:
    assert order(view_of(FRONT, {}), "P PAR-A", ["PAR", "GAS"]) == ""
    empty = {**FRONT, "France": ["A PAR", "P PAR-A"]}
    assert order(view_of(empty, {}), "P PAR-A", ["BUR"]) == ""
    taken = {"Germany": ["A BUR", "A MUN"], "France": ["A PAR", "P PAR-A"]}
    assert order(view_of(taken, {}), "P PAR-A", ["BUR"]) == ""


def test_a_plane_does_not_fly_where_another_is() -> None:
    view = view_of({**FRONT, "France": ["A BUR", "P BUR-A", "P PAR-A"]}, {})
    assert order(view, "P PAR-A", ["BUR"]) == ""


def test_a_plane_flies_neither_out_to_sea_nor_off_its_carrier() -> None:
    sea = {"England": ["F NTS", "F LON"], "France": ["F ENC", "F BRE", "P BRE-A"]}
    assert order(view_of(sea, {}), "P BRE-A", ["ENC", "BRE"]) == ""
    carried = {"Germany": ["A RUH", "A HOL"], "France": ["A BEL", "F ENC", "P ENC-A"]}
    assert order(view_of(carried, {}), "P ENC-A", ["BEL", "ENC"]) == ""
