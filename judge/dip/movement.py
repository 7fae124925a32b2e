"""The movement phase as a whole: orders in, outcome and rows out."""

from collections.abc import Mapping
from typing import Any

from judge.dip.notation import Notation
from judge.dip.orders.base import Written
from judge.dip.orders.hold import Hold
from judge.dip.outcome import Outcome
from judge.dip.position import State
from judge.dip.prepare import prepare
from judge.dip.rules import Rules, Scene
from judge.kernel.engine import Event


def adjudicate(
    state: State, orders: Mapping[str, tuple[Written, ...]], notation: Notation, rules: Rules
) -> Outcome:
    """Judge a movement phase; ``orders`` by the power whose units they move."""
    return Outcome(prepare(state, orders, notation, rules), rules)


def play(
    scene: Scene, orders: Mapping[str, tuple[Written, ...]], notation: Notation, rules: Rules
) -> Scene:
    """The scene after the moves: the new position, with what happened as events."""
    outcome = adjudicate(scene.state, orders, notation, rules)
    state = outcome.state(scene.state.phase)
    events = [Event("results", {"phase": state.phase, "rows": rows(outcome)})]
    lost = [(unit, free) for unit, free in outcome.leaving.items() if free]
    if lost:
        events.append(Event("dislodged", {"rows": [_fled(outcome, *entry) for entry in lost]}))
    gone = [unit for unit, free in outcome.leaving.items() if not free]
    if gone:
        events.append(Event("destroyed", {"rows": [_gone(outcome, unit) for unit in gone]}))
    return scene.with_(state, events, outcome=outcome)


def rows(outcome: Outcome) -> list[dict[str, Any]]:
    """A row for each unit's order, then one for each line that reached no unit."""
    field = outcome.field
    units = sorted(range(len(field.powers)), key=lambda unit: (field.powers[unit], unit))
    return [_row(outcome, unit) for unit in units] + [
        row(line, "illegal", reason) for line, reason in field.refused
    ]


def _row(outcome: Outcome, unit: int) -> dict[str, Any]:
    field = outcome.field
    line = field.written[unit]
    hold = Hold.of(field.units[unit]).text
    order = field.orders[unit] or (line.order if line is not None else None)
    return {
        "power": field.powers[unit] if line is None else line.power,
        "unit": field.name(unit),
        "order": hold if order is None else order.text,
        "text": hold if line is None else line.text,
        "verdict": outcome.verdict(unit),
        "by": outcome.by(unit),
        "reason": outcome.reason(unit),
    }


def row(line: Written, verdict: str, reason: str = "", by: tuple[str, ...] = ()) -> dict[str, Any]:
    """The row of a line in itself."""
    order = line.order
    named = order is not None and order.loc >= 0
    return {
        "power": line.power,
        "unit": " ".join(order.text.split(" ")[:2]) if order is not None and named else "",
        "order": line.text if order is None else order.text,
        "text": line.text,
        "verdict": verdict,
        "by": list(by),
        "reason": reason,
    }


def _fled(outcome: Outcome, unit: int, retreats: tuple[str, ...]) -> dict[str, Any]:
    return {
        "power": outcome.field.powers[unit],
        "unit": outcome.stands(unit),
        "retreats": list(retreats),
        "by": _attacker(outcome, unit),
    }


def _gone(outcome: Outcome, unit: int) -> dict[str, Any]:
    attacker = _attacker(outcome, unit)
    cause = f"dislodged by {attacker}" if attacker else outcome.uprooted[unit]
    return {
        "power": outcome.field.powers[unit],
        "unit": outcome.stands(unit),
        "reason": f"{cause}, without a retreat",
    }


def _attacker(outcome: Outcome, unit: int) -> str:
    attacker = outcome.dislodged.get(unit, -1)
    return "" if attacker < 0 else outcome.field.label(attacker)
