"""Preparation: every unit gets exactly one order, and what helps or hinders it is laid beside it.

After this pass the resolver asks nothing about legality: it sees numbered units only.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from judge.dip.backing import match_supports
from judge.dip.embark import embark
from judge.dip.field import UNIT, Field
from judge.dip.notation import Notation
from judge.dip.orders.base import CONVOY, FAULTY, HOLD, MARCH, MOVE, SUPPORT, Order, Written
from judge.dip.position import State

if TYPE_CHECKING:
    from judge.dip.rules import Rules


def prepare(
    state: State,
    orders: Mapping[str, Iterable[Written]],
    notation: Notation,
    rules: "Rules",
) -> Field:
    """Lay out a movement phase: ``orders`` by the power whose units they move."""
    field = Field(state, notation, rules)
    _hand_out(field, orders)
    voyages = _sort(field)
    if field.convoys or voyages:
        embark(field, voyages)
    match_supports(field)
    for unit in field.fresh:
        order = field.orders[unit]
        assert order is not None
        order.settle(field, unit)
    if rules.force is not None:
        _weigh(field)
    if rules.sorties is not None:
        _keep_home(field)
    return field


def _weigh(field: Field) -> None:
    """Ask what each move and support weighs."""
    for unit, order in enumerate(field.orders):
        if order is not None and not field.verdicts[unit]:
            field.force[unit] = field.rules.ask("force", field, unit, UNIT)


def _keep_home(field: Field) -> None:
    """Ask which moves are sorties."""
    field.goal = [
        -1 if target >= 0 and field.rules.ask("sorties", field, unit, False) else target
        for unit, target in enumerate(field.aim)
    ]


def _hand_out(field: Field, orders: Mapping[str, Iterable[Written]]) -> None:
    """Give each unit its order: the last one written for it."""
    at, texts, powers = field.at, field.texts, field.powers
    given, written = field.orders, field.written
    elsewhere = []
    for power, lines in orders.items():
        for line in lines:
            unit = at[line.space]
            if unit < 0 or texts[unit] != line.moved or powers[unit] != power:
                unit = _find(field, line, power)
                if unit < 0:
                    continue
                elsewhere.append(unit)
            former = written[unit]
            if former is not None:
                field.refused.append((former, f"replaced by '{line.text}'"))
            given[unit] = line.order
            written[unit] = line
    for unit in elsewhere:
        _correct_coast(field, unit)


def _find(field: Field, line: Written, power: str) -> int:
    """The fleet that a line means though it names another coast; -1, refused, if none."""
    order = line.order
    if order is None or not line.moved:
        field.refused.append((line, line.fault or "it belongs to another phase"))
        return -1
    unit = field.at[order.space]
    if unit < 0 or field.powers[unit] != power or field.units[unit].arm != order.arm:
        field.refused.append((line, _absent(field, order, power, unit)))
        return -1
    return unit


def _absent(field: Field, order: Order, power: str, unit: int) -> str:
    here = field.board.spaces[order.space]
    if unit < 0 or field.units[unit].arm != order.arm:
        there = f"; {field.name(unit)} stands there" if unit >= 0 else ""
        return f"{power} has no {order.arm} {here}{there}"
    return f"{field.name(unit)} is not {power}'s but {field.powers[unit]}'s"


def _correct_coast(field: Field, unit: int) -> None:
    """Read an order for the coast where the fleet really is (DATC 6.B.10)."""
    order = field.orders[unit]
    if order is None or order.loc == field.units[unit].loc:
        return
    real = field.notation.elsewhere(order, field.units[unit])
    named = field.board.locs[order.loc]
    if real.fault and not order.fault and "/" in named:
        field.rule_out(unit, "fails", f"{field.name(unit)} is not at {named}: {real.fault}")
    field.orders[unit] = real


def _sort(field: Field) -> list[int]:
    """Start the marches, note supports and convoys; the armies that have to sail."""
    aim, into, supports = field.aim, field.into, field.supports
    others: list[int] = []
    for unit, order in enumerate(_carried_out(field)):
        if order is None:
            continue
        duty = order.duty
        if duty == MARCH:
            aim[unit] = target = order.to
            if target in into:
                into[target].append(unit)
            else:
                into[target] = [unit]
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
            field.fresh.append(unit)
            order.lay(field, unit)
    return voyages


def _refuse(field: Field, unit: int, order: Order) -> None:
    """An order that is impossible in itself: the unit holds."""
    if not field.verdicts[unit]:
        field.rule_out(unit, "illegal", order.fault)
    field.orders[unit] = None


def _carried_out(field: Field) -> list[Order | None]:
    """The units' orders but for those that a mechanic rules out."""
    if field.rules.ruling is None:
        return field.orders
    return [
        None if order and order.duty not in (HOLD, FAULTY) and _overruled(field, unit) else order
        for unit, order in enumerate(field.orders)
    ]


def _overruled(field: Field, unit: int) -> bool:
    """Whether a mechanic keeps a legal order from being carried out."""
    ruling = field.rules.ask("ruling", field, unit, None)
    if ruling is None:
        return False
    field.rule_out(unit, ruling.verdict, ruling.reason)
    if ruling.verdict == "illegal":
        field.orders[unit] = None
    return True
