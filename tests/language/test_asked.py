"""Lines on the border of an order and talk: what is read, what is asked, what is ignored."""

import json

import pytest

from judge.catalog import parse
from judge.kernel.text import Problem
from tests.language import spoken

STANDARD = {
    "phase": "S1902M",
    "units": ["A PAR", "A MAR", "F BRE", "A MUN", "F LON", "F STP/NC", "F BUL/EC", "F SPA/SC"],
}
WINTER = {"phase": "W1902A", "power": "Austria", "units": ["A SER", "F GRE", "A GAL"]}
MINORS = {"variant": "1936", "phase": "S1936M"}
BIDS = {"variant": "1930s-world", "phase": "S1936M"}
LINES = [
    # All arms and places and no verb: an order that was meant, in whatever phase.
    (WINTER, "vienna army trieste fleet", "? this is not understood as an order"),
    # Words behind an order that add nothing to it, put none of it off, and name no other unit.
    (STANDARD, "A Par - Bur, one more thing", "A PAR - BUR"),
    (STANDARD, "A Par - Bur with support, I hope", "A PAR - BUR"),
    # Who is spoken to is given an order, be it in the words of a question.
    (STANDARD, "Fleet Brest, would you please move to the English Channel?", "F BRE - ENG"),
    # A "no" behind an order takes it back; before one it is a sigh.
    (STANDARD, "A Par - Bur, no", "? this is taken back or left in doubt here"),
    (STANDARD, "Damn, A Par - Bur", "A PAR - BUR"),
    # A condition needs no "if".
    (STANDARD, "Should London move to Wales, A Par - Bur", "? this depends on something"),
    # A dash may go before a remark, not where the remark begins like an order or like a name.
    (STANDARD, "A Par - Bur - as we agreed", "A PAR - BUR"),
    (STANDARD, "A Par - Bur - Ha", "? 'Ha' is no place on this map"),
    (STANDARD, "A Par - Bur - supports are weak there", "? 'weak' is no place or power"),
    # A slash parts two orders, and none in the middle.
    (STANDARD, "A Par - Bur / F Bre - Mao", "A PAR - BUR", "F BRE - MAO"),
    (STANDARD, "A Mar S / A Par - Bur", "? '/' makes no sense after 'A Mar S'"),
    # A letter c behind a lone s is a convoy's, and no coast's.
    (STANDARD, "F Spa s c A Mar - Nap", "? 'c' makes no sense after 'F Spa s'"),
    (STANDARD, "F Spa s.c. - Wes", "F SPA/SC - WES"),
    # A deed twice is a slip: what it may be is offered.
    (STANDARD, "hold Par holds zork zork", "? Did you mean A PAR H?"),
    # What the judge can't weigh is told apart from what it can't do.
    (STANDARD, "Let Paris attack whatever is weakest.", "? this depends on something"),
    (STANDARD, "Same moves as in autumn, please.", "? the judge can't do this by itself"),
    # Who wants to play is told the command, who doesn't is not.
    (STANDARD, "My friend would like to join.", "? write JOIN on a line of its own"),
    (STANDARD, "Wie kann ich mitspielen?", "? write JOIN on a line of its own"),
    (STANDARD, "Ich kann diesmal nicht mitspielen.", "? the judge can't do this by itself"),
    # "It" is nobody where nobody was named, and never who is named behind it.
    (STANDARD, "It holds, and Paris", "? which?"),
    # A word in the place of a command, and three letters that may be anything.
    (STANDARD, "leave", "? did you mean RESIGN?"),
    (STANDARD, "WIAT", "? did you mean WAIT?"),
    (STANDARD, "WIT", "."),
    # What people ask of the judge is answered with the command that does it.
    (STANDARD, "Who has not handed in yet?", "? STATUS"),
    (STANDARD, "Don't run the turn before I get home", "? WAIT"),
    (STANDARD, "I'd like to hand France over to somebody else.", "? RESIGN"),
    (STANDARD, "Mit einem Dreierremis bin ich einverstanden.", "? DRAW"),
    # What stands before a colon may say that an order is none.
    (STANDARD, "Ignore: A Par - Bur", "? this is not decided"),
    (STANDARD, "Germany wants: Paris to Burgundy", "? this tells what somebody said"),
    (STANDARD, "My moves: A Par - Bur", "A PAR - BUR"),
    # A build put right on its line is the last one.
    (WINTER, "F Tri B, sorry, make that A Tri B", "A TRI B"),
    # Points that words spend are asked about, and who gets none is told.
    (MINORS, "I want 2 points on Belgium", "? this is not understood as an order"),
    (MINORS, "I want 2 fine days in Belgium", "."),
    (MINORS, "Please put 3 of the points on Belgium", "? 'A EDI - LIV'"),
    (BIDS, "BID 2 Austria", "? 'Austria' is no minor power, and only these get points"),
    (BIDS, "2 Belgium", "? 'Belgium' is no minor power, and only these get points"),
    # A minor's bid is no unit's order: which one is called off is asked, and none is forgotten.
    (BIDS, "cancel Turkey", "? which order is taken back?"),
    (BIDS, "BID 2 Poland\nforget Poland", "? line 2 takes this back", "? which order is taken"),
]
"""A board, what France types there, and the answers: orders, what a question says, . for talk."""


@pytest.mark.parametrize(("board", "typed", "answers"), [(b, t, a) for b, t, *a in LINES])
def test_a_line_is_taken_asked_or_ignored(
    board: dict[str, str], typed: str, answers: list[str]
) -> None:
    found = list(parse.lines({"power": "France", **board, "text": typed}))
    for answer, line in zip(answers, found, strict=True):
        if answer.startswith("? "):
            assert answer[2:] in line["problem"]
        elif answer == ".":
            assert "ignored" in line
        else:
            assert line["order"] == answer


@pytest.mark.parametrize(
    ("again", "meant"),
    [
        ("No, Denmark.", ["F BAL - SWE", "F BAL - DEN"]),
        ("Make that Denmark", ["F BAL - SWE", "F BAL - DEN"]),
        ("Sorry, Denmark, nothing personal", ["F BAL - SWE"]),
        ("Sorry, Denmark", []),
    ],
)
def test_a_place_alone_puts_a_move_right_but_for_whom_an_apology_speaks_to(
    again: str, meant: list[str]
) -> None:
    request = {"variant": "1926", "phase": "F1926M", "units": ["F BAL"]}
    lines = parse.answer(json.dumps({**request, "text": f"F Bal - Swe\n{again}"}))["lines"]
    assert [line["order"] for line in lines if "order" in line] == meant


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("A Mun - Bur (and A Ber H)", True),
        ("A Mun - Bur [and A Ber H]", True),
        ("A Mun - Bur (Berlin goes to Munich)", True),
        ("A Mun - Bur (and A Ber H)\nA Ber - Kie", False),
        ("A Mun - Bur (France: A Par - Pic)", False),
        ("A Mun S (A Ber - Sil)", False),
    ],
)
def test_an_order_in_brackets_is_no_mere_remark(text: str, asked: bool) -> None:
    request = {"text": text, "units": ["A MUN", "A BER"]}
    lines = parse.answer(json.dumps(request))["lines"]
    assert any("problem" in line for line in lines) == asked


@pytest.mark.parametrize(
    "text",
    [
        "Mêmes ordres qu'au printemps dernier, s'il te plaît.",
        "Would you please do something about Munich, or so, s'il vous plaît?",
    ],
)
def test_what_is_asked_back_is_quoted_whole(text: str) -> None:
    asked = [one for one in spoken.read(text) if isinstance(one, Problem)]
    assert [one.text for one in asked] == [text]
