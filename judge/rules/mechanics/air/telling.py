"""Why orders of the air ended as they did."""

from judge.rules.dip.contest.explain import Reason, compare
from judge.rules.dip.contest.field import UNIT
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.orders.base import SUPPORT
from judge.rules.mechanics.air import along, bomb, sky
from judge.rules.mechanics.air.along import Along
from judge.rules.mechanics.air.bomb import Bomb, BombSupport
from judge.rules.mechanics.air.sweep import Sweep, find_helped, wins_air_space


def explain(outcome: Outcome, unit: int, answer: Reason) -> Reason:
    """The sentence and its causes for an order that the air has a say in."""
    field = outcome.field
    order = field.orders[unit]
    if field.verdicts[unit] or order is None:
        return answer
    if isinstance(order, Bomb):
        return _explain_bombing(outcome, unit, order)
    if isinstance(order, BombSupport):
        if outcome.won[unit]:
            return "support given", []
        cutter = outcome.contest.cutter(unit)
        if cutter < 0:
            return "support did not count", []
        return f"support cut by {outcome.field.label(cutter)}", [outcome.field.label(cutter)]
    if order.arm == sky.ARM and field.target[unit] >= 0:
        return _explain_flight(outcome, unit, answer)
    bomber = hit_by(outcome, unit) if order.KIND == SUPPORT else -1
    if bomber >= 0:
        label = name(outcome, bomber)
        return f"support cut by {label}", [label]
    return answer


def name(outcome: Outcome, unit: int) -> str:
    """A unit by its order: "P LON-A BOMB BEL"."""
    order = outcome.field.orders[unit]
    return outcome.field.label(unit) if order is None else order.text


def hit_by(outcome: Outcome, unit: int) -> int:
    """The plane whose bombs cut the support of ``unit``, -1 if none did."""
    return next((one for one in bombers(outcome, unit) if outcome.won[one]), -1)


def bombers(outcome: Outcome, unit: int) -> list[int]:
    """The planes of other powers that were sent to bomb the space of ``unit``."""
    field = outcome.field
    return [
        other
        for other in field.contenders
        if isinstance(order := field.orders[other], Bomb)
        and order.target == field.space[unit]
        and field.powers[other] != field.powers[unit]
    ]


def _explain_bombing(outcome: Outcome, unit: int, order: Bomb) -> Reason:
    field = outcome.field
    here = field.board.spaces[order.target]
    if outcome.won[unit]:
        return f"its bombs fell on {here}{_say_harmless(outcome, unit, order)}", []
    over, power = sky.above(field.board, order.target), field.powers[unit]
    enemy = sky.is_hostile(field, over, power)
    stoppers = [enemy] if enemy >= 0 else sky.guards(field, order.space, over, power)
    labels = [field.name(stopper) for stopper in stoppers]
    attack = UNIT + sum(
        field.force[helper]
        for helper in bomb.backers(field, unit)
        if outcome.contest.is_given(helper)
    )
    weakest = min(bomb.defence(outcome.contest, stopper) for stopper in stoppers)
    return f"stopped by {' and '.join(labels)}, {compare(attack, weakest)}", labels


def _say_harmless(outcome: Outcome, unit: int, order: Bomb) -> str:
    """That bombs do nothing to a unit of the bomber's own power."""
    field = outcome.field
    below = field.occupant[order.target]
    if below < 0 or field.powers[below] != field.powers[unit]:
        return ""
    return f", but harm no unit of one's own as {field.name(below)} is"


def _explain_flight(outcome: Outcome, unit: int, answer: Reason) -> Reason:
    """A flight that failed for want of a carrier only; and what a sweep's support came to."""
    text, by = answer
    contest, field = outcome.contest, outcome.field
    order = field.orders[unit]
    if isinstance(order, Along):
        fleet = outcome.field.label(along.carrier(outcome.field, unit))
        if outcome.won[unit]:
            return f"without an order it went along with {fleet}", [fleet]
        if outcome.contest.gets_through(unit, lands=False):
            return f"without an order it would have gone along with {fleet}, which stayed", [fleet]
        return answer
    if not outcome.won[unit] and contest.gets_through(unit, lands=False):
        text, by = f"no fleet was there to carry it above {_name_space_below(outcome, unit)}", []
    if not isinstance(order, Sweep) or order.event is None:
        return text, by
    return f"{text}; {_support(outcome, unit, order)}", by


def _support(outcome: Outcome, unit: int, order: Sweep) -> str:
    field = outcome.field
    event = order.event
    if isinstance(event, BombSupport):
        has_match = any(event.matches(field, other) for other in field.contenders)
    else:
        has_match = event is not None and find_helped(field, event) >= 0
    if not has_match:
        return "its support matched no order"
    return (
        "its support counted"
        if wins_air_space(outcome.contest, unit)
        else "its support failed with it"
    )


def _name_space_below(outcome: Outcome, unit: int) -> str:
    board = outcome.field.board
    return board.spaces[sky.below(board, outcome.field.target[unit])]
