"""What players are told of planes: what they may have overlooked, why orders ended as they did."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from judge.kernel.engine import Standing, Task
from judge.rules.dip.contest.explain import Reason, explain_support, score
from judge.rules.dip.contest.field import Field
from judge.rules.dip.contest.outcome import Outcome
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order
from judge.rules.dip.orders.move import Move
from judge.rules.dip.orders.notation import Notation
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
        here, below = field.board.spaces[order.target], field.occupant[order.target]
        if outcome.won[unit]:
            # Bombs do nothing to a unit of the bomber's own power.
            is_own = below >= 0 and field.powers[below] == field.powers[unit]
            harmless = "but bombs harm only others' units, not"
            rest = f", {harmless} {field.name(below)}" if is_own else ""
            return f"its bombs fell on {here}{rest}", []
        duels = order.stoppers(outcome.contest, unit)
        labels = [field.name(duel.other) for duel in duels]
        # Of several ways that are closed it came nearest to opening this one.
        weakest = max(duels, key=lambda duel: duel.force - duel.other_force)
        return f"stopped by {' and '.join(labels)}, {score(weakest)}", labels
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


def _explain_flight(outcome: Outcome, unit: int, answer: Reason) -> Reason:
    """A flight that failed for want of a carrier only; and what a sweep's support came to."""
    text, by = answer
    contest, field = outcome.contest, outcome.field
    order = field.orders[unit]
    if isinstance(order, Along):
        fleet = field.label(along.carrier(field, unit))
        if outcome.won[unit]:
            return f"without an order it went along with {fleet}", [fleet]
        if contest.gets_through(unit, lands=False):
            return f"without an order it would have gone along with {fleet}, which stayed", [fleet]
        return answer
    if not outcome.won[unit] and contest.gets_through(unit, lands=False):
        below = field.board.spaces[sky.below(field.board, field.target[unit])]
        text, by = f"no fleet was there to carry it above {below}", []
    event = order.event if isinstance(order, Sweep) else None
    if event is None:
        return text, by
    if isinstance(event, BombSupport):
        has_match = any(event.matches(field, other) for other in field.contenders)
    else:
        has_match = find_helped(field, event) >= 0
    support = "its support matched no order"
    if has_match:
        has_won = wins_air_space(contest, unit)
        support = "its support counted" if has_won else "its support failed with it"
    return f"{text}; {support}", by


def _read_orders(board: Board, tasks: Sequence[Task]) -> dict[str, Order]:
    """The orders of the units that have one, by unit."""
    lines = Notation(board, (Bomb, BombSupport, Sweep)).lines("", [task.order for task in tasks])
    read = zip(tasks, lines, strict=True)
    return {task.subject: line.order for task, line in read if line.order is not None}


def goes_along(board: Board, answer: Standing) -> Standing:
    """The orders with what planes above water do without one: not always hold (W56)."""
    orders = list(_read_orders(board, answer.tasks).values())
    fleets = [task.subject for task in answer.tasks if task.subject.startswith("F ")]
    tasks, warnings = list(answer.tasks), answer.warnings
    for index, task in enumerate(tasks):
        plane = board.unit(task.subject)
        if task.order or plane.arm != sky.ARM or not sky.over_water(board, plane.space):
            continue
        if fate := along.fate(board, plane, fleets, orders):
            tasks[index] = replace(task, otherwise=fate)
            holds = f"{task.subject} has no order and will hold."
            sentence = f"{task.subject} has no order: it {fate}."
            warnings = tuple(sentence if warning == holds else warning for warning in warnings)
    return replace(answer, tasks=tuple(tasks), warnings=warnings)


def warnings(state: State, board: Board, power: str, tasks: Sequence[Task]) -> Iterator[str]:
    """Planes that would have no fleet below them, and bombs on one's own units."""
    order_of = _read_orders(board, tasks)
    for task in tasks:
        unit = board.unit(task.subject)
        if unit.arm != sky.ARM:
            continue
        order = order_of.get(task.subject)
        end = _end(order, unit.space)
        if order is None and along.own_voyage(board, unit, order_of.values()):
            continue
        if sky.over_water(board, end):
            own = {task.subject for task in tasks}
            yield from _warn_of_no_carrier(state, board, task, sky.below(board, end), order_of, own)
        if not isinstance(order, Bomb):
            continue
        for target in (board.unit(other.subject) for other in tasks):
            # A unit of the player's own power is spared, one of a minor that he runs is not.
            if target.space == order.target and target.text in state.units.get(power, ()):
                harm = "bombs harm only others' units"
                yield f"{order.text}: your own {target.text} stands there; {harm}."
            elif target.space == order.target:
                yield f"{order.text}: {target.text} stands there, which you order too."


def _end(order: Order | None, space: int) -> int:
    return order.to if isinstance(order, Move) and not order.fault else space


def _warn_of_no_carrier(
    state: State, board: Board, task: Task, water: int, order_of: dict[str, Order], own: set[str]
) -> Iterator[str]:
    """A plane above water that no fleet of the player's will stand below (rules, 5f; W56, W58).

    ``own``: the units that the player orders, as ``order_of`` or not yet.
    """
    fleets = [text for text in order_of if text.startswith("F ")]
    fleets += [
        text
        for texts in state.units.values()
        for text in texts
        if text.startswith("F ") and text not in order_of
    ]
    ends = {_end(order_of.get(text), board.unit(text).space): text for text in fleets}
    here = board.spaces[water]
    carrier = ends.get(water)
    if carrier is None:
        is_there = board.unit(task.subject).space == sky.above(board, water)
        fate = "it has to retreat" if is_there else "it bounces"
        yield f"{task.order or task.subject}: no fleet will be in {here} to carry it, so {fate}."
    elif carrier not in own:
        yield f"{task.order or task.subject}: {carrier} carries it only if its power allows it."
