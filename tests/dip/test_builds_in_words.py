"""Units to build among other words: they are offered, each with its arm."""

import pytest

from judge.catalog import sheet, variant
from judge.kernel.text import Line, Offer
from judge.rules.dip.ground.position import State
from tests.mechanics import boards


@pytest.fixture(scope="module")
def winter() -> State:
    """Turkey has two builds, in CON, ANK and SMY."""
    state = boards.start("standard")
    for orders in (
        {"Turkey": ["A CON - BUL", "F ANK - BLA", "A SMY - CON"]},
        {"Turkey": ["A BUL - SER", "F BLA - RUM", "A CON - BUL"]},
    ):
        state = boards.turn("standard", state, orders).state
    return state


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("one army in con, one fleet ank", ("A CON B", "F ANK B")),
        ("two armies: Con and Smy", ("A CON B", "A SMY B")),
        ("no, army constantinople instead", ("A CON B",)),
        ("Army Smyrna as the second one", ("A SMY B",)),
    ],
)
def test_units_among_other_words_are_offered(
    winter: State, line: str, orders: tuple[str, ...]
) -> None:
    items = sheet.understand([Line(1, line)], variant.load("standard"), winter, "Turkey")
    assert [one.orders for one in items if isinstance(one, Offer)] == [orders]
