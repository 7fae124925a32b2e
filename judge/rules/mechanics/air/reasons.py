"""Why orders of the air ended as they did."""

from collections.abc import Iterator

from judge.rules.dip.contest.explain import Reason, explain_support, score
from judge.rules.dip.contest.field import Field
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.orders.support import Support
from judge.rules.mechanics.air import along, sky
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
    if order.arm == sky.ARM and field.target[unit] >= 0:
        return _explain_flight(outcome, unit, answer)
    bombing = hit_by(outcome, unit) if isinstance(order, Support | BombSupport) else ""
    if bombing or isinstance(order, BombSupport):
        return explain_support(outcome, unit, bombing)
    return answer


def hit_by(outcome: Outcome, unit: int) -> str:
    """The order of the bombing that cut the support of ``unit``, "" if none did."""
    bombings = (order.text for one, order in list_bombings(outcome.field, unit) if outcome.won[one])
    return next(bombings, "")


def list_bombings(field: Field, unit: int) -> Iterator[tuple[int, Bomb]]:
    """The bombings that would cut the support of ``unit``; never one that it supports itself."""
    order = field.orders[unit]
    if order is None or order.arm == sky.ARM:
        return
    for bomber in field.contenders:
        bombing = field.orders[bomber]
        if (
            isinstance(bombing, Bomb)
            and bombing.target == order.space
            and field.powers[bomber] != field.powers[unit]
            and not (isinstance(order, BombSupport) and order.matches(field, bomber))
        ):
            yield bomber, bombing


def _explain_bombing(outcome: Outcome, unit: int, order: Bomb) -> Reason:
    field = outcome.field
    here = field.board.spaces[order.target]
    if outcome.won[unit]:
        below = field.occupant[order.target]
        # Bombs do nothing to a unit of the bomber's own power.
        is_own = below >= 0 and field.powers[below] == field.powers[unit]
        harmless = f", but bombs harm only others' units, not {field.name(below)}" if is_own else ""
        return f"its bombs fell on {here}{harmless}", []
    duels = order.stoppers(outcome.contest, unit)
    labels = [field.name(duel.other) for duel in duels]
    # Of several ways that are closed it came nearest to opening this one.
    weakest = max(duels, key=lambda duel: duel.force - duel.other_force)
    return f"stopped by {' and '.join(labels)}, {score(weakest)}", labels


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
        below = field.board.spaces[sky.below(field.board, field.target[unit])]
        text, by = f"no fleet was there to carry it above {below}", []
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
    has_won = wins_air_space(outcome.contest, unit)
    return "its support counted" if has_won else "its support failed with it"
