"""Powers that nobody plays any more, and the minors that come of them."""

import pytest
from msgspec.structs import replace

from judge.kernel.engine import Standing
from judge.kernel.errors import InputError
from tests import folders
from tests.mechanics.boards import engine, of_kind, standing, start, turn


def test_a_declaration_breaks_a_power_up_at_once() -> None:
    after = engine("1926").give_up(start("1926"), "Turkey")
    assert "Turkey" not in after.state.units
    assert after.state.units["Istanbul"] == ("A IST",)
    assert after.state.centers["Ankara"] == ("ANK",)
    assert after.state.memory["civil_disorder"] == ["Turkey"]
    (told,) = of_kind(after.events, "disorder")
    assert [row["unit"] for row in told["rows"]] == ["A ANK", "A IST", "F IZM"]


def test_a_sponsor_and_its_faction_are_given_up_together() -> None:
    after = engine("1936").give_up(start("1936"), "Italy").state
    assert after.memory["civil_disorder"] == ["Italy", "Nationalist Spain"]
    assert after.units["Burgos"] == ("A BRG",)


@pytest.mark.parametrize("lives", [True, False])
def test_a_faction_that_lives_falls_with_its_sponsor(lives: bool) -> None:
    begun, gone = start("1936"), {"Italy"} if lives else {"Italy", "Nationalist Spain"}
    units = {power: units for power, units in begun.units.items() if power not in gone}
    centers = {power: owned for power, owned in begun.centers.items() if power not in gone}
    events = turn("1936", replace(begun, units=units, centers=centers), {}).events
    fallen = [told["power"] for told in of_kind(events, "disorder")]
    assert fallen == ["Nationalist Spain"] * lives


def test_a_centre_under_another_power_waits_for_the_fall() -> None:
    occupied = engine("1926").position(
        {
            "phase": "S1928M",
            "units": {"Soviet Union": ["A ANK"], "Turkey": ["A IST"]},
            "centers": {"Soviet Union": ["MOS"], "Turkey": ["ANK", "IST"]},
        }
    )
    declared = engine("1926").give_up(occupied, "Turkey").state
    assert declared.centers["Turkey"] == ("ANK",)
    assert engine("1926").survivors(declared) == ("Soviet Union",)
    spring = turn("1926", declared, {"Soviet Union": ["A ANK - EAN"]}).state
    assert spring.centers["Turkey"] == ("ANK",)
    fall = turn("1926", spring, {}).state
    assert fall.centers["Ankara"] == ("ANK",)
    assert fall.units["Ankara"] == ("A ANK",)


def test_a_power_given_up_with_nothing_but_a_unit_to_retreat_leaves_the_board() -> None:
    beaten = engine("1926").position(
        {
            "phase": "S1928R",
            "units": {"Soviet Union": ["A ANK"]},
            "centers": {"Soviet Union": ["MOS"], "Turkey": ["IST"]},
            "dislodged": {"Turkey: A ANK": ["EAN"]},
            "state": {"civil_disorder": ["Turkey"]},
        }
    )
    after = turn("1926", beaten, {})
    (told,) = of_kind(after.events, "disorder")
    assert [row["unit"] for row in told["rows"]] == ["A ANK"]
    assert after.state.units == {"Istanbul": ("A IST",), "Soviet Union": ("A ANK",)}


def test_in_1900_a_power_given_up_just_holds() -> None:
    after = engine("1900").give_up(start("1900"), "Turkey")
    assert after.state == start("1900")
    assert after.events == ()


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"civil_disorder": "Turkey"}, "state.civil_disorder"),
        ({"civil_disorder": ["Ruritania"]}, "'Ruritania'"),
        ({"minors": [3]}, "state.minors"),
        ({"move_turns": "two"}, "state.move_turns"),
        ({"move_turns": -1}, "state.move_turns"),
    ],
)
def test_a_state_that_makes_no_sense_is_refused(state: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        engine("1936").position({"phase": "S1936M", "state": state})


def test_orders_in_a_minors_name_are_refused() -> None:
    request = {"phase": "S1936M", "orders": {"Austria": ["A AUS H"]}}
    with pytest.raises(InputError, match=r"orders\.Austria"):
        engine("1936").adjudicate(request)


def test_turns_played_follow_from_the_phase_or_are_as_the_request_says() -> None:
    played = [
        engine("1936").position({"phase": phase}).memory["move_turns"]
        for phase in ("S1936M", "S1936R", "F1936M", "W1936A", "S1939M")
    ]
    assert played == [0, 1, 1, 2, 6]
    given = engine("1936").position({"phase": "S1936M", "state": {"move_turns": 9}})
    assert given.memory["move_turns"] == 9


@pytest.mark.parametrize(
    ("seat", "runs"),
    [
        ("Italy", ("Italy", "Nationalist Spain")),
        ("Soviet Union", ("Soviet Union", "Republican Spain")),
        ("France", ("France",)),
    ],
)
def test_a_sponsor_speaks_for_its_faction(seat: str, runs: tuple[str, ...]) -> None:
    assert engine("1936").speaks_for(start("1936"), seat) == runs


def test_orders_of_one_seat_reach_both_its_powers() -> None:
    orders = {"Italy": ["A MIL - SWI", "A BRG - MAD"]}
    after = turn("1936", start("1936"), orders)
    assert after.state.units["Nationalist Spain"] == ("A MAD",)
    (results,) = of_kind(after.events, "results")
    owners = {row["unit"]: row["power"] for row in results["rows"]}
    assert owners["A BRG"] == "Nationalist Spain"
    assert owners["A MIL"] == "Italy"


@pytest.mark.parametrize("name", folders.playing("points"))
def test_nothing_is_asked_of_a_power_that_is_gone(name: str) -> None:
    state = engine(name).position({"phase": "S1928M", "centers": {"France": ["PAR"]}})
    assert standing(name, state, "Turkey", ()) == Standing()
