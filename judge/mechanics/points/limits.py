"""What points may be spent on: the rules by which a possible bid still backs nothing."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from judge.dip.contest.field import Field
from judge.dip.ground.board import Board
from judge.dip.ground.position import State
from judge.dip.orders.base import Order
from judge.dip.orders.convoy import Convoy
from judge.dip.orders.move import Move
from judge.dip.orders.support import Support
from judge.mechanics.points.bid import Bid


class Limits(Struct, frozen=True):
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
        settings = rules["points"]
        return cls(
            settings["moves"], settings.get("on_one_unit", 0), settings.get("attack_ban", False)
        )


def apply_limits(
    bids: Sequence[Bid], limits: Limits, field: Field, state: State, board: Board
) -> tuple[Bid, ...]:
    """The bids with a fault where a limit is broken; ``field`` are the payers' own orders."""
    bids = spare_fellows(bids, state, board)
    if limits.attack_ban:
        bids = [_check_attacked(bid, _targets(field, bid.power), board) for bid in bids]
    if limits.on_one_unit:
        bids = [_check_most(bid, bids, limits.on_one_unit) for bid in bids]
    return tuple(bids)


def spare_fellows(bids: Iterable[Bid], state: State, board: Board) -> list[Bid]:
    """The bids with a fault where a minor's unit would act against another of its own."""
    return [_unfriendly(bid, state, board) for bid in bids]


def check_allowed(bid: Bid, limits: Limits) -> Bid:
    """Minors convoy for nobody, and move only where the variant lets them (1926-R7)."""
    if bid.fault:
        return bid
    if isinstance(bid.order, Convoy):
        return replace(bid, fault="a minor power's fleet convoys for nobody")
    if isinstance(bid.order, Move) and not limits.moves:
        return replace(bid, fault="a minor power's unit may only hold or support")
    return bid


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


def _targets(field: Field, power: str) -> dict[int, Order]:
    """The spaces that a power's own units attack or support an attack on, and by which order."""
    attacks: dict[int, Order] = {}
    for unit, owner in enumerate(field.powers):
        order = field.orders[unit]
        if owner == power and order is not None and field.verdicts[unit] != "illegal":
            attacks[_target(order)] = order
    return attacks


def _check_attacked(bid: Bid, attacks: Mapping[int, Order], board: Board) -> Bid:
    """No points on a minor's centre that one attacks oneself (1936-R11)."""
    attack = attacks.get(board.loc_of[bid.space]) if bid.space else None
    if bid.fault or attack is None:
        return bid
    deed = "attacks" if isinstance(attack, Move) else "helps to attack"
    return replace(bid, fault=f"{bid.power} {deed} {bid.space} itself with {attack.text}")


def _check_most(bid: Bid, bids: Iterable[Bid], most: int) -> Bid:
    """Of more than ``most`` points of a power on a unit none counts (1936-R9)."""
    amounts = (it.points for it in bids if (it.power, it.unit) == (bid.power, bid.unit))
    points_spent = sum(amounts)
    if bid.fault or points_spent <= most:
        return bid
    return replace(bid, fault=f"{points_spent} points on {bid.unit}, and at most {most} may be")
