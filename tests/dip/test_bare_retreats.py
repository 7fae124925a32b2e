"""Who has one unit to retreat need not name it: a place, or "it", will do, and is asked back."""

from typing import TypeVar

import pytest

from judge.catalog import sheet, variant
from judge.kernel.text import Line, Offer
from judge.rules.dip.ground.position import State
from tests.mechanics import boards

Kind = TypeVar("Kind")


@pytest.fixture(scope="module")
def driven_out() -> State:
    """F RUM of Russia is dislodged and may go to SEV alone."""
    spring = boards.turn(
        "standard",
        boards.start("standard"),
        {"Turkey": ["A CON - BUL", "F ANK - BLA"], "Russia": ["F SEV - RUM", "A MOS - UKR"]},
    )
    orders = {"Turkey": ["A BUL - RUM", "F BLA S A BUL - RUM"], "Russia": ["F RUM H"]}
    return boards.turn("standard", spring.state, orders).state


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Sevastopol", "F RUM R SEV"),
        ("Sevastopol, please", "F RUM R SEV"),
        ("To Sevastopol please", "F RUM R SEV"),
        ("I retreat to Sevastopol", "F RUM R SEV"),
        ("disband it", "F RUM D"),
        ("please remove it", "F RUM D"),
        ("Disband", "F RUM D"),
        ("I go to Sevastopol", "F RUM R SEV"),
        ("Sev if possible, else Bul", "F RUM R SEV"),
        ("Bul or Sev", "F RUM R SEV"),
    ],
)
def test_the_only_unit_that_can_be_meant_is_offered(
    driven_out: State, line: str, order: str
) -> None:
    assert [one.orders for one in read(driven_out, line, Offer)] == [(order,)]


@pytest.mark.parametrize(
    "line",
    [
        "Sevastopol is nice this time of year",
        "To Moscow",
        "Rumania",
        "Turkey disbands it",
        "Jim: disband it",
        "disband it 3",
    ],
)
def test_other_places_order_nothing(driven_out: State, line: str) -> None:
    assert read(driven_out, line, Offer) == []


def test_what_is_taken_back_is_not_offered_again(driven_out: State) -> None:
    assert read(driven_out, "F Rum R Sev\nCancel the retreat: Sevastopol", Offer) == []


def read(state: State, line: str, kind: type[Kind]) -> list[Kind]:
    """The items of a kind that a line of Russia's comes to."""
    lines = [Line(number, text) for number, text in enumerate(line.split("\n"), 1)]
    items = sheet.understand(lines, variant.load("standard"), state, "Russia")
    return [one for one in items if isinstance(one, kind)]
