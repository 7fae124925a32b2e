"""Commands at line starts, njudge's and DPjudge's forms of them, and the blocks that some open."""

import pytest

from judge.kernel.text import Command, Problem
from tests.language.spoken import problem, read, told


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("REGISTER Maria Rossi, Europe/Rome", "register [Maria Rossi, Europe/Rome]"),
        ("create alpha 1936 press=white", "create [alpha] [1936 press=white]"),
        ("CREATE ?alpha secret standard", "create [alpha] [standard]"),
        ("JOIN alpha", "join [alpha]"),
        ("join alpha as France", "join [alpha] [as France]"),
        ("JOIN alpha: France, Germany", "join [alpha] [France, Germany]"),
        ("SIGNON France@alpha secret", "signon [France@alpha] [secret]"),
        ("signon Great Britain@alpha secret", "signon [Great Britain@alpha] [secret]"),
        ("sign on Falpha secret", "signon [Falpha] [secret]"),
        ("SIGNON alpha France secret", "signon [France@alpha] [secret]"),
        ("OBSERVE alpha", "observe [alpha]"),
        ("watch ?alpha", "observe [alpha]"),
        ("OBSERVE maria@alpha secret", "observe [alpha]"),
        ("resign", "resign"),
        ("Status.", "status"),
        ("STATUS ALL", "status [ALL]"),
        ("summary alpha", "summary [alpha]"),
        ("CLEAR", "clear"),
        ("clear all orders", "clear"),
        ("CLEAR A PAR", "clear [A PAR]"),
        ("Clear Paris", "clear [PAR]"),
        ("clear everything", "clear"),
        ("CLEAR DP", "clear [DP]"),
        ("clear all bids", "clear [DP]"),
        ("WAIT", "wait"),
        ("set wait", "wait"),
        ("NoWait", "nowait"),
        ("SET NO WAIT", "nowait"),
        ("DRAW", "draw"),
        ("DRAW A E F", "draw [Austria] [England] [France]"),
        ("DRAW AEF", "draw [Austria] [England] [France]"),
        ("draw France, Germany and Italy", "draw [France] [Germany] [Italy]"),
        ("NO DRAW", "nodraw"),
        ("CONCEDE Turkey", "concede [Turkey]"),
        ("concede to the Turks"[:7] + " T", "concede [Turkey]"),
        ("list", "list"),
        ("HISTORY alpha S1901M", "history [alpha S1901M]"),
        ("help orders", "help [orders]"),
        ("PASSWORD hunter22", "password [hunter22]"),
        ("set password hunter22", "password [hunter22]"),
        ("PHASE Fall 1902 Movement", "phase [F1902M]"),
        ("phase f1902m", "phase [F1902M]"),
        ("PHASE winter 02", "phase [W02A]"),
        ("PHASE 1930-3", "phase [1930-03M]"),
        ("PHASE", "phase"),
        ("IF NOT French A BUR AND (F NTH OR Bel) THEN", ("if [NOT] [France A BUR] [AND] [(] [F NTH]"
         " [OR] [BEL] [)]")),
        ("ELSE", "else"),
        ("ENDIF", "endif"),
        ("ABSENCE from 1 May to 7 May", "absence [from 1 May to 7 May]"),
        ("vacation 2026-05-01 2026-05-07", "absence [2026-05-01 2026-05-07]"),
        ("PAUSE", "pause"),
        ("EXTEND 2 days", "extend [2 days]"),
        ("TAKEOVER France@alpha 1234", "takeover [alpha] [as France] [1234]"),
        ("stats", "stats"),
        ("RECEIPTS", "receipts"),
        ("RESET", "reset"),
        ("PROCESS", "process"),
        ("HOLD", "hold"),
        ("RELEASE", "release"),
        ("PREDICT", "predict"),
        ("ROLLBACK F1902M", "rollback [F1902M]"),
        ("EDIT France A PAR - BUR", "edit [France] [A PAR - BUR]"),
        ("DEADLINE 2026-08-01 18:00", "deadline [2026-08-01 18:00]"),
        ("EJECT T", "eject [Turkey]"),
        ("SEAT France bob@example.org", "seat [France] [bob@example.org]"),
        ("RULE Fleets in Kiel go both ways.", "rule [Fleets in Kiel go both ways.]"),
        ("comment: well played", "comment [well played]"),
        ("PROMOTE", "promote"),
        ("TERMINATE", "terminate"),
        ("SET press white", "set [press] [white]"),
        ("OPTIONS", "options"),
        ("AUDIT France", "audit [France]"),
        ("SIGNOFF", "signoff"),
        ("quit.", "signoff"),
    ],
)  # fmt: skip
def test_a_command_and_its_slots(typed: str, meant: str) -> None:
    assert told(typed) == [f"command: {meant}"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("SIGNON ?alpha secret", ["command: join [alpha]", "command: password [secret]"]),
        (
            "JOIN france@alpha secret",
            ["command: join [alpha] [as france]", "command: password [secret]"],
        ),
        (
            "IF F NTH THEN A Lon - Nwy",
            ["command: if [F NTH]", "move A LON > NWY"],
        ),
        ("SIGNOFF\nA Par - Bur", ["command: signoff", "ignored"]),
        ("HOLD ALL", ["hold-all"]),
        ("hold A Par", ["hold A PAR"]),
    ],
)
def test_a_line_can_say_more_than_one_thing(typed: str, meant: list[str]) -> None:
    assert told(typed) == meant


