"""Many ways to say one thing: verbs, small words, manners, and five languages (ways.txt)."""

from collections import defaultdict
from pathlib import Path

import pytest

import judge
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
    told = judge.load("standard").parse(sentence, power="France", phase="S1902M", units=UNITS)
    return "; ".join(line.get("order", "?") for line in told)


@pytest.mark.parametrize("orders", ways())
def test_all_ways_to_say_it_are_read(orders: str) -> None:
    read = {sentence: taken(sentence) for sentence in ways()[orders]}
    assert {sentence: what for sentence, what in read.items() if what != orders} == {}


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
