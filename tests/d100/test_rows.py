"""What a month, or a deployment, says of each order, and to whom."""

from collections.abc import Mapping, Sequence

import pytest

from judge.kernel.dice import SecretDice
from judge.kernel.engine import Event
from judge.kernel.errors import InputError
from tests.d100.cases import ENGINE
from tests.d100.sentences import refused, sentence

GB, F = "Great Britain", "France"
Orders = Mapping[str, Sequence[str]]


def events(units: Orders, orders: Orders, phase: str = "1930-01M") -> tuple[Event, ...]:
    """What a phase tells."""
    state = ENGINE.position({"phase": phase, "units": units, "orders": {}})
    return ENGINE.turn(state, orders, SecretDice(bytes(32), "low")).events


def reasons(units: Orders, orders: Orders) -> dict[str, str]:
    """The reason of each of a power's orders, the last one of those that are written twice."""
    told = events(units, orders)
    rows = [row for event in told for row in event.data.get("rows", ()) if "verdict" in row]
    return {row["order"]: row["reason"] for row in rows if row["text"] in orders[row["power"]]}


NOTHING = "There is no convoy: "


@pytest.mark.parametrize(
    ("pieces", "orders", "told"),
    [
        (["L5 LON"], ["L4 PAR H"], {"L4 PAR H": "L4 PAR is a piece of France."}),
        (["L5 LON"], ["L3 LON H"], {"L3 LON H": "There is no piece L3 LON."}),
        (["L5 LON"], ["L5 LON R ANG"], {"L5 LON R ANG": "It was not beaten."}),
        (
            ["N5 LON", "L5 LON"],
            ["N5 LON C L5 LON - EDI", "L5 LON H"],
            {"N5 LON C L5 LON - EDI": f"{NOTHING}L5 LON was not ordered to EDI VIA."},
        ),
        (
            ["N5 LON", "L5 LON", "L2 LON"],
            ["N5 LON C L5 LON - EDI", "L2 LON - EDI VIA"],
            {
                "N5 LON C L5 LON - EDI": f"{NOTHING}L5 LON was not ordered to EDI VIA.",
                "L2 LON - EDI VIA": f"{NOTHING}no piece was ordered to convoy L2 LON to EDI.",
            },
        ),
        (
            ["N5 EDI", "N3 LON", "L5 LON", "L2 LON"],
            ["N5 EDI C L5 LON - EDI", "L5 LON - EDI VIA", "N3 LON C L2 LON - EDI"],
            {
                "N5 EDI C L5 LON - EDI": (
                    "There is no convoy for it: its carrier in LON is missing, or of another kind."
                ),
                "L5 LON - EDI VIA": f"{NOTHING}no carrier of L5 LON stands in LON for it.",
            },
        ),
        (
            ["N5 LON"],
            ["N5 LON C L1 LON - EDI"],
            {"N5 LON C L1 LON - EDI": f"{NOTHING}L1 LON was not ordered to EDI VIA."},
        ),
        (["L5 LON"], ["SPLIT ANG"], {"SPLIT ANG": f"No piece of {GB} stands in ANG."}),
    ],
)
def test_an_order_that_does_nothing_says_why(
    pieces: list[str], orders: list[str], told: dict[str, str]
) -> None:
    found = reasons({GB: pieces, F: ["L4 PAR"]}, {GB: orders, F: []})
    assert {order: found[order] for order in told} == told


def test_pieces_that_have_nothing_to_split_have_no_row_but_those_of_the_order() -> None:
    told = events({GB: ["L2 LON", "L1 LON"], F: []}, {GB: ["SPLIT LON"], F: []})
    rows = [row for event in told for row in event.data.get("rows", ()) if "verdict" in row]
    assert [(row["unit"], row["order"]) for row in rows] == [
        ("L2 LON", "SPLIT LON"),
        ("L1 LON", "SPLIT LON"),
    ]


def test_a_wish_of_a_piece_that_stood_is_told_apart_from_one_that_was_beaten() -> None:
    units = {GB: ["L5 LON"], F: ["L1 ANG", "L1 WCO"]}
    found = reasons(units, {GB: ["L5 LON - ANG"], F: ["L1 ANG R EDI", "L1 WCO R SCO"]})
    assert found["L1 WCO R SCO"] == "It was not beaten."
    assert found["L1 ANG R EDI"] != "It was not beaten."


def test_a_carrier_that_was_told_something_else_carries_nothing() -> None:
    told = reasons({F: ["L3 PAR", "A3 PAR"]}, {F: ["L3 PAR - LYO VIA", "A3 PAR - ALS"]})
    assert told["L3 PAR - LYO VIA"].startswith("There is no convoy")


