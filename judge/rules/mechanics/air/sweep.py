"""P LON-A - YOR-A S A LON - YOR: a plane flies somewhere and supports what happens below it."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from judge.rules.dip.contest.field import Field
from judge.rules.dip.contest.questions import Contender, Contest, Judge, Key
from judge.rules.dip.ground.board import Board, Unit
from judge.rules.dip.orders.base import OTHER, OrdersBySpace, place, subject
from judge.rules.dip.orders.move import Move
from judge.rules.dip.orders.support import Support
from judge.rules.mechanics.air import sky
from judge.rules.mechanics.air.bomb import BombSupport

WINS = "wins its air space"
"""The question whether a flight wins its contest, whatever it finds below (W51)."""


class Sweep(Move, Contender, frozen=True):
    """A flight with a support of an event in the surface space below its target."""

    VERB: ClassVar[str] = "-"
    KIND: ClassVar[int] = OTHER

    event: Support | BombSupport | None = None

    @property
    def backing(self) -> BombSupport | None:
        """The bombing support that this order gives, if it is one."""
        return self.event if isinstance(self.event, BombSupport) else None

    @classmethod
    def with_event(cls, move: Move, event: Support | BombSupport, board: Board) -> "Sweep":
        """The flight ``move`` with ``event`` as if the plane were there already."""
        fault = move.fault or event.fault
        if not fault and event.to != sky.below(board, move.to):
            fault = f"a flying plane supports only what happens below {board.spaces[move.to]}"
        return cls(
            text=f"{move.text} {event.text.split(' ', 2)[2]}",
            arm=move.arm,
            loc=move.loc,
            space=move.space,
            fault=fault,
            goal=move.goal,
            to=move.to,
            walks=move.walks,
            traits=move.traits,
            event=event,
        )

    @classmethod
    def read(cls, words: Sequence[str], board: Board) -> "Sweep | None":
        """Read "P LON-A - YOR-A S A LON - YOR"."""
        if len(words) < 7 or words[0] != sky.ARM or words[4] != "S":
            return None
        goal = place(words[3], board)
        if not sky.is_air(board, goal):
            raise ValueError(f"a plane flies to an air space, like '{words[3]}{sky.SUFFIX}'")
        there = [sky.ARM, words[3], *words[4:]]
        event = BombSupport.read(there, board) or Support.read(there, board)
        if event is None:
            return None
        assert isinstance(event, (Support, BombSupport))
        return cls.with_event(Move.of(subject(words, board), goal, board), event, board)

    def doubt(self, own_units: Mapping[int, Unit], own_orders: OrdersBySpace, board: Board) -> str:
        """Its support may help none of the player's own units; its flight counts all the same."""
        if self.event is None:
            return ""
        return self.event.void(own_units, own_orders, board) or self.event.doubt(
            own_units, own_orders, board
        )

    def lay(self, field: Field, unit: int) -> None:
        """The flight attacks like any."""
        field.target[unit] = self.to
        field.attackers.setdefault(self.to, []).append(unit)

    def settle(self, field: Field, unit: int) -> None:
        """The support is laid beside the order that it helps, if there is one."""
        event = self.event
        aided = find_helped(field, event) if isinstance(event, Support) else -1
        if aided >= 0:
            field.supporters[aided] = [*(field.supporters[aided] or ()), unit]

    def questions(self, field: Field, unit: int) -> Mapping[Key, Judge]:
        """Over water it is asked apart whether it wins (W51)."""
        if not sky.over_water(field.board, self.to):
            return {}
        return {(WINS, unit): lambda contest, _: contest.gets_through(unit, lands=False)}

    def judge(self, contest: Contest, unit: int) -> bool:
        """Whether the flight gets through."""
        return contest.gets_through(unit)


def wins_air_space(contest: Contest, unit: int) -> bool:
    """Whether a flying supporter wins its air space: then its support counts (W51).

    A bounce for want of a carrier comes later and does not undo it.
    """
    field = contest.field
    flies = unit in field.contenders
    if flies and sky.over_water(field.board, field.target[unit]):
        return contest.ask((WINS, unit))
    return contest.resolve(unit)


def find_helped(field: Field, event: Support) -> int:
    """The unit that does what the support expects, -1 if none does.

    It is looked for among the units: an army that is to be dropped has left its space at once.
    """
    aided_unit = event.aided
    if aided_unit.space not in field.space:
        return -1
    aided = field.space.index(aided_unit.space)
    order = field.orders[aided]
    if field.arms[aided] != aided_unit.arm:
        return -1
    if not event.moves:
        return -1 if isinstance(order, Move) else aided
    if not isinstance(order, Move) or field.target[aided] != event.to:
        return -1
    return aided if event.goal in (event.to, order.goal) else -1
