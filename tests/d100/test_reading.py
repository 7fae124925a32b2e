"""Sentences held against the board: what is taken, under which key, and what is asked back."""

from typing import Any

import pytest

from judge.kernel.text import Sentence
from judge.rules.d100.orders import read_order
from tests.d100.cases import ENGINE
from tests.d100.sentences import SPAN, piece, read, refused, sentence, taken

GB, F = "Great Britain", "France"
MONTH: dict[str, Any] = {
    "phase": "1930-01M",
    "units": {
        GB: ["L5 LON", "N5 LON", "L2 SHF", "L2 ANG", "A1 ANG", "L3 EDI", "L3 EDI"],
        F: ["L4 PAR", "L4 MRS"],
        "Spain": ["L3 MAD", "N2 ADL"],
    },
    "state": {"friends": {"Spain": [F]}, "allies": {"Belgium": F}, "owners": {"BRU": F}},
}
GAIN: dict[str, Any] = {
    "phase": "1930-06A",
    "units": {F: ["L5 PAR", "L4 BRT"]},
    "state": {"owners": {"BRU": F}},
}


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        (sentence("hold", "L5 LON"), "L5 LON H"),
        (sentence("hold", "L SHF"), "L2 SHF H"),
        (sentence("hold", "SHF"), "L2 SHF H"),
        (sentence("hold", "5 SHF/LON"), None),
        (sentence("move", "L5 LON", "ANG", "SCO", "EDI"), "L5 LON - ANG - SCO - EDI"),
        (sentence("move", "LON", "WCO/LVP"), "L5 LON - WCO"),
        (sentence("move", "L LON", "WCO/LVP"), "L5 LON - WCO"),
        (sentence("move", "LON", "ENG"), "N5 LON - ENG"),
        (sentence("move", "F LON", "ENG"), "N5 LON - ENG"),
        (sentence("move", "L5 LON", "EDI", via=True), "L5 LON - EDI VIA"),
        (sentence("move", "L5 LON", "NTH", "EDI", via=True), "L5 LON - EDI VIA"),
        (
            sentence("support", "SHF", about=sentence("hold", "L ANG")),
            "L2 SHF S L2 ANG",
        ),
        (
            sentence("support", "SHF", about=sentence("move", "L LON", "ANG")),
            "L2 SHF S L5 LON - ANG",
        ),
        (
            sentence("support", "A1 ANG", about=sentence("move", "L LON", "WCO", "WLS")),
            "A1 ANG S L5 LON - WLS",
        ),
        (sentence("support", "SHF", about=sentence("unit", "A ANG")), "L2 SHF S A1 ANG"),
        (
            sentence("convoy", "N LON", about=sentence("move", "L LON", "EDI")),
            "N5 LON C L5 LON - EDI",
        ),
        (sentence("retreat", "SHF", "ANG"), "L2 SHF R ANG"),
        (sentence("surrender", "SHF"), "L2 SHF SURRENDER"),
        (sentence("stack", "", "ANG", "SCO"), "STACK ANG - SCO"),
        (sentence("split", "", "ANG"), "SPLIT ANG"),
        (sentence("allow", "", "LON", powers=("France",)), "ALLOW France AT LON"),
        (sentence("allow", "", "LON", powers=("ALL",)), "ALLOW ALL AT LON"),
        (sentence("allocate", amount=50, powers=("Spain",)), "ALLOCATE 50 Spain"),
        (sentence("no-roll", powers=("Spain",)), "NO ROLL Spain"),
    ],
)
def test_a_sentence_of_a_month_becomes_an_order(typed: Sentence, order: str | None) -> None:
    if order is None:
        assert "say which" in refused(MONTH, GB, typed)
        return
    assert taken(MONTH, GB, typed) == [order]
    assert str(read_order(order, ENGINE.board)) == order


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (sentence("move", "L5 LON", "EDI"), "LON to EDI is not one step for a land piece."),
        (sentence("move", "L5 LON", "ANG", "SCO", "EDI", "SCO"), "A march has 3 steps at most"),
        (sentence("move", "L5 LON"), "Say where the piece marches."),
        (
            sentence("move", "L5 LON", "ANG", choices=(sentence("retreat", "", "SCO"),)),
            "A march has one way, an arrow before each step: only retreats have choices.",
        ),
        (sentence("hold", "L4 PAR"), "You order no land piece of CS 4 in Paris (PAR)"),
        (sentence("hold", "L5 CDF"), "There is no land piece of CS 5 in Cardiff (CDF)."),
        (sentence("hold"), "Say which piece."),
        (sentence("hold", "XXX"), "'XXX' is not a space on this map."),
        (sentence("hold", "SHF", header="France"), "You order Great Britain, not France."),
        (sentence("unit", "L2 SHF"), "Say what the piece does: H to hold, - and a space to march."),
        (sentence("bomb", "SHF", "LON"), "There is no 'bomb' in this game."),
        (sentence("buy", "L5 LON"), "That is not an order for this phase (January 1930)."),
        (sentence("support", "SHF"), "A support names a piece that holds or marches."),
        (
            sentence("support", "SHF", about=sentence("move", "L4 PAR", "ANG")),
            "L4 PAR cannot come to Anglia (ANG) in a month.",
        ),
        (
            sentence("support", "SHF", about=sentence("move", "L LON", "WCO")),
            "L2 SHF cannot step to WCO, so it cannot support there.",
        ),
        (
            sentence("convoy", "SHF", about=sentence("move", "L LON", "EDI")),
            "A land piece cannot carry anything.",
        ),
        (sentence("convoy", "N LON"), "A convoy names its cargo and the port where it goes."),
        (sentence("retreat", "SHF", "NTH"), "L2 SHF cannot be in NTH."),
        (sentence("retreat", "SHF"), "Say where the piece retreats to, or SURRENDER."),
        (sentence("stack", "", "ANG"), "Say from where the stack marches and where to."),
        (sentence("stack", "", "WCO", "LON"), "You have no piece in West Country (WCO)."),
        (sentence("stack", "", "LON", "ANG"), "LON to ANG is not one step for a naval piece."),
        (
            sentence("split", "", "LON"),
            "Pieces in a city are not a stack: each marches on its own.",
        ),
        (sentence("split", "", "WCO"), "You have no stack in West Country (WCO)."),
        (sentence("split"), "Say where the stack stands."),
        (sentence("allow", "", "LON", powers=(GB,)), f"'{GB}' is not another power of this game."),
        (
            sentence("allow", "", "LON/EDI", powers=(F,)),
            "'LON/EDI' can be London (LON) or Edinburgh (EDI).",
        ),
        (sentence("allow", "", "LON"), "Say who may pass and where: 'ALLOW Germany AT LON'."),
        (sentence("allocate", amount=30, powers=("Spain",)), "Points go in multiples of 25."),
        (sentence("allocate", amount=25, powers=(F,)), "Say which minor country."),
        (sentence("allocate", amount=25, powers=("Belgium",)), "Belgium is allied with France."),
        (sentence("surrender", "L3 MAD"), "You order no land piece of CS 3 in Madrid (MAD)"),
    ],
)
def test_a_sentence_that_cannot_be_carried_out_says_why(typed: Sentence, message: str) -> None:
    assert refused(MONTH, GB, typed).startswith(message)


