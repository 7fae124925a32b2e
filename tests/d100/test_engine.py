"""The engine behind the kernel's door: a game's phases, what is told to whom, bad input."""

from collections.abc import Sequence
from typing import Any

import pytest

from judge.kernel.dice import SecretDice
from judge.kernel.engine import GM, PUBLIC, Engine, Event
from judge.kernel.errors import InputError
from judge.rules.d100.build import build
from judge.rules.d100.state import State
from tests.d100.cases import ENGINE

DICE = SecretDice(b"secret", "g")
GB, F = "Great Britain", "France"


def kinds(events: Sequence[Event], audience: str = PUBLIC) -> list[str]:
    """The kinds of the events for one audience."""
    return [event.kind for event in events if event.audience == audience]


def test_a_year_runs_through_its_phases_without_a_single_order() -> None:
    state, phases = ENGINE.start({}, DICE).state, []
    while not state.phase.startswith("1931-02"):
        phases.append(state.phase)
        state = ENGINE.turn(state, {}, DICE).state
    months = [f"1930-{month:02}M" for month in range(1, 13)]
    assert phases == [
        "1930-00D",
        "1930-00N",
        *months[:6],
        "1930-06A",
        *months[6:],
        "1930-12A",
        "1931-01M",
    ]
    assert len(state.units) == 5 + 24
    assert not state.owners


@pytest.mark.parametrize(
    ("phase", "title", "kind"),
    [
        ("1930-00D", "Deployment of the majors", "deployment"),
        ("1930-00N", "Deployment of the minors", "deployment"),
        ("1930-03M", "March 1930", "movement"),
        ("1931-12A", "Recalculation after December 1931", "adjustment"),
    ],
)
def test_a_phase_has_a_title_and_a_kind(phase: str, title: str, kind: str) -> None:
    found = ENGINE.phase(ENGINE.position({"phase": phase}))
    assert (found.id, found.title, found.kind) == (phase, title, kind)


def test_the_engine_fits_the_door() -> None:
    door: Engine[State] = ENGINE
    assert door.phase(door.start({}, DICE).state).id == "1930-00D"


def test_five_majors_play_and_each_speaks_for_itself() -> None:
    assert ENGINE.powers == (GB, "Germany", F, "Italy", "Russia")
    state = ENGINE.position({"phase": "1930-01M", "state": {"friends": {"Spain": [F]}}})
    assert ENGINE.speaks_for(state, F) == (F,)


def test_the_standard_lists_are_legal_for_all_five() -> None:
    state = ENGINE.turn(ENGINE.start({}, DICE).state, {}, DICE).state
    again = {major: [f"DEPLOY {piece}" for piece in state.units[major]] for major in ENGINE.powers}
    events = ENGINE.turn(ENGINE.start({}, DICE).state, again, DICE).events
    deployed = next(event for event in events if event.kind == "d100-deployed")
    assert not any(row["default"] for row in deployed.data["rows"])


def test_a_state_survives_dump_and_load() -> None:
    state = ENGINE.start({}, DICE).state
    for _ in range(3):
        assert ENGINE.load(ENGINE.dump(state)) == state
        state = ENGINE.turn(state, {F: ["ALLOCATE 100 Spain", "SPLIT PAR"]}, DICE).state
    assert ENGINE.load(ENGINE.dump(state)) == state
    assert state.points == {"Spain": {F: 100}}


def test_a_survivor_owns_a_space_or_has_a_piece() -> None:
    owners = {
        space: "Germany" for space in (*ENGINE.board.countries[F].spaces, "LON") if space != "PAR"
    }
    state = ENGINE.position({"phase": "1930-01M", "state": {"owners": owners}})
    assert F in ENGINE.survivors(state)
    gone = ENGINE.position({"phase": "1930-01M", "state": {"owners": {**owners, "PAR": "Italy"}}})
    assert F not in ENGINE.survivors(gone)
    owners["PAR"] = "Italy"
    request = {"phase": "1930-01M", "units": {F: ["L1 BRU"]}, "state": {"owners": owners}}
    assert F in ENGINE.survivors(ENGINE.position(request))


