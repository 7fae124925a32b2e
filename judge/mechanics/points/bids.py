"""Bids: lines of diplomacy points, and why some of them back nothing."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, ClassVar

from judge.dip.board import Board
from judge.dip.notation import Notation
from judge.dip.orders.base import Order, Written
from judge.dip.orders.convoy import Convoy
from judge.dip.orders.hold import Hold
from judge.dip.orders.move import Move
from judge.dip.orders.support import Support
from judge.dip.position import State
from judge.dip.prepare import Field, prepare
from judge.dip.rules import Orders, Rules
from judge.mechanics.cast import Cast

_AMOUNT = re.compile(r"([0-9]{1,3}):")
_DEEDS: tuple[type[Order], ...] = (Hold, Move, Support, Convoy)


@dataclass(frozen=True, slots=True)
class Points(Order):
    """Points for a minor unit's order: "DP 2: A AUS S A BER - BOH"."""

    VERB: ClassVar[str] = "DP"

    points: int = 0
    deed: Order | None = None
    """The order that the points are for."""

    @property
    def key(self) -> str:
        """Lines for one unit in one mail add up; a later mail's lines replace an earlier one's."""
        return f"points {_unit(self.text.partition(': ')[2])}+"

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


@dataclass(frozen=True, slots=True)
class Bid:
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


@dataclass(frozen=True, slots=True)
class Limits:
    """What points may be spent on: the keys of [points] in variant.toml.

    ``moves``: minors may be ordered to move; ``on_one_unit``: the most points of one power on one
    unit, 0 for no limit; ``attack_ban``: none on a unit that one attacks.
    """

    moves: bool
    on_one_unit: int
    attack_ban: bool

    @classmethod
    def of(cls, rules: Mapping[str, Any]) -> "Limits":
        """The limits of a variant.toml."""
        given = rules["points"]
        return cls(given["moves"], given.get("on_one_unit", 0), given.get("attack_ban", False))


def split(orders: Orders) -> tuple[Orders, Orders]:
    """Orders without the lines of points, and those lines."""
    rest = {power: tuple(it for it in lines if not _pays(it)) for power, lines in orders.items()}
    paid = {power: tuple(it for it in lines if _pays(it)) for power, lines in orders.items()}
    return rest, {power: lines for power, lines in paid.items() if lines}


def _pays(line: Written) -> bool:
    """Whether a line is one of points; one that can't be read is nobody else's business either."""
    return isinstance(line.order, Points) or line.text.startswith("DP ")


def examine(
    state: State, board: Board, cast: Cast, limits: Limits, rest: Orders, paid: Orders
) -> tuple[Bid, ...]:
    """Every line of points as a bid, in the order written; ``rest`` are the other orders."""
    bids = [
        _bid(power, line, state, board, cast)
        for power in paid
        for line in paid[power]
        if line.order is not None
    ]
    field = prepare(state, rest, Notation(board), Rules())
    bids = [_limited(bid, limits) for bid in bids]
    bids = _possible(bids, state, board)
    bids = [_unfriendly(bid, state, board) for bid in bids]
    if limits.attack_ban:
        bids = [_banned(bid, _targets(field, bid.power), board) for bid in bids]
    if limits.on_one_unit:
        bids = [_capped(bid, bids, limits.on_one_unit) for bid in bids]
    return tuple(bids)


def _bid(power: str, line: Written, state: State, board: Board, cast: Cast) -> Bid:
    """The bid of a line, with the minor's unit that it means."""
    paid = line.order
    assert isinstance(paid, Points)
    assert paid.deed is not None
    bid = Bid(power, paid.points, line.text, paid.deed)
    named = _unit(paid.deed.text)
    for owner, texts in state.units.items():
        for unit in map(board.unit, texts):
            if (unit.arm, unit.space) == (paid.deed.arm, paid.deed.space):
                if not cast.is_minor(owner):
                    return replace(bid, fault=f"{named} is {owner}'s and takes no points")
                return replace(bid, minor=owner, unit=unit.text, space=board.spaces[unit.space])
    return replace(bid, fault=f"no minor power has {named}")


