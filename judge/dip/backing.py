"""Supports laid out: each beside the order that it helps."""

from judge.dip import routes
from judge.dip.board import Board, Unit
from judge.dip.field import Field
from judge.dip.orders.base import Order
from judge.dip.orders.move import Move
from judge.dip.orders.support import Support


def match_supports(field: Field) -> None:
    """Lay each support beside the order that it helps, or say why it helps nobody."""
    orders, units, at = field.orders, field.units, field.at
    aim, backs = field.aim, field.backs
    for unit in field.supports:
        order = orders[unit]
        assert isinstance(order, Support)
        meant, to = order.aided, order.to
        aided = at[meant.space]
        if aided < 0 or units[aided].arm != meant.arm:
            field.rule_out(unit, "illegal", f"there is no {meant.text} to support")
            continue
        if not order.moves:
            if isinstance(orders[aided], Move):
                field.rule_out(unit, "invalid", f"{field.name(aided)} was ordered to move")
                continue
        elif aim[aided] != to or (order.goal != to and _other_goal(order, orders[aided])):
            _unmatched(field, unit, aided)
            continue
        mine = backs[aided]
        if mine is None:
            backs[aided] = [unit]
        else:
            mine.append(unit)


def _other_goal(support: Support, move: Order | None) -> bool:
    """A support that names a coast means that coast only (DATC 6.B.9)."""
    return move is None or move.goal != support.goal


def _unmatched(field: Field, unit: int, aided: int) -> None:
    """A support for a move that isn't made: impossible in itself, or just not ordered."""
    order = field.orders[unit]
    assert isinstance(order, Support)
    board = field.board
    real = field.units[aided]
    there = board.locs[order.goal]
    without_me = field.fleets() & ~(1 << order.space)
    afloat = (
        real.arm == "A"
        and {real.space, order.to} <= board.ports
        and routes.exists(board, real.space, order.to, without_me)
    )
    wanted = field.orders[aided]
    if order.to == real.space or not (afloat or _can_step(board, real, order.goal)):
        field.rule_out(unit, "illegal", f"{real.text} can't move to {there}")
    elif isinstance(wanted, Move) and wanted.to == order.to and field.aim[aided] < 0:
        field.rule_out(unit, "invalid", f"{wanted.text} never got under way")
    else:
        field.rule_out(unit, "invalid", f"{real.text} was not ordered to {there}")


def _can_step(board: Board, unit: Unit, goal: int) -> bool:
    """Whether ``unit`` could go to ``goal`` on its own; a space stands for any of its coasts."""
    return any(goal in (step, board.space_of[step]) for step in board.steps[unit.arm][unit.loc])
