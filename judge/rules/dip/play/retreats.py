"""The retreat phase: dislodged units go where they may, meet, or disband."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event, tidy
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import Dislodged, State
from judge.rules.dip.orders.base import Order, Written
from judge.rules.dip.orders.move import Retreat
from judge.rules.dip.orders.winter import Disband
from judge.rules.dip.play.movement import describe_line
from judge.rules.dip.seams.rules import Game
from judge.rules.dip.seams.scene import Orders, Scene


def play_retreats(game: Game, scene: Scene, orders: Orders) -> Scene:
    """The scene after the retreats."""
    board = game.board
    state = _find_owners(scene.state, orders, board)
    order_of, refused_rows = _choose(state, orders, board)
    goals = {
        unit: _find_goal(unit, order, board)
        for unit, (_, order) in order_of.items()
        if isinstance(order, Retreat)
    }
    meetings: dict[str, list[Dislodged]] = {}
    for unit, place in goals.items():
        meetings.setdefault(place.partition("/")[0], []).append(unit)
    arrivals: dict[Dislodged, str] = {}
    for space, comers in meetings.items():
        # Of units that meet in a space nobody arrives (DATC 6.H.7, 6.H.8).
        through = tuple(comers)
        if len(comers) > 1:
            through = game.rules.meets(state, board, through, space, ())
        arrivals.update({unit: goals[unit] for unit in through})
    entries, lost = [], []
    for unit in state.dislodged:
        row, loss = _describe_retreat(unit, arrivals, order_of)
        entries.append(row)
        if loss:
            lost.append({"power": unit.power, "unit": unit.unit, "reason": loss})
    units: dict[str, list[str]] = {power: list(texts) for power, texts in state.units.items()}
    for unit, place in arrivals.items():
        units.setdefault(unit.power, []).append(f"{unit.unit.partition(' ')[0]} {place}")
    events = [Event("results", {"phase": state.phase, "rows": entries + refused_rows}, PUBLIC)]
    if lost:
        events.append(Event("disbanded", {"rows": lost}, PUBLIC))
    return scene.with_(replace(state, units=tidy(units), dislodged=()), events)


def _find_owners(state: State, orders: Orders, board: Board) -> State:
    """Units without an owner belong to the power that orders them; this serves requests only."""
    if all(unit.power for unit in state.dislodged):
        return state
    claims = {
        board.spaces[line.order.space]: power
        for power, lines in orders.items()
        for line in lines
        if line.order is not None and line.order.space >= 0
    }
    owned_units = tuple(
        unit
        if unit.power
        else replace(unit, power=claims.get(board.spaces[board.unit(unit.unit).space], ""))
        for unit in state.dislodged
    )
    return replace(state, dislodged=owned_units)


ChosenOrders = dict[Dislodged, tuple[Written, Order]]


def _choose(
    state: State, orders: Orders, board: Board
) -> tuple[ChosenOrders, list[dict[str, Any]]]:
    """Each unit's last legal order, and the rows of the lines that are none."""
    unit_at = {
        (unit.power, board.unit(unit.unit).arm, board.unit(unit.unit).space): unit
        for unit in state.dislodged
    }
    order_of: ChosenOrders = {}
    refused_rows: list[dict[str, Any]] = []
    for power, lines in orders.items():
        for line in lines:
            order = line.order
            unit = unit_at.get((power, order.arm, order.space)) if order else None
            fault = ""
            if order is None:
                fault = line.fault
            # Nobody supports, convoys or moves in retreats (DATC 6.H.1 to 4).
            elif "R" not in order.PHASES:
                fault = "dislodged units retreat or disband; nothing else is ordered now"
            elif unit is None:
                fault = f"{line.power} has no dislodged unit there"
            # Not to the attacker's space or to a contested one (DATC 6.H.5, 6.H.6), which were
            # worked out.
            elif isinstance(order, Retreat) and not _find_goal(unit, order, board):
                fault = f"{unit.unit} may retreat to {', '.join(unit.retreats) or 'no space'} only"
            if fault or order is None or unit is None:
                refused_rows.append(describe_line(line, "illegal", fault))
                continue
            if unit in order_of:
                replaced = f"replaced by '{line.text}'"
                refused_rows.append(describe_line(order_of[unit][0], "illegal", replaced))
            order_of[unit] = line, order
    return order_of, refused_rows


def _find_goal(unit: Dislodged, order: Retreat, board: Board) -> str:
    """Where the order leads, of the places that are open; a space stands for its one open coast."""
    place = board.locs[order.goal]
    if place in unit.retreats:
        return place
    coasts = [other for other in unit.retreats if other.startswith(f"{place}/")]
    return coasts[0] if len(coasts) == 1 else ""


def _describe_retreat(
    unit: Dislodged, arrivals: Mapping[Dislodged, str], order_of: ChosenOrders
) -> tuple[dict[str, Any], str]:
    """The row of one dislodged unit, and why it is gone; "" if it isn't."""
    # A unit that is not told where to go disbands (choice 15 of RULES.md).
    if unit not in order_of:
        why = "no legal retreat was ordered"
        line = Written(unit.power, f"{unit.unit} D", None)
        return {**describe_line(line, "succeeds", why), "unit": unit.unit}, why
    line, order = order_of[unit]
    if isinstance(order, Disband):
        return describe_line(line, "succeeds", "disbanded as ordered"), "as ordered"
    if unit in arrivals:
        return describe_line(line, "succeeds", f"retreated to {arrivals[unit]}"), ""
    rival_orders = {
        rival: other.text
        for rival, (_, other) in order_of.items()
        if rival != unit
        and isinstance(other, Retreat)
        and isinstance(order, Retreat)
        and other.to == order.to
    }
    through = tuple(text for rival, text in rival_orders.items() if rival in arrivals)
    verb, rivals = ("gave way to", through) if through else ("met", tuple(rival_orders.values()))
    reason = f"{verb} {' and '.join(rivals)}, so it disbands"
    return describe_line(line, "fails", reason, rivals), "its retreat met another"
