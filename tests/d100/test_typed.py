"""What people type in 1930!: words in, canonical orders out, through language and engine."""

from typing import Any

import pytest

from judge.catalog import sheet, variant
from judge.kernel.dice import SecretDice
from judge.kernel.engine import PUBLIC, Event, Order
from judge.kernel.text import Line, Offer, Problem
from judge.report import render
from judge.report.layout import unglue
from tests.d100.cases import ENGINE

MONTH: dict[str, Any] = {
    "phase": "1930-01M",
    "units": {
        "Great Britain": ["L5 LON", "N5 LON", "L2 SHF", "L2 ANG", "A1 ANG", "L3 EDI"],
        "France": ["L4 PAR"],
    },
}


def orders(text: str, request: dict[str, Any] | None = None) -> list[str]:
    """The orders that a letter of Great Britain comes to; asserts that no line is a problem."""
    state = ENGINE.position(request or MONTH)
    lines = [Line(at, line) for at, line in enumerate(text.splitlines(), 1)]
    found = sheet.understand(lines, variant.load("1930"), state, "Great Britain")
    assert not [item for item in found if isinstance(item, Problem)]
    return [item.text for item in found if isinstance(item, Order)]


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ("L5 London - Anglia - Scotland", "L5 LON - ANG - SCO"),
        ("army LON to ANG to SCO to EDI", "L5 LON - ANG - SCO - EDI"),
        ("land london -> west country", "L5 LON - WCO"),
        ("Army in London to Anglia and then to Scotland", "L5 LON - ANG - SCO"),
        ("spend 50 on Spain", "ALLOCATE 50 Spain"),
        ("Fleet London => English Channel", "N5 LON - ENG"),
        ("ship lon - north sea", "N5 LON - NTH"),
        ("Air Anglia - North Sea", "A1 ANG - NTH"),
        ("Lon - Wco", "L5 LON - WCO"),
        ("shf holds", "L2 SHF H"),
        ("L2 Shf supports L5 Lon - Ang", "L2 SHF S L5 LON - ANG"),
        ("land Sheffield S land Anglia", "L2 SHF S L2 ANG"),
        ("N5 Lon convoys L5 Lon - Edi", "N5 LON C L5 LON - EDI"),
        ("L5 LON - EDI via convoy", "L5 LON - EDI VIA"),
        ("stack Anglia - Scotland", "STACK ANG - SCO"),
        ("split ANG", "SPLIT ANG"),
        ("ALLOW France through London", "ALLOW France AT LON"),
        ("allow all at LON", "ALLOW ALL AT LON"),
        ("France may pass through London", "ALLOW France AT LON"),
        ("allocate 50 to Spain", "ALLOCATE 50 Spain"),
        ("50 points to North Africa", "ALLOCATE 50 North Africa"),
        ("no roll Spain", "NO ROLL Spain"),
        ("L2 SHF surrender", "L2 SHF SURRENDER"),
        ("L3 EDI retreats to Scotland", "L3 EDI R SCO"),
        ("L5 from London to Anglia", "L5 LON - ANG"),
        ("airplane in Anglia - North Sea", "A1 ANG - NTH"),
        ("land army London to Anglia", "L5 LON - ANG"),
        ("noroll Spain", "NO ROLL Spain"),
        ("L2 SHF does not retreat", "L2 SHF SURRENDER"),
        ("GB: N5 London to the Channel", "N5 LON - ENG"),
        ("allocate to Spain 50 points", "ALLOCATE 50 Spain"),
        ("Political points: Spain 50", "ALLOCATE 50 Spain"),
    ],
)
def test_a_typed_line_is_read_as_the_order_that_was_meant(typed: str, order: str) -> None:
    assert orders(typed) == [order]


def test_the_judges_own_results_pasted_back_are_orders_again() -> None:
    given = {
        "Great Britain": ["L5 LON - WCO", "L2 SHF H", "STACK ANG - SHF - SCO", "L3 EDI - LON VIA"],
        "France": ["L4 PAR - NMD"],
    }
    turn = ENGINE.turn(ENGINE.position(MONTH), given, SecretDice(b"secret", "g"))
    (event,) = (event for event in turn.events if event.kind == "results")
    row = [one for one in event.data["rows"] if one["power"] == "Great Britain"]
    told = render._event(Event("results", {**event.data, "rows": row}, PUBLIC), "1930", "UTC")[0]
    assert sorted(set(orders(unglue(told)))) == sorted({*given["Great Britain"], "N5 LON H"})


