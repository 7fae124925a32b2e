"""A slip of the finger in an order: never passed over, never another order."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from judge.catalog import parse
from judge.language.fold import scan

BOARD = ["A MOS", "F SEV", "A PAR", "F BRE", "A ROM", "F ANK", "A MUN", "F LON", "F NTH"]
ORDERS = {
    "Moscow - Warsaw": "A MOS - WAR",
    "Sevastopol to Black Sea": "F SEV - BLA",
    "Paris goes to Burgundy": "A PAR - BUR",
    "Munich holds": "A MUN H",
    "A Rome - Naples": "A ROM - NAP",
    "F Ankara H": "F ANK H",
    "F London S F North Sea": "F LON S F NTH H",
    "army munich moves to tyrolia": "A MUN - TYR",
    "Munich to Tyrolia, Paris to Picardy": "A MUN - TYR",
}


def slips(text: str) -> Iterator[str]:
    """A text with one slip in a word of five letters or more: one missing, doubled or swapped."""
    for _, word, start, end in scan(text):
        for at in range(start, end - 1) if len(word) > 4 else ():
            yield text[:at] + text[at + 1 :]
            yield text[:at] + text[at] + text[at:]
            yield text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def lines(text: str) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = parse.answer_lines(json.dumps({"text": text, "units": BOARD}))[
        "lines"
    ]
    return told


@pytest.mark.parametrize(("text", "meant"), ORDERS.items())
def test_a_slip_is_offered_as_what_it_must_have_been(text: str, meant: str) -> None:
    bare = {meant, meant.removesuffix(" H")}
    offered = 0
    typed = sorted({*slips(text)} - {text})
    for slip in typed:
        told = lines(slip)
        read = {one["order"] for one in told if "order" in one}
        assert read <= {*bare, "A PAR - PIC"}, slip
        asked = {
            order for one in told for order in (*one.get("suggestions", ()), *one.get("offer", ()))
        }
        assert bare & (read | asked) or any("problem" in one for one in told), slip
        offered += bool(bare & (read | asked))
    assert offered >= 0.85 * len(typed)


def test_of_several_names_that_a_slip_may_be_each_is_offered() -> None:
    told = parse.answer_lines(json.dumps({"text": "Nales holds", "units": ["A WAL", "A NAP"]}))
    assert set(told["lines"][0]["suggestions"]) == {"A WAL H", "A NAP H"}


def test_good_orders_beside_a_slip_are_taken() -> None:
    told = lines("Paris to Picardy, Mosocw to Warsaw and Ankara holds")
    assert [one.get("order") for one in told] == ["A PAR - PIC", None, "F ANK H"]
    assert told[1]["suggestions"] == ["A MOS - WAR"]


def test_help_for_an_order_with_a_slip_is_asked_back_too() -> None:
    told = lines("Mosocw to Ukraine, Sevastopol supports that")
    assert not any("order" in one for one in told)


@pytest.mark.parametrize("text", ["Das wird ein Spass!", "Some people hold on", "Waiting, again"])
def test_words_of_every_day_are_no_slips(text: str) -> None:
    assert "problem" not in lines(text)[0]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Mar - Spian", "A MAR - SPA"),
        ("mar-spian please", "A MAR - SPA"),
        ("Con - Bulgria", "A CON - BUL"),
        ("Par -> Burgndi", "A PAR - BUR"),
    ],
)
def test_a_name_that_is_a_word_too_leads_to_a_slip(text: str, meant: str) -> None:
    told = parse.answer_lines(json.dumps({"text": text, "units": ["A MAR", "A CON", "A PAR"]}))
    assert [one["suggestions"] for one in told["lines"]] == [[meant]]


def test_a_remark_behind_a_dash_is_talk() -> None:
    told = parse.answer_lines(json.dumps({"text": "Mar - sorry", "units": ["A MAR"]}))
    assert not any("problem" in one for one in told["lines"])
