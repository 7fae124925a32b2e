"""Steady's movement: own orders are bettered one after the other against what others may do.

The others play by reflex, sampled some times with other values, and agree on nobody's centres,
of which every other time the content take none; the side begins with reflex as well. Then orders
are changed, one or two at a time (``ideas``), and what promises more (``prospect``) against all
samples stays, until so many adjudications are spent. A minor's unit that points may move is looked
at like an own one that obeys every other time.
"""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from judge.kernel.engine import Purse
from judge.rules.computers import reflex
from judge.rules.computers.ideas import Ideas, Plan, goal
from judge.rules.computers.prospect import Claims, Prospect
from judge.rules.computers.view import View
from judge.rules.dip.contest.field import Field
from judge.rules.dip.orders.base import Order
from judge.rules.dip.play.movement import conclude
from judge.rules.dip.play.prepare import lay_out

SAMPLES = 4
"""So often the others' orders are guessed."""
LOOKS, CROWD = 400, 24
"""Adjudications that are spent on a move with CROWD units nearby; with more fewer."""
FOES = 0.2
"""How far the others stray from what reflex finds best."""
NOISES = (0.0, 0.2, 0.5, 0.8)
"""The same for the plans to begin with."""
WANTED = 2.0
"""So often centres of nobody's count in guesses: whoever searches goes for them before others."""
PATIENCE = (-0.15, -0.05)
"""How far behind a change may fall after one sample, and after two; then not at all."""


class Search:
    """One move of one side in the making."""

    def __init__(self, view: View, side: str, dice: Random, looks: int = LOOKS) -> None:
        self.view, self.side, self.dice = view, side, dice
        self.looks = looks * CROWD // max(CROWD, len(view.units))
        self.mine = [number for number, one in enumerate(view.sides) if one == side]
        self.purse = view.engine.purse(view.state, side) or Purse("", 0)
        each = self.purse.most or self.purse.points
        self.hires = -(-self.purse.points // each) if each else 0
        """So many of the minors' units can be paid for, the last one with what is over."""
        self.minors = [
            number for number, one in enumerate(view.sides) if self.hires and one not in view.seats
        ]
        self.ideas = Ideas(view, self.mine, self.minors)
        self.claims = Claims(view)
        self.prospect = Prospect(view, side, dice, self.claims.of(side))
        self.samples: list[list[Order | None]] = []
        """What all units of others may be ordered; every other time the content hold."""
        for sample in range(SAMPLES):
            orders: list[Order | None] = [None] * len(view.units)
            for seat in view.seats:
                if seat != side and not (sample % 2 and seat in self.claims.content):
                    for number, order in self._react(seat, FOES).items():
                        orders[number] = order
            self.samples.append([self.claims.respect(*told) for told in enumerate(orders)])
        self.seen: set[tuple[str, ...]] = set()

    def find(self) -> Plan:
        """The plan that promises most."""
        plans = [self._react(self.side, noise) for noise in NOISES]
        plan, results = max(
            ((plan, [*self._try(plan)]) for plan in plans), key=lambda tried: sum(tried[1], 0.0)
        )
        best: Plan = {}
        while best != plan:
            best = plan
            changes = [*self.ideas.changes(plan)]
            self.dice.shuffle(changes)
            for change in changes:
                if self.looks <= 0:
                    return plan
                other = self.ideas.mend(plan | change)
                key = tuple(order.text for order in other.values())
                if key in self.seen or not self._is_sound(other):
                    continue
                self.seen.add(key)
                tried: list[float] = []
                for result in self._try(other):
                    tried.append(result)
                    lead = sum(tried, 0.0) - sum(results[: len(tried)], 0.0)
                    if lead < (*PATIENCE, 0.0)[min(len(tried) - 1, len(PATIENCE))]:
                        break
                else:
                    if lead > 1e-6:
                        plan, results = other, tried
        return plan

    def _react(self, side: str, noise: float) -> Plan:
        """A side's plan by reflex."""
        lines = reflex.march(self.view, side, self.dice, noise)
        mine = (number for number, one in enumerate(self.view.sides) if one == side)
        return dict(zip(mine, self.view.game.notation.orders(lines), strict=True))

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

    def _is_sound(self, plan: Plan) -> bool:
        """Whether each unit will have a space, and all hired ones, which nobody attacks, points."""
        goals = {goal(plan[unit]) for unit in self.mine}
        hired = [unit for unit in plan if self.view.sides[unit] != self.side]
        return (
            len(goals) == len(self.mine)
            and len(hired) <= self.hires
            and not any(self.view.units[unit].space in goals for unit in hired)
        )

    # --- what is written

    def write(self, plan: Plan) -> list[str]:
        """A plan's lines: units that are run alone, those that are run with others, points.

        Minors' units are paid for to help, then not to be paid for going against one.
        """
        view = self.view
        own_lines = [plan[number].text for number in self.mine]
        goals = {goal(plan[number]) for number in self.mine}
        idle = [
            one for one in self.minors if one not in plan and view.units[one].space not in goals
        ]
        own = {space for space, owner in view.owner.items() if owner == self.side}
        idle.sort(key=lambda number: own.isdisjoint(self.ideas.reach(number)))
        hired = [plan[number].text for number in plan if view.sides[number] != self.side]
        hired += [f"{view.units[number].text} H" for number in idle]
        point_lines, points = [], self.purse.points
        for text in hired[: self.hires]:
            amount = min(self.purse.most or points, points)
            points -= amount
            point_lines.append(f"DP {amount}: {text}")
        return [*own_lines, *reflex.hold_shared(view, self.side), *point_lines]


def orders(view: View, side: str, dice: Random) -> list[str]:
    """The orders of a seat for the phase that waits: a movement is searched.

    It is searched without units that can neither come to where the side's can, nor help there.
    """
    if view.state.phase[-1] != "M" or side not in view.sides:
        return reflex.orders(view, side, dice)
    board, zone = view.board, set[int]()
    for unit, one in zip(view.units, view.sides, strict=True):
        if one == side:
            zone |= {unit.space, *board.reach[unit.arm][unit.loc]}
    units: dict[str, list[str]] = {power: [] for power in view.state.units}
    for unit, power in zip(view.units, view.powers, strict=True):
        if unit.space in zone or not zone.isdisjoint(board.reach[unit.arm][unit.loc]):
            units[power].append(unit.text)
    near = {power: tuple(texts) for power, texts in units.items()}
    nearby = View(view.engine, replace(view.state, units=near), WANTED)
    search = Search(nearby, side, dice)
    return search.write(search.find())
