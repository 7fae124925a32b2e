"""Bids: lines of points held against the board, and why some of them back nothing."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from judge.rules.dip.contest.field import Field
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order, Written
from judge.rules.dip.orders.convoy import Convoy
from judge.rules.dip.orders.move import Hold, Move
from judge.rules.dip.orders.notation import Notation
from judge.rules.dip.orders.support import Support
from judge.rules.dip.play.prepare import prepare
from judge.rules.dip.seams.rules import Rules
from judge.rules.dip.seams.scene import Orders
from judge.rules.mechanics.cast import Cast


class Bid(Struct, frozen=True):
    """One line of points: who pays for which order of which minor's unit.

    ``order`` is the order in canonical form as the board has it; ``fault`` says why it backs
    nothing, "" if it counts. ``unit`` and ``minor`` are "" where no minor's unit was meant.
    """

    power: str
    points: int
    line: str
    order: Order
    minor: str = ""
    unit: str = ""
    space: str = ""
    fault: str = ""


NOTHING = "DP 0:"
"""How a line begins that only takes points back."""
_AMOUNT = re.compile(r"([0-9]{1,3}):")
_DEEDS: tuple[type[Order], ...] = (Hold, Move, Support, Convoy)


class Points(Order, frozen=True):
    """Points for a minor unit's order: "DP 2: A AUS S A BER - BOH"."""

    VERB: ClassVar[str] = "DP"

    points: int = 0
    deed: Order | None = None
    """The order that the points are for."""

    @property
    def key(self) -> str:
        """Lines for one unit in one mail add up; a later mail's lines replace an earlier one's."""
        return f"points {unit_of(self.text.partition(': ')[2])}+"

    @classmethod
    def of(cls, points: int, deed: Order) -> "Points":
        """The bid of ``points`` for ``deed``."""
        return cls(f"DP {points}: {deed.text}", points=points, deed=deed)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Points | None":
        """Read "DP 2: A AUS S A BER - BOH"."""
        amount = _AMOUNT.fullmatch(words[1]) if len(words) > 4 else None
        if amount is None:
            return None
        for kind in _DEEDS:
            deed = kind.read(words[2:], board) if words[4] == kind.VERB else None
            if deed is not None:
                return cls.of(int(amount[1]), deed)
        return None


def unit_of(order: str) -> str:
    """The unit of an order's text."""
    return " ".join(order.split(" ")[:2])


class Limits(Struct, frozen=True):
    """What points may be spent on: minors of this ``cast``, and the keys of [points].

    ``moves``: minors may be ordered to move; ``on_one_unit``: the most points of one power on one
    unit, 0 for no limit; ``attack_ban``: none on a unit that one attacks.
    """

    cast: Cast
    moves: bool
    on_one_unit: int
    attack_ban: bool

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> "Limits":
        """The limits of a variant.toml and its map."""
        settings = rules["points"]
        return cls(
            Cast.of(rules["map"]),
            settings["moves"],
            settings.get("on_one_unit", 0),
            settings.get("attack_ban", False),
        )


def check_allowed(bid: Bid, limits: Limits) -> Bid:
    """Minors convoy for nobody, and move only where the variant lets them (1926-R7)."""
    if bid.fault:
        return bid
    if isinstance(bid.order, Convoy):
        return replace(bid, fault="a minor power's fleet convoys for nobody")
    if isinstance(bid.order, Move) and not limits.moves:
        return replace(bid, fault="a minor power's unit may only hold or support")
    return bid


def check_fellows(bid: Bid, state: State, board: Board) -> Bid:
    """Units of one minor neither attack each other nor help to (1936-R19)."""
    target = _target(bid.order)
    fellows = (board.unit(text) for text in state.units.get(bid.minor, ()))
    if not bid.fault and target >= 0:
        for fellow in fellows:
            if fellow.space == target:
                fault = f"{fellow.text} is {bid.minor}'s too and not to be attacked"
                return replace(bid, fault=fault)
    return bid


def _target(order: Order) -> int:
    """The space against which an order acts, -1 if none."""
    if isinstance(order, Move) or (isinstance(order, Support) and order.moves):
        return order.to
    return -1


