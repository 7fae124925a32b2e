"""Why an order ended as it did: the causes, and one sentence with the strengths compared.

Strengths are those of a ``Duel``, as the resolver (play/resolve.py) compared them: none is summed
up here. Each branch names the rule by which the resolver came to the result.
"""

from functools import cache

from judge.rules.dip.contest.field import UNIT
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.contest.questions import Duel
from judge.rules.dip.orders.base import CONVOY, MOVE, SUPPORT


def strength(halves: int) -> str:
    """A force in units: 4 is "2", 3 is "1 1/2"."""
    whole, half = divmod(halves, UNIT)
    if not half:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"


@cache
def compare(force: int, other_force: int) -> str:
    """Two forces compared: "1 against 1"."""
    return f"{strength(force)} against {strength(other_force)}"


def score(duel: Duel) -> str:
    """What an attack was compared with: "1 against 1"."""
    return compare(duel.force, duel.other_force)


Reason = tuple[str, list[str]]
"""A sentence, and the units or orders that are to blame."""


def explain(outcome: Outcome, unit: int) -> Reason:
    """What came of the order of ``unit`` itself, by the standard rules."""
    field = outcome.field
    if field.verdicts[unit]:
        return field.faults[unit], []
    order = field.orders[unit]
    # Who has no order holds (choice 17 of RULES.md).
    if order is None:
        return _explain_hold(outcome, unit)
    if order.KIND == MOVE or field.target[unit] >= 0:
        won = outcome.won[unit]
        return _explain_success(outcome, unit) if won else _explain_failure(outcome, unit)
    if order.KIND == SUPPORT:
        return explain_support(outcome, unit)
    if order.KIND == CONVOY:
        if outcome.convoys(unit):
            return "convoy available", []
        # Dislodgement breaks it (DATC 6.F.6), else it was a paradox (choice 1 of RULES.md).
        if unit in outcome.dislodged:
            return "convoy broken", []
        return "convoy broken: its success would have led to its own failure (paradox)", []
    return ("", []) if unit in field.contenders else _explain_hold(outcome, unit)


def explain_loss(outcome: Outcome, unit: int, reason: str) -> Reason:
    """How ``unit``, which leaves or is gone, was lost; ``reason`` says why it has no retreat."""
    if unit in outcome.destroyed_units:
        return outcome.destroyed_units[unit], []
    # Without a retreat it is destroyed (choice 21 of RULES.md).
    end = "" if outcome.leaving[unit] or not reason else f", and {reason}"
    attacker = outcome.dislodged.get(unit, -1)
    if attacker < 0:
        return outcome.displaced_units[unit] + end, []
    label = outcome.field.label(attacker)
    beaten = score(_find_duel(outcome, attacker, unit))
    return f"dislodged by {label}, {beaten}{end}", [label]


def _explain_hold(outcome: Outcome, unit: int) -> Reason:
    """Whom a unit withstood, if anybody."""
    if unit in outcome.leaving:
        return "", []
    attackers = outcome.field.attackers.get(outcome.field.space[unit])
    if attackers is None:
        return "held", []
    # An own unit, and whoever's convoy is broken, is no danger.
    duels = [
        (attacker, duel)
        for attacker in attackers
        for duel in outcome.contest.duels(attacker)
        if duel.other == unit and duel.force
    ]
    if not duels:
        return "held", []
    strongest, duel = max(duels, key=lambda found: (found[1].force, found[1].stops, -found[0]))
    label = outcome.field.label(strongest)
    # Its own strength and its supports' kept the strongest attacker out (DATC 6.D.1).
    if duel.stops:
        return f"kept {label} out, {compare(duel.other_force, duel.force)}", [label]
    # Whoever is stronger wins by a sortie, and stays at home (1936-S1).
    if outcome.won[strongest]:
        return f"{label} was a sortie, which drives nobody out", [label]
    obstacle = _find_strongest(outcome, strongest, stops=True)
    if obstacle is None:
        return f"{label} could not stay there", [label]
    # Or somebody else, who wanted to go there, kept that one out (DATC 6.A.11).
    rival = outcome.field.label(obstacle.other)
    forces = compare(obstacle.other_force, obstacle.force)
    return f"{rival} kept {label} out, {forces}", [rival, label]


