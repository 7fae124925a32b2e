"""What a player may not have thought of when he orders planes, told before the turn."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from judge.kernel.engine import Standing, Task
from judge.rules.dip.ground.board import Board
from judge.rules.dip.ground.position import State
from judge.rules.dip.orders.base import Order
from judge.rules.dip.orders.move import Move
from judge.rules.dip.orders.notation import Notation
from judge.rules.mechanics.air import along, sky
from judge.rules.mechanics.air.bomb import Bomb, BombSupport
from judge.rules.mechanics.air.sweep import Sweep


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
        if isinstance(order, Bomb):
            yield from _warn_of_own_below(board, state.units.get(power, ()), tasks, order)


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


def _warn_of_own_below(
    board: Board, own: Sequence[str], tasks: Sequence[Task], order: Bomb
) -> Iterator[str]:
    """A bomb on a unit of the player's own power, which it spares, or of a minor that he runs."""
    for task in tasks:
        unit = board.unit(task.subject)
        if unit.arm == sky.ARM or unit.space != order.target or not order.text:
            continue
        if task.subject in own:
            yield f"{order.text}: your own {unit.text} stands there; bombs harm only others' units."
        else:
            yield f"{order.text}: {unit.text} stands there, which you order too."
