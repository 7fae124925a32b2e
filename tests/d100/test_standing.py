"""What a power has to decide, and how its orders answer it so far."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from judge.kernel.engine import Standing
from judge.rules.d100.deployment import home
from tests.d100.cases import ENGINE

GB, F = "Great Britain", "France"
DEPLOY = """
DEPLOY L5 LON
DEPLOY A1 LON
DEPLOY N5 LON
DEPLOY N5 STH
DEPLOY L5 LVP
DEPLOY L4 CDF
DEPLOY N4 CDF
DEPLOY L2 SHF
DEPLOY A3 SHF
DEPLOY N3 EDI
DEPLOY A2 EDI
DEPLOY A1 EDI
""".strip().splitlines()


def standing(request: Mapping[str, Any], power: str, orders: Sequence[str] = ()) -> Standing:
    """A power's standing on the board of a request."""
    return ENGINE.standing(ENGINE.position(request), power, orders)


MONTH = {
    "phase": "1930-01M",
    "units": {F: ["L5 PAR", "L4 BRY", "A1 BRY"], "Spain": ["L3 MAD"]},
    "state": {"friends": {"Spain": [F]}, "points": {"Spain": {F: 100}, "Norway": {F: 25}}},
}


def test_every_own_piece_is_a_task_and_holds_without_an_order() -> None:
    found = standing(MONTH, F, ["L5 PAR - ALS"])
    assert [(task.subject, task.order, task.otherwise) for task in found.tasks] == [
        ("L5 PAR", "L5 PAR - ALS", "holds"),
        ("L4 BRY", "", "holds"),
        ("A1 BRY", "", "holds"),
    ]
    assert not found.complete
    assert found.tasks[0].options == (
        "L5 PAR H",
        "L5 PAR - ALS",
        "L5 PAR - BRY",
        "L5 PAR - NMD",
        "L5 PAR - PIC",
    )


def test_a_stack_has_one_form_and_the_steps_that_all_its_pieces_can_make() -> None:
    tasks = standing(MONTH, F).tasks
    assert [task.form for task in tasks] == ["L5 PAR - ", "STACK BRY - ", ""]
    assert tasks[1].options[:3] == ("STACK BRY - ALS", "STACK BRY - BOR", "STACK BRY - BRT")
    assert tasks[2].options == ()


def test_a_stack_s_march_is_told_once_and_orders_of_two_like_pieces_each() -> None:
    tasks = standing(MONTH, F, ["STACK BRY - ALS"]).tasks
    assert [(task.order, task.shared) for task in tasks] == [
        ("", False),
        ("STACK BRY - ALS", False),
        ("STACK BRY - ALS", True),
    ]
    twice = ["DEPLOY L5 LVP", "DEPLOY L5 LVP"]
    tasks = standing({"phase": "1930-00D"}, GB, twice).tasks
    assert [task.order for task in tasks if not task.shared][:2] == twice


def test_a_stack_answers_for_all_its_pieces() -> None:
    found = standing(MONTH, F, ["STACK BRY - NMD", "L5 PAR H"])
    assert [task.order for task in found.tasks] == ["L5 PAR H", *["STACK BRY - NMD"] * 2]
    assert found.complete


def test_points_are_added_up_and_what_they_lead_to_is_said() -> None:
    found = standing(MONTH, F, ["ALLOCATE 50 Spain", "ALLOCATE 25 Norway", "NO ROLL Norway"])
    assert found.facts == (
        "You have 100 points to allocate this month: 75 allocated, 25 left.",
        "Norway: 50 points, 150 are needed to roll for friendship.",
        "Spain: 150 points, you roll for alliance: 60 %, less with rivals.",
        "As a friend you may order Spain: L3 MAD.",
    )
    assert found.extra == ("ALLOCATE 50 Spain", "ALLOCATE 25 Norway", "NO ROLL Norway")


def test_who_has_allocated_nothing_is_shown_how() -> None:
    facts = standing(MONTH, F, []).facts
    assert facts[1] == "ALLOCATE 25 Austria, for one, puts 25 into Austria."
    read = ["ALLOCATE 25 Austria"]
    assert standing(MONTH, F, read).extra == tuple(read)


def test_a_roll_held_back_is_said() -> None:
    found = standing(MONTH, F, ["ALLOCATE 50 Spain", "NO ROLL Spain"])
    assert "Spain: 150 points, the roll for alliance is held back." in found.facts


def test_more_than_half_the_value_is_warned_of() -> None:
    found = standing(MONTH, F, ["ALLOCATE 100 Spain", "ALLOCATE 25 Norway"])
    assert found.warnings == ("ALLOCATE 25 Norway: That would be more than 100 this month.",)
    assert found.extra == ("ALLOCATE 100 Spain",)