def test_an_ambiguous_piece_is_asked_back_with_the_orders_that_could_be_meant() -> None:
    reading = read(MONTH, GB, sentence("hold", "LON"))
    assert reading.problems[0].suggestions == ("L5 LON H", "N5 LON H")


def test_an_impossible_march_between_ports_suggests_the_convoy() -> None:
    reading = read(MONTH, GB, sentence("move", "L5 LON", "EDI"))
    assert reading.problems[0].suggestions == ("L5 LON - EDI VIA",)


@pytest.mark.parametrize(
    ("plane", "told"), [("A1 PAR", ("L5 PAR - LYO VIA",)), ("A1 BRY", ()), ("L1 PAR", ())]
)
def test_an_impossible_march_inland_suggests_a_flight_where_a_plane_stands(
    plane: str, told: tuple[str, ...]
) -> None:
    month = {"phase": "1930-01M", "units": {F: ["L5 PAR", plane]}}
    reading = read(month, F, sentence("move", "L5 PAR", "LYO"))
    assert reading.problems[0].suggestions == told


def test_a_friend_orders_a_minors_piece_and_others_do_not() -> None:
    march = sentence("move", "L MAD", "CAT")
    assert taken(MONTH, F, march) == ["L3 MAD - CAT"]
    assert "You order no land piece" in refused(MONTH, GB, march)
    assert "stay inside its borders" in refused(MONTH, F, sentence("move", "N ADL", "MAO"))


