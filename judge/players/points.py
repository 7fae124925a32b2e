"""Diplomacy points of a computer player: for the minor whose support helps its own units most.

What others pay is secret, so all goes to few orders, and what is left keeps minors nearby at home.
"""

from collections.abc import Iterator

from judge.kernel.ground import Purse
from judge.players.moves import Plan


def pay(plan: Plan, purse: Purse) -> Iterator[str]:
    """Lines of points for the plan's movement phase, within the purse and its cap."""
    points_left = purse.points
    deeds = sorted(_list_ideas(plan), reverse=True)
    units_paid: set[int] = set()
    for _, number, text in deeds:
        if points_left <= 0:
            return
        if number not in units_paid:
            amount = min(points_left, purse.most or points_left)
            units_paid.add(number)
            points_left -= amount
            yield f"DP {amount}: {text}"


def _list_ideas(plan: Plan) -> Iterator[tuple[float, int, str]]:
    """(what it may win, the minor's unit, the order to pay for)."""
    view, board = plan.view, plan.board
    spaces: dict[str, set[int]] = {}
    for unit, power in zip(view.units, view.powers, strict=True):
        spaces.setdefault(power, set()).add(unit.space)
    for number, unit in enumerate(view.units):
        if view.sides[number] in view.seats or _is_attacked(plan, unit.space):
            continue
        reach = board.reach[unit.arm][unit.loc]
        fellows = spaces[view.powers[number]]
        for own_number in plan.mine:
            loc = plan.goal[own_number]
            space = board.space_of[loc]
            if space not in reach or space in fellows:
                continue
            helped_unit = view.units[own_number]
            there = "" if loc == helped_unit.loc else f" - {board.spaces[space]}"
            if view.against(space, plan.side):
                need = 1.0 if plan.lacks(own_number) else 0.1
                yield (
                    need * plan.stake(own_number),
                    number,
                    f"{unit.text} S {helped_unit.text}{there}",
                )
        if any(space in reach for space in view.terrain.board.centers & plan.owned):
            yield 0.0, number, f"{unit.text} H"


def _is_attacked(plan: Plan, space: int) -> bool:
    """Whether the side itself goes to a space, or helps somebody who does."""
    return space in plan.comer
