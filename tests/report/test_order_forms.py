"""HELP ORDERS is what each variant's grammar and rules take: no more, and nothing left out."""

import json

import pytest

from judge import resources
from judge.catalog import variant as catalog
from judge.kernel.engine import PUBLIC, Event
from judge.kernel.text import Line, Sentence
from judge.language import reader
from judge.report import order_forms, render

VARIANTS = catalog.names()
ELSEWHERE = {"unit", "hold-all"}
"""Verbs without an example: a bare unit builds or removes, HOLD ALL is explained below them."""


def shown(variant: str) -> str:
    event = Event("help", {"topic": "orders", "variant": variant}, PUBLIC)
    return render._event(event, variant, "UTC")[0]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_orders_of_a_variant_are_one_screen(variant: str) -> None:
    lines = shown(variant).splitlines()
    assert len(lines) <= 32
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_example_is_taken_and_stands_in_the_help(variant: str) -> None:
    rows = [row for _, rows in order_forms.forms(variant) for row in rows]
    assert len(rows) >= 11
    for line, meaning in rows:
        assert order_forms.takes(variant, line)
        assert f"  {line}" in shown(variant)
        assert meaning in shown(variant)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_verb_of_the_variants_own_cases_has_an_example(variant: str) -> None:
    found = catalog.load(variant)
    typed = _orders_of_cases(variant)
    items = reader.read(
        [Line(number, text) for number, text in enumerate(typed, start=1)],
        found.vocabulary,
        found.engine_name,
    )
    used = {item.verb for item in items if isinstance(item, Sentence)}
    examples = [line for _, rows in order_forms.forms(variant) for line, _ in rows]
    told = {
        item.verb
        for line in examples
        for item in reader.read([Line(1, line)], found.vocabulary, found.engine_name)
        if isinstance(item, Sentence)
    }
    assert used
    assert used - ELSEWHERE <= told
    assert "HOLD ALL" in shown(variant)


def _orders_of_cases(variant: str) -> list[str]:
    """Every order that the variant's cases give, once."""
    orders: dict[str, None] = {}
    for path in sorted((resources.root("variants") / variant / "cases").glob("*.jsonl")):
        for line in path.read_text().splitlines():
            for given in json.loads(line)["in"].get("orders", {}).values():
                orders.update(dict.fromkeys(given))
    return list(orders)


def test_a_line_of_another_game_is_not_shown() -> None:
    assert not order_forms.takes("standard", "L5 Lon - Ang - Sco")
    assert "DP" not in shown("standard")
    assert "Bid" not in shown("1936")


def test_examples_are_made_from_the_boards_own_names() -> None:
    rows = dict(row for _, rows in order_forms.forms("hundred") for row in rows)
    assert rows["A Dau - Cha"] == "the army in Dauphine moves to Charolais"
    assert {line for line in rows if " C " in line or "/" in line}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_examples_of_a_newcomer_s_mail_are_orders_of_its_board(variant: str) -> None:
    lines = order_forms.sample(variant).split(", ")
    assert lines
    assert all(order_forms.takes(variant, line) for line in lines)


def test_a_board_with_other_places_has_examples_of_its_own() -> None:
    assert order_forms.sample("standard") == "A Par - Bur, F Bre H, A Mar S A Par - Bur"
    assert order_forms.sample("hundred") == "A Dau - Cha, F Tou H, A Par S A Dau - Cha"