def test_a_retreat_that_was_made_is_told_from_one_that_was_not() -> None:
    units = {"Germany": ["L5 ANG"], GB: ["L2 LON"]}
    request = {"phase": "1930-01M", "units": units, "dice": [1, 1]}
    orders = {"Germany": ["L5 ANG - LON"], GB: ["L2 LON R WCO", "L2 LON R SCO"]}
    told = ENGINE.adjudicate({**request, "orders": orders})
    verdicts = {row["text"]: row["verdict"] for row in told["results"]}
    assert (verdicts["L2 LON R WCO"], verdicts["L2 LON R SCO"]) == ("succeeds", "invalid")


def test_each_cargo_sails_with_its_own_carriers() -> None:
    units = {GB: ["N5 LON", "L5 LON", "N4 LVP", "L2 LVP"]}
    orders = [
        *("N5 LON C L5 LON - EDI", "L5 LON - EDI VIA"),
        *("N4 LVP C L2 LVP - CDF", "L2 LVP - CDF VIA"),
    ]
    told = [event.data for event in events(units, {GB: orders}) if event.kind == "d100-convoy"]
    assert [(one["unit"], one["carriers"], one["loss"]) for one in told] == [
        ("L5 LON", [{"power": GB, "unit": "N5 LON"}], 0),
        ("L2 LVP", [{"power": GB, "unit": "N4 LVP"}], 0),
    ]


def test_points_and_vain_wishes_are_told_to_their_power_alone_and_idle_minors_to_nobody() -> None:
    units = {GB: ["L5 LON"], "Spain": ["L3 MAD"]}
    lines = ["L5 LON H", "ALLOCATE 25 Norway", "NO ROLL Norway", "L5 LON R ANG"]
    told = {
        (event.kind, event.audience): [row["order"] for row in event.data["rows"]]
        for event in events(units, {GB: lines})
        if event.kind in ("results", "d100-own-orders")
    }
    assert told == {("results", "*"): lines[:1], ("d100-own-orders", GB): lines[1:]}


def test_a_month_in_which_nothing_changes_hands_says_nothing_of_it() -> None:
    assert [event.kind for event in events({GB: ["L5 LON"]}, {}) if "owner" in event.kind] == []


def test_what_is_refused_of_a_deployment_is_told_to_its_power_alone() -> None:
    told = [
        (event.audience, [row["order"] for row in event.data["rows"]])
        for event in events({}, {GB: ["DEPLOY L5 PAR"], F: ["DEPLOY L5 LON"]}, "1930-00D")
        if event.kind == "d100-own-orders"
    ]
    assert told == [(GB, ["DEPLOY L5 PAR"]), (F, ["DEPLOY L5 LON"])]


def test_a_minors_piece_is_not_placed_by_an_order_that_is_refused() -> None:
    request = {"phase": "1930-00N", "state": {"assign": {"Spain": {"N2": GB}}}}
    standing = ENGINE.standing(ENGINE.position(request), GB, ["DEPLOY N2 MAD"])
    assert [(task.subject, task.order) for task in standing.tasks] == [("Spain N2", "")]
    assert standing.warnings == ("DEPLOY N2 MAD: MAD has no coast for ships.",)


def test_a_power_knows_its_own_points_and_nobody_elses() -> None:
    points = {"Spain": {F: 100, GB: 50}, "Norway": {GB: 25}}
    request = {"phase": "1930-01M", "units": {F: ["L5 PAR"]}, "state": {"points": points}}
    assert ENGINE.known_state(ENGINE.position(request), F).points == {"Spain": {F: 100}}


def able(units: Orders, power: str, unit: str) -> list[str]:
    """The orders that a piece may be given."""
    state = ENGINE.position({"phase": "1930-01M", "units": units})
    return [choice.order for choice in ENGINE.legal_orders(state, power, unit)]


def test_a_piece_helps_others_and_not_itself() -> None:
    found = able({F: ["L5 PAR", "L4 PIC"], GB: ["L5 LON"]}, F, "L5 PAR")
    assert {"L5 PAR H", "L5 PAR - PIC", "L5 PAR S L4 PIC"} < set(found)
    assert not any("S L5 PAR" in order for order in found)


@pytest.mark.parametrize(
    ("order", "works"),
    [
        ("L5 LON - EDI VIA", True),
        ("L2 SHF - EDI VIA", False),
        ("L2 SHF - EDI", True),
        ("L2 SHF H", True),
        ("L5 STH - EDI VIA", False),
        ("L4 LVP - DUB VIA", False),
        ("L4 LVP - CDF VIA", True),
        ("L4 LVP - MRS VIA", False),
        ("L3 PAR - LUX VIA", False),
        ("L2 BRT - LON VIA", False),
        ("L3 PAR - LYO VIA", True),
        ("L3 PAR - BER VIA", False),
    ],
)
def test_what_sails_needs_a_carrier_beside_it(order: str, works: bool) -> None:
    """Strong enough, on a whole way, and between ports that one's own side may use (R37-R43)."""
    units = {
        GB: ["L5 LON", "N5 LON", "L2 SHF", "L4 SHF", "L5 STH", "N3 STH", "L4 LVP", "N4 LVP"],
        F: ["L3 PAR", "A3 PAR", "L2 BRT", "A1 BRT"],
    }
    request = {"phase": "1930-01M", "units": units}
    assert ENGINE.works(ENGINE.position(request), order) is works


