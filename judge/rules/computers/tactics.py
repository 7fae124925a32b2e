"""Steady's movement: own orders are bettered one after the other against what others may do.

The others play by reflex, sampled some times with other values; so does the side itself at first.
Then one or two orders are changed at a time, as a player would think of it: a unit goes elsewhere,
supports, attacks with the help of others, makes way, sails; what promises more against all samples
stays. A minor's unit that points may move is looked at like an own one that obeys every other time.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import TypeGuard

from judge.kernel.ground import Purse
from judge.rules.computers import reflex
from judge.rules.computers.prospect import Prospect
from judge.rules.computers.view import View
from judge.rules.dip.contest.field import Field
from judge.rules.dip.ground.board import Unit
from judge.rules.dip.orders.base import Order
from judge.rules.dip.orders.convoy import Convoy
from judge.rules.dip.orders.move import Hold, Move
from judge.rules.dip.orders.support import Support
from judge.rules.dip.play.movement import conclude
from judge.rules.dip.play.prepare import lay_out

SAMPLES = 4
"""So often the others' orders are guessed."""
LOOKS, CROWD = 240, 34
"""Adjudications that are spent on a move with CROWD units on the board; with more fewer."""
FOES = 0.2
"""How far the others stray from what reflex finds best."""
NOISES = (0.0, 0.2, 0.5, 0.8)
"""The same for the plans to begin with."""
PATIENCE = (-0.15, -0.05)
"""How far behind a change may fall after one sample, and after two; then not at all."""

Plan = dict[int, Order]
"""Unit -> its order: of every own unit, and of minors' units that are to be paid for."""


