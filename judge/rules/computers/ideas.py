"""What a player would think of: changes of a plan, and how helpers keep up with them.

A unit goes elsewhere, supports, attacks with the help of others, makes way, sails.
"""

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from judge.rules.computers.view import View
from judge.rules.dip.orders.base import Order
from judge.rules.dip.orders.convoy import Convoy
from judge.rules.dip.orders.move import Hold, Move
from judge.rules.dip.orders.support import Support

Plan = dict[int, Order]
"""Unit -> its order: of every own unit, and of minors' units that are to be paid for."""


def goal(order: Order) -> int:
    """The space where an order leaves its unit."""
    return order.to if isinstance(order, Move) else order.space


class Ideas:
    """The changes that a side's units, and the minors' units that it may pay, can make."""

    def __init__(self, view: View, mine: Sequence[int], minors: Sequence[int]) -> None:
        self.view, self.mine, self.minors = view, mine, minors

    def changes(self, plan: Plan) -> Iterator[Plan]:
        """Other orders for one or some units of a plan."""
        view, board = self.view, self.view.board
        goals = {unit: goal(plan[unit]) for unit in self.mine}
        for number in self.mine:
            unit = view.units[number]
            if not isinstance(plan[number], Hold):
                yield {number: Hold.of(unit)}
            for move in self._moves(number):
                yield {number: move}
                yield from self._attack(number, move)
                leader = view.at.get(move.to, -1)
                if goals.get(leader) == move.to:
                    for way in self._moves(leader):
                        yield {number: move, leader: way}
            if unit.arm != "A" or unit.space not in board.ports:
                continue
            # The landings to which one own fleet can carry it.
            voyages = [
                (other, port)
                for other in self.mine
                if view.units[other].arm == "F"
                and board.seas[unit.space] >> view.units[other].space & 1
                for port in view.terrain.landings.get(view.units[other].space, ())
                if port != unit.space
            ]
            for other, port in voyages:
                convoy = Convoy.of(view.units[other], unit, port, board)
                yield {number: Move.of(unit, port, board, via=True), other: convoy}
        for number in (*self.mine, *self.minors):
            for other, there in goals.items():
                if there in self.reach(number) and other != number:
                    yield {number: self._support(number, other, plan[other])}

    def reach(self, number: int) -> frozenset[int]:
        """The spaces into which a unit may support."""
        unit = self.view.units[number]
        return self.view.board.reach[unit.arm][unit.loc]

    def _moves(self, number: int) -> Iterator[Move]:
        """The steps of an army or a fleet; where planes go reflex says."""
        unit, board = self.view.units[number], self.view.board
        if unit.arm in self.view.terrain.near:
            for loc in sorted(board.steps[unit.arm][unit.loc]):
                yield Move.of(unit, loc, board)

    def _support(self, number: int, other: int, order: Order) -> Order:
        """The support of one unit for what another one is ordered."""
        to = order.goal if isinstance(order, Move) else None
        units = self.view.units
        return Support.of(units[number], units[other], to, self.view.board)

    def _attack(self, number: int, move: Move) -> Iterator[Plan]:
        """A move where others may stand or come, with the support of one, or of all who can."""
        view = self.view
        if not view.against(move.to, view.sides[number]):
            return
        supports = {
            other: self._support(other, number, move)
            for other in (*self.mine, *self.minors)
            if other != number and move.to in self.reach(other)
        }
        for other, support in supports.items():
            yield {number: move, other: support}
        if len(supports) > 1:
            yield {number: move} | {one: supports[one] for one in self.mine if one in supports}

    # --- what a change makes needless or wrong

    def mend(self, plan: Plan) -> Plan:
        """The plan with helpers that do what those whom they help now need, or else hold."""
        view = self.view
        for _ in range(2):
            mended_plan: Plan = {}
            for number, order in plan.items():
                mended_order: Order | None = order
                if isinstance(order, Support):
                    other = view.at.get(order.aided.space, -1)
                    aided = plan.get(other, order)
                    helps = (order.to, order.moves) == (goal(aided), _moves(aided))
                    if other in plan and not helps:
                        reaches = goal(aided) in self.reach(number)
                        mended_order = self._support(number, other, aided) if reaches else None
                elif isinstance(order, Convoy):
                    army = plan.get(view.at.get(order.cargo.space, -1))
                    if not _moves(army) or army.to != order.to:
                        mended_order = None
                elif isinstance(order, Move) and order.via:
                    convoys = (one for one in plan.values() if isinstance(one, Convoy))
                    if (order.space, order.to) not in ((it.cargo.space, it.to) for it in convoys):
                        mended_order = None
                mended_plan[number] = mended_order or Hold.of(view.units[number])
            plan = mended_plan
        return plan


def _moves(order: Order | None) -> TypeGuard[Move]:
    """Whether an order is a move."""
    return isinstance(order, Move)
