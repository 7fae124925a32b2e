"""Convoys laid out: which fleets carry which armies, and who puts to sea."""

from judge.dip import routes
from judge.dip.field import Field
from judge.dip.orders.convoy import Convoy
from judge.dip.orders.move import Move


def embark(field: Field, voyages: list[int]) -> None:
    """Match fleets with armies; an army sails if ordered convoys make a whole route."""
    carriers = field.carriers
    intended: list[int] = []
    for unit in field.convoys:
        army = _convoy(field, unit)
        if army < 0:
            continue
        if army in carriers:
            carriers[army].append(unit)
        else:
            carriers[army] = [unit]
        if field.aim[army] >= 0 and field.powers[army] == field.powers[unit]:
            intended.append(army)
    for army in voyages:
        _voyage(field, army)
    for army in sorted(set(intended)):
        # A convoy by an own fleet shows that the convoy is meant (DATC 4.A.3, 6.G.6).
        if _route_ordered(field, army):
            field.via[army] = True


def _convoy(field: Field, unit: int) -> int:
    """The army that the fleet ``unit`` carries, -1 if none."""
    order = field.orders[unit]
    assert isinstance(order, Convoy)
    board, cargo, here, to = field.board, order.cargo, order.space, order.to
    army = field.at[cargo.space]
    if army < 0 or field.units[army].arm != "A":
        field.rule_out(unit, "illegal", f"there is no {cargo.text} to convoy")
        return -1
    alone = (board.seas[cargo.space] & board.seas[to]) >> here & 1
    if not alone and not _serves(field, here, cargo.space, to):
        way = f"from {board.spaces[cargo.space]} to {board.spaces[to]}"
        field.rule_out(unit, "illegal", f"{field.name(unit)} is on no route {way}")
        return -1
    move = field.orders[army]
    if isinstance(move, Move) and move.to == to:
        return army
    field.rule_out(unit, "invalid", f"{cargo.text} was not ordered to {board.spaces[to]}")
    return -1


def _serves(field: Field, water: int, start: int, end: int) -> bool:
    """Whether a fleet in ``water`` is needed on one of the ways to land on ``end``."""
    board, fleets = field.board, field.fleets()
    ways = field.rules.ask("landings", board, end, (board.seas[end],))
    return any(routes.serves(board, water, start, landing, fleets) for landing in ways)


def _voyage(field: Field, army: int) -> None:
    """Put an army that can't or won't walk to sea, or say why it stays."""
    order = field.orders[army]
    assert isinstance(order, Move)
    if _route_ordered(field, army):
        field.via[army] = True
        field.aim[army] = order.to
        field.into.setdefault(order.to, []).append(army)
    elif routes.exists(field.board, order.space, order.to, field.fleets()):
        field.rule_out(army, "invalid", "no convoy: no chain of fleets was ordered to carry it")
    else:
        here, there = field.board.spaces[order.space], field.board.spaces[order.to]
        field.rule_out(army, "illegal", f"no fleets stand between {here} and {there}")
        field.orders[army] = None


def _route_ordered(field: Field, army: int) -> bool:
    """Whether the fleets that are to carry an army make a whole route."""
    fleets = field.carriers.get(army)
    if fleets is None:
        return False
    order = field.orders[army]
    assert isinstance(order, Move)
    mask = 0
    for fleet in fleets:
        mask |= 1 << field.space[fleet]
    return routes.exists(field.board, order.space, order.to, mask)
