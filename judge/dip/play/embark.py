"""Convoys laid out: which fleets carry which armies, and who puts to sea."""

from judge.dip.contest.field import Field
from judge.dip.ground import routes
from judge.dip.orders.convoy import Convoy
from judge.dip.orders.move import Move
from judge.dip.seams.rules import Rules


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
        _put_to_sea(field, army)
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
    if not alone and not _serves(field, order, rules):
        way = f"from {board.spaces[cargo.space]} to {board.spaces[to]}"
        field.rule_out(fleet, "illegal", f"{field.name(fleet)} is on no route {way}")
        return -1
    # Nobody is carried elsewhere than to where he was ordered (RULES.md, Verdicts: invalid).
    move = field.orders[army]
    if isinstance(move, Move) and move.to == to:
        return army
    field.rule_out(fleet, "invalid", f"{cargo.text} was not ordered to {board.spaces[to]}")
    return -1


def _serves(field: Field, order: Convoy, rules: Rules) -> bool:
    """Whether a fleet is needed on one of the ways to where its army is to land."""
    board, fleets = field.board, field.fleets()
    return any(
        routes.serves(board, order.space, order.cargo.space, landing, fleets)
        for landing in rules.landings(board, order.to)
    )


def _put_to_sea(field: Field, army: int) -> None:
    """Put an army that can't or won't walk to sea, or say why it stays."""
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
