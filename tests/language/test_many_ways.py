"""Many ways to say one thing: verbs, small words, manners, and five languages (ways.txt)."""

from collections import defaultdict
from pathlib import Path

import pytest

import judge
from judge.api import Understood
from judge.language.fold import level

FILE = Path(__file__).with_name("ways.txt")
UNITS = ["A PAR", "F BRE", "A MAR", "A GAS"]


def ways() -> dict[str, list[str]]:
    """The sentences of the file, by the orders that they are."""
    sentences = defaultdict(list)
    orders = ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            orders = line.strip("[]")
        elif line and not line.startswith("#"):
            sentences[orders].append(line)
    return sentences


def taken(sentence: str) -> str:
    """The orders that France's sentence is read as; a question mark for each line that is asked."""
    return "; ".join(line.get("order", "?") for line in told(sentence))


def told(sentence: str) -> list[Understood]:
    """What the judge makes of a sentence of France's."""
    return judge.load("standard").parse(sentence, power="France", phase="S1902M", units=UNITS)


def had(sentence: str) -> set[str]:
    """The orders of a sentence that are taken, or are after one YES."""
    return {
        order
        for line in told(sentence)
        for order in (line.get("order"), *line.get("offer", ()))
        if order
    }


MOST_MISSED = 25
"""Percent of the ways that may be neither taken nor offered as they are meant."""


@pytest.mark.sweep(1)
@pytest.mark.parametrize("orders", ways())
def test_most_ways_to_say_it_are_read_and_none_as_something_else(orders: str) -> None:
    meant = {*orders.split("; ")}
    sentences = ways()[orders]
    missed = [sentence for sentence in sentences if had(sentence) != meant]
    taken_wrong = [one for one in sentences if not {*taken(one).split("; ")} <= {*meant, "?"}]
    assert not taken_wrong
    assert len(missed) * 100 <= MOST_MISSED * len(sentences), missed


def test_there_are_many_and_none_stands_there_twice() -> None:
    sentences = [level(one) for group in ways().values() for one in group]
    assert len(sentences) > 1000
    assert len({*sentences}) == len(sentences)


@pytest.mark.parametrize(
    "talk",
    [
        "Paris refuses to attack Burgundy",
        "Paris objects to Burgundy",
        "Paris might slip across to Burgundy",
        "Would Paris march into Burgundy?",
        "Paris marches into Burgundy if Munich does not",
        "Paris does not press on into Burgundy",
        "Paris can go to Burgundy or Picardy, you pick",
        "Ob Paris nach Burgund eilt, weiß ich nicht",
        "Paris ne file pas en Bourgogne",
    ],
)
def test_what_is_denied_doubted_or_asked_is_no_order(talk: str) -> None:
    assert "A PAR - BUR" not in taken(talk).split("; ")
