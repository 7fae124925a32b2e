"""Why an order ended as it did: the causes, and one sentence with the strengths compared.

Each branch names the rule by which the resolver (play/resolve.py) came to the result.
"""

from judge.rules.dip.contest.field import UNIT
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.orders.base import CONVOY, MOVE, SUPPORT


def strength(halves: int) -> str:
    """A force in units: 4 is "2", 3 is "1 1/2"."""
    whole, half = divmod(halves, UNIT)
    if not half:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"


def compare(strength_of_one: int, strength_of_other: int) -> str:
    """Two forces compared: "1 against 1"."""
    return f"{strength(strength_of_one)} against {strength(strength_of_other)}"


Reason = tuple[str, list[str]]
"""A sentence, and the units or orders that are to blame."""


def explain(outcome: Outcome, unit: int) -> Reason:
    """What came of the order of ``unit`` itself, by the standard rules."""
    field = outcome.field
    if field.verdicts[unit]:
        return field.faults[unit], []
    order = field.orders[unit]
    if order is None:
        return ("held" if unit not in outcome.leaving else ""), []
    if order.KIND == MOVE or field.target[unit] >= 0:
        return _explain_move(outcome, unit)
    if order.KIND == SUPPORT:
        return _explain_support(outcome, unit)
    if order.KIND == CONVOY:
        if outcome.convoys(unit):
            return "convoy available", []
        # Dislodgement breaks it (DATC 6.F.6), else it was a paradox (choice 1 of RULES.md).
        if unit in outcome.dislodged:
            return "convoy broken", []
        return "convoy broken: its success would have led to its own failure (paradox)", []
    return ("", []) if unit in field.contenders else _explain_hold(outcome, unit)


def explain_loss(outcome: Outcome, unit: int, reason: str) -> Reason:
    """How ``unit`` was lost, "" if it was not; ``reason`` says why it could not retreat."""
    if unit in outcome.destroyed_units:
        return outcome.destroyed_units[unit], []
    if unit not in outcome.leaving:
        return "", []
    # Without a retreat it is destroyed (choice 21 of RULES.md).
    end = "" if outcome.leaving[unit] or not reason else f", and {reason}"
    attacker = outcome.dislodged.get(unit, -1)
    if attacker < 0:
        return outcome.displaced_units[unit] + end, []
    contest, label = outcome.contest, outcome.field.label(attacker)
    score = compare(contest.attack_strength(attacker), contest.strength_to_beat(attacker))
    return f"dislodged by {label}, {score}{end}", [label]


def _explain_hold(outcome: Outcome, unit: int) -> Reason:
    """Whom a unit withstood, if anybody."""
    if unit in outcome.leaving:
        return "", []
    attackers = outcome.field.attackers.get(outcome.field.space[unit], ())
    if not attackers:
        return "held", []
    # Its own strength and its supports' kept the strongest attacker out (DATC 6.D.1).
    contest = outcome.contest
    strongest = max(attackers, key=lambda other: (contest.prevent_strength(other), -other))
    label = outcome.field.label(strongest)
    score = compare(contest.hold_strength(unit), contest.prevent_strength(strongest))
    return f"held against {label}, {score}", [label]


def _explain_move(outcome: Outcome, unit: int) -> Reason:
    """Why an attack succeeded, or whom it met."""
    if outcome.won[unit]:
        return _explain_success(outcome, unit)
    field, contest = outcome.field, outcome.contest
    # Its convoy was broken (choice 3 of RULES.md).
    if field.by_convoy[unit] and not contest.arrives(unit):
        lost_fleets = [
            fleet for fleet in outcome.field.carriers[unit] if not outcome.convoys(fleet)
        ]
        reasons = [_explain_lost_fleet(outcome, fleet) for fleet in lost_fleets]
        return "no convoy: " + ", ".join(text for text, _ in reasons), [who for _, who in reasons]
    attack = contest.attack_strength(unit)
    defender = field.occupant[field.target[unit]]
    rival = _strongest_rival(outcome, unit)
    # Somebody else who wants to go there is no weaker (DATC 6.A.11).
    if rival >= 0 and attack <= contest.prevent_strength(rival) >= contest.strength_to_beat(unit):
        label = field.label(rival)
        own_strength = max(attack, contest.prevent_strength(unit))
        verb = "lost against" if outcome.won[rival] else "bounced with"
        return f"{verb} {label}, {compare(own_strength, contest.prevent_strength(rival))}", [label]
    if defender < 0:
        return "it could not stay there", []
    return _explain_repulse(outcome, unit, defender, attack)