def _check_attacked(bid: Bid, field: Field) -> Bid:
    """No points on a minor's centre that one attacks oneself, or helps to (1936-R11)."""
    space = field.board.loc_of.get(bid.space, -1)
    if bid.fault or space < 0:
        return bid
    attacks = [
        order
        for order, owner, verdict in zip(field.orders, field.powers, field.verdicts, strict=True)
        if order is not None and owner == bid.power and verdict != "illegal"
        if _target(order) == space
    ]
    if not attacks:
        return bid
    deed = "attacks" if isinstance(attacks[-1], Move) else "helps to attack"
    return replace(bid, fault=f"{bid.power} {deed} {bid.space} itself with {attacks[-1].text}")


def split_bid(orders: Orders) -> tuple[Orders, Orders]:
    """Orders without the lines of points, and those lines."""
    rest = {power: tuple(it for it in lines if not _pays(it)) for power, lines in orders.items()}
    point_lines = {power: tuple(it for it in lines if _pays(it)) for power, lines in orders.items()}
    return rest, {power: lines for power, lines in point_lines.items() if lines}


def _pays(line: Written) -> bool:
    """Whether a line is one of points; one that can't be read is nobody else's business either."""
    return isinstance(line.order, Points) or line.text.startswith("DP ")


def examine_bids(
    state: State, board: Board, limits: Limits, rest: Orders, point_lines: Orders
) -> tuple[Bid, ...]:
    """Every line of points as a bid, in the order written, with a fault where a limit is broken.

    ``rest`` are the payers' own orders.
    """
    lines = [
        (power, line)
        for power in point_lines
        for line in point_lines[power]
        if line.order is not None
    ]
    bids = _judge_on_board(lines, state, board, limits)
    bids = [check_fellows(bid, state, board) for bid in bids]
    if limits.attack_ban:
        field = prepare(state, rest, Notation(board), Rules())
        bids = [_check_attacked(bid, field) for bid in bids]
    if most := limits.on_one_unit:
        # Of more points of a power on a unit none counts (1936-R9).
        points_on = Counter[tuple[str, str]]()
        for bid in bids:
            points_on[bid.power, bid.unit] += bid.points
        for number, bid in enumerate(bids):
            points = points_on[bid.power, bid.unit]
            if points > most and not bid.fault:
                fault = f"{points} points on {bid.unit}, and at most {most} may be"
                bids[number] = replace(bid, fault=fault)
    return tuple(bids)


def list_sound(
    state: State, board: Board, limits: Limits, power: str, lines: Sequence[Written]
) -> list[Bid]:
    """Those of some lines of points that count by themselves, whatever else a power orders."""
    bids = _judge_on_board([(power, line) for line in lines], state, board, limits)
    return [bid for bid in bids if not check_fellows(bid, state, board).fault]


def _judge_on_board(
    lines: Sequence[tuple[str, Written]], state: State, board: Board, limits: Limits
) -> list[Bid]:
    """Lines by their writers as bids, with a fault where no such order can be paid for.

    Impossible orders back nothing (1926-R7); the others come back as the board has them. They are
    laid out like orders, one a unit at a time: what is impossible in itself does not depend on what
    others do.
    """
    bids = [_make_bid(power, line, state, board, limits.cast) for power, line in lines]
    bids = [check_allowed(bid, limits) for bid in bids]
    queues: dict[str, list[int]] = {}
    for number, bid in enumerate(bids):
        if not bid.fault:
            queues.setdefault(bid.unit, []).append(number)
    for layer in zip_longest(*queues.values()):
        numbers = [number for number in layer if number is not None]
        trial: dict[str, list[Written]] = {}
        for bid in (bids[number] for number in numbers):
            trial.setdefault(bid.minor, []).append(Written(bid.minor, bid.order.text, bid.order))
        field = prepare(state, trial, Notation(board), Rules())
        for number in numbers:
            bid = bids[number]
            unit = field.occupant[bid.order.space]
            order = field.orders[unit]
            if order is None or field.verdicts[unit] == "illegal":
                bids[number] = replace(bid, fault=field.faults[unit])
                continue
            # The same order is the same text: a support names the coast where the supported fleet
            # really is; a move that can't be walked says VIA.
            payee = board.unit_at(order.arm, order.loc)
            if isinstance(order, Move) and not order.walks:
                order = Move.of(payee, order.goal, board, via=True)
            elif isinstance(order, Support):
                real = field.units[field.occupant[order.aided.space]]
                order = Support.of(payee, real, order.goal if order.moves else None, board)
            bids[number] = replace(bid, order=order)
    return bids


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