def _explain_failure(outcome: Outcome, unit: int) -> Reason:
    """Whom an attack met, or why it did not even arrive."""
    field, contest = outcome.field, outcome.contest
    # Its convoy was broken (choice 3 of RULES.md).
    if field.by_convoy[unit] and not contest.arrives(unit):
        lost_fleets = [fleet for fleet in field.carriers[unit] if not outcome.convoys(fleet)]
        # Only dislodgement breaks a convoy (DATC 6.F.4), or a paradox (choice 1 of RULES.md).
        reasons = [
            f"{field.name(fleet)} was dislodged by {field.name(outcome.dislodged[fleet])}"
            if fleet in outcome.dislodged
            else f"{field.name(fleet)}'s convoy fell to a paradox"
            for fleet in lost_fleets
        ]
        return f"no convoy: {', '.join(reasons)}", [field.name(fleet) for fleet in lost_fleets]
    obstacle = _find_strongest(outcome, unit, stops=True)
    if obstacle is None:
        return "it could not stay there", []
    other, label, result = obstacle.other, field.label(obstacle.other), score(obstacle)
    # Somebody else who wants to go there is no weaker (DATC 6.A.11).
    if field.target[other] == field.target[unit]:
        verb = "lost against" if outcome.won[other] else "bounced with"
        return f"{verb} {label}, {result}", [label]
    # It stands there, and nobody dislodges his own unit (DATC 6.D.10).
    if not obstacle.force:
        return f"{label} of its own power stayed there", [label]
    # Head to head the defender has its own attack's strength (DATC 6.E.15).
    if contest.meets_head_on(unit, other):
        return f"met {label} head on, {result}", [label]
    # Who was to move and stays can't be supported to hold (DATC 6.D.7).
    if field.target[other] >= 0:
        return f"bounced off {field.name(other)}, which could not leave, {result}", [label]
    return f"bounced off {label}, {result}", [label]


def _explain_success(outcome: Outcome, unit: int) -> Reason:
    """Whom an attack drove out, or won against."""
    field = outcome.field
    target = field.target[unit]
    defender = field.occupant[target]
    # Whoever stayed was weaker (DATC 6.D.1).
    if defender >= 0 and not outcome.moves(defender):
        label = field.label(defender)
        deed = "dislodged" if field.destination[unit] >= 0 else "beat"
        return f"{deed} {label}, {score(_find_duel(outcome, unit, defender))}", [label]
    # So was everybody else who wanted to go there (DATC 6.A.11).
    contested = len(field.attackers[target]) > 1
    rival = _find_strongest(outcome, unit, stops=False) if contested else None
    if rival is not None:
        label = field.label(rival.other)
        if rival.force <= rival.other_force:
            return f"{label} gave way, {compare(rival.other_force, rival.force)}", [label]
        return f"won against {label}, {score(rival)}", [label]
    if defender >= 0:
        return f"followed {field.label(defender)}", []
    return f"nobody contested {field.board.spaces[target]}", []


def _find_strongest(outcome: Outcome, unit: int, *, stops: bool) -> Duel | None:
    """The strongest of those whom an attack had to beat and didn't, or did; rivals first."""
    target = outcome.field.target
    duels = [duel for duel in outcome.contest.duels(unit) if duel.stops is stops]
    if len(duels) < 2:
        return duels[0] if duels else None
    return max(
        duels,
        key=lambda duel: (duel.other_force, target[duel.other] == target[unit], -duel.other),
    )


def _find_duel(outcome: Outcome, unit: int, other: int) -> Duel:
    """The comparison of an attack with the strength of another unit."""
    return next(duel for duel in outcome.contest.duels(unit) if duel.other == other)


def explain_support(outcome: Outcome, unit: int, cutter: str = "") -> Reason:
    """Whether a support was given, or who cut it; ``cutter`` if the outcome itself names nobody."""
    if not cutter and outcome.supports(unit):
        return "support given", []
    # An attack cuts a support (DATC 6.D.2), dislodgement does in any case (6.D.17).
    attackers = outcome.contest.cutter(unit), outcome.dislodged.get(unit, -1)
    cutter = cutter or next((outcome.field.label(one) for one in attackers if one >= 0), "")
    return (f"attacked by {cutter}", [cutter]) if cutter else ("support did not count", [])
