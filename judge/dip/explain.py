"""Why an order ended as it did: the causes, and one sentence with the strengths compared."""

from typing import TYPE_CHECKING

from judge.dip.field import UNIT
from judge.dip.orders.base import CONVOY, MOVE, SUPPORT

if TYPE_CHECKING:
    from judge.dip.outcome import Outcome


def strength(halves: int) -> str:
    """A force in units: 4 is "2", 3 is "1 1/2"."""
    whole, half = divmod(halves, UNIT)
    if not half:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"


def against(mine: int, theirs: int) -> str:
    """Two forces compared: "1 against 1"."""
    return f"{strength(mine)} against {strength(theirs)}"


def reason(outcome: "Outcome", unit: int) -> str:
    """One sentence on the order of ``unit``."""
    return _told(outcome, unit)[0]


def causes(outcome: "Outcome", unit: int) -> list[str]:
    """The units or orders that caused the verdict on ``unit``."""
    return _told(outcome, unit)[1]


Told = tuple[str, list[str]]


def _told(outcome: "Outcome", unit: int) -> Told:
    text, by = outcome.rules.ask("explains", outcome, unit, _order(outcome, unit))
    loss, blame = _loss(outcome, unit)
    if not loss:
        return text, by
    return (f"{text}; {loss}" if text else loss), [*by, *(who for who in blame if who not in by)]


def _order(outcome: "Outcome", unit: int) -> Told:
    """What came of the order itself."""
    field = outcome.field
    if field.verdicts[unit]:
        return field.faults[unit], []
    order = field.orders[unit]
    if order is None:
        return ("held" if unit not in outcome.leaving else ""), []
    if order.KIND == MOVE or field.aim[unit] >= 0:
        return _move(outcome, unit)
    if order.KIND == SUPPORT:
        return _support(outcome, unit)
    if order.KIND == CONVOY:
        return _convoy(outcome, unit)
    return ("", []) if unit in field.fresh else _held(outcome, unit)


def _held(outcome: "Outcome", unit: int) -> Told:
    if unit in outcome.leaving:
        return "", []
    attackers = outcome.field.into.get(outcome.field.space[unit], ())
    if not attackers:
        return "held", []
    resolver = outcome.resolver
    strongest = max(attackers, key=lambda other: (resolver.prevent(other), -other))
    label = outcome.field.label(strongest)
    score = against(resolver.hold(unit), resolver.prevent(strongest))
    return f"held against {label}, {score}", [label]


def _move(outcome: "Outcome", unit: int) -> Told:
    if outcome.won[unit]:
        return _advance(outcome, unit)
    field, resolver = outcome.field, outcome.resolver
    if field.via[unit] and not resolver.arrives(unit):
        return _no_convoy(outcome, unit)
    attack = resolver.attack(unit)
    defender = field.at[field.aim[unit]]
    rival = _strongest_rival(outcome, unit)
    if rival >= 0 and attack <= resolver.prevent(rival) >= resolver.resistance(unit):
        label = field.label(rival)
        mine = max(attack, resolver.prevent(unit))
        return f"bounced with {label}, {against(mine, resolver.prevent(rival))}", [label]
    if defender < 0:
        return "it could not stay there", []
    return _repelled(outcome, unit, defender, attack)


def _repelled(outcome: "Outcome", unit: int, defender: int, attack: int) -> Told:
    field, resolver = outcome.field, outcome.resolver
    label = field.label(defender)
    if field.powers[defender] == field.powers[unit]:
        return f"{label} of its own power stayed there", [label]
    score = against(attack, resolver.resistance(unit))
    if resolver.meets(unit, defender):
        return f"met {label} head on, {score}", [label]
    if field.aim[defender] >= 0:
        return f"bounced off {field.name(defender)}, which could not leave, {score}", [label]
    return f"bounced off {label}, {score}", [label]


def _advance(outcome: "Outcome", unit: int) -> Told:
    field, resolver = outcome.field, outcome.resolver
    target, attack = field.board.spaces[field.aim[unit]], resolver.attack(unit)
    defender = field.at[field.aim[unit]]
    if defender >= 0 and not outcome.moves(defender):
        label = field.label(defender)
        score = against(attack, resolver.resistance(unit))
        deed = "dislodged" if field.goal[unit] >= 0 else "beat"
        return f"{deed} {label}, {score}", [label]
    rival = _strongest_rival(outcome, unit)
    if rival >= 0:
        label = field.label(rival)
        return f"won against {label}, {against(attack, resolver.prevent(rival))}", [label]
    if defender >= 0:
        return f"followed {field.label(defender)}", []
    return f"nobody contested {target}", []


def _strongest_rival(outcome: "Outcome", unit: int) -> int:
    """The strongest other attack on the same space, -1 without one."""
    field, resolver = outcome.field, outcome.resolver
    others = [
        other for other in field.into[field.aim[unit]] if other != unit and resolver.prevent(other)
    ]
    return max(others, key=lambda other: (resolver.prevent(other), -other), default=-1)


def _no_convoy(outcome: "Outcome", unit: int) -> Told:
    lost = [fleet for fleet in outcome.field.carriers[unit] if not outcome.convoys(fleet)]
    told = [_lost_fleet(outcome, fleet) for fleet in lost]
    return "no convoy: " + ", ".join(text for text, _ in told), [who for _, who in told]


def _lost_fleet(outcome: "Outcome", fleet: int) -> tuple[str, str]:
    name = outcome.field.name(fleet)
    attacker = outcome.dislodged.get(fleet, -1)
    if attacker < 0:
        return f"{name}'s convoy fell to a paradox", name
    return f"{name} was dislodged by {outcome.field.name(attacker)}", name


def _support(outcome: "Outcome", unit: int) -> Told:
    if outcome.supports(unit):
        return "support given", []
    cutter = outcome.resolver.cutter(unit)
    if cutter < 0:
        cutter = outcome.dislodged.get(unit, -1)
    if cutter < 0:
        return "support did not count", []
    label = outcome.field.label(cutter)
    return f"support cut by {label}", [label]


def _convoy(outcome: "Outcome", unit: int) -> Told:
    if outcome.convoys(unit):
        return "convoy available", []
    if unit in outcome.dislodged:
        return "convoy broken", []
    return "convoy broken: its success would have led to its own failure (paradox)", []


def _loss(outcome: "Outcome", unit: int) -> Told:
    """How the unit was lost, "" if it was not."""
    if unit in outcome.lost:
        return outcome.lost[unit], []
    if unit not in outcome.leaving:
        return "", []
    end = "" if outcome.leaving[unit] else f", and {_stranded(outcome, unit)}"
    attacker = outcome.dislodged.get(unit, -1)
    if attacker < 0:
        return outcome.uprooted[unit] + end, []
    resolver, label = outcome.resolver, outcome.field.label(attacker)
    score = against(resolver.attack(attacker), resolver.resistance(attacker))
    return f"dislodged by {label}, {score}{end}", [label]


def _stranded(outcome: "Outcome", unit: int) -> str:
    """Why a unit that has to leave is lost."""
    return str(outcome.rules.ask("stranded", outcome, unit, "it had no retreat"))
