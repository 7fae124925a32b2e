"""What came of a movement phase: verdicts, who was dislodged by whom, where they may retreat."""

from functools import cached_property

from judge.dip import explain
from judge.dip.orders.base import CONVOY, MOVE, SUPPORT
from judge.dip.orders.support import Support
from judge.dip.position import Dislodged, State
from judge.dip.prepare import Field
from judge.dip.resolve import Resolver
from judge.dip.rules import Rules


class Outcome:
    """The result of one movement phase, unit by unit; reasons are worded on demand."""

    def __init__(self, field: Field, rules: Rules) -> None:
        self.field, self.rules = field, rules
        self.resolver = Resolver(field, rules)
        self.won = self._won()
        """Unit -> whether its attack got through."""
        self.loc = [
            getattr(field.orders[unit], "goal", -1) if self.moves(unit) else field.locs[unit]
            for unit in range(len(self.won))
        ]
        """Unit -> the loc where it stands afterwards, or stood when it was dislodged."""
        self.dislodged = self._dislodged()
        """Dislodged unit -> the attacker that took its place."""
        self.uprooted: dict[int, str] = dict(rules.ask("uprooted", self, {}))
        """Units that have to leave though nobody dislodged them, with the reason."""
        self.lost: dict[int, str] = dict(rules.ask("lost", self, {}))
        """Units that are gone though nobody dislodged them, with the reason."""

    def _won(self) -> list[bool]:
        won = [False] * len(self.field.powers)
        for unit, target in enumerate(self.field.aim):
            if target >= 0:
                won[unit] = self.resolver.resolve(unit)
        for unit in self.field.fresh:
            won[unit] = self.resolver.resolve(unit)
        return won

    def moves(self, unit: int) -> bool:
        """Whether a unit leaves its space for the one that it attacked."""
        return self.won[unit] and self.field.goal[unit] >= 0

    def _dislodged(self) -> dict[int, int]:
        field = self.field
        taken: dict[int, int] = {}
        for unit in range(len(self.won)):
            if self.moves(unit):
                defender = field.at[field.goal[unit]]
                if defender >= 0 and not self.moves(defender):
                    taken[defender] = unit
        return taken

    @cached_property
    def occupied(self) -> frozenset[int]:
        """The spaces that hold a unit after the moves, those that have to leave included."""
        space_of = self.field.board.space_of
        return frozenset(
            space_of[loc]
            for unit, loc in enumerate(self.loc)
            if unit not in self.dislodged and unit not in self.lost
        )

    @cached_property
    def contested(self) -> frozenset[int]:
        """The spaces closed by a stand-off or by a sortie."""
        field, resolver = self.field, self.resolver
        return frozenset(
            target
            for target, attackers in field.into.items()
            for unit in attackers
            if not self.moves(unit) and resolver.prevent(unit)
        )

    def retreats(self, unit: int) -> tuple[int, ...]:
        """The locs to which a unit that has to leave may retreat, sorted by name."""
        field = self.field
        board = field.board
        attacker = self.dislodged.get(unit, -1)
        closed = self.occupied | self.contested
        if attacker >= 0 and not field.via[attacker]:
            closed |= {field.space[attacker]}
        free = (
            loc
            for loc in board.steps[field.arms[unit]][self.loc[unit]]
            if board.space_of[loc] not in closed
        )
        answer = tuple(sorted(free, key=board.locs.__getitem__))
        return tuple(self.rules.ask("retreats", self, unit, answer))

    @cached_property
    def leaving(self) -> dict[int, tuple[str, ...]]:
        """Every unit that has to leave, with its retreats; () means that it is destroyed."""
        locs = self.field.board.locs
        return {
            unit: tuple(locs[loc] for loc in self.retreats(unit))
            for unit in sorted({*self.dislodged, *self.uprooted})
        }

    def verdict(self, unit: int) -> str:
        """The verdict on a unit's order, with what became of the unit."""
        word = self.field.verdicts[unit] or self._word(unit)
        word = self.rules.ask("verdict", self, unit, word)
        return str(word) + self._fate(unit)

    def _fate(self, unit: int) -> str:
        """What became of a unit, as its verdict ends: "", " dislodged" or " destroyed"."""
        retreats = self.leaving.get(unit)
        fate = "" if retreats is None else " dislodged" if retreats else " destroyed"
        if unit in self.lost:
            fate = " destroyed"
        return str(self.rules.ask("fate", self, unit, fate))

    def _word(self, unit: int) -> str:
        field = self.field
        order = field.orders[unit]
        kind = -1 if order is None else order.KIND
        if kind == MOVE or unit in field.fresh:
            stays = self.won[unit] and field.aim[unit] >= 0 > field.goal[unit]
            return "sorties" if stays else "succeeds" if self.won[unit] else "fails"
        if kind == SUPPORT:
            return "given" if self.supports(unit) else "cut"
        if kind == CONVOY:
            return "available" if self.convoys(unit) else "disrupted"
        return "stands"

    def supports(self, unit: int) -> bool:
        """Whether a support was given: not cut, or to hold for a unit that nobody attacked."""
        if unit in self.dislodged:
            return False
        order = self.field.orders[unit]
        untested = (
            isinstance(order, Support) and not order.moves and order.to not in self.field.into
        )
        return untested or self.resolver.given(unit)

    def convoys(self, unit: int) -> bool:
        """Whether a convoying fleet was spared."""
        return unit not in self.dislodged and unit not in self.resolver.disrupted

    def stands(self, unit: int) -> str:
        """A unit by the place where it is after the moves, or was when it was dislodged."""
        return f"{self.field.arms[unit]} {self.field.board.locs[self.loc[unit]]}"

    def by(self, unit: int) -> list[str]:
        """The units or orders that caused the verdict."""
        return explain.causes(self, unit)

    def reason(self, unit: int) -> str:
        """One sentence that says why, with the strengths compared."""
        return explain.reason(self, unit)

    def state(self, phase: str) -> State:
        """The position after the moves; units that leave without a retreat are gone."""
        field = self.field
        units: dict[str, list[str]] = {power: [] for power in field.state.units}
        for unit, power in enumerate(field.powers):
            if unit not in self.leaving and unit not in self.lost:
                units[power].append(self.stands(unit))
        former = field.state
        return State(
            phase=phase,
            units={power: tuple(sorted(texts)) for power, texts in units.items() if texts},
            centers=former.centers,
            dislodged=tuple(
                Dislodged(field.powers[unit], self.stands(unit), retreats)
                for unit, retreats in self.leaving.items()
                if retreats
            ),
            options=former.options,
            memory=former.memory,
        )
