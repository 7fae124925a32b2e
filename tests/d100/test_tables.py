"""The tables, cell by cell against the document, and the board's numbers."""

import json
from pathlib import Path

import pytest

from tests.d100.cases import ENGINE

DOCUMENT = json.loads((Path(__file__).parent / "tables.json").read_text())
TABLES = ENGINE.rules.tables
CELLS = [(row, column) for row in range(1, 16) for column in range(1, 16)]


def cell(table: str, row: int, column: int) -> int:
    """What the document prints there."""
    return int(DOCUMENT[table]["cells"][row - 1][column - 1])


@pytest.mark.parametrize(("row", "column"), CELLS)
def test_a_cell_of_the_combat_tables_is_the_documents(row: int, column: int) -> None:
    assert TABLES.attack(row, column) == cell("table1", row, column)
    assert TABLES.escape(row, column) == cell("table2", row, column)
    assert TABLES.loss(row, column) == row - cell("table3", row, column)
    assert TABLES.loss(row, column) == min(row, -(-column // 5))


def test_more_than_fifteen_of_its_own_loses_as_fifteen_do() -> None:
    assert TABLES.loss(20, 11) == TABLES.loss(15, 11) == 3


def test_pieces_cost_five_points_a_strength() -> None:
    for row in DOCUMENT["table4"]["cells"]:
        assert TABLES.price(row["cs"]) == row["points"] == 5 * row["cs"]


def test_political_chances_are_the_documents_and_go_on_above_the_last() -> None:
    for row in DOCUMENT["table5"]["cells"]:
        assert TABLES.friendship(row["points"]) == row["friendly"] == row["allied"]
    assert TABLES.friendship(475) == 90
    assert TABLES.friendship(160) == 60


def test_every_major_is_worth_200_and_the_board_1600() -> None:
    board, state = ENGINE.board, ENGINE.position({"phase": "1930-01M"})
    told = ENGINE.describe(state)[0].data
    assert [row["value"] for row in told["majors"]] == [200] * 5
    assert 5 * 200 + ENGINE.rules.minor * len(board.minors) == 1600
    assert ENGINE.rules.supremacy == 1600 // 2 + 5


def test_every_border_goes_both_ways_and_ships_never_along_the_coast() -> None:
    board = ENGINE.board
    for arm, steps in board.steps.items():
        for here, there in ((a, b) for a in steps for b in steps[a]):
            assert here in steps[there], (arm, here, there)
            if arm == "N":
                assert board.spaces[here].sea or board.spaces[there].sea
            if arm == "L":
                assert not board.spaces[here].sea
