"""Resolution: who succeeds, by guessing and checking (Kruijswijk's recursive algorithm).

Every move, and every fleet that convoys, is a question with the answer yes or no ("does it
succeed", "is the convoy spared"). A question that runs in a circle back to itself is guessed: first
no, then yes. If both guesses confirm themselves, or neither does, the backup rule decides: the
convoys in the circle fail (Szykman), and where there are none the circle of moves goes round.
"""

from collections.abc import Callable, Sequence, Set

from judge.dip.field import UNIT, Field, Key
from judge.dip.orders.base import CONVOY, HOLD
from judge.dip.rules import Rules

_DONE, _NEW = -1, -2
"""A question is answered; was not asked yet. Else its answer is a guess, or leans on one: the
number says on which, counted from the oldest guess that is open."""
_NONE = 1 << 30
"""Leaning on no guess."""


class Resolver:
    """The answers of one movement phase; the strengths can be asked once all is settled."""

    __slots__ = (
        "_answer", "_cuts", "_force", "_gives", "_judges", "_lands", "_low", "_numbers", "_status",
        "_trail", "_yields", "aim", "at", "backs", "carriers", "disrupted", "field", "goal", "into",
        "powers", "space", "via",
    )  # fmt: skip

    def __init__(self, field: Field, rules: Rules) -> None:
        units = len(field.powers)
        count = units + len(field.questions)
        self.field = field
        self.at, self.into, self.aim, self.goal = field.at, field.into, field.aim, field.goal
        self.powers, self.space, self.backs = field.powers, field.space, field.backs
        self.via, self.carriers = field.via, field.carriers
        self.disrupted: set[int] = set()
        """The fleets whose convoys a paradox has broken."""
        self._force = field.force
        self._status = [_NEW] * count
        self._answer = [False] * count
        self._low = _NONE
        self._trail: list[int] = []
        self._cuts, self._gives, self._lands = rules.cuts, rules.gives, rules.lands
        self._yields = rules.yields
        self._judges: dict[int, Callable[[Resolver, int], bool]] = {}
        self._numbers: dict[Key, int] = {}
        if field.fresh or field.questions:
            self._enlist(units)

    def _enlist(self, units: int) -> None:
        """Number the questions of mechanics behind the units'."""
        for unit in self.field.fresh:
            order = self.field.orders[unit]
            assert order is not None
            self._judges[unit] = order.judge
        for at, (key, judge) in enumerate(self.field.questions.items(), units):
            self._numbers[key] = at
            self._judges[at] = judge

    def settle(self) -> list[bool]:
        """Resolve everything; unit -> whether its attack, or its order of an own type, succeeds."""
        field, aim = self.field, self.aim
        plain = field.rules.plain and not self._judges
        for unit in self._settle_plain() if plain else range(len(aim)):
            if aim[unit] >= 0:
                self.resolve(unit)
        won = self._answer[: len(aim)]
        for unit in field.convoys:
            won[unit] = False
        for unit in field.fresh:
            won[unit] = self.resolve(unit)
        return won

    def _settle_plain(self) -> list[int]:
        """Answer at once what needs no guess, which is most of a phase; the attacks that are left.

        A fleet that nobody attacks is spared; whether an army gets through that sails with
        another is unsure.
        """
        at, aim = self.at, self.aim
        unsure = self._spare()
        held: list[list[int]] = []
        empty: list[list[int]] = []
        moving: list[list[int]] = []
        for target, attackers in self.into.items():
            defender = at[target]
            group = empty if defender < 0 else held if aim[defender] < 0 else moving
            group.append(attackers)
        left = self._storm(held)
        left += self._enter(empty, unsure)
        left += self._follow(moving, unsure)
        return left

    def _spare(self) -> set[int]:
        """Answer for the fleets that nobody attacks; the armies that the others carry."""
        unsure: set[int] = set()
        for unit in self.field.convoys:
            if self.space[unit] in self.into:
                unsure.update(army for army, by in self.carriers.items() if unit in by)
            else:
                self._status[unit], self._answer[unit] = _DONE, True
        return unsure

    def _storm(self, groups: Sequence[Sequence[int]]) -> list[int]:
        """Attacks on units that stay, by target: without support they fail; those left open."""
        backs, status = self.backs, self._status
        left: list[int] = []
        for attackers in groups:
            for unit in attackers:
                if backs[unit] is None:
                    status[unit] = _DONE
                else:
                    left.append(unit)
        return left

    def _enter(self, groups: Sequence[Sequence[int]], unsure: Set[int]) -> list[int]:
        """Attacks on empty spaces: alone they succeed, of several without support none does."""
        backs, status, answer = self.backs, self._status, self._answer
        left: list[int] = []
        for attackers in groups:
            if len(attackers) == 1:
                unit = attackers[0]
                if unit in unsure:
                    left.append(unit)
                else:
                    status[unit], answer[unit] = _DONE, True
            elif any(backs[unit] or unit in unsure for unit in attackers):
                left += attackers
            else:
                for unit in attackers:
                    status[unit] = _DONE
        return left

    def _follow(self, groups: Sequence[Sequence[int]], unsure: Set[int]) -> list[int]:
        """Attacks on units that attack: a single one succeeds behind a unit that is sure to go."""
        at, aim, status, answer = self.at, self.aim, self._status, self._answer
        left: list[int] = []
        for attackers in groups:
            unit = attackers[0]
            leader = at[aim[unit]]
            sure = status[leader] == _DONE and answer[leader] and unit not in unsure
            if sure and len(attackers) == 1:
                status[unit], answer[unit] = _DONE, True
            else:
                left += attackers
        return left

    # --- the guessing ---

    def resolve(self, unit: int) -> bool:
        """Whether the move of ``unit`` succeeds, or the fleet ``unit`` is spared to convoy."""
        status = self._status[unit]
        if status == _DONE:
            return self._answer[unit]
        if status == _NEW:
            return self._ask(unit)
        self._low = min(self._low, status)
        return self._answer[unit]

    def _ask(self, unit: int) -> bool:
        outer, trail = self._low, self._trail
        depth = len(trail)
        trail.append(unit)
        self._status[unit], self._answer[unit] = depth, False
        self._low = _NONE
        first = self._judge(unit)
        low = self._low
        if low == _NONE:
            trail.pop()
            self._status[unit], self._answer[unit] = _DONE, first
            self._low = outer
            return first
        if low == depth:
            second, other = self._second_guess(unit, depth)
            if other >= depth and first != second:
                return self._answer[unit] if self._break(unit, depth, outer) else self._ask(unit)
            self._forget(depth + 1)
            low = other if other < depth else _NONE
        if low >= depth:
            self._forget(depth)
            self._status[unit], self._answer[unit] = _DONE, first
            self._low = outer
        else:
            self._status[unit], self._answer[unit] = low, first
            self._low = min(outer, low)
        return first

    def _second_guess(self, unit: int, depth: int) -> tuple[bool, int]:
        """Judge ``unit`` again, taken to succeed; also the oldest guess that this used."""
        self._forget(depth + 1)
        self._answer[unit] = True
        self._low = _NONE
        return self._judge(unit), self._low

    def _forget(self, depth: int) -> None:
        """Drop all answers that lean on guesses made from ``depth`` on."""
        status = self._status
        for unit in self._trail[depth:]:
            status[unit] = _NEW
        del self._trail[depth:]

    def _break(self, unit: int, depth: int, outer: int) -> bool:
        """The backup rule; True if it answered ``unit`` itself."""
        circle = self._trail[depth:]
        self._forget(depth)
        self._low = outer
        orders = self.field.orders
        units = (other for other in circle if other < len(orders))
        fleets = [other for other in units if getattr(orders[other], "KIND", HOLD) == CONVOY]
        for other in fleets or circle:
            self._status[other] = _DONE
            self._answer[other] = not fleets
        self.disrupted.update(fleets)
        return self._status[unit] == _DONE

    def _judge(self, unit: int) -> bool:
        if unit in self._judges:
            return self._judges[unit](self, unit)
        return self.won(unit) if self.aim[unit] >= 0 else self.spared(unit)

    # --- the questions ---

    def ask(self, key: Key) -> bool:
        """The answer to a mechanic's own question (``field.questions``)."""
        return self.resolve(self._numbers[key])

    def won(self, unit: int, *, lands: bool = True) -> bool:
        """Whether an attack gets through to its target, by the answers so far.

        ``lands`` False: what happens after the contest ("a plane needs its carrier") is left out.
        """
        if self.via[unit] and not self.arrives(unit):
            return False
        target = self.aim[unit]
        if self.at[target] < 0:
            attack = self._strength(unit)
        else:
            attack = self.attack(unit)
            if not attack or attack <= self.resistance(unit):
                return False
        for rival in self.into[target]:
            if rival != unit and attack <= self.prevent(rival) and not self._lets(rival, unit):
                return False
        return not lands or self._lands is None or self._lands(self, unit, True)

    def _lets(self, rival: int, unit: int) -> bool:
        """Whether an attack that would keep ``unit`` out yields to it."""
        return self._yields is not None and bool(self._yields(self, rival, unit, False))

    def spared(self, unit: int) -> bool:
        """Whether nobody dislodges a unit that stays."""
        return self.dislodger(unit) < 0

    def dislodger(self, unit: int) -> int:
        """The attacker that takes the place of ``unit``, which did not leave; -1 if none does."""
        for attacker in self.into.get(self.space[unit], ()):
            if self.goal[attacker] >= 0 and self.resolve(attacker):
                return attacker
        return -1

    def arrives(self, unit: int) -> bool:
        """Whether an attack by convoy has a whole route of fleets that are spared."""
        fleets = self.carriers[unit]
        if len(fleets) == 1:
            return self.resolve(fleets[0])
        return bool(self._landings(unit, first=True))

    def landings(self, unit: int) -> int:
        """The mask of the waters from which surviving routes land the convoyed ``unit``."""
        return self._landings(unit, first=False)

    def _landings(self, unit: int, *, first: bool) -> int:
        """Follow the fleets from the coast on, asking for each only when it is reached."""
        seas = self.field.board.seas
        shore = seas[self.aim[unit]]
        waiting = {self.space[fleet]: fleet for fleet in self.carriers[unit]}
        reach, found, stuck = seas[self.space[unit]], 0, False
        while not stuck:
            stuck = True
            for water in [water for water in waiting if reach >> water & 1]:
                if not self.resolve(waiting.pop(water)):
                    continue
                stuck = False
                reach |= seas[water]
                if shore >> water & 1:
                    found |= 1 << water
                    if first:
                        return found
        return found

    # --- the strengths, in half units ---

    def attack(self, unit: int) -> int:
        """The strength of an attack; 0 if it is against an own unit that stays."""
        defender = self.at[self.aim[unit]]
        if defender < 0:
            return self._strength(unit)
        # Head to head a defender leaves only over the attacker's body.
        if self.goal[defender] >= 0 and not self.meets(unit, defender) and self.resolve(defender):
            return self._strength(unit)
        power = self.powers[defender]
        return 0 if power == self.powers[unit] else self._strength(unit, power)

    def meets(self, unit: int, other: int) -> bool:
        """Whether two units attack each other head to head; a convoyed one passes by."""
        return (
            self.aim[other] == self.space[unit]
            and self.aim[unit] == self.space[other]
            and not self.via[unit]
            and not self.via[other]
        )

    def resistance(self, unit: int) -> int:
        """What the attack has to beat in its target: whoever stands or comes from there."""
        defender = self.at[self.aim[unit]]
        if defender < 0:
            return 0
        if self.aim[defender] < 0:
            return self.hold(defender)
        if self.meets(unit, defender):
            return self._strength(defender)
        return 0 if self.goal[defender] >= 0 and self.resolve(defender) else UNIT

    def hold(self, unit: int) -> int:
        """The strength of a unit that stays."""
        helpers = self.backs[unit]
        strength = UNIT
        if helpers is not None:
            for helper in helpers:
                if self.given(helper):
                    strength += self._force[helper]
        return strength

    def prevent(self, unit: int) -> int:
        """The strength with which an attack keeps others out of its target."""
        if self.via[unit] and not self.arrives(unit):
            return 0
        defender = self.at[self.aim[unit]]
        if (
            defender >= 0
            and self.meets(unit, defender)
            and self.goal[defender] >= 0
            and self.resolve(defender)
        ):
            return 0
        return self._strength(unit)

    def _strength(self, unit: int, against: str = "") -> int:
        """Force and given supports, without those of the power ``against``."""
        strength = self._force[unit] or self.field.rules.landing_force(self, unit)
        helpers = self.backs[unit]
        if helpers is not None:
            for helper in helpers:
                if self.powers[helper] != against and self.given(helper):
                    strength += self._force[helper]
        return strength

    def given(self, unit: int) -> bool:
        """Whether the support that ``unit`` lends is not cut."""
        answer = self.space[unit] not in self.into or self.cutter(unit) < 0
        return answer if self._gives is None else self._gives(self, unit, answer)

    def cutter(self, unit: int) -> int:
        """The attacker that cuts the support of ``unit``, -1 if none."""
        space, power = self.space[unit], self.powers[unit]
        for attacker in self.into.get(space, ()):
            if self.powers[attacker] != power and self._hits(attacker, unit):
                return attacker
        return -1

    def _hits(self, attacker: int, unit: int) -> bool:
        """Whether an attack cuts: at once, or only by dislodging the supporter.

        Against the space that it comes from a support is cut only by dislodgement.
        """
        order = self.field.orders[unit]
        cuts = order is None or order.to != self.space[attacker]
        if self._cuts is not None:
            cuts = self._cuts(self.field, attacker, unit, cuts)
        if not cuts:
            return self.goal[attacker] >= 0 and self.resolve(attacker)
        return not self.via[attacker] or self.arrives(attacker)