def test_a_header_of_a_friendly_minor_is_the_readers_own() -> None:
    assert taken(MONTH, F, sentence("hold", "MAD", header="Spain")) == ["L3 MAD H"]


def test_identical_pieces_have_a_key_each_and_a_third_order_replaces_the_second() -> None:
    orders = [
        sentence("move", "L3 EDI", "SCO"),
        sentence("hold", "L3 EDI"),
        sentence("hold", "EDI"),
    ]
    keys = [order.key for order in read(MONTH, GB, *orders).orders]
    assert keys == ["L3 EDI", "L3 EDI#2", "L3 EDI#2"]


def test_a_second_order_for_a_piece_has_the_key_of_the_first() -> None:
    orders = [sentence("move", "L2 SHF", "ANG"), sentence("hold", "L2 SHF")]
    assert len({order.key for order in read(MONTH, GB, *orders).orders}) == 1


def test_everything_else_holds() -> None:
    orders = [
        sentence("hold-all"),
        sentence("move", "L LON", "WCO"),
        sentence("stack", "", "ANG", "SCO"),
        sentence("hold", "EDI"),
    ]
    texts = taken(MONTH, GB, *orders)
    assert texts[:3] == ["L5 LON - WCO", "STACK ANG - SCO", "L3 EDI H"]
    assert texts[3:] == ["N5 LON H", "L2 SHF H", "L3 EDI H"]


def test_lines_that_add_up_share_a_key_that_says_so() -> None:
    lines = [sentence("allocate", amount=n, powers=("Spain",)) for n in (50, 25)]
    orders = read(MONTH, GB, *lines).orders
    assert [order.text for order in orders] == ["ALLOCATE 50 Spain", "ALLOCATE 25 Spain"]
    assert {order.key for order in orders} == {"ALLOCATE Spain+"}


def test_retreat_wishes_are_lines_of_their_own() -> None:
    wishes = sentence("retreat", "SHF", "ANG", choices=(sentence("retreat", "", "SCO"),))
    assert [(order.text, order.key) for order in read(MONTH, GB, wishes).orders] == [
        ("L2 SHF R ANG", "L2 SHF R+"),
        ("L2 SHF R SCO", "L2 SHF R+"),
    ]


def test_a_passage_without_effect_is_noted() -> None:
    (order,) = read(MONTH, GB, sentence("allow", "", "PAR", powers=(F,))).orders
    assert order.note == "It has no effect: you neither own PAR nor have a piece there."
    for space in ("NTH", "WLS"):
        (order,) = read(MONTH, GB, sentence("allow", "", space, powers=(F,))).orders
        assert order.note == ""


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        (sentence("deploy", "L5 LON"), "DEPLOY L5 LON"),
        (sentence("unit", "N5 STH"), "DEPLOY N5 STH"),
        (sentence("build", "A1 EDI"), "DEPLOY A1 EDI"),
    ],
)
def test_a_piece_named_before_the_first_month_is_deployed(typed: Sentence, order: str) -> None:
    assert taken({"phase": "1930-00D"}, GB, typed) == [order]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (sentence("deploy", "L5 ANG"), "ANG is not a home city of Great Britain."),
        (sentence("deploy", "N5 SHF"), "SHF is not a place for a naval piece."),
        (sentence("deploy", "L LON"), "Give the piece's arm and strength."),
        (sentence("deploy", "L7 LON"), "A piece has a combat strength from 1 to 5."),
        (
            sentence("hold", "L5 LON"),
            "That is not an order for this phase (Deployment of the majors).",
        ),
    ],
)
def test_a_deployment_that_cannot_be_says_why(typed: Sentence, message: str) -> None:
    assert refused({"phase": "1930-00D"}, GB, typed) == message