class Search:
    """One move of one side in the making."""

    def __init__(
        self, view: View, side: str, dice: Random, looks: int = LOOKS, samples: int = SAMPLES
    ) -> None:
        self.view, self.side, self.dice = view, side, dice
        self.looks = looks * CROWD**2 // max(CROWD, len(view.units)) ** 2
        self.mine = [number for number, one in enumerate(view.sides) if one == side]
        self.purse = view.engine.purse(view.state, side) or Purse("", 0)
        each = self.purse.most or self.purse.points
        self.hires = -(-self.purse.points // each) if each else 0
        """So many of the minors' units can be paid for, the last one with what is over."""
        self.minors = [
            number for number, one in enumerate(view.sides) if self.hires and one not in view.seats
        ]
        self.prospect = Prospect(view, side, dice)
        self.samples = [self._guess() for _ in range(samples)]
        self.seen: set[tuple[str, ...]] = set()

    def _guess(self) -> list[Order | None]:
        """What all units of others may be ordered."""
        orders: list[Order | None] = [None] * len(self.view.units)
        for seat in self.view.seats:
            if seat != self.side:
                for number, order in self._react(seat, FOES).items():
                    orders[number] = order
        return orders

    def _react(self, side: str, noise: float) -> Plan:
        """A side's plan by reflex."""
        plan, lines = reflex.march(self.view, side, self.dice, noise)
        return dict(zip(plan.mine, self.view.game.notation.orders(lines), strict=True))

    def find(self) -> Plan:
        """The plan that promises most."""
        plans = [self._react(self.side, noise) for noise in NOISES]
        values = [[*self._try(plan)] for plan in plans]
        best = max(range(len(plans)), key=lambda number: sum(values[number]))
        plan, results = plans[best], values[best]
        while better := self._better(plan, results):
            plan, results = better
        return plan

    def _try(self, plan: Plan) -> Iterator[float]:
        """What a plan promises against each sample."""
        view, rules = self.view, self.view.game.rules
        for number, sample in enumerate(self.samples):
            self.looks -= 1
            field = Field(view.state, view.board)
            field.orders = sample.copy()
            for unit, order in plan.items():
                if number % 2 or view.sides[unit] == self.side:
                    field.orders[unit] = order
            yield self.prospect.value(conclude(lay_out(field, rules), rules))

    def _better(self, plan: Plan, results: Sequence[float]) -> tuple[Plan, list[float]] | None:
        """The first plan found that is better, with its results; None when looks have run out."""
        changes = [*self._list_changes(plan)]
        self.dice.shuffle(changes)
        for change in changes:
            if self.looks <= 0:
                return None
            other = self._mend(plan | change)
            key = tuple(order.text for order in other.values())
            if key in self.seen or not self._is_sound(other):
                continue
            self.seen.add(key)
            tried: list[float] = []
            lead = 0.0
            for result, known in zip(self._try(other), results, strict=False):
                tried.append(result)
                lead += result - known
                if lead < (*PATIENCE, 0.0)[min(len(tried), len(PATIENCE) + 1) - 1]:
                    break
            if len(tried) == len(results) and lead > 1e-6:
                return other, tried
        return None

    def _mend(self, plan: Plan) -> Plan:
        """The plan with helpers that do what those whom they help now need, or else hold."""
        for _ in range(2):
            plan = {number: self._keep_up(number, plan) for number in plan}
        return plan

    def _keep_up(self, number: int, plan: Plan) -> Order:
        """A unit's order after others' orders have changed."""
        order, view = plan[number], self.view
        if isinstance(order, Support):
            other = view.at.get(order.aided.space, -1)
            aided = plan.get(other, order)
            if other not in plan or (order.to, order.moves) == (_goal(aided), _moves(aided)):
                return order
            if _goal(aided) in self._reach(number):
                return self._support(number, other, aided)
        elif isinstance(order, Convoy):
            army = plan.get(view.at.get(order.cargo.space, -1))
            if _moves(army) and army.to == order.to:
                return order
        elif not isinstance(order, Move) or not order.via or self._is_carried(order, plan):
            return order
        return Hold.of(view.units[number])

    def _is_carried(self, move: Move, plan: Plan) -> bool:
        """Whether a fleet convoys an army that is to sail."""
        return any(
            isinstance(order, Convoy) and (order.cargo.space, order.to) == (move.space, move.to)
            for order in plan.values()
        )

    def _is_sound(self, plan: Plan) -> bool:
        """Whether each unit will have a space, and all hired ones, which nobody attacks, points."""
        goals = {_goal(plan[unit]) for unit in self.mine}
        hired = [unit for unit in plan if self.view.sides[unit] != self.side]
        return (
            len(goals) == len(self.mine)
            and len(hired) <= self.hires
            and not any(self.view.units[unit].space in goals for unit in hired)
        )

    # --- what may be changed

    def _list_changes(self, plan: Plan) -> Iterator[Plan]:
        view = self.view
        goals = {unit: _goal(plan[unit]) for unit in self.mine}
        for number in self.mine:
            unit = view.units[number]
            if not isinstance(plan[number], Hold):
                yield {number: Hold.of(unit)}
            for loc in sorted(view.board.steps[unit.arm][unit.loc]) if self._walks(unit) else ():
                move = Move.of(unit, loc, view.board)
                yield {number: move}
                yield from self._list_company(number, move, goals)
            if unit.arm == "A" and unit.space in view.board.ports:
                yield from self._list_voyages(number, unit)
        for number in (*self.mine, *self.minors):
            for other, goal in goals.items():
                if goal in self._reach(number) and other != number:
                    order = plan[other]
                    yield {number: self._support(number, other, order)}

    def _walks(self, unit: Unit) -> bool:
        """Whether it is an army or a fleet; where planes go reflex says."""
        return unit.arm in self.view.terrain.near

    def _reach(self, number: int) -> frozenset[int]:
        """The spaces into which a unit may support."""
        unit = self.view.units[number]
        return self.view.board.reach[unit.arm][unit.loc]

    def _support(self, number: int, other: int, order: Order) -> Order:
        """The support of one unit for what another one is ordered."""
        goal = order.goal if isinstance(order, Move) else None
        units = self.view.units
        return Support.of(units[number], units[other], goal, self.view.board)

    def _list_company(self, number: int, move: Move, goals: dict[int, int]) -> Iterator[Plan]:
        """A move with the support of one, or of all who can; or with another that makes way."""
        view = self.view
        if view.against(move.to, self.side):
            helpers = [
                other
                for other in chain(self.mine, self.minors)
                if other != number and move.to in self._reach(other)
            ]
            supports = {other: self._support(other, number, move) for other in helpers}
            for other, support in supports.items():
                yield {number: move, other: support}
            if len(supports) > 1:
                yield {number: move} | {
                    other: support for other, support in supports.items() if other in goals
                }
        leader = view.at.get(move.to, -1)
        if goals.get(leader) == move.to and self._walks(view.units[leader]):
            unit = view.units[leader]
            for loc in sorted(view.board.steps[unit.arm][unit.loc]):
                yield {number: move, leader: Move.of(unit, loc, view.board)}

    def _list_voyages(self, number: int, army: Unit) -> Iterator[Plan]:
        """The landings of an army that one own fleet can carry."""
        board, units = self.view.board, self.view.units
        for other in self.mine:
            fleet = units[other]
            if fleet.arm == "F" and board.seas[army.space] >> fleet.space & 1:
                for port in self.view.terrain.landings.get(fleet.space, ()):
                    if port != army.space:
                        move = Move.of(army, port, board, via=True)
                        yield {number: move, other: Convoy.of(fleet, army, port, board)}

    # --- what is written

    def write(self, plan: Plan) -> list[str]:
        """A plan's lines: units that are run alone, those that are run with others, points."""
        view, points = self.view, self.purse.points
        lines = [plan[number].text for number in self.mine] + reflex.hold_shared(view, self.side)
        hired = [plan[number].text for number in plan if view.sides[number] != self.side]
        goals = {_goal(plan[number]) for number in self.mine}
        others = [
            number
            for number in self.minors
            if number not in plan and view.units[number].space not in goals
        ]
        others.sort(key=self._guards, reverse=True)
        guards = [f"{view.units[number].text} H" for number in others]
        for text in (*hired, *guards)[: self.hires]:
            amount = min(self.purse.most or points, points)
            points -= amount
            lines.append(f"DP {amount}: {text}")
        return lines

    def _guards(self, number: int) -> bool:
        """Whether a minor's unit, if it is paid to hold, can't be paid to go against the side."""
        owner = self.view.owner
        return any(owner.get(space) == self.side for space in self._reach(number))


def _moves(order: Order | None) -> TypeGuard[Move]:
    """Whether an order is a move."""
    return isinstance(order, Move)


def _goal(order: Order) -> int:
    """The space where an order leaves its unit."""
    return order.to if isinstance(order, Move) else order.space


def orders(view: View, side: str, dice: Random) -> list[str]:
    """The orders of a seat for the phase that waits: a movement is searched."""
    if view.state.phase[-1] != "M" or side not in view.sides:
        return reflex.orders(view, side, dice)
    search = Search(view, side, dice)
    return search.write(search.find())