def test_a_deployment_is_read_line_by_line() -> None:
    text = "Deploy L5 London, A1 London\nN5 Southampton\nplace fleet 3 in Edinburgh"
    assert orders(text, {"phase": "1930-00D"}) == [
        "DEPLOY L5 LON",
        "DEPLOY A1 LON",
        "DEPLOY N5 STH",
        "DEPLOY N3 EDI",
    ]


@pytest.mark.parametrize(
    "typed",
    [
        "London: L5, A3, N5",
        "LON L5 A3 N5",
        "L5, A3 and N5 in London",
        "Deploy L5, A3, N5 London",
        "set up L5, A3 and N5 in London",
        "deploy London: L5, A3\nput N5 in London",
        "L5 to London, A3 -> London, N5 London",
    ],
)
def test_pieces_of_one_city_may_stand_together(typed: str) -> None:
    wanted = ["DEPLOY L5 LON", "DEPLOY A3 LON", "DEPLOY N5 LON"]
    assert orders(typed, {"phase": "1930-00D"}) == wanted


def test_two_pieces_of_one_space_may_share_what_they_do() -> None:
    assert orders("L5 and N5 London hold") == ["L5 LON H", "N5 LON H"]
    assert orders("L2, A1 Anglia - Scotland") == ["L2 ANG - SCO", "A1 ANG - SCO"]


@pytest.mark.parametrize(
    "typed",
    [
        "Spain: L3 Catalonia, N2 Andalucia",
        "SPAIN\nL3 CAT\nN2 ADL",
        "Spanish army to Catalonia\nSpanish fleet Andalucia",
    ],
)
def test_a_minors_name_may_stand_above_the_pieces_to_place(typed: str) -> None:
    mine = {"L3": "Great Britain", "N2": "Great Britain"}
    request = {"phase": "1930-00N", "state": {"assign": {"Spain": mine}}}
    assert orders(typed, request) == ["DEPLOY L3 CAT", "DEPLOY N2 ADL"]


def test_purchases_and_payments_are_read() -> None:
    request = {
        "phase": "1930-06A",
        "units": {"Great Britain": ["L5 LON"]},
        "state": {"owners": {"BRU": "Great Britain"}},
    }
    text = "buy L3 Brussels\nremove L5 London\nreduce L5 London to 2"
    assert orders(text, request) == ["BUY L3 BRU", "REMOVE L5 LON", "REDUCE L5 LON TO 2"]


def test_passage_for_two_is_two_orders() -> None:
    assert orders("Allow France and Italy at London") == [
        "ALLOW France AT LON",
        "ALLOW Italy AT LON",
    ]


@pytest.mark.parametrize(
    ("typed", "suggestion"),
    [
        ("L5 London - Angila", "L5 LON - ANG"),
        ("L2 Sheffeild S L5 LON - Angila", "L2 SHF S L5 LON - ANG"),
        ("2 Shf S L5 Lon - Ang", ""),
        ("L5 Holland", ""),
        ("alocate 75 to Finland", "ALLOCATE 75 Finland"),
        ("stak Anglia - Scotland", "STACK ANG - SCO"),
        ("flet London - North Sea", "N5 LON - NTH"),
        ("L5 LON ANG SCO", "L5 LON - ANG - SCO"),
        ("L5 LON to Anglia, Scotland, Edinburgh", "L5 LON - ANG - SCO - EDI"),
    ],
)
def test_a_line_that_was_meant_as_an_order_is_never_taken_for_talk(
    typed: str, suggestion: str
) -> None:
    state = ENGINE.position(MONTH)
    found = sheet.understand([Line(1, typed)], variant.load("1930"), state, "Great Britain")
    (told,) = found
    assert isinstance(told, Offer | Problem)
    offered = told.orders if isinstance(told, Offer) else told.suggestions
    assert offered == ((suggestion,) if suggestion else ())