def test_orders_that_do_not_fit_together_are_warned_of() -> None:
    found = standing(MONTH, F, ["L5 PAR S L4 BRY - NMD", "L4 BRY - NMD", "A1 BRY H"])
    assert found.warnings == (
        "L4 BRY - NMD: The pieces in BRY are a stack and march only together.",
        "L5 PAR S L4 BRY - NMD: L4 BRY has no such order. So far it has no effect.",
    )
    assert found.tasks[1].order == ""


def test_a_voyage_waits_for_anybodys_carrier_and_is_not_void() -> None:
    found = standing(MONTH, F, ["L5 PAR - LYO VIA"])
    assert [line.partition(":")[0] for line in found.warnings] == ["L5 PAR - LYO VIA"]
    assert found.void == ()


def test_a_support_of_anothers_piece_depends_on_the_other() -> None:
    request = {"phase": "1930-01M", "units": {F: ["L5 PAR"], "Germany": ["L5 ALS"]}}
    found = standing(request, F, ["L5 PAR S L5 ALS - PIC"])
    assert found.warnings == ("L5 PAR S L5 ALS - PIC: this depends on what Germany orders.",)


@pytest.mark.parametrize(
    ("orders", "kept"),
    [
        (["A1 BRY - ALS", "SPLIT BRY", "L4 BRY H"], ["A1 BRY H", "L4 BRY H"]),
        (["L4 BRY H", "A1 BRY H", "STACK BRY - NMD"], ["STACK BRY - NMD"]),
        (["STACK BRY - NMD", "SPLIT BRY"], ["SPLIT BRY"]),
        (["L5 PAR H", "L5 PAR - ALS"], ["L5 PAR - ALS"]),
        (["STACK PAR - ALS", "L1 PAR H"], ["L1 PAR H", "L5 PAR - ALS"]),
    ],
)
def test_the_last_order_given_to_a_piece_counts(orders: list[str], kept: list[str]) -> None:
    units = {F: ["L5 PAR", "L4 BRY", "A1 BRY", *(["L1 PAR"] if "L1 PAR H" in orders else [])]}
    found = standing({"phase": "1930-01M", "units": units}, F, orders)
    assert sorted({task.order for task in found.tasks if task.order}) == kept
    assert not found.warnings


def test_the_rest_of_a_stack_that_is_broken_up_goes_back_to_no_older_order() -> None:
    request = {"phase": "1930-01M", "units": {F: ["L4 BRY", "A1 BRY"]}}
    orders = ["L4 BRY - ALS", "A1 BRY - ALS", "STACK BRY - NMD", "L4 BRY H"]
    found = standing(request, F, orders)
    assert [task.order for task in found.tasks] == ["L4 BRY H", ""]
    (warning,) = found.warnings
    assert warning == "A1 BRY - NMD: The pieces in BRY are a stack and march only together."


def test_a_deployment_names_every_slot_and_what_is_still_missing() -> None:
    found = standing({"phase": "1930-00D"}, GB, DEPLOY[:3])
    assert len(found.tasks) == 12
    assert sum(not task.order for task in found.tasks) == 9
    assert [task.subject for task in found.tasks if not task.order][:2] == [
        "CS 5 (3 of 4)",
        "CS 5 (4 of 4)",
    ]
    assert "It needs 2 air pieces at least and has 1." in found.warnings
    assert "No piece stands in CDF, EDI, LVP, SHF, STH." in found.warnings
    assert found.facts[0].startswith("Your list: 4 of CS 5, 2 of CS 4")
    assert found.facts[4] == "LON (capital, port): A1, L5, N5"


def test_who_has_placed_nothing_yet_breaks_no_rule() -> None:
    found = standing({"phase": "1930-00D"}, GB)
    assert (found.complete, found.warnings, found.void) == (False, (), ())


def test_the_form_of_a_deployment_is_the_rest_of_the_standard_list() -> None:
    empty = standing({"phase": "1930-00D"}, GB)
    assert standing({"phase": "1930-00D"}, GB, [task.form for task in empty.tasks]).complete
    assert empty.warnings == ()
    found = standing({"phase": "1930-00D"}, GB, ["DEPLOY L5 LON"])
    assert "DEPLOY L5 LON" not in [task.form for task in found.tasks]


def test_a_legal_list_is_complete() -> None:
    found = standing({"phase": "1930-00D"}, GB, DEPLOY)
    assert found.complete
    assert not found.warnings


def test_a_full_list_against_the_rules_is_not_complete() -> None:
    moved = [*DEPLOY[:-1], "DEPLOY A1 LON"]
    found = standing({"phase": "1930-00D"}, GB, moved)
    assert not found.complete
    dropped, why = found.warnings
    assert dropped.startswith(
        "Your list is against the rules: as it stands, all of it will be dropped"
    )
    assert why == "4 pieces stand in LON, and there is room for 3."
    assert found.void == (dropped,)


def test_a_later_piece_takes_the_place_of_an_earlier_one_of_its_strength() -> None:
    found = standing({"phase": "1930-00D"}, GB, [*DEPLOY, "DEPLOY A1 STH"])
    assert found.complete
    assert {task.order for task in found.tasks} >= {"DEPLOY A1 STH", "DEPLOY A1 EDI"}
    assert "DEPLOY A1 LON" not in {task.order for task in found.tasks}


