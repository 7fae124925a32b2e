"""Talk below three good orders costs none of them, and is hardly ever asked about."""

import json
from pathlib import Path
from typing import Any

import pytest

from judge.catalog import parse, variant
from judge.language import order_lines
from judge.language.fold import scan
from judge.language.tokens import Tokens
from judge.language.words import Languages

ORDERS = ("A Vie - Gal", "A Bud - Ser", "F Tri - Alb")
TAKEN = ["A VIE - GAL", "A BUD - SER", "F TRI - ALB"]
ASIDES = [
    json.loads(line)["line"]
    for line in (Path(__file__).parent.parent / "meaning" / "asides.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
"""One line of talk each: courtesies, plans, gossip, questions, in some twenty languages."""
MOST_ASKED = 4
"""Percent of them that may be asked about or offered."""


def told(*lines: str, gap: bool = False) -> list[dict[str, Any]]:
    """What `judge parse` makes of lines below three good orders."""
    text = "\n".join((*ORDERS, *([""] if gap else []), *lines))
    request = {
        "variant": "standard",
        "phase": "S1901M",
        "power": "Austria",
        "text": text,
        "units": ["A VIE", "A BUD", "F TRI"],
    }
    return parse.lines(request)


@pytest.mark.sweep(60)
@pytest.mark.parametrize("gap", [False, True])
@pytest.mark.parametrize("line", ASIDES)
def test_talk_takes_nothing_back(line: str, gap: bool) -> None:
    assert [row["order"] for row in told(line, gap=gap) if "order" in row] == TAKEN


def test_talk_is_hardly_asked_about() -> None:
    asked = [line for line in ASIDES if not all("order" in r or "ignored" in r for r in told(line))]
    assert len(asked) * 100 <= MOST_ASKED * len(ASIDES), asked


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("I would love Vienna to go for a stroll in Tyrolia.", ["A VIE - TYR"]),
        ("Would you kindly send Trieste to Venice?", ["F TRI - VEN"]),
        ("Wien könnte nach Böhmen gehen.", ["A VIE - BOH"]),
        ("Budapest appoggi Vienna in Galizia.", ["A BUD S A VIE - GAL"]),
        ("If Russia agrees, Vienna stays.", ["A VIE H"]),
    ],
)
def test_a_sentence_that_seems_to_order_is_offered(line: str, offered: list[str]) -> None:
    rows = [row for row in told(line) if row["line"] == 4]
    assert [order for row in rows for order in row.get("offer", [])] == offered


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("cancel the Vienna move", TAKEN[1:]),
        ("ignore the above", []),
        ("scrap line 2", [TAKEN[0], TAKEN[2]]),
        ("forget number one", TAKEN[1:]),
        ("actually no, cancel that last one", TAKEN[:2]),
        ("No, ignore this one", TAKEN[:2]),
        ("scrap the one above", TAKEN[:2]),
        ("cancel the last two", TAKEN[:1]),
        ("Scrap these two, please.", TAKEN[:1]),
        ("Forget the support from Italy", TAKEN),
        ("Ignore 2 of his fleets, he lies", TAKEN),
        ("Vergiss den Befehl für Triest.", TAKEN[:2]),
        ("Never mind, he told me so.", TAKEN),
        ("Thanks a lot, this is fun!", TAKEN),
    ],
)
def test_only_words_that_say_what_take_back(line: str, left: list[str]) -> None:
    assert [row["order"] for row in told(line) if "order" in row] == left


@pytest.mark.parametrize(
    ("line", "unread"),
    [
        ("Vienne tient, Budapest roupille", "Budapest roupille"),
        ("fleet Lending to the North Sea, A Vie H", "fleet Lending to the North Sea"),
    ],
)
def test_what_names_a_place_beside_orders_is_told_of(line: str, unread: str) -> None:
    rows = [row for row in told(line) if row["line"] == 4 and "ignored" in row]
    assert [row["text"] for row in rows] == [unread]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("vie boh, bud gal, tri ven thx", ["A VIE - BOH", "A BUD - GAL", "F TRI - VEN"]),
        ("Vienna to Bohemia stays.", ["A VIE - BOH"]),
    ],
)
def test_all_of_a_list_is_offered(line: str, offered: list[str]) -> None:
    rows = [row for row in told(line) if row["line"] == 4]
    found = [order for row in rows for order in (*row.get("offer", ()), row.get("order"))]
    assert set(offered) <= set(found)
    assert "A VIE H" not in found


@pytest.mark.parametrize("line", ["Scrap the support, please", "annule le soutien", "cancel that"])
def test_an_order_is_named_by_what_it_does(line: str) -> None:
    rows = told(f"A Bud S F Tri - Alb\n{line}")
    assert "A BUD S F TRI - ALB" not in [row.get("order") for row in rows]


def test_what_takes_back_an_order_of_no_line_above_is_asked_about() -> None:
    (row,) = [row for row in told("scrap the convoy") if row["line"] == 4]
    assert "this takes an order back, but none above it in this mail" in row["problem"]


@pytest.mark.parametrize(
    "line", ["Wait, hold off on those, I need to ask Germany", "More tonight."]
)
def test_who_asks_for_time_is_told_so(line: str) -> None:
    (row,) = [row for row in told(line) if row["line"] == 4]
    assert "you ask for time" in row["problem"]


def test_a_language_is_one_file() -> None:
    esperanto = "if: se\nmove: iras, iru\nto: al\nno: ne\nlead: la, mi, mia"
    reader = order_lines.order_reader(variant.load("standard").vocabulary, "dip")
    text = "Se Ruslando konsentas, Parizo iras al Burgonjo"
    tokens = Tokens(reader.lexicon, Languages({"esperanto": esperanto})).read(text, scan(text))
    classes = [sorted(token.classes) for token in tokens if token.classes]
    assert classes == [["if"], ["move"], ["to"]]
