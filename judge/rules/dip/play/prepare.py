"""Preparation: every unit gets exactly one order, and what helps or hinders it is laid beside it.

After this pass the resolver asks nothing about legality: it sees numbered units only.
"""

from collections.abc import Iterable, Mapping

from judge.rules.dip.contest.field import UNIT, Field
from judge.rules.dip.contest.questions import Contender
from judge.rules.dip.ground import routes
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import CONVOY, FAULTY, HOLD, MARCH, MOVE, SUPPORT, Order, Written
from judge.rules.dip.orders.convoy import Convoy
from judge.rules.dip.orders.move import Move
from judge.rules.dip.orders.notation import Notation
from judge.rules.dip.orders.support import Support
from judge.rules.dip.seams.rules import Rules


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
        else:
            move = orders[aided]
            # A support that names a coast means that coast only (DATC 6.B.9).
            names_other = order.goal != to and (move is None or move.goal != order.goal)
            # Nor who was ordered to hold, or to go elsewhere, to move (DATC 6.D.9).
            if target[aided] != to or names_other:
                _refuse_support(field, unit, aided)
                continue
        others = supporters[aided]
        if others is None:
            supporters[aided] = [unit]
        else:
            others.append(unit)


def _refuse_support(field: Field, unit: int, aided_number: int) -> None:
    """A support for a move that isn't made: impossible in itself, or just not ordered."""
    order, board = field.orders[unit], field.board
    assert isinstance(order, Support)
    aided_unit = field.units[aided_number]
    here, goal = aided_unit.space, board.locs[order.goal]
    # A space stands for any of its coasts (choice 9 of RULES.md).
    steps = board.steps[aided_unit.arm][aided_unit.loc]
    can_move = any(order.goal in (step, board.space_of[step]) for step in steps)
    if not can_move and aided_unit.arm == "A" and {here, order.to} <= board.ports:
        # The supporter itself can't be the fleet that carries it (DATC 6.D.31).
        other_fleets = field.fleets() & ~(1 << order.space)
        can_move = routes.exists(board, here, order.to, other_fleets)
    # A move that nobody could make can't be supported (DATC 6.D.22 to 24).
    if order.to == here or not can_move:
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


def embark(field: Field, voyages: list[int], rules: Rules) -> None:
    """Match fleets with armies; an army sails if ordered convoys make a whole route."""
    carriers = field.carriers
    meant_to_sail: set[int] = set()
    for fleet in field.convoys:
        army = _find_army(field, fleet, rules)
        if army < 0:
            continue
        if army in carriers:
            carriers[army].append(fleet)
        else:
            carriers[army] = [fleet]
        if field.target[army] >= 0 and field.powers[army] == field.powers[fleet]:
            meant_to_sail.add(army)
    for army in voyages:
        order = field.orders[army]
        assert isinstance(order, Move)
        if _is_route_ordered(field, army):
            field.by_convoy[army] = True
            field.target[army] = order.to
            field.attackers.setdefault(order.to, []).append(army)
        # Fleets that could carry it but were not told to: it stays (choice 11 of RULES.md).
        elif routes.exists(field.board, order.space, order.to, field.fleets()):
            field.rule_out(army, "invalid", "no convoy: no chain of fleets was ordered to carry it")
        # Without such fleets the order is impossible: it holds (choice 10 of RULES.md).
        else:
            here, there = field.board.spaces[order.space], field.board.spaces[order.to]
            field.rule_out(army, "illegal", f"no fleets stand between {here} and {there}")
            field.orders[army] = None
    for army in sorted(meant_to_sail):
        # A convoy by an own fleet shows that the convoy is meant (DATC 4.A.3, 6.G.6).
        if _is_route_ordered(field, army):
            field.by_convoy[army] = True


def _find_army(field: Field, fleet: int, rules: Rules) -> int:
    """The army that ``fleet`` carries, -1 if none; then the reason is noted."""
    order = field.orders[fleet]
    assert isinstance(order, Convoy)
    board, cargo, to = field.board, order.cargo, order.to
    army = field.occupant[cargo.space]
    # It carries the army that stands there, if one does (DATC 6.A.7).
    if army < 0 or field.units[army].arm != "A":
        field.rule_out(fleet, "illegal", f"there is no {cargo.text} to convoy")
        return -1
    # A fleet beside every route convoys nobody (choice 5 of RULES.md; DATC 6.F.12).
    alone = (board.seas[cargo.space] & board.seas[to]) >> order.space & 1
    if not alone and not any(
        routes.serves(board, order.space, cargo.space, landing, field.fleets())
        for landing in rules.landings(board, to)
    ):
        way = f"from {board.spaces[cargo.space]} to {board.spaces[to]}"
        field.rule_out(fleet, "illegal", f"{field.name(fleet)} is on no route {way}")
        return -1
    # Nobody is carried elsewhere than to where he was ordered (RULES.md, Verdicts: invalid).
    move = field.orders[army]
    if isinstance(move, Move) and move.to == to:
        return army
    field.rule_out(fleet, "invalid", f"{cargo.text} was not ordered to {board.spaces[to]}")
    return -1


