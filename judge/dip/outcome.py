"""What came of a movement phase: verdicts, who was dislodged by whom, where they may retreat."""

from collections.abc import Mapping
from itertools import chain, compress

from judge.dip import explain
from judge.dip.board import Unit
from judge.dip.field import Field
from judge.dip.orders.support import Support
from judge.dip.position import Dislodged, State
from judge.dip.resolve import Resolver
from judge.dip.rules import Rules


class Outcome:
    """The result of one movement phase, unit by unit; reasons are worded on demand."""

    def __init__(self, field: Field, rules: Rules) -> None:
        self.field, self.rules = field, rules
        self.resolver = Resolver(field, rules)
        self.won = self.resolver.settle()
        """Unit -> whether its attack got through."""
        winners = compress(range(len(self.won)), self.won)
        self.movers = [unit for unit in winners if field.goal[unit] >= 0]
        """The units that leave their spaces for those that they attacked."""
        self.dislodged = self._dislodged()
        """Dislodged unit -> the attacker that took its place."""
        self.uprooted: Mapping[int, str] = rules.ask("uprooted", self, {})
        """Units that have to leave though nobody dislodged them, with the reason."""
        self.lost: Mapping[int, str] = rules.ask("lost", self, {})
        """Units that are gone though nobody dislodged them, with the reason."""
        self.leaving = self._leaving() if self.dislodged or self.uprooted else {}
        """Every unit that has to leave, with its retreats; () means that it is destroyed."""
        self._words = self._worded()

    def moves(self, unit: int) -> bool:
        """Whether a unit leaves its space for the one that it attacked."""
        return self.won[unit] and self.field.goal[unit] >= 0

    def _dislodged(self) -> dict[int, int]:
        at, goal = self.field.at, self.field.goal
        taken: dict[int, int] = {}
        for unit in self.movers:
            defender = at[goal[unit]]
            if defender >= 0 and not self.moves(defender):
                taken[defender] = unit
        return taken

    def unit(self, unit: int) -> Unit:
        """A unit where it is after the moves, or was when it was dislodged."""
        before, order = self.field.units[unit], self.field.orders[unit]
        if order is None or not self.moves(unit):
            return before
        return self.field.board.at[before.arm][order.goal]

    @property
    def loc(self) -> list[int]:
        """Unit -> the loc where it stands afterwards, or stood when it was dislodged."""
        return [self.unit(unit).loc for unit in range(len(self.won))]

    def retreats(self, unit: int) -> tuple[int, ...]:
        """The locs to which a unit that has to leave may retreat, sorted by name."""
        field = self.field
        board, here = field.board, self.unit(unit)
        attacker = self.dislodged.get(unit, -1)
        origin = field.space[attacker] if attacker >= 0 and not field.via[attacker] else -1
        free = [
            loc
            for loc in board.steps[here.arm][here.loc]
            if (space := board.space_of[loc]) != origin
            and not self._occupied(space)
            and not self._contested(space)
        ]
        answer = tuple(sorted(free, key=board.locs.__getitem__))
        return tuple(self.rules.ask("retreats", self, unit, answer))

    def _occupied(self, space: int) -> bool:
        """Whether a space holds a unit after the moves."""
        occupant = self.field.at[space]
        if occupant >= 0 and not self.moves(occupant) and occupant not in self.lost:
            return True
        attackers = self.field.into.get(space, ())
        return any(self.moves(unit) and unit not in self.lost for unit in attackers)

    def _contested(self, space: int) -> bool:
        """Whether a space is closed by a stand-off or by a sortie."""
        attackers = self.field.into.get(space)
        return attackers is not None and any(
            self.resolver.prevent(unit) for unit in attackers if not self.moves(unit)
        )

    def _leaving(self) -> dict[int, tuple[str, ...]]:
        locs = self.field.board.locs
        return {
            unit: tuple([locs[loc] for loc in self.retreats(unit)])
            for unit in sorted({*self.dislodged, *self.uprooted})
        }

    def verdicts(self) -> list[str]:
        """The verdicts on all units' orders."""
        if self.rules.verdict is not None or self.rules.fate is not None:
            return [self.verdict(unit) for unit in range(len(self.won))]
        words = list(self._words)
        for unit in {**self.leaving, **self.lost}:
            words[unit] += self._fate(unit)
        return words

    def verdict(self, unit: int) -> str:
        """The verdict on a unit's order, with what became of the unit."""
        word = self._words[unit]
        if self.rules.verdict is not None:
            word = self.rules.verdict(self, unit, word)
        if unit in self.leaving or unit in self.lost or self.rules.fate is not None:
            word += self._fate(unit)
        return word

    def _fate(self, unit: int) -> str:
        """What became of a unit, as its verdict ends: "", " dislodged" or " destroyed"."""
        retreats = self.leaving.get(unit)
        fate = "" if retreats is None else " dislodged" if retreats else " destroyed"
        if unit in self.lost:
            fate = " destroyed"
        return str(self.rules.ask("fate", self, unit, fate))

    def _worded(self) -> list[str]:
        """The verdicts by the standard rules, without what became of the units."""
        field, won = self.field, self.won
        words = ["stands"] * len(won)
        space, into, plain = field.space, field.into, self.rules.plain
        for unit in chain.from_iterable(into.values()):
            words[unit] = "succeeds" if won[unit] else "fails"
        for unit in field.supports:
            quiet = plain and space[unit] not in into
            words[unit] = "given" if quiet or self.supports(unit) else "cut"
        for unit in field.convoys:
            words[unit] = "available" if self.convoys(unit) else "disrupted"
        for unit in field.fresh:
            words[unit] = "succeeds" if self.won[unit] else "fails"
        if field.goal is not field.aim:
            for unit, target in enumerate(field.aim):
                if self.won[unit] and target >= 0 > field.goal[unit]:
                    words[unit] = "sorties"
        if any(field.verdicts):
            words = [verdict or word for verdict, word in zip(field.verdicts, words, strict=True)]
        return words

    def supports(self, unit: int) -> bool:
        """Whether a support was given: not cut, or to hold for a unit that nobody attacked."""
        if unit in self.dislodged:
            return False
        if self.resolver.given(unit):
            return True
        order = self.field.orders[unit]
        return isinstance(order, Support) and not order.moves and order.to not in self.field.into

    def convoys(self, unit: int) -> bool:
        """Whether a convoying fleet was spared."""
        return unit not in self.dislodged and unit not in self.resolver.disrupted

    def stands(self, unit: int) -> str:
        """A unit by the place where it is after the moves, or was when it was dislodged."""
        return self.unit(unit).text

    def by(self, unit: int) -> list[str]:
        """The units or orders that caused the verdict."""
        return explain.causes(self, unit)

    def reason(self, unit: int) -> str:
        """One sentence that says why, with the strengths compared."""
        return explain.reason(self, unit)

    def state(self, phase: str) -> State:
        """The position after the moves; units that leave without a retreat are gone."""
        former = self.field.state
        texts = self._texts()
        units: dict[str, tuple[str, ...]] = {}
        end = 0
        for power, before in former.units.items():
            start, end = end, end + len(before)
            mine = texts[start:end]
            if mine:
                mine.sort()
                units[power] = tuple(mine)
        if self.leaving or self.lost:
            units = {power: tuple(filter(None, mine)) for power, mine in units.items() if any(mine)}
        return State(
            phase=phase,
            units=units,
            centers=former.centers,
            dislodged=self._fled() if self.leaving else (),
            options=former.options,
            memory=former.memory,
        )

    def _texts(self) -> list[str]:
        """The units where they stand now, in their former order; "" for those that leave."""
        field, at = self.field, self.field.board.at
        texts, units, orders = list(field.texts), field.units, field.orders
        for unit in self.movers:
            order = orders[unit]
            assert order is not None
            texts[unit] = at[units[unit].arm][order.goal].text
        for unit in (*self.leaving, *self.lost):
            texts[unit] = ""
        return texts

    def _fled(self) -> tuple[Dislodged, ...]:
        powers = self.field.powers
        return tuple(
            Dislodged(powers[unit], self.stands(unit), retreats)
            for unit, retreats in self.leaving.items()
            if retreats
        )
