"""Preparation: every unit gets exactly one order, and what helps or hinders it is laid beside it.

After this pass the resolver asks nothing about legality: it sees numbered units only.
"""

from collections.abc import Callable, Iterable, Mapping

from judge.dip.contest.field import UNIT, Field
from judge.dip.contest.questions import Contender
from judge.dip.ground.position import State
from judge.dip.orders.base import CONVOY, FAULTY, HOLD, MARCH, MOVE, SUPPORT, Order, Written
from judge.dip.orders.notation import Notation
from judge.dip.play.backing import match_supports
from judge.dip.play.embark import embark
from judge.dip.seams.in_movement import Ruling
from judge.dip.seams.rules import Rules


def prepare(
    state: State,
    orders: Mapping[str, Iterable[Written]],
    notation: Notation,
    rules: Rules,
) -> Field:
    """Lay out a movement phase: ``orders`` by the power whose units they move."""
    field = Field(state, notation.board)
    _hand_out(field, orders, notation)
    voyages = _sort(field, rules)
    if field.convoys or voyages:
        embark(field, voyages, rules)
    match_supports(field)
    for unit in field.contenders:
        order = field.orders[unit]
        assert isinstance(order, Contender)
        order.settle(field, unit)
    if rules.force is not None:
        _weigh(field, rules.force)
    if rules.sorties is not None:
        _keep_home(field, rules.sorties)
    return field


def _weigh(field: Field, force: Callable[[Field, int, int], int]) -> None:
    """Ask what each move and support weighs."""
    for unit, order in enumerate(field.orders):
        if order is not None and not field.verdicts[unit]:
            field.force[unit] = force(field, unit, UNIT)


def _keep_home(field: Field, sorties: Callable[[Field, int, bool], bool]) -> None:
    """Ask which moves are sorties."""
    field.destination = [
        -1 if target >= 0 and sorties(field, unit, False) else target
        for unit, target in enumerate(field.target)
    ]


# --- each unit its order ---


def _hand_out(field: Field, orders: Mapping[str, Iterable[Written]], notation: Notation) -> None:
    """Give each unit its order: the last one written for it (choice 12 of RULES.md)."""
    occupant, texts, powers = field.occupant, field.texts, field.powers
    order_of, line_of = field.orders, field.written
    fleets_elsewhere = []
    for power, lines in orders.items():
        for line in lines:
            unit = occupant[line.space]
            if unit < 0 or texts[unit] != line.moved or powers[unit] != power:
                unit = _find(field, line, power)
                if unit < 0:
                    continue
                fleets_elsewhere.append(unit)
            replaced_line = line_of[unit]
            if replaced_line is not None:
                field.refused.append((replaced_line, f"replaced by '{line.text}'"))
            order_of[unit] = line.order
            line_of[unit] = line
    for unit in fleets_elsewhere:
        _correct_coast(field, unit, notation)


def _find(field: Field, line: Written, power: str) -> int:
    """The fleet that a line means though it names another coast; -1, refused, if none."""
    order = line.order
    if order is None or not line.moved:
        field.refused.append((line, line.fault or "it belongs to another phase"))
        return -1
    unit = field.occupant[order.space]
    if unit < 0 or field.powers[unit] != power or field.units[unit].arm != order.arm:
        field.refused.append((line, _explain_absence(field, order, power, unit)))
        return -1
    return unit


def _explain_absence(field: Field, order: Order, power: str, unit: int) -> str:
    """Why an order reaches no unit: nobody orders what isn't his (DATC 6.A.6)."""
    here = field.board.spaces[order.space]
    if unit < 0 or field.units[unit].arm != order.arm:
        there = f"; {field.name(unit)} stands there" if unit >= 0 else ""
        return f"{power} has no {order.arm} {here}{there}"
    return f"{field.name(unit)} is not {power}'s but {field.powers[unit]}'s"


def _correct_coast(field: Field, unit: int, notation: Notation) -> None:
    """Read an order for the coast where the fleet really is (DATC 6.B.10)."""
    order = field.orders[unit]
    if order is None or order.loc == field.units[unit].loc:
        return
    real_order = notation.elsewhere(order, field.units[unit])
    stated_place = field.board.locs[order.loc]
    if real_order.fault and not order.fault and "/" in stated_place:
        field.rule_out(
            unit, "fails", f"{field.name(unit)} is not at {stated_place}: {real_order.fault}"
        )
    field.orders[unit] = real_order


# --- the orders by kind ---


def _sort(field: Field, rules: Rules) -> list[int]:
    """Start the marches, note supports and convoys; the armies that have to sail."""
    targets, attackers, supports = field.target, field.attackers, field.supports
    others: list[int] = []
    for unit, order in enumerate(_drop_ruled_out(field, rules)):
        if order is None:
            continue
        duty = order.duty
        if duty == MARCH:
            targets[unit] = target = order.to
            if target in attackers:
                attackers[target].append(unit)
            else:
                attackers[target] = [unit]
        elif duty == SUPPORT:
            supports.append(unit)
        elif duty != HOLD:
            others.append(unit)
    return _sort_others(field, others)


def _sort_others(field: Field, units: list[int]) -> list[int]:
    """Note convoys, refuse what is impossible in itself; the armies that have to sail."""
    voyages: list[int] = []
    for unit in units:
        order = field.orders[unit]
        assert order is not None
        if order.duty == CONVOY:
            field.convoys.append(unit)
        elif order.duty == MOVE:
            voyages.append(unit)
        elif order.duty == FAULTY:
            _refuse(field, unit, order)
        else:
            assert isinstance(order, Contender)
            field.contenders.append(unit)
            order.lay(field, unit)
    return voyages


def _refuse(field: Field, unit: int, order: Order) -> None:
    """An order that is impossible in itself: the unit holds (choice 10 of RULES.md)."""
    if not field.verdicts[unit]:
        field.rule_out(unit, "illegal", order.fault)
    field.orders[unit] = None


def _drop_ruled_out(field: Field, rules: Rules) -> list[Order | None]:
    """The units' orders but for those that a mechanic rules out."""
    ruling = rules.ruling
    if ruling is None:
        return field.orders
    remaining_orders: list[Order | None] = []
    for unit, order in enumerate(field.orders):
        is_deed = order is not None and order.duty not in (HOLD, FAULTY)
        is_ruled_out = is_deed and _apply(ruling(field, unit, None), field, unit)
        remaining_orders.append(None if is_ruled_out else order)
    return remaining_orders


def _apply(ruling: Ruling | None, field: Field, unit: int) -> bool:
    """Whether a mechanic keeps a legal order from being carried out; its verdict is noted."""
    if ruling is None:
        return False
    field.rule_out(unit, ruling.verdict, ruling.reason)
    if ruling.verdict == "illegal":
        field.orders[unit] = None
    return True