MONTH: dict[str, Any] = {
    "phase": "1930-01M",
    "units": {GB: ["L5 LON"], F: ["L3 ANG", "L4 PAR"], "Spain": ["L3 MAD"]},
    "state": {"friends": {"Spain": [F]}, "points": {"Norway": {GB: 125}}},
}
ORDERS = {
    GB: ["L5 LON - ANG", "ALLOCATE 25 Norway", "ALLOCATE 50 Spain"],
    F: ["L3 ANG R SHF", "L4 PAR - NMD", "L4 PAR SURRENDER", "ALLOCATE 25 Spain"],
}


def test_points_and_plans_are_told_to_their_power_and_the_gm_only() -> None:
    events = ENGINE.turn(ENGINE.position(MONTH), ORDERS, DICE).events
    public = [event for event in events if event.audience == PUBLIC]
    rows = next(event for event in public if event.kind == "results").data["rows"]
    assert not any("ALLOCATE" in row["text"] or "SURRENDER" in row["text"] for row in rows)
    assert "Spain" not in {row["power"] for row in rows}
    mine = next(e for e in events if e.kind == "d100-own-orders" and e.audience == F)
    assert {row["text"] for row in mine.data["rows"]} >= {"L4 PAR SURRENDER", "ALLOCATE 25 Spain"}
    table = next(e for e in events if e.kind == "d100-allocations")
    assert table.audience == GM
    assert len(table.data["rows"]) == 3
    points = next(event for event in events if event.kind == "d100-points")
    assert points.audience == GM
    assert {"minor": "Spain", "points": {F: 25, GB: 50}} in points.data["rows"]


def test_a_month_is_told_in_order_with_every_throw() -> None:
    events = ENGINE.turn(ENGINE.position(MONTH), ORDERS, DICE).events
    told = kinds(events)
    assert told[0] == "d100-segment"
    assert told[1] == "d100-combat"
    assert told.index("d100-political-roll") < told.index("results") < told.index("d100-status")
    combat = next(event for event in events if event.kind == "d100-combat").data
    assert combat["roll"] == {
        "table": 1,
        "row": 5,
        "column": 3,
        "need": 57,
        "throw": DICE.throw("1930-01M|C|1|ANG|Great Britain|France"),
        "success": False,
        "key": "1930-01M|C|1|ANG|Great Britain|France",
        "space": "ANG",
        "power": GB,
    }
    assert kinds(events, F) == ["d100-own-orders", "d100-own-points"]


def test_the_position_is_described_to_all_and_points_to_their_owner() -> None:
    events = ENGINE.describe(ENGINE.position(MONTH))
    assert kinds(events) == ["d100-status"]
    assert kinds(events, GM) == ["d100-points"]
    (own,) = (event for event in events if event.audience == GB)
    assert own.data["points"] == [{"minor": "Norway", "points": 125}]
    assert own.data["most"] == 100


def test_a_winner_ends_the_game() -> None:
    owners = dict.fromkeys(ENGINE.board.spaces, F)
    owners = {s: o for s, o in owners.items() if not ENGINE.board.spaces[s].sea}
    state = ENGINE.position({"phase": "1930-06A", "state": {"owners": owners}})
    turn = ENGINE.turn(state, {}, DICE)
    assert turn.winners == (F,)
    assert turn.events[-1] == Event("victory", {"winners": [F]}, PUBLIC)