def test_supports_are_listed_where_giver_and_marcher_can_both_go() -> None:
    found = able({F: ["L5 PAR", "L4 PIC"]}, F, "L5 PAR")
    marches = [order for order in found if order.startswith("L5 PAR S L4 PIC - ")]
    both = ENGINE.board.steps["L"]["PAR"] & ENGINE.board.steps["L"]["PIC"]
    assert set(marches) == {f"L5 PAR S L4 PIC - {space}" for space in both}


@pytest.mark.parametrize(
    ("space", "split", "alone"),
    [("PAR", {}, True), ("BRY", {}, False), ("BRY", {F: ["BRY"]}, True)],
)
def test_pieces_march_singly_in_a_city_or_after_a_split(
    space: str, split: Mapping[str, list[str]], alone: bool
) -> None:
    """R10, R11: what is listed for one of two pieces."""
    request = {"phase": "1930-01M", "units": {F: [f"L4 {space}", f"L1 {space}"]}}
    state = ENGINE.position({**request, "state": {"split": split}})
    offered = [choice.order for choice in ENGINE.legal_orders(state, F)]
    assert f"STACK {space} - NMD" in offered
    assert (f"L4 {space} - NMD" in offered) is alone


def test_passage_and_points_are_listed_where_they_may_be_given() -> None:
    """R44: where one owns or stands, and at sea; R53: to minors that stand alone."""
    request = {"phase": "1930-01M", "units": {GB: ["L5 LON", "L1 NMD"]}}
    state = ENGINE.position({**request, "state": {"allies": {"Spain": F}}})
    offered = [choice.order for choice in ENGINE.legal_orders(state, GB)]
    spaces = ("LON", "WLS", "NMD", "NTH", "PAR")
    listed = [space for space in spaces if f"ALLOW {F} AT {space}" in offered]
    assert listed == ["LON", "WLS", "NMD", "NTH"]
    minors = ("Norway", "Spain")
    assert [name for name in minors if f"ALLOCATE 25 {name}" in offered] == ["Norway"]


def test_a_voyage_is_listed_where_a_carrier_stands_and_a_convoy_where_its_cargo_does() -> None:
    units = {GB: ["L5 LON", "N5 LON", "L4 STH"]}
    assert "L5 LON - EDI VIA" in able(units, GB, "L5 LON")
    assert "N5 LON C L5 LON - EDI" in able(units, GB, "N5 LON")
    assert not any(order.endswith("VIA") for order in able(units, GB, "L4 STH"))
    assert not any(" C L4 STH" in order for order in able(units, GB, "N5 LON"))


def test_passage_is_granted_where_one_owns_or_stands_and_nowhere_else() -> None:
    units = {GB: ["L5 LON"], F: ["L4 PAR"]}
    told = reasons(units, {GB: ["ALLOW France AT LON", "ALLOW France AT PAR"], F: []})
    assert told["ALLOW France AT PAR"] == f"{GB} neither owns PAR nor has a piece there."
    assert told["ALLOW France AT LON"] == ""


@pytest.mark.parametrize(
    ("dice", "deed"), [([1, 100], "Won the attack on"), ([100], "Driven back from")]
)
def test_a_combat_is_won_or_failed(dice: list[int], deed: str) -> None:
    units = {GB: ["L5 LON"], F: ["L3 ANG"]}
    request = {"phase": "1930-01M", "units": units, "dice": dice}
    told = ENGINE.adjudicate({**request, "orders": {GB: ["L5 LON - ANG"]}})
    assert told["results"][0]["reason"].startswith(f"{deed} ANG: ")


@pytest.mark.parametrize("month", ["1930-13M", "1930-00M", "1929-01M"])
def test_a_month_that_never_comes_is_refused(month: str) -> None:
    with pytest.raises(InputError, match="phase"):
        ENGINE.position({"phase": month, "units": {}})


def test_a_support_is_of_a_piece_that_holds_or_marches() -> None:
    request = {"phase": "1930-01M", "units": {GB: ["L2 SHF", "L2 ANG"]}}
    one = sentence("support", "SHF", about=sentence("retreat", "L ANG", "EDI"))
    assert refused(request, GB, one) == "A support names a piece that holds or marches."
