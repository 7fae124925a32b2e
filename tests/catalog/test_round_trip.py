"""What is printed is read back as the same order: by the judge itself, and as a player's mail."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from judge.catalog import parse, variant
from judge.rules.dip.build import DipEngine
from tests import cases

DIPLOMACY = [name for name in variant.names() if variant.load(name).engine_name == "dip"]

UNIT = re.compile(r"\b[AFP] [A-Z]{3}[/A-Z-]*")


def engine(name: str) -> DipEngine:
    """The engine of a variant of Diplomacy."""
    built = variant.load(name).engine
    assert isinstance(built, DipEngine)
    return built


def positions(name: str) -> Iterator[Mapping[str, Any]]:
    """The positions of a variant's cases."""
    for path in cases.files(name):
        yield from (case["in"] for case in cases.load(path))


def written(name: str) -> set[str]:
    """The orders of a variant's cases, and of the kinds that may be missing there."""
    board = engine(name).game.board
    army = next(loc for loc in range(len(board.spaces)) if board.steps["A"][loc])
    unit = board.unit_at("A", army)
    step = board.locs[min(board.steps["A"][army])]
    sea = board.spaces[board.kinds.index("sea")]
    deeds = ("D", "B", "H", f"R {step}", f"S {unit.text}", f"- {step}")
    rare = {"WAIVE", f"F {sea} C {unit.text} - {step}", *(f"{unit.text} {deed}" for deed in deeds)}
    orders = [about.get("orders", {}).values() for about in positions(name)]
    return rare | {text for groups in orders for lines in groups for text in lines}


@pytest.mark.parametrize("name", DIPLOMACY)
def test_an_order_printed_and_read_again_is_the_same_order(name: str) -> None:
    notation = engine(name).game.notation
    orders = [notation.order(text) for text in written(name)]
    assert [notation.order(order.text) for order in orders] == orders
    assert {type(order) for order in orders} == set(notation.kinds)


@pytest.mark.parametrize("name", DIPLOMACY)
def test_a_player_who_types_what_is_printed_has_given_that_order(name: str) -> None:
    for about in positions(name):
        units = [unit for units in about.get("units", {}).values() for unit in units]
        rows = engine(name).adjudicate(about)["results"]
        legal = [row for row in rows if "illegal" not in row["verdict"]]
        for row in [row for row in legal if set(UNIT.findall(row["order"])) <= set(units)]:
            request = {"variant": name, "phase": about["phase"], "text": row["order"]}
            if not any(unit.startswith("P ") for unit in units):
                request["units"] = units
            read = [line.get("order", line) for line in parse.lines(request)]
            assert read == [row["order"]]
