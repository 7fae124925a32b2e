"""Steady: a heuristic player of every board, under two milliseconds a move."""

from random import Random

from judge.dip.orders.base import Written
from judge.dip.play.prepare import prepare
from judge.players import influence, points, winter
from judge.players.moves import Plan
from judge.players.view import View


def orders(view: View, side: str, dice: Random, noise: float = 0.0) -> list[str]:
    """The orders of a seat for the phase that waits, its minors and factions with it.

    ``noise`` spreads the values of places by so much of themselves: for trying variations.
    """
    letter = view.state.phase[-1]
    if letter == "M":
        return _plan_moves(view, side, dice, noise)
    if letter == "R":
        return winter.retreat(view, side)
    if letter == "A":
        return winter.adjust(view, side)
    if letter == "I":
        return influence.bid(view, side, dice)
    return []


def _plan_moves(view: View, side: str, dice: Random, noise: float) -> list[str]:
    """A plan of the movement phase, made again without the moves that the rules stop."""
    barred_moves: frozenset[tuple[int, int]] = frozenset()
    while True:
        plan = Plan(view, side, dice, noise, barred_moves)
        lines = plan.orders()
        stopped_moves = _find_stopped(view, plan, lines) - barred_moves
        if not stopped_moves:
            break
        barred_moves |= stopped_moves
    purse = view.engine.purse(view.state, side)
    return [*lines, *_hold_shared(view, side), *(points.pay(plan, purse) if purse else ())]


def _hold_shared(view: View, side: str) -> list[str]:
    """Orders to hold for the units that the side runs with others: what differs is tied anyway."""
    shared_powers = [power for power in view.seats[side] if view.side.get(power) != side]
    return [f"{text} H" for power in shared_powers for text in view.state.units.get(power, ())]


def _find_stopped(view: View, plan: Plan, lines: list[str]) -> frozenset[tuple[int, int]]:
    """The moves of a plan that a mechanic rules out as the units stand: a closed ferry, say."""
    rules, notation = view.game.rules, view.game.notation
    if rules.ruling is None:
        return frozenset()
    orders: dict[str, list[Written]] = {}
    for number, text in zip(plan.mine, lines, strict=True):
        power = view.powers[number]
        orders.setdefault(power, []).append(Written(power, text, notation.order(text)))
    field = prepare(view.state, orders, notation, rules)
    return frozenset(
        (number, plan.goal[number])
        for number in plan.mine
        if field.verdicts[number] and plan.goal[number] != view.units[number].loc
    )