@pytest.mark.parametrize(
    "line",
    [
        "Hello judge",
        "History will tell",
        "List of orders below for you",
        "End of turn, at last, thanks",
        "if you support me I support you",
        "test of strength",
        "map of the board in my study",
        "France",
        "to",
        "Maria",
        "Waite",
        "Wait, I forgot something",
        "Draw your own conclusions",
        "Rule Britannia",
        "Press on!",
        "Status quo is fine with me.",
    ],
)
def test_prose_that_begins_like_a_command_is_none(line: str) -> None:
    assert told(line) in (["ignored"], ["command: press [] []"][:0])


@pytest.mark.parametrize(
    "line",
    [
        "Edit France A PAR - BUR",
        "Can we have two more days?",
        "You can count me in for the draw.",
    ],
)
def test_what_may_be_meant_for_the_judge_is_asked_back(line: str) -> None:
    assert told(line) == ["problem"]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("draw please", "command: draw"),
        ("Please wait", "command: wait"),
        ("JOIN winterwar, Germany please", "command: join [winterwar] [Germany]"),
    ],
)
def test_a_polite_command_is_obeyed(line: str, command: str) -> None:
    assert told(line) == [command]


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("STAUS", "STATUS"),
        ("SIGNOF", "SIGNOFF"),
        ("RECIEPTS", "RECEIPTS"),
        ("satus", "STATUS"),
        ("HLEP", "HELP"),
        ("mapp", "MAP"),
    ],
)
def test_a_mistyped_command_gets_the_nearest(line: str, near: str) -> None:
    assert near in problem(line).suggestions


@pytest.mark.parametrize("line", ["CONCEDE Atlantis", "SEAT bob@example.org", "IF x THEN y"])
def test_a_command_that_cannot_go_on_so_is_answered_with_one_that_works(line: str) -> None:
    assert "Write for example" in problem(line).message


PRESS = [
    ("PRESS TO France, Germany\nhello\nENDPRESS", ("France, Germany", ""), ("hello",)),
    ("PRESS TO F G\nhello\nendpress", ("France, Germany", ""), ("hello",)),
    ("press to France and GM: hello\nyou\nend press.", ("France, GM", ""), ("hello", "you")),
    ("PRESS TO ALL BUT Russia\nhello\nENDPRES", ("ALL BUT Russia", ""), ("hello",)),
    ("PRESS AS Turkey TO England\nhello\nEND", ("England", "Turkey"), ("hello",)),
    ("PRESS TO tea\nhello\nENDPRESS", ("tea", ""), ("hello",)),
]


@pytest.mark.parametrize(("text", "words", "block"), PRESS)
def test_press_is_a_block_to_names_never_read_letter_by_letter(
    text: str, words: tuple[str, ...], block: tuple[str, ...]
) -> None:
    (command,) = read(text)
    assert isinstance(command, Command)
    assert (command.verb, command.words, command.block) == ("press", words, block)


def test_orders_inside_a_block_are_no_orders() -> None:
    assert told("TEST\nA Par - Bur\nENDTEST\nA Mar H") == ["command: test", "hold A MAR"]
    assert told("BROADCAST\nA Par - Bur\nENDBROADCAST") == ["command: broadcast"]


def test_an_unclosed_block_says_so_at_every_order_that_it_swallows() -> None:
    items = read("A Mar H\nPRESS TO France\nhello\nA Par - Bur\nA Mun - Ber")
    wrong = [item.span.line for item in items if isinstance(item, Problem)]
    assert wrong == [2, 4, 5]
    assert told("PRESS TO France\nhi\nBROADCAST\nho\nENDBROADCAST") == ["problem", *["ignored"] * 4]


def test_njudges_registration_form_is_one_command() -> None:
    form = "REGISTER\nName: Maria Rossi\nZone: Europe/Rome\nEND"
    assert told(form) == ["command: register [Maria Rossi] [Europe/Rome]"]
