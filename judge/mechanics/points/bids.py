"""Bids: lines of points held against the board, and why some of them back nothing."""

from collections.abc import Sequence
from itertools import zip_longest

from msgspec.structs import replace

from judge.dip.contest.field import Field
from judge.dip.ground.board import Board
from judge.dip.ground.position import State
from judge.dip.orders.base import Order, Written
from judge.dip.orders.move import Move
from judge.dip.orders.notation import Notation
from judge.dip.orders.support import Support
from judge.dip.play.prepare import prepare
from judge.dip.seams.rules import Rules
from judge.dip.seams.scene import Orders
from judge.mechanics.cast import Cast
from judge.mechanics.points import limits
from judge.mechanics.points.bid import Bid
from judge.mechanics.points.limits import Limits
from judge.mechanics.points.order import Points, unit_of


def split(orders: Orders) -> tuple[Orders, Orders]:
    """Orders without the lines of points, and those lines."""
    rest = {power: tuple(it for it in lines if not _pays(it)) for power, lines in orders.items()}
    point_lines = {power: tuple(it for it in lines if _pays(it)) for power, lines in orders.items()}
    return rest, {power: lines for power, lines in point_lines.items() if lines}


def _pays(line: Written) -> bool:
    """Whether a line is one of points; one that can't be read is nobody else's business either."""
    return isinstance(line.order, Points) or line.text.startswith("DP ")


def examine(
    state: State, board: Board, cast: Cast, bounds: Limits, rest: Orders, point_lines: Orders
) -> tuple[Bid, ...]:
    """Every line of points as a bid, in the order written; ``rest`` are the other orders."""
    lines = [
        (power, line)
        for power in point_lines
        for line in point_lines[power]
        if line.order is not None
    ]
    bids = _judge_on_board(lines, state, board, cast, bounds)
    field = prepare(state, rest, Notation(board), Rules())
    return limits.apply_limits(bids, bounds, field, state, board)


def list_sound(
    state: State, board: Board, cast: Cast, bounds: Limits, power: str, lines: Sequence[Written]
) -> list[Bid]:
    """Those of some lines of points that count by themselves, whatever else a power orders."""
    bids = _judge_on_board([(power, line) for line in lines], state, board, cast, bounds)
    return [bid for bid in limits.spare_fellows(bids, state, board) if not bid.fault]


def _judge_on_board(
    lines: Sequence[tuple[str, Written]], state: State, board: Board, cast: Cast, bounds: Limits
) -> list[Bid]:
    """Lines by their writers as bids, with a fault where no such order can be paid for."""
    bids = [_make_bid(power, line, state, board, cast) for power, line in lines]
    return _drop_impossible([limits.check_allowed(bid, bounds) for bid in bids], state, board)


def _make_bid(power: str, line: Written, state: State, board: Board, cast: Cast) -> Bid:
    """The bid of a line, with the minor's unit that it means."""
    points_order = line.order
    assert isinstance(points_order, Points)
    assert points_order.deed is not None
    bid = Bid(power, points_order.points, line.text, points_order.deed)
    unit_name = unit_of(points_order.deed.text)
    for owner, texts in state.units.items():
        for unit in map(board.unit, texts):
            if (unit.arm, unit.space) == (points_order.deed.arm, points_order.deed.space):
                if not cast.is_minor(owner):
                    return replace(bid, fault=f"{unit_name} is {owner}'s and takes no points")
                return replace(bid, minor=owner, unit=unit.text, space=board.spaces[unit.space])
    return replace(bid, fault=f"no minor power has {unit_name}")


def _drop_impossible(bids: Sequence[Bid], state: State, board: Board) -> list[Bid]:
    """Impossible orders back nothing (1926-R7); the others come back as the board has them.

    The bids are laid out like orders, one a unit at a time: what is impossible in itself does not
    depend on what others do.
    """
    bid_at = {number: bid for number, bid in enumerate(bids) if bid.fault}
    queues: dict[str, list[int]] = {}
    for number, bid in enumerate(bids):
        if number not in bid_at:
            queues.setdefault(bid.unit, []).append(number)
    for layer in zip_longest(*queues.values()):
        numbers = [number for number in layer if number is not None]
        trial: dict[str, list[Written]] = {}
        for number in numbers:
            order = bids[number].order
            trial.setdefault(bids[number].minor, []).append(
                Written(bids[number].minor, order.text, order)
            )
        field = prepare(state, trial, Notation(board), Rules())
        bid_at.update({number: _check_laid(bids[number], field) for number in numbers})
    return [bid_at[number] for number in range(len(bids))]


def _check_laid(bid: Bid, field: Field) -> Bid:
    unit = field.occupant[bid.order.space]
    order = field.orders[unit]
    if order is None or field.verdicts[unit] == "illegal":
        return replace(bid, fault=field.faults[unit])
    return replace(bid, order=_spell_exactly(order, field))


def _spell_exactly(order: Order, field: Field) -> Order:
    """The one form of an order that can be written in several: the same order is the same text.

    A support names the coast where the supported fleet really is; a move that can't be walked
    says VIA.
    """
    board, unit = field.board, field.board.unit_at(order.arm, order.loc)
    if isinstance(order, Move) and not order.walks:
        return Move.of(unit, order.goal, board, via=True)
    if isinstance(order, Support):
        aided = field.occupant[order.aided.space]
        real = board.unit_at(field.arms[aided], field.locs[aided])
        return Support.of(unit, real, order.goal if order.moves else None, board)
    return order
