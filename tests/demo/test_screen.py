"""How the demo sets what it shows on a terminal, narrow or wide."""

from io import StringIO

import pytest
from rich.console import Console
from rich.table import Table

from judge.keeper import demo


def printed(thing: object, width: int) -> list[str]:
    """The lines of a terminal of this width."""
    console = Console(file=StringIO(), width=width)
    console.print(thing)
    assert isinstance(console.file, StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def filled(whole: int) -> Table:
    table = demo.as_table("power", "orders", whole=whole)
    table.add_row("the Soviet Union", "abcdefghijklmnop")
    return table


@pytest.mark.parametrize(
    ("width", "whole", "lines"),
    [
        (40, 1, ["power             orders", "the Soviet Union  abcdefghijklmnop"]),
        (28, 1, ["power             orders", "the Soviet Union  abcdefgh", 18 * " " + "ijklmnop"]),
        (28, 2, ["power         orders", "the Soviet U  abcdefghijkl"]),
    ],
)
def test_of_a_table_the_first_columns_are_never_folded_and_the_others_are(
    width: int, whole: int, lines: list[str]
) -> None:
    assert printed(filled(whole), width) == lines


def test_orders_stand_side_by_side_and_none_is_broken() -> None:
    rows = [
        {"order": order, "verdict": verdict}
        for order, verdict in (
            ("A PAR - BUR", "succeeds"),
            ("A MAR - SPA", "fails"),
            ("F BRE H", "holds dislodged"),
        )
    ]
    one, two, three = "A PAR - BUR ✓", "A MAR - SPA ✗", "F BRE H ⚑"
    assert printed(demo.mark_orders(rows), 60) == [f"{one}   {two}   {three}"]
    assert printed(demo.mark_orders(rows), 32) == [f"{one}   {two}", three]
    assert printed(demo.mark_orders(rows), 20) == [one, two, three]
