"""The retreat phase: dislodged units go where they may, meet, or disband."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from judge.dip.ground.board import Board
from judge.dip.ground.position import Dislodged, State, tidy
from judge.dip.orders.base import Order, Written
from judge.dip.orders.disband import Disband
from judge.dip.orders.retreat import Retreat
from judge.dip.play.rows import describe_line
from judge.dip.seams.rules import Rules
from judge.dip.seams.scene import Orders, Scene
from judge.kernel.engine import Event


def play_retreats(scene: Scene, orders: Orders, board: Board, rules: Rules) -> Scene:
    """The scene after the retreats."""
    state = _find_owners(scene.state, orders, board)
    chosen, refused = _choose(state, orders, board)
    arrived = _arrive(state, chosen, board, rules)
    entries = [_describe_retreat(unit, arrived, chosen) for unit in state.dislodged]
    units: dict[str, list[str]] = {power: list(texts) for power, texts in state.units.items()}
    for unit, place in arrived.items():
        units.setdefault(unit.power, []).append(f"{unit.unit.partition(' ')[0]} {place}")
    events = [Event("results", {"phase": state.phase, "rows": entries + refused})]
    gone = [unit for unit in state.dislodged if unit not in arrived]
    if gone:
        entries = [_describe_disbanded(unit, chosen) for unit in gone]
        events.append(Event("disbanded", {"rows": entries}))
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
    owned = tuple(
        unit if unit.power else replace(unit, power=claims.get(_space(unit, board), ""))
        for unit in state.dislodged
    )
    return replace(state, dislodged=owned)


def _space(unit: Dislodged, board: Board) -> str:
    """Where a dislodged unit stands."""
    return board.spaces[board.unit(unit.unit).space]


Chosen = dict[Dislodged, tuple[Written, Order]]


def _choose(state: State, orders: Orders, board: Board) -> tuple[Chosen, list[dict[str, Any]]]:
    """Each unit's last legal order, and the rows of the lines that are none."""
    waiting = {
        (unit.power, board.unit(unit.unit).arm, board.unit(unit.unit).space): unit
        for unit in state.dislodged
    }
    chosen: Chosen = {}
    refused: list[dict[str, Any]] = []
    for power, lines in orders.items():
        for line in lines:
            order = line.order
            unit = waiting.get((power, order.arm, order.space)) if order else None
            fault = _find_fault(line, unit, board)
            if fault or order is None or unit is None:
                refused.append(describe_line(line, "illegal", fault))
                continue
            if unit in chosen:
                refused.append(
                    describe_line(chosen[unit][0], "illegal", f"replaced by '{line.text}'")
                )
            chosen[unit] = line, order
    return chosen, refused


def _find_fault(line: Written, unit: Dislodged | None, board: Board) -> str:
    """Why a line is not carried out, "" if it may be."""
    order = line.order
    if order is None:
        return line.fault
    # Nobody supports, convoys or moves in retreats (DATC 6.H.1 to 4).
    if "R" not in order.PHASES:
        return "dislodged units retreat or disband; nothing else is ordered now"
    if unit is None:
        return f"{line.power} has no dislodged unit there"
    # Not to the attacker's space or to a contested one (DATC 6.H.5, 6.H.6), which were worked out.
    if isinstance(order, Retreat) and not _find_goal(unit, order, board):
        return f"{unit.unit} may retreat to {', '.join(unit.retreats) or 'no space'} only"
    return ""


def _find_goal(unit: Dislodged, order: Retreat, board: Board) -> str:
    """Where the order leads, of the places that are open; a space stands for its one open coast."""
    place = board.locs[order.goal]
    if place in unit.retreats:
        return place
    coasts = [other for other in unit.retreats if other.startswith(f"{place}/")]
    return coasts[0] if len(coasts) == 1 else ""


def _arrive(state: State, chosen: Chosen, board: Board, rules: Rules) -> dict[Dislodged, str]:
    """Who arrives where: of units that meet in a space nobody does (DATC 6.H.7, 6.H.8)."""
    goals = {
        unit: _find_goal(unit, order, board)
        for unit, (_, order) in chosen.items()
        if isinstance(order, Retreat)
    }
    meetings: dict[str, list[Dislodged]] = {}
    for unit, place in goals.items():
        meetings.setdefault(place.partition("/")[0], []).append(unit)
    arrived: dict[Dislodged, str] = {}
    for space, units in meetings.items():
        through = tuple(units)
        if len(units) > 1:
            through = rules.meets(state, board, through, space)
        arrived.update({unit: goals[unit] for unit in through})
    return arrived


def _describe_retreat(
    unit: Dislodged, arrived: Mapping[Dislodged, str], chosen: Chosen
) -> dict[str, Any]:
    """The row of one dislodged unit."""
    # A unit that is not told where to go disbands (choice 15 of RULES.md).
    if unit not in chosen:
        line = Written(unit.power, f"{unit.unit} D", None)
        return {
            **describe_line(line, "succeeds", "no legal retreat was ordered"),
            "unit": unit.unit,
        }
    line, order = chosen[unit]
    if isinstance(order, Disband):
        return describe_line(line, "succeeds", "disbanded as ordered")
    if unit in arrived:
        return describe_line(line, "succeeds", f"retreated to {arrived[unit]}")
    met = {
        rival: other.text
        for rival, (_, other) in chosen.items()
        if rival != unit
        and isinstance(other, Retreat)
        and isinstance(order, Retreat)
        and other.to == order.to
    }
    through = tuple(text for rival, text in met.items() if rival in arrived)
    verb, rivals = ("gave way to", through) if through else ("met", tuple(met.values()))
    return describe_line(line, "fails", f"{verb} {' and '.join(rivals)}, so it disbands", rivals)


def _describe_disbanded(unit: Dislodged, chosen: Chosen) -> dict[str, Any]:
    """The row of a unit that is gone."""
    if unit not in chosen:
        reason = "no legal retreat was ordered"
    elif isinstance(chosen[unit][1], Disband):
        reason = "as ordered"
    else:
        reason = "its retreat met another"
    return {"power": unit.power, "unit": unit.unit, "reason": reason}