def test_a_minors_piece_without_a_choice_of_places_asks_nothing() -> None:
    request = {"phase": "1930-00N", "state": {"assign": {"Holland": {"L5": F}}}}
    found = standing(request, F, ["DEPLOY L5 AMS"])
    assert found.complete
    assert found.extra == ("DEPLOY L5 AMS",)
    assert found.facts == ("L5 of Holland can only stand in AMS, and is there.",)


def test_ships_of_an_inland_capital_stand_in_the_first_coastal_city_else_region() -> None:
    """R68; Spain has coastal regions only, so a city is made there."""
    board = ENGINE.board
    (ships,) = (piece for piece in board.garrisons["Spain"] if piece.arm == "N")
    assert home(board, "Spain", ships) == "ADL"
    city = replace(board.spaces["GLC"], kind="city")
    assert home(replace(board, spaces={**board.spaces, "GLC": city}), "Spain", ships) == "GLC"


def test_the_minors_pieces_that_fell_to_a_power_are_its_tasks() -> None:
    request = {"phase": "1930-00N", "state": {"assign": {"Spain": {"L3": F, "N2": GB}}}}
    found = standing(request, F, ["DEPLOY L3 CAT", "DEPLOY N2 ADL"])
    (task,) = found.tasks
    assert (task.subject, task.order) == ("Spain L3", "DEPLOY L3 CAT")
    assert task.options == tuple(f"DEPLOY L3 {space}" for space in ("ADL", "CAT", "GLC", "MAD"))
    assert found.warnings == ("DEPLOY N2 ADL: N2 of Spain is placed by Great Britain.",)
    assert standing(request, GB).tasks[0].otherwise == "stands in ADL"


GAIN = {
    "phase": "1930-06A",
    "units": {F: ["L5 PAR", "L4 BRT"]},
    "state": {"owners": {"BRU": F}, "base": {GB: 210}},
}


def test_a_gain_is_spent_order_by_order() -> None:
    found = standing(GAIN, F, ["BUY L3 PAR"])
    assert [(task.subject, task.order, task.form) for task in found.tasks] == [
        ("BUY L3 PAR", "BUY L3 PAR", ""),
        ("10 points to spend", "", "BUY L2 PAR"),
    ]
    assert found.facts == (
        "Value 225, at the last recalculation 200: 15 of 25 points spent, 10 left.",
        "A piece costs 5 points a strength. Cities with room: PAR, BOR, BRT, BRU, LYO, MRS, NCY.",
    )
    whole = standing(GAIN, F, ["BUY L3 PAR", "BUY A2 LYO", "BUY A1 LYO"])
    assert whole.complete
    assert whole.facts[0].endswith("25 of 25 points spent, 0 left.")
    assert [task.order for task in whole.tasks] == ["BUY L3 PAR", "BUY A2 LYO"]
    assert whole.warnings == ("BUY A1 LYO: A1 LYO costs 5 points, and 0 are left.",)


def test_a_piece_may_be_bought_as_often_as_there_is_room_for_it() -> None:
    state = ENGINE.position({**GAIN, "units": {F: ["L5 PAR", "L4 PAR", "L4 BRT"]}})
    offered = [choice.order for choice in ENGINE.legal_orders(state, F)]
    assert [offered.count(f"BUY L1 {city}") for city in ("PAR", "BRT", "LYO")] == [1, 2, 3]


def test_a_gain_without_a_city_with_room_asks_nothing() -> None:
    full = {
        space: ["L1", "L1", "L1"] for space in ("PAR", "BOR", "BRT", "BRU", "LYO", "MRS", "NCY")
    }
    units = {F: [f"{piece} {space}" for space, pieces in full.items() for piece in pieces]}
    found = standing({**GAIN, "units": units}, F)
    assert found.complete
    assert found.facts[1].endswith("Cities with room: none.")


def test_what_a_loss_takes_by_itself_is_named_and_can_be_changed() -> None:
    request = {**GAIN, "units": {GB: ["L5 LON", "L1 EDI"]}}
    found = standing(request, GB)
    assert [(task.subject, task.otherwise, task.form) for task in found.tasks] == [
        ("L1 EDI", "removed", "REMOVE L1 EDI"),
        ("L5 LON", "reduced to 4", "REDUCE L5 LON TO 4"),
    ]
    assert not standing(request, GB, ["REDUCE L5 LON TO 4"]).complete
    assert standing(request, GB, ["REDUCE L5 LON TO 3"]).complete
    assert standing(request, GB, [task.form for task in found.tasks]).complete


def test_who_neither_gained_nor_lost_has_nothing_to_decide() -> None:
    found = standing(GAIN, "Italy")
    assert found.complete
    assert found.facts == ("Value 200, at the last recalculation 200.",)
