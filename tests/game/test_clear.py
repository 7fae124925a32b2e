"""CLEAR takes back what it names, and nothing else."""

import pytest

from judge.letters.commands.ordering import _is_of
from judge.store.record import Entry
from tests.game.world import START, World

ORDERS = "A Par - Bur\nA Mar S A Par - Bur\nF Bre - Mao"


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("CLEAR A PAR", ["A MAR S A PAR - BUR", "F BRE - MAO"]),
        ("clear a par", ["A MAR S A PAR - BUR", "F BRE - MAO"]),
        ("CLEAR Marseilles", ["A PAR - BUR", "F BRE - MAO"]),
        ("CLEAR A PAR, F BRE", ["A MAR S A PAR - BUR"]),
        ("clear my orders for army Paris and fleet Brest", ["A MAR S A PAR - BUR"]),
        ("cancel A Par & F Bre", ["A MAR S A PAR - BUR"]),
        ("CLEAR A PAR and F BRE", ["A MAR S A PAR - BUR"]),
        ("CLEAR F BRE", ["A PAR - BUR", "A MAR S A PAR - BUR"]),
        ("CLEAR", []),
        ("clear all orders", []),
    ],
)
def test_only_the_unit_that_is_named_loses_its_order(
    world: World, line: str, left: list[str]
) -> None:
    world.begun()
    world.order("France", ORDERS)
    world.order("France", line)
    assert world.orders("France") == left


@pytest.mark.parametrize("line", ["CLEAR A BRE", "CLEAR BUR", "CLEAR A MUN"])
def test_a_unit_without_an_order_has_none_to_lose(world: World, line: str) -> None:
    world.begun()
    world.order("France", ORDERS)
    assert "There is no order for" in world.order("France", line).flat
    assert len(world.orders("France")) == 3


@pytest.mark.parametrize(
    ("text", "piece", "is_of"),
    [
        ("DP 2: A AUS S A BER - BOH", "A AUS", True),
        ("DP 2: A AUS S A BER - BOH", "A BER", False),
        ("F STP/NC - BAR", "F STP", True),
        ("P LON-A - YOR-A", "P LON-A", True),
        ("A LON - YOR", "P LON-A", False),
        ("L5 LON - ANG - SCO", "L LON", True),
        ("BUY L3 LON", "LON", True),
        ("STACK ANG - LON", "ANG", True),
        ("STACK ANG - LON", "LON", False),
        ("WAIVE", "PAR", False),
        ("DP 2: A AUS S A BER - BOH", "DP", True),
        ("BID 3 Poland FOR Germany", "DP", True),
        ("A PAR - BUR", "DP", False),
    ],
)
def test_an_order_belongs_to_the_unit_that_it_names_first(
    text: str, piece: str, *, is_of: bool
) -> None:
    assert _is_of(Entry(text, "", text, "R1", START), piece) is is_of