def _is_route_ordered(field: Field, army: int) -> bool:
    """Whether the fleets that are to carry an army make a whole route (choices 2 and 4)."""
    fleets = field.carriers.get(army)
    if fleets is None:
        return False
    order = field.orders[army]
    assert isinstance(order, Move)
    mask = 0
    for fleet in fleets:
        mask |= 1 << field.space[fleet]
    return routes.exists(field.board, order.space, order.to, mask)


def prepare(
    state: State,
    orders: Mapping[str, Iterable[Written]],
    notation: Notation,
    rules: Rules,
) -> Field:
    """Lay out a movement phase: ``orders`` by the power whose units they move.

    Each unit gets the last one written for it (choice 12 of RULES.md).
    """
    field = Field(state, notation.board)
    occupant, texts, powers = field.occupant, field.texts, field.powers
    order_of, line_of = field.orders, field.written
    fleets_elsewhere = []
    for power, lines in orders.items():
        for line in lines:
            order = line.order
            unit = -1 if order is None else occupant[order.space]
            if order is None or unit < 0 or texts[unit] != order.moved or powers[unit] != power:
                unit = _find(field, line, power)
                if unit < 0:
                    continue
                fleets_elsewhere.append(unit)
            replaced_line = line_of[unit]
            if replaced_line is not None:
                field.refused.append((replaced_line, f"replaced by '{line.text}'"))
            order_of[unit] = order
            line_of[unit] = line
    # An order is read for the coast where the fleet really is (DATC 6.B.10).
    for unit in fleets_elsewhere:
        order, fleet = order_of[unit], field.units[unit]
        if order is None or order.loc == fleet.loc:
            continue
        order_of[unit] = real_order = notation.elsewhere(order, fleet)
        stated_place = field.board.locs[order.loc]
        if real_order.fault and not order.fault and "/" in stated_place:
            reason = f"{field.name(unit)} is not at {stated_place}: {real_order.fault}"
            field.rule_out(unit, "fails", reason)
    return lay_out(field, rules)


def lay_out(field: Field, rules: Rules) -> Field:
    """Lay what helps or hinders it beside each unit's order (``field.orders``)."""
    orders = field.orders
    # Without those that a mechanic rules out.
    if (ruling := rules.ruling) is not None:
        orders = []
        for unit, order in enumerate(field.orders):
            is_deed = order is not None and order.duty not in (HOLD, FAULTY)
            ruled = ruling(field, unit, None) if is_deed else None
            if ruled is not None:
                field.rule_out(unit, ruled.verdict, ruled.reason)
                if ruled.verdict == "illegal":
                    field.orders[unit] = None
            orders.append(order if ruled is None else None)
    voyages = _sort(field, orders)
    if field.convoys or voyages:
        embark(field, voyages, rules)
    match_supports(field)
    for unit in field.contenders:
        order = field.orders[unit]
        assert isinstance(order, Contender)
        order.settle(field, unit)
    if (force := rules.force) is not None:
        for unit, deed in enumerate(field.orders):
            if deed is not None and not field.verdicts[unit]:
                field.force[unit] = force(field, unit, UNIT)
    if (sorties := rules.sorties) is not None:
        field.destination = [
            -1 if target >= 0 and sorties(field, unit, False) else target
            for unit, target in enumerate(field.target)
        ]
    return field


# --- each unit its order ---


def _find(field: Field, line: Written, power: str) -> int:
    """The fleet that a line means though it names another coast; -1, refused, if none."""
    order = line.order
    if order is None or not order.moved:
        field.refused.append((line, line.fault or "it belongs to another phase"))
        return -1
    unit = field.occupant[order.space]
    if unit < 0 or field.units[unit].arm != order.arm:
        there = f"; {field.name(unit)} stands there" if unit >= 0 else ""
        reason = f"{power} has no {order.arm} {field.board.spaces[order.space]}{there}"
    elif field.powers[unit] != power:
        # Nobody orders what isn't his (DATC 6.A.6).
        reason = f"{field.name(unit)} is not {power}'s but {field.powers[unit]}'s"
    else:
        return unit
    field.refused.append((line, reason))
    return -1


# --- the orders by kind ---


def _sort(field: Field, orders: Iterable[Order | None]) -> list[int]:
    """Start the marches, note supports and convoys; the armies that have to sail."""
    targets, attackers, supports = field.target, field.attackers, field.supports
    others: list[int] = []
    for unit, order in enumerate(orders):
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
            # What is impossible in itself: the unit holds (choice 10 of RULES.md).
            if not field.verdicts[unit]:
                field.rule_out(unit, "illegal", order.fault)
            field.orders[unit] = None
        else:
            assert isinstance(order, Contender)
            field.contenders.append(unit)
            order.lay(field, unit)
    return voyages
