"""The movement phase as a whole: orders in, the new position and rows out."""

from itertools import chain
from typing import Any

from judge.kernel.engine import PUBLIC, Event
from judge.rules.dip.contest.explain import Reason, explain, explain_loss
from judge.rules.dip.contest.field import Field
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Written
from judge.rules.dip.orders.move import Hold
from judge.rules.dip.orders.notation import Notation
from judge.rules.dip.play.prepare import prepare
from judge.rules.dip.play.resolve import Resolver
from judge.rules.dip.seams.rules import Game, Rules
from judge.rules.dip.seams.scene import NOTHING, VERDICTS, Orders, Scene


def describe_line(
    line: Written, verdict: str, reason: str = "", by: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The row of a line in itself, with its verdict, the reason and who caused it."""
    order = line.order
    words = order.text.split(" ")[:2] if order is not None and order.loc >= 0 else []
    return {
        "power": line.power,
        "unit": " ".join(words),
        "order": line.text if order is None else order.text,
        "text": line.text,
        "verdict": verdict,
        "by": list(by),
        "reason": reason,
    }


def verdicts(outcome: Outcome, rules: Rules) -> list[str]:
    """The verdict on every unit's order, with what became of the unit."""
    # By the standard rules (RULES.md, Verdicts).
    field, won = outcome.field, outcome.won
    words = ["stands"] * len(won)
    for unit in chain(chain.from_iterable(field.attackers.values()), field.contenders):
        words[unit] = "succeeds" if won[unit] else "fails"
    for unit in field.supports:
        # A support that nobody attacks is given, also where nothing tests it (choice 13).
        words[unit] = "given" if outcome.supports(unit) else "cut"
    for unit in field.convoys:
        # A convoy is disrupted by dislodgement alone (DATC 6.F.4), or a paradox (choice 1).
        words[unit] = "available" if outcome.convoys(unit) else "disrupted"
    if rules.sorties is not None:
        for unit, target in enumerate(field.target):
            # A move that won and stays at home "sorties" (1936-S1).
            if won[unit] and target >= 0 > field.destination[unit]:
                words[unit] = "sorties"
    # What was not even tried keeps its verdict (choices 10 and 11).
    for unit, verdict in enumerate(field.verdicts):
        if verdict:
            words[unit] = verdict
    if rules.verdict is not None:
        words = [rules.verdict(outcome, unit, word) for unit, word in enumerate(words)]
    # Who has nowhere to go is destroyed (choice 21 of RULES.md).
    leaving = outcome.leaving.items()
    fate_of = {unit: " dislodged" if places else " destroyed" for unit, places in leaving}
    fate_of |= dict.fromkeys(outcome.destroyed_units, " destroyed")
    for unit in fate_of if rules.fate is None else range(len(words)):
        fate = fate_of.get(unit, "")
        words[unit] += fate if rules.fate is None else rules.fate(outcome, unit, fate)
    return words


def give_reasons(outcome: Outcome, rules: Rules) -> list[Reason]:
    """One sentence on each unit's order, strengths compared, and whoever caused it."""
    reasons = [explain(outcome, unit) for unit in range(len(outcome.won))]
    if rules.explains is not None:
        reasons = [rules.explains(outcome, *told) for told in enumerate(reasons)]
    for unit in {**outcome.leaving, **outcome.destroyed_units}:
        text, causes = reasons[unit]
        stranding = ""
        if outcome.leaving.get(unit) == ():
            stranding = rules.explain_no_retreat(outcome, unit, "it had no retreat")
        loss, loss_causes = explain_loss(outcome, unit, stranding)
        others = [cause for cause in loss_causes if cause not in causes]
        # Where the same attack stopped the order and dislodged its unit, it is told once.
        is_told = not text or (causes == loss_causes and bool(causes))
        reasons[unit] = (loss if is_told else f"{text}; {loss}"), [*causes, *others]
    return reasons


def adjudicate(state: State, orders: Orders, notation: Notation, rules: Rules) -> Outcome:
    """Judge a movement phase; ``orders`` by the power whose units they move."""
    return conclude(prepare(state, orders, notation, rules), rules)


def conclude(field: Field, rules: Rules) -> Outcome:
    """The outcome of a phase that is laid out."""
    resolver = Resolver(field, rules)
    outcome = Outcome(resolver, resolver.settle_all())
    outcome.displaced_units = rules.displaced_units(outcome, {})
    outcome.destroyed_units = rules.destroyed_units(outcome, {})
    # Retreats are worked out when all moves are over (DATC 6.H.5, 6.H.6).
    if outcome.dislodged or outcome.displaced_units:
        places = field.board.locs
        outcome.leaving = {
            unit: tuple([places[loc] for loc in rules.retreats(outcome, unit)])
            for unit in sorted({*outcome.dislodged, *outcome.displaced_units})
        }
    return outcome


def play_moves(game: Game, scene: Scene, orders: Orders) -> Scene:
    """The scene after the moves: the new position, with what happened as events."""
    outcome = adjudicate(scene.state, orders, game.notation, game.rules)
    state = outcome.state(scene.state.phase)
    if scene.tells == NOTHING:
        return scene.with_(state, outcome=outcome)
    results = rows(outcome, game.rules, worded=scene.tells > VERDICTS)
    events = [Event("results", {"phase": state.phase, "rows": results}, PUBLIC)]
    leavers: dict[str, list[dict[str, Any]]] = {"dislodged": [], "destroyed": []}
    for unit, retreats in outcome.leaving.items():
        attacker = outcome.dislodged.get(unit, -1)
        by = "" if attacker < 0 else outcome.field.label(attacker)
        row = {"power": outcome.field.powers[unit], "unit": outcome.stands(unit)}
        if retreats:
            leavers["dislodged"].append({**row, "retreats": list(retreats), "by": by})
        else:
            # Who has nowhere to go is gone (choice 21 of RULES.md).
            cause = f"dislodged by {by}" if by else outcome.displaced_units[unit]
            leavers["destroyed"].append({**row, "reason": f"{cause}, without a retreat"})
    events += [Event(kind, {"rows": found}, PUBLIC) for kind, found in leavers.items() if found]
    return scene.with_(state, events, outcome=outcome)


def rows(outcome: Outcome, rules: Rules, *, worded: bool = True) -> list[dict[str, Any]]:
    """A row for each unit's order, then one for each line that reached no unit.

    Without being ``worded`` the rows of units have no reasons, which cost more than all else.
    """
    field, words = outcome.field, verdicts(outcome, rules)
    unsaid: Reason = "", []
    reasons = give_reasons(outcome, rules) if worded else [unsaid] * len(words)
    results = []
    columns = field.written, field.orders, field.units, field.powers, words, reasons
    for line, tried, unit, power, verdict, (reason, causes) in zip(*columns, strict=True):
        order = tried or (line.order if line is not None else None)
        # Without an order it holds (choice 17 of RULES.md).
        hold = "" if order and line else Hold.of(unit).text
        results.append(
            {
                "power": power if line is None else line.power,
                "unit": unit.text,
                "order": hold if order is None else order.text,
                "text": hold if line is None else line.text,
                "verdict": verdict,
                "by": causes,
                "reason": reason,
            }
        )
    return results + [describe_line(line, "illegal", reason) for line, reason in field.refused]
