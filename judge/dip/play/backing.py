"""Supports laid out: each beside the order that it helps."""

from judge.dip.contest.field import Field
from judge.dip.ground import routes
from judge.dip.ground.board import Board, Unit
from judge.dip.orders.base import Order
from judge.dip.orders.move import Move
from judge.dip.orders.support import Support


def match_supports(field: Field) -> None:
    """Lay each support beside the order that it helps, or say why it helps nobody."""
    orders, units, occupant = field.orders, field.units, field.occupant
    target, supporters = field.target, field.supporters
    for unit in field.supports:
        order = orders[unit]
        assert isinstance(order, Support)
        aided_unit, to = order.aided, order.to
        aided = occupant[aided_unit.space]
        # An order for a unit that is not there is impossible (choice 10 of RULES.md).
        if aided < 0 or units[aided].arm != aided_unit.arm:
            field.rule_out(unit, "illegal", f"there is no {aided_unit.text} to support")
            continue
        # Who was ordered to move can't be supported to hold (DATC 6.D.7).
        if not order.moves:
            if isinstance(orders[aided], Move):
                field.rule_out(unit, "invalid", f"{field.name(aided)} was ordered to move")
                continue
        # Nor who was ordered to hold, or to go elsewhere, to move (DATC 6.D.9).
        elif target[aided] != to or (order.goal != to and _means_other_coast(order, orders[aided])):
            _refuse(field, unit, aided)
            continue
        others = supporters[aided]
        if others is None:
            supporters[aided] = [unit]
        else:
            others.append(unit)


def _means_other_coast(support: Support, move: Order | None) -> bool:
    """A support that names a coast means that coast only (DATC 6.B.9)."""
    return move is None or move.goal != support.goal


def _refuse(field: Field, unit: int, aided_number: int) -> None:
    """A support for a move that isn't made: impossible in itself, or just not ordered."""
    order = field.orders[unit]
    assert isinstance(order, Support)
    aided_unit = field.units[aided_number]
    goal = field.board.locs[order.goal]
    # A move that nobody could make can't be supported (DATC 6.D.22 to 24, 6.D.31).
    if not _could_move(field, order, aided_unit):
        field.rule_out(unit, "illegal", f"{aided_unit.text} can't move to {goal}")
        return
    # An army that waits for its convoy attacks nothing (choice 11 of RULES.md).
    actual_order = field.orders[aided_number]
    if (
        isinstance(actual_order, Move)
        and actual_order.to == order.to
        and field.target[aided_number] < 0
    ):
        field.rule_out(unit, "invalid", f"{actual_order.text} never got under way")
        return
    field.rule_out(unit, "invalid", f"{aided_unit.text} was not ordered to {goal}")


def _could_move(field: Field, order: Support, aided_unit: Unit) -> bool:
    """Whether ``aided_unit`` could make the supported move: alone, or carried by others' fleets.

    A support that names no coast means any (choice 9 of RULES.md).
    """
    if order.to == aided_unit.space:
        return False
    if _can_step(field.board, aided_unit, order.goal):
        return True
    if aided_unit.arm != "A" or not {aided_unit.space, order.to} <= field.board.ports:
        return False
    # The supporter itself can't be the fleet that carries it (DATC 6.D.31).
    other_fleets = field.fleets() & ~(1 << order.space)
    return routes.exists(field.board, aided_unit.space, order.to, other_fleets)


def _can_step(board: Board, unit: Unit, goal: int) -> bool:
    """Whether ``unit`` could go to ``goal`` on its own; a space stands for any of its coasts."""
    return any(goal in (step, board.space_of[step]) for step in board.steps[unit.arm][unit.loc])