def _explain_repulse(outcome: Outcome, unit: int, defender: int, attack: int) -> Reason:
    """How whoever stands in the target kept an attack out."""
    field, contest = outcome.field, outcome.contest
    label = field.label(defender)
    # Nobody dislodges his own unit (DATC 6.D.10).
    if field.powers[defender] == field.powers[unit]:
        return f"{label} of its own power stayed there", [label]
    score = compare(attack, contest.strength_to_beat(unit))
    # Head to head the defender has its own attack's strength (DATC 6.E.15).
    if contest.meets_head_on(unit, defender):
        return f"met {label} head on, {score}", [label]
    # Who was to move and stays can't be supported to hold (DATC 6.D.7).
    if field.target[defender] >= 0:
        return f"bounced off {field.name(defender)}, which could not leave, {score}", [label]
    return f"bounced off {label}, {score}", [label]


def _explain_success(outcome: Outcome, unit: int) -> Reason:
    """Whom an attack drove out, or won against."""
    field, contest = outcome.field, outcome.contest
    target, attack = field.board.spaces[field.target[unit]], contest.attack_strength(unit)
    defender = field.occupant[field.target[unit]]
    # Whoever stayed was weaker (DATC 6.D.1).
    if defender >= 0 and not outcome.moves(defender):
        label = field.label(defender)
        score = compare(attack, contest.strength_to_beat(unit))
        deed = "dislodged" if field.destination[unit] >= 0 else "beat"
        return f"{deed} {label}, {score}", [label]
    # So was everybody else who wanted to go there (DATC 6.A.11).
    rival = _strongest_rival(outcome, unit)
    if rival >= 0:
        label = field.label(rival)
        return f"won against {label}, {compare(attack, contest.prevent_strength(rival))}", [label]
    if defender >= 0:
        return f"followed {field.label(defender)}", []
    return f"nobody contested {target}", []


def _strongest_rival(outcome: Outcome, unit: int) -> int:
    """The strongest other attack on the same space, -1 without one.

    One that keeps nobody out does not count: its convoy was broken (DATC 6.F.8), or it lost head
    to head (6.E.1).
    """
    field, contest = outcome.field, outcome.contest
    others = [
        other
        for other in field.attackers[field.target[unit]]
        if other != unit and contest.prevent_strength(other)
    ]
    return max(others, key=lambda other: (contest.prevent_strength(other), -other), default=-1)


def _explain_lost_fleet(outcome: Outcome, fleet: int) -> tuple[str, str]:
    """Why a fleet convoys no longer; its name."""
    name = outcome.field.name(fleet)
    attacker = outcome.dislodged.get(fleet, -1)
    # Only dislodgement breaks a convoy (DATC 6.F.4), or a paradox (choice 1 of RULES.md).
    if attacker < 0:
        return f"{name}'s convoy fell to a paradox", name
    return f"{name} was dislodged by {outcome.field.name(attacker)}", name


def _explain_support(outcome: Outcome, unit: int) -> Reason:
    """Whether a support was given, or who cut it."""
    if outcome.supports(unit):
        return "support given", []
    # An attack cuts a support (DATC 6.D.2), dislodgement does in any case (6.D.17).
    cutter = outcome.contest.cutter(unit)
    if cutter < 0:
        cutter = outcome.dislodged.get(unit, -1)
    if cutter < 0:
        return "support did not count", []
    label = outcome.field.label(cutter)
    return f"support cut by {label}", [label]