def test_a_minors_piece_is_placed_by_whom_it_fell_to() -> None:
    request = {"phase": "1930-00N", "state": {"assign": {"Spain": {"L3": F, "N2": GB}}}}
    assert taken(request, F, sentence("deploy", "CAT")) == ["DEPLOY L3 CAT"]
    assert taken(request, GB, sentence("deploy", "N ADL")) == ["DEPLOY N2 ADL"]
    assert "is placed by France" in refused(request, GB, sentence("deploy", "L3 CAT"))
    assert refused(request, GB, sentence("deploy", "N MAD")) == "MAD has no coast for ships."


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        (sentence("buy", "L3 BRU"), "BUY L3 BRU"),
        (sentence("build", "A1 PAR"), "BUY A1 PAR"),
        (sentence("unit", "A1 PAR"), "BUY A1 PAR"),
        (sentence("remove", "PAR"), "REMOVE L5 PAR"),
        (sentence("disband", "L BRT"), "REMOVE L4 BRT"),
        (sentence("reduce", "PAR", amount=2), "REDUCE L5 PAR TO 2"),
    ],
)
def test_a_sentence_of_a_recalculation_becomes_an_order(typed: Sentence, order: str) -> None:
    assert taken(GAIN, F, typed) == [order]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (sentence("unit", "L3 LON"), "London (LON) is not a city of yours."),
        (sentence("buy", "L3 LON"), "London (LON) is not a city of yours."),
        (sentence("buy", "L3 ALS"), "Alsace Lorraine (ALS) is not a city of yours."),
        (sentence("reduce", "PAR", amount=5), "L5 PAR can be reduced to 1 to 4."),
        (sentence("remove", "L5 BRT"), "You order no land piece of CS 5 in Brest (BRT)"),
    ],
)
def test_a_purchase_or_payment_that_cannot_be_says_why(typed: Sentence, message: str) -> None:
    assert refused(GAIN, F, typed).startswith(message)


def test_without_a_board_names_and_arms_decide() -> None:
    assert taken(None, "", sentence("move", "L5 LON", "WCO/LVP")) == ["L5 LON - WCO"]
    about = sentence("hold", "L2 ANG")
    assert taken(None, "", sentence("support", "L3 LON", about=about)) == ["L3 LON S L2 ANG"]
    assert taken(None, "", sentence("stack", "", "ANG", "SCO")) == ["STACK ANG - SCO"]
    assert refused(None, "", sentence("hold", "LON")).startswith(
        "Give the piece's arm and strength"
    )


def test_without_a_power_anybodys_pieces_may_be_ordered() -> None:
    assert taken(MONTH, "", sentence("hold", "PAR"), sentence("hold", "SHF")) == [
        "L4 PAR H",
        "L2 SHF H",
    ]


def test_a_nationality_chooses_the_piece() -> None:
    request = {"phase": "1930-01M", "units": {GB: ["L3 ANG", "L2 SHF"], F: ["A3 ANG"]}}
    about = Sentence("hold", SPAN, "", piece("ANG", F))
    assert taken(request, GB, sentence("support", "SHF", about=about)) == ["L2 SHF S A3 ANG"]


def test_a_piece_named_alone_pays_for_a_loss() -> None:
    request = {**GAIN, "state": {"owners": {"BRT": GB}}}
    assert taken(request, F, sentence("unit", "L BRT")) == ["REMOVE L4 BRT"]


def test_a_stack_that_holds_is_its_pieces() -> None:
    assert taken(MONTH, GB, sentence("hold-stack", "", "ANG")) == ["L2 ANG H", "A1 ANG H"]
    assert "You have no piece in Scotland" in refused(MONTH, GB, sentence("hold-stack", "", "SCO"))
