"""P LON-A BOMB BEL, and its support P HOL-A S P LON-A BOMB BEL."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from judge.rules.dip.contest.field import UNIT, Field
from judge.rules.dip.contest.questions import Contender, Contest, Duel
from judge.rules.dip.ground.board import NO_UNIT, Board, Unit
from judge.rules.dip.orders.base import Order, OrdersBySpace, place, subject
from judge.rules.dip.orders.move import Move
from judge.rules.mechanics.air import sky


class Bomb(Order, Contender, frozen=True):
    """A bombing of the surface space ``target``; the plane stays where it is."""

    VERB: ClassVar[str] = "BOMB"

    target: int = -1

    @classmethod
    def of(cls, unit: Unit, goal: int, board: Board) -> "Bomb":
        """The bombing by ``unit`` of the space of ``goal``."""
        target, fault = board.space_of[goal], ""
        text = f"{unit.text} BOMB {board.spaces[target]}"
        if unit.arm != sky.ARM or not sky.is_air(board, unit.space):
            fault = "only planes bomb"
        elif sky.is_air(board, target):
            fault = f"bombs fall on the ground: {board.spaces[sky.below(board, target)]}"
        else:
            # Rules, 5e: two spaces from above land, one from above a fleet.
            steps = sky.steps(board, unit.space, sky.above(board, target))
            if sky.over_water(board, unit.space) and steps != 1:
                fault = f"from above water {unit.text} bombs bordering spaces only"
            elif steps > 2:
                fault = f"{unit.text} can't reach {board.spaces[target]}"
        return cls(text, unit.arm, unit.loc, unit.space, fault, target=target)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Bomb | None":
        """Read "P LON-A BOMB BEL"."""
        if len(words) != 4:
            return None
        return cls.of(subject(words, board), place(words[3], board), board)

    def judge(self, contest: Contest, unit: int) -> bool:
        """Whether the bombs fall: nobody stops them."""
        return not self.stoppers(contest, unit)

    def stoppers(self, contest: Contest, unit: int) -> list[Duel]:
        """The enemies that are too strong for a bomber: over the target, else on all ways (W54).

        Both are judged by where planes stood at the start, like routes and ferries.
        """
        field = contest.field
        over, power = sky.above(field.board, self.target), field.powers[unit]
        enemy = sky.is_hostile(field, over, power)
        duels = [_compare(contest, unit, enemy)] if enemy >= 0 else []
        if not any(duel.stops for duel in duels):
            guards = sky.guards(field, self.space, over, power)
            duels = [_compare(contest, unit, guard) for guard in guards]
        return duels if all(duel.stops for duel in duels) else []


def _compare(contest: Contest, bomber: int, enemy: int) -> Duel:
    """A bomber with its uncut supports, and a plane that would stop it with its own to hold."""
    field = contest.field
    against = field.powers[enemy]
    helpers = [
        unit
        for unit in field.contenders
        if not field.verdicts[unit]
        and (backing := getattr(field.orders[unit], "backing", None)) is not None
        and backing.matches(field, bomber)
    ]
    force = UNIT + sum(
        field.force[helper]
        for helper in helpers
        if field.powers[helper] != against and contest.is_given(helper)
    )
    leaves = isinstance(field.orders[enemy], Move)
    other_force = UNIT if leaves else contest.hold_strength(enemy)
    return Duel(enemy, force, other_force, force <= other_force)


class BombSupport(Order, Contender, frozen=True):
    """The support of the bombing of ``to`` by the plane ``aided``."""

    VERB: ClassVar[str] = "S"

    aided: Unit = NO_UNIT
    to: int = -1

    @property
    def backing(self) -> "BombSupport":
        """The bombing support that this order gives."""
        return self

    @classmethod
    def of(cls, unit: Unit, aided_unit: Unit, goal: int, board: Board) -> "BombSupport":
        """The support by ``unit`` of the bombing by ``aided_unit`` of the space of ``goal``."""
        to = board.space_of[goal]
        text = f"{unit.text} S {aided_unit.text} BOMB {board.spaces[to]}"
        fault = Bomb.of(aided_unit, to, board).fault
        if not fault and unit == aided_unit:
            fault = "a unit can't support itself"
        elif not fault:
            # A plane reaches what it may support on the ground, flak only what is right above it.
            place_ = to if unit.arm == sky.ARM else sky.above(board, to)
            if place_ not in board.reach[unit.arm][unit.loc]:
                fault = f"{unit.text} can't give support over {board.spaces[to]}"
        return cls(text, unit.arm, unit.loc, unit.space, fault, aided=aided_unit, to=to)

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "BombSupport | None":
        """Read "P HOL-A S P LON-A BOMB BEL"."""
        if len(words) != 7 or words[5] != "BOMB":
            return None
        unit, aided = subject(words, board), subject(words[3:5], board)
        return cls.of(unit, aided, place(words[6], board), board)

    def void(self, own_units: Mapping[int, Unit], own_orders: OrdersBySpace, board: Board) -> str:
        """An own plane that bombs something else, or nothing, is not helped."""
        order = own_orders.get(self.aided.space)
        bombs = isinstance(order, Bomb) and order.target == self.to
        if self.aided.space not in own_units or bombs:
            return ""
        return f"you did not order {self.aided.text} to bomb {board.spaces[self.to]}"

    def matches(self, field: Field, bomber: int) -> bool:
        """Whether ``bomber`` drops its bombs as this support expects."""
        order = field.orders[bomber]
        return (
            isinstance(order, Bomb)
            and not field.verdicts[bomber]
            and (order.space, order.target) == (self.aided.space, self.to)
        )

    def settle(self, field: Field, unit: int) -> None:
        """A support of a bombing that nobody ordered helps nobody."""
        bomber = field.occupant[self.aided.space]
        if bomber < 0:
            field.rule_out(unit, "illegal", f"there is no {self.aided.text} to support")
        elif not self.matches(field, bomber):
            there = field.board.spaces[self.to]
            field.rule_out(unit, "invalid", f"{self.aided.text} was not ordered to bomb {there}")

    def judge(self, contest: Contest, unit: int) -> bool:
        """Whether the support is given."""
        return contest.is_given(unit)