def test_the_later_order_for_a_piece_counts_in_a_game() -> None:
    orders = {GB: ["L5 LON - ANG", "L5 LON - WCO"]}
    state = ENGINE.turn(ENGINE.position(MONTH), orders, DICE).state
    assert state.units[GB] == ("L5 WCO",)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"phase": "1930-13M"}, "phase: '1930-13M' is not a phase of this game"),
        ({"phase": "1930-05A"}, "phase: '1930-05A' is not a phase"),
        ({"phase": "1931-00D"}, "phase: '1931-00D' is not a phase"),
        ({"phase": "1929-01M"}, "phase: '1929-01M' is not a phase"),
        ({"phase": None}, "phase: a phase such as 1930-01M is needed."),
        ({"units": {"Atlantis": ["L5 LON"]}}, "units: there is no power 'Atlantis'"),
        ({"units": {GB: ["L6 LON"]}}, "units.Great Britain: 'L6 LON' is not a piece"),
        ({"units": {GB: ["L5 XYZ"]}}, "units.Great Britain: there is no space 'XYZ'"),
        ({"units": {GB: ["L5 NTH"]}}, "units.Great Britain: L5 NTH cannot stand there."),
        ({"units": {GB: ["N5 SHF"]}}, "units.Great Britain: N5 SHF cannot stand there."),
        ({"units": {GB: ["L1 LON"] * 4}}, "units: more than 3 pieces in LON."),
        ({"units": {GB: "L5 LON"}}, "units.Great Britain: a list is needed."),
        ({"units": {GB: [5]}}, "units.Great Britain: only strings belong there."),
        ({"units": {GB: [], "England": []}}, "units: Great Britain stands there twice."),
        ({"units": []}, "units: an object is needed."),
        ({"units": ["L5 LON"]}, "units: an object is needed."),
        ({"orders": {"Atlantis": []}}, "orders: there is no power 'Atlantis'"),
        ({"orders": {GB: "L5 LON H"}}, "orders.Great Britain: a list is needed."),
        ({"state": {"colour": {}}}, "state.colour: unknown; known are allies, assign"),
        ({"state": {"owners": {"XYZ": F}}}, "state.owners: there is no space 'XYZ'"),
        ({"state": {"owners": {"NTH": F}}}, "state.owners: NTH is at sea"),
        ({"state": {"owners": {"LON": "Atlantis"}}}, "state.owners: there is no power"),
        (
            {"state": {"friends": {"Spain": ["Spain"]}}},
            "state.friends.Spain: 'Spain' is not a major.",
        ),
        ({"state": {"friends": {F: [GB]}}}, "state.friends: there is no power 'France' to go"),
        ({"state": {"allies": {"Spain": 5}}}, "state.allies.Spain: '5' is not a major."),
        ({"state": {"points": {"Spain": {F: "50"}}}}, "state.points.Spain: a whole number"),
        ({"state": {"points": {"Spain": {"Spain": 5}}}}, "state.points.Spain: there is no power"),
        ({"state": {"base": {F: -5}}}, "state.base: a whole number is needed, not '-5'."),
        ({"state": {"split": {F: ["XYZ"]}}}, "state.split: there is no space 'XYZ'"),
        ({"dice": [0]}, "dice: a list of whole numbers from 1 to 100 is needed."),
        ({"dice": "50"}, "dice: a list of whole numbers from 1 to 100 is needed."),
        ({"dice": [True]}, "dice: a list of whole numbers from 1 to 100 is needed."),
        ({"options": {"air": True}}, "options.air: there is no such option; none exist."),
        ({"unit": {}}, "unit: unknown; known are dice, id, options"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused(change: dict[str, Any], message: str) -> None:
    request = {"id": "x", "variant": "1930", "phase": "1930-01M", **change}
    with pytest.raises(InputError) as error:
        ENGINE.adjudicate(request)
    assert str(error.value).startswith(message)


def test_fewer_dice_than_needed_are_an_error_and_more_are_ignored() -> None:
    request = {**MONTH, "orders": {GB: ["L5 LON - ANG"]}}
    with pytest.raises(InputError, match="dice: 0 given, one more is needed for 1930-01M"):
        ENGINE.adjudicate(request)
    with pytest.raises(InputError, match="dice: 1 given"):
        ENGINE.adjudicate({**request, "dice": [1]})
    assert len(ENGINE.adjudicate({**request, "dice": [1, 1, 1, 1]})["rolls"]) == 2


def test_there_are_no_options_and_no_mechanics() -> None:
    with pytest.raises(InputError, match=r"options\.air: there is no such option"):
        ENGINE.start({"air": True}, DICE)
    with pytest.raises(ValueError, match="no mechanics"):
        build({}, {}, ["minors"])


def test_orders_of_another_phase_are_illegal() -> None:
    for phase, order in (("1930-01M", "BUY L5 LON"), ("1930-06A", "L5 LON H")):
        request = {"phase": phase, "units": {GB: ["L5 LON"]}, "orders": {GB: [order]}}
        rows = ENGINE.adjudicate(request)["results"]
        assert (order, "illegal") in {(row["text"], row["verdict"]) for row in rows}


def test_minors_give_no_orders_of_their_own() -> None:
    lines = ["L3 MAD - CAT", "ALLOW ALL AT MAD", "ALLOCATE 25 Norway"]
    told = ENGINE.adjudicate({**MONTH, "orders": {"Spain": lines}})
    assert told["after"]["Spain"] == ["L3 MAD"]
    refused = [row["text"] for row in told["results"] if row["verdict"] == "illegal"]
    assert refused == lines
