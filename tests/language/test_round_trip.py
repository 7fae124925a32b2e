"""Every legal order of the standard map, printed and read again, is the same order."""

from collections.abc import Iterator

import pytest

from judge.catalog import sheet, variant
from judge.kernel.engine import Order as Taken
from judge.kernel.text import Line
from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.orders.base import Order
from judge.rules.dip.orders.convoy import Convoy
from judge.rules.dip.orders.instead import could_be_convoyed
from judge.rules.dip.orders.move import Hold, Move, Retreat
from judge.rules.dip.orders.support import Support
from judge.rules.dip.orders.winter import Build, Disband

STANDARD = variant.load("standard")


def _board() -> Board:
    board: Board = STANDARD.engine.game.board  # type: ignore[attr-defined]
    return board


def _units(board: Board) -> list[Unit]:
    return [
        board.unit_at(arm, loc)
        for arm in board.arms
        for loc in range(len(board.locs))
        if board.can_stand(arm, loc)
    ]


def _neighbours(board: Board, unit: Unit) -> list[int]:
    return sorted(board.steps[unit.arm][unit.loc])


def _simple(board: Board) -> Iterator[Order]:
    for unit in _units(board):
        yield Hold.of(unit)
        yield Disband.of(unit)
        if board.kinds[unit.space] != "sea":
            yield Build.of(unit, board)
        for loc in _neighbours(board, unit):
            yield Move.of(unit, loc, board)
            yield Retreat.of(unit, loc, board)


def _convoyed(board: Board) -> Iterator[Order]:
    armies = [unit for unit in _units(board) if unit.arm == "A"]
    seas = [unit for unit in _units(board) if unit.arm == "F"]
    for at, army in enumerate(armies):
        for loc in {board.space_of[other.loc] for other in armies}:
            if could_be_convoyed(board, army.space, loc):
                yield Move.of(army, loc, board, via=True)
            yield Convoy.of(seas[at % len(seas)], army, loc, board)


def _supports(board: Board) -> Iterator[Order]:
    units = _units(board)
    for unit in units:
        near = {board.space_of[loc] for loc in _neighbours(board, unit)}
        for other in units:
            if other.space in near:
                yield Support.of(unit, other, None, board)
            for loc in _neighbours(board, other):
                if board.space_of[loc] in near and other.space != unit.space:
                    yield Support.of(unit, other, loc, board)


def legal(kind: str) -> list[str]:
    """The texts of legal orders: simple ones, convoys, or supports."""
    makers = {"simple": _simple, "convoyed": _convoyed, "supports": _supports}
    orders = makers[kind](_board())
    return sorted({order.text for order in orders if not order.fault})


@pytest.mark.parametrize(
    ("kind", "least"), [("simple", 800), ("convoyed", 1400), ("supports", 3500)]
)
def test_a_printed_order_is_read_as_itself(kind: str, least: int) -> None:
    texts = legal(kind)
    assert len(texts) > least
    lines = [Line(at, text) for at, text in enumerate(texts, 1)]
    items = sheet.understand(lines, STANDARD, None, "")
    read = [item.text for item in items if isinstance(item, Taken)]
    assert read == texts
