"""Whole turns: phases follow each other, empty ones are skipped, centres change hands."""

from typing import Any

import pytest

from judge.catalog import variant
from judge.kernel.dice import NoDice
from judge.kernel.errors import InputError

ENGINE = variant.load("standard").engine
DICE = NoDice()


def kinds(turn: Any) -> list[str]:
    return [event.kind for event in turn.events]


def test_a_game_starts_with_the_spring_moves_of_1901() -> None:
    state = ENGINE.start({}, DICE).state
    assert ENGINE.phase(state).title == "Spring 1901 movement"
    assert sum(map(len, state.units.values())) == 22
    assert ENGINE.survivors(state) == ENGINE.powers


def test_a_state_survives_its_dump() -> None:
    state = ENGINE.start({}, DICE).state
    assert ENGINE.load(ENGINE.dump(state)) == state


def test_phases_with_nothing_to_decide_are_skipped_and_said_so() -> None:
    spring = ENGINE.turn(ENGINE.start({}, DICE).state, {}, DICE)
    assert spring.state.phase == "F1901M"
    fall = ENGINE.turn(spring.state, {}, DICE)
    assert fall.state.phase == "S1902M"
    assert [e.data["rows"][0]["phase"] for e in fall.events if e.kind == "skipped"] == ["W1901A"]


def test_a_centre_taken_in_the_fall_brings_a_build() -> None:
    state = ENGINE.start({}, DICE).state
    state = ENGINE.turn(state, {"Germany": ["A MUN - RUH", "F KIE - HOL"]}, DICE).state
    state = ENGINE.turn(state, {}, DICE).state
    assert state.phase == "W1901A"
    assert state.owner("HOL") == "Germany"
    standing = ENGINE.standing(state, "Germany", [])
    assert [task.subject for task in standing.tasks] == ["build"]
    after = ENGINE.turn(state, {"Germany": ["F KIE B"]}, DICE)
    assert after.state.units["Germany"] == ("A BER", "A RUH", "F HOL", "F KIE")


def test_a_dislodged_unit_waits_for_its_retreat() -> None:
    state = ENGINE.position(
        {"phase": "S1901M", "units": {"France": ["A BUR"], "Germany": ["A MUN", "A RUH"]}}
    )
    orders = {"Germany": ["A MUN - BUR", "A RUH S A MUN - BUR"]}
    turn = ENGINE.turn(state, orders, DICE)
    assert turn.state.phase == "S1901R"
    assert kinds(turn) == ["results", "dislodged", "position"]
    after = ENGINE.turn(turn.state, {"France": ["A BUR R PAR"]}, DICE)
    assert after.state.units["France"] == ("A PAR",)
    assert after.state.phase == "F1901M"


def test_eighteen_centres_win() -> None:
    centers = sorted(space["id"] for space in variant.load("standard").map["spaces"] if space["sc"])
    state = ENGINE.position(
        {
            "phase": "F1910M",
            "units": {"Turkey": ["A BUD"]},
            "centers": {"Turkey": [c for c in centers if c != "BUD"][:17], "Austria": ["BUD"]},
        }
    )
    turn = ENGINE.turn(state, {"Turkey": ["A BUD H"]}, DICE)
    assert turn.winners == ("Turkey",)
    assert kinds(turn)[-2:] == ["victory", "position"]


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(InputError, match=r"options\.air"):
        ENGINE.start({"air": True}, DICE)


def test_a_standing_warns_of_what_is_probably_not_meant() -> None:
    state = ENGINE.start({}, DICE).state
    orders = ["A PAR - BUR", "A MAR - BUR", "F BRE S A PAR - PIC"]
    standing = ENGINE.standing(state, "France", orders)
    assert standing.complete
    assert standing.warnings == (
        "F BRE S A PAR - PIC: you did not order A PAR to PIC.",
        "A PAR - BUR and A MAR - BUR go to the same space and may bounce.",
    )


REASONS = [
    ({"France": ["A PAR"], "Germany": ["A MUN"]}, ["A PAR - BUR", "A MUN - BUR"], "A PAR",
     "bounced with A MUN - BUR, 1 against 1"),
    ({"France": ["F TUN", "F TYS"], "Italy": ["F NAP", "F ION"]},
     ["F TUN - ION", "F TYS S F TUN - ION", "F NAP - TYS", "F ION H"], "F TYS",
     "attacked by F NAP - TYS"),
    ({"England": ["A LON", "F NTH"], "Germany": ["F SKA", "F HEL"]},
     ["A LON - NWY", "F NTH C A LON - NWY", "F SKA - NTH", "F HEL S F SKA - NTH"], "A LON",
     "no convoy: F NTH was dislodged by F SKA"),
    ({"France": ["A PAR"], "Germany": ["A BUR", "A RUH"], "Italy": ["A MAR"]},
     ["A PAR - BUR", "A BUR H", "A RUH S A PAR - BUR", "A MAR - BUR"], "A PAR",
     "bounced with A MAR - BUR, 1 against 1"),
    ({"France": ["A PAR", "A PIC"], "Germany": ["A MUN", "A RUH"], "Italy": ["A BUR"]},
     ["A PAR - BUR", "A PIC S A PAR - BUR", "A MUN - BUR", "A RUH S A MUN - BUR", "A BUR H"],
     "A BUR",
     "A MUN - BUR kept A PAR - BUR out, 2 against 2"),
]  # fmt: skip


@pytest.mark.parametrize(("units", "orders", "unit", "reason"), REASONS)
def test_a_reason_names_the_cause_and_the_strengths(
    units: dict[str, list[str]], orders: list[str], unit: str, reason: str
) -> None:
    by_power = {
        power: [order for order in orders if order[:5] in own] for power, own in units.items()
    }
    request = {"phase": "S1901M", "units": units, "orders": by_power}
    rows = {row["unit"]: row["reason"] for row in ENGINE.adjudicate(request)["results"]}
    assert rows[unit] == reason
