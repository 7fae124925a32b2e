"""The movement phase as a whole: orders in, the new position and rows out."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from judge.dip.contest.explain import Reason
from judge.dip.contest.outcome import Outcome
from judge.dip.orders.base import Written
from judge.dip.orders.hold import Hold
from judge.dip.orders.notation import Notation
from judge.dip.play.aftermath import adjudicate
from judge.dip.play.rows import describe_line
from judge.dip.play.verdicts import give_reason, verdicts
from judge.dip.seams.rules import Rules
from judge.dip.seams.scene import Scene
from judge.kernel.engine import PUBLIC, Event


def play_moves(
    scene: Scene, orders: Mapping[str, tuple[Written, ...]], notation: Notation, rules: Rules
) -> Scene:
    """The scene after the moves: the new position, with what happened as events."""
    outcome = adjudicate(scene.state, orders, notation, rules)
    state = outcome.state(scene.state.phase)
    if not scene.told:
        return scene.with_(state, outcome=outcome)
    results = rows(outcome, rules, worded=scene.worded)
    events = [Event("results", {"phase": state.phase, "rows": results}, PUBLIC)]
    dislodged = [unit for unit, retreats in outcome.leaving.items() if retreats]
    if dislodged:
        entries = [_describe_dislodged(outcome, unit) for unit in dislodged]
        events.append(Event("dislodged", {"rows": entries}, PUBLIC))
    destroyed = [unit for unit, retreats in outcome.leaving.items() if not retreats]
    if destroyed:
        entries = [_describe_destroyed(outcome, unit) for unit in destroyed]
        events.append(Event("destroyed", {"rows": entries}, PUBLIC))
    return scene.with_(state, events, outcome=outcome)


def rows(outcome: Outcome, rules: Rules, *, worded: bool = True) -> list[dict[str, Any]]:
    """A row for each unit's order, then one for each line that reached no unit.

    Without being ``worded`` the rows of units have no reasons, which cost more than all else.
    """
    field, words = outcome.field, verdicts(outcome, rules)
    units = sorted(range(len(field.powers)), key=lambda unit: (field.powers[unit], unit))
    reasons = partial(give_reason, outcome, rules) if worded else _give_none
    return [_describe_order(outcome, unit, words[unit], reasons(unit)) for unit in units] + [
        describe_line(line, "illegal", reason) for line, reason in field.refused
    ]


def _give_none(unit: int) -> Reason:
    """Nothing is said of a unit's order."""
    return "", []


def _describe_order(outcome: Outcome, unit: int, verdict: str, why: Reason) -> dict[str, Any]:
    """The row of a unit's order; without one it holds (choice 17 of RULES.md)."""
    field = outcome.field
    line = field.written[unit]
    order = field.orders[unit] or (line.order if line is not None else None)
    reason, causes = why
    hold = "" if order and line else Hold.of(field.units[unit]).text
    return {
        "power": field.powers[unit] if line is None else line.power,
        "unit": field.name(unit),
        "order": hold if order is None else order.text,
        "text": hold if line is None else line.text,
        "verdict": verdict,
        "by": causes,
        "reason": reason,
    }


def _describe_dislodged(outcome: Outcome, unit: int) -> dict[str, Any]:
    """The row of a unit that has to retreat."""
    return {
        "power": outcome.field.powers[unit],
        "unit": outcome.stands(unit),
        "retreats": list(outcome.leaving[unit]),
        "by": _attacker(outcome, unit),
    }


def _describe_destroyed(outcome: Outcome, unit: int) -> dict[str, Any]:
    """The row of a unit that has nowhere to go (choice 21 of RULES.md)."""
    attacker = _attacker(outcome, unit)
    cause = f"dislodged by {attacker}" if attacker else outcome.displaced_units[unit]
    return {
        "power": outcome.field.powers[unit],
        "unit": outcome.stands(unit),
        "reason": f"{cause}, without a retreat",
    }


def _attacker(outcome: Outcome, unit: int) -> str:
    """The order that dislodged ``unit``, "" if nobody did."""
    attacker = outcome.dislodged.get(unit, -1)
    return "" if attacker < 0 else outcome.field.label(attacker)
