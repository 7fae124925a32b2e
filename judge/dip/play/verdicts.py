"""What is said of each order after a movement phase: its verdict, its causes, the reason."""

from itertools import chain

from judge.dip.contest.explain import Reason, explain_loss
from judge.dip.contest.outcome import Outcome
from judge.dip.seams.rules import Rules


def verdicts(outcome: Outcome, rules: Rules) -> list[str]:
    """The verdict on every unit's order, with what became of the unit."""
    words = _judge_orders(outcome, rules)
    if rules.verdict is not None:
        words = [rules.verdict(outcome, unit, word) for unit, word in enumerate(words)]
    gone = {**outcome.leaving, **outcome.destroyed_units}
    concerned = gone if rules.fate is None else range(len(words))
    for unit in concerned:
        words[unit] += _fate(outcome, rules, unit)
    return words


def _fate(outcome: Outcome, rules: Rules, unit: int) -> str:
    """What became of a unit, as its verdict ends: "", " dislodged" or " destroyed"."""
    # Who has nowhere to go is destroyed (choice 21 of RULES.md).
    retreats = outcome.leaving.get(unit)
    fate = "" if retreats is None else " dislodged" if retreats else " destroyed"
    if unit in outcome.destroyed_units:
        fate = " destroyed"
    return fate if rules.fate is None else rules.fate(outcome, unit, fate)


def _judge_orders(outcome: Outcome, rules: Rules) -> list[str]:
    """The verdicts by the standard rules (RULES.md, Verdicts), without what became of the units."""
    field, won = outcome.field, outcome.won
    words = ["stands"] * len(won)
    for unit in chain(chain.from_iterable(field.attackers.values()), field.contenders):
        words[unit] = "succeeds" if won[unit] else "fails"
    for unit in field.supports:
        # A support that nobody attacks is given, also where nothing tests it (choice 13).
        untouched = rules.gives_support is None and field.space[unit] not in field.attackers
        words[unit] = "given" if untouched or outcome.supports(unit) else "cut"
    for unit in field.convoys:
        # A convoy is disrupted by dislodgement alone (DATC 6.F.4), or a paradox (choice 1).
        words[unit] = "available" if outcome.convoys(unit) else "disrupted"
    if rules.sorties is not None:
        _word_sorties(outcome, words)
    # What was not even tried keeps its verdict (choices 10 and 11).
    if any(field.verdicts):
        words = [verdict or word for verdict, word in zip(field.verdicts, words, strict=True)]
    return words


def _word_sorties(outcome: Outcome, words: list[str]) -> None:
    """A move that won and stays at home "sorties" (1936-S1)."""
    field = outcome.field
    for unit, target in enumerate(field.target):
        if outcome.won[unit] and target >= 0 > field.destination[unit]:
            words[unit] = "sorties"


def give_reason(outcome: Outcome, rules: Rules, unit: int) -> Reason:
    """One sentence on the order of ``unit``, strengths compared, and whoever caused it."""
    text, causes = rules.explains(outcome, unit)
    has_no_retreat = outcome.leaving.get(unit) == ()
    stranding = rules.explain_no_retreat(outcome, unit) if has_no_retreat else ""
    loss, loss_causes = explain_loss(outcome, unit, stranding)
    if not loss:
        return text, causes
    others = [cause for cause in loss_causes if cause not in causes]
    return (f"{text}; {loss}" if text else loss), [*causes, *others]