def _limited(bid: Bid, limits: Limits) -> Bid:
    """Minors convoy for nobody, and move only where the variant lets them (1926-R7)."""
    if bid.fault:
        return bid
    if isinstance(bid.order, Convoy):
        return replace(bid, fault="a minor power's fleet convoys for nobody")
    if isinstance(bid.order, Move) and not limits.moves:
        return replace(bid, fault="a minor power's unit may only hold or support")
    return bid


def _possible(bids: Sequence[Bid], state: State, board: Board) -> list[Bid]:
    """Impossible orders back nothing (1926-R7); the others come back as the board has them.

    The bids are laid out like orders, one a unit at a time: what is impossible in itself does not
    depend on what others do.
    """
    judged = {at: bid for at, bid in enumerate(bids) if bid.fault}
    queues: dict[str, list[int]] = {}
    for at, bid in enumerate(bids):
        if at not in judged:
            queues.setdefault(bid.unit, []).append(at)
    for layer in zip_longest(*queues.values()):
        laid = [at for at in layer if at is not None]
        trial: dict[str, list[Written]] = {}
        for at in laid:
            order = bids[at].order
            trial.setdefault(bids[at].minor, []).append(Written(bids[at].minor, order.text, order))
        field = prepare(state, trial, Notation(board), Rules())
        judged.update({at: _laid(bids[at], field) for at in laid})
    return [judged[at] for at in range(len(bids))]


def _laid(bid: Bid, field: Field) -> Bid:
    unit = field.at[bid.order.space]
    order = field.orders[unit]
    if order is None or field.verdicts[unit] == "illegal":
        return replace(bid, fault=field.faults[unit])
    return replace(bid, order=_exact(order, field))


def _exact(order: Order, field: Field) -> Order:
    """The one form of an order that can be written in several: the same order is the same text.

    A support names the coast where the supported fleet really is; a move that can't be walked
    says VIA.
    """
    board, unit = field.board, field.board.unit_at(order.arm, order.loc)
    if isinstance(order, Move) and not order.walks:
        return Move.of(unit, order.goal, board, via=True)
    if isinstance(order, Support):
        aided = field.at[order.aided.space]
        real = board.unit_at(field.arms[aided], field.locs[aided])
        return Support.of(unit, real, order.goal if order.moves else None, board)
    return order


def _unfriendly(bid: Bid, state: State, board: Board) -> Bid:
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


def _targets(field: Field, power: str) -> dict[int, str]:
    """The spaces that a power's own units attack or support an attack on, and by which order."""
    attacks = {}
    for unit, owner in enumerate(field.powers):
        order = field.orders[unit]
        if owner == power and order is not None and field.verdicts[unit] != "illegal":
            attacks[_target(order)] = order.text
    return attacks


def _banned(bid: Bid, attacks: Mapping[int, str], board: Board) -> Bid:
    """No points on a minor's centre that one attacks oneself (1936-R11)."""
    attack = attacks.get(board.loc_of[bid.space]) if bid.space else None
    if bid.fault or attack is None:
        return bid
    return replace(bid, fault=f"{bid.power} attacks {bid.space} itself with {attack}")


def _capped(bid: Bid, bids: Iterable[Bid], most: int) -> Bid:
    """Of more than ``most`` points of a power on a unit none counts (1936-R9)."""
    theirs = (it.points for it in bids if (it.power, it.unit) == (bid.power, bid.unit))
    spent = sum(theirs)
    if bid.fault or spent <= most:
        return bid
    return replace(bid, fault=f"{spent} points on {bid.unit}, and at most {most} may be")


def _unit(order: str) -> str:
    """The unit of an order's text."""
    return " ".join(order.split(" ")[:2])
