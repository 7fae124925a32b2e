"""Resolution: who succeeds, by guessing and checking (Kruijswijk's recursive algorithm).

Every attack, and every fleet that convoys, is a question with the answer yes or no ("does it
succeed", "is the convoy spared"). A question is in one of these states:

unasked    nobody has needed its answer yet
guessed    it is being judged; should its own answer be needed for that, it is the guess
leaning    it was judged, but by means of a guess that is still open
known      its answer holds

A question is guessed first no, then yes, and that only if the first guess was used. Where both
judgements agree, no guess matters and the answer is known. Where they don't (both guesses confirm
themselves, or neither does) the backup rule decides: the convoys in the circle fail (Szykman,
choice 1 of RULES.md), and where there are none the circle of moves goes round (DATC 6.C.1). What is
decided is never asked again, so each use of the backup rule leaves fewer questions, and it ends.
"""

from collections.abc import Sequence, Set

from judge.rules.dip.contest.field import UNIT, Field
from judge.rules.dip.contest.questions import Contender, Duel, Judge, Key
from judge.rules.dip.orders.base import CONVOY, HOLD
from judge.rules.dip.seams.rules import Rules

_KNOWN, _UNASKED = -1, -2
"""States of a question. Any other is the number of a guess, counted from the oldest that is open:
the question's own while it is guessed, else the oldest that its answer leans on."""
_NO_GUESS = 1 << 30
"""Instead of the number of a guess: none was used."""


class Resolver:
    """A ``Contest``: it answers what is asked, and the strengths once all is settled."""

    __slots__ = (
        "_answer", "_completes_move", "_cuts", "_force", "_gives_support", "_judges", "_numbers",
        "_open", "_rules", "_state", "_used", "_yields", "attackers", "by_convoy", "carriers",
        "destination", "disrupted_convoys", "field", "occupant", "powers", "space", "supporters",
        "target",
    )  # fmt: skip

    def __init__(self, field: Field, rules: Rules) -> None:
        self.field, self._rules = field, rules
        self.occupant, self.attackers = field.occupant, field.attackers
        self.target, self.destination = field.target, field.destination
        self.powers, self.space, self.supporters = field.powers, field.space, field.supporters
        self.by_convoy, self.carriers = field.by_convoy, field.carriers
        self.disrupted_convoys: set[int] = set()
        """The fleets whose convoys a paradox has broken."""
        self._force = field.force
        self._state = [_UNASKED] * len(field.powers)
        self._answer = [False] * len(field.powers)
        self._open: list[int] = []
        """The questions whose answers are guesses or lean on some, in the order of asking."""
        self._used = _NO_GUESS
        """The oldest guess that was used since the present question is being judged."""
        self._cuts, self._gives_support, self._completes_move = (
            rules.cuts,
            rules.gives_support,
            rules.completes_move,
        )
        self._yields = rules.yields
        self._judges: dict[int, Judge] = {}
        """The questions that mechanics answer."""
        self._numbers: dict[Key, int] = {}
        """The numbers of mechanics' own questions, behind the units'."""
        if field.contenders:
            for unit in self.field.contenders:
                order = self.field.orders[unit]
                assert isinstance(order, Contender)
                self._judges[unit] = order.judge
                for key, judge in order.questions(self.field, unit).items():
                    number = len(self._state)
                    self._numbers[key], self._judges[number] = number, judge
                    self._state.append(_UNASKED)
                    self._answer.append(False)

    def settle_all(self) -> list[bool]:
        """Resolve everything; unit -> whether its attack, or its order of an own type, succeeds."""
        field, target = self.field, self.target
        plain = self._rules.plain and not self._judges
        for unit in self._settle_plain() if plain else range(len(target)):
            if target[unit] >= 0:
                self.resolve(unit)
        successes = self._answer[: len(target)]
        for unit in field.convoys:
            successes[unit] = False
        for unit in field.contenders:
            successes[unit] = self.resolve(unit)
        return successes

    # --- what needs no guess, which is most of a phase ---

    def _settle_plain(self) -> list[int]:
        """Answer what is certain at once; the attacks that are left, for ``resolve``."""
        occupant, target, supporters = self.occupant, self.target, self.supporters
        unsure_armies: set[int] = set()
        for unit in self.field.convoys:
            if self.space[unit] in self.attackers:
                unsure_armies.update(
                    army for army, fleets in self.carriers.items() if unit in fleets
                )
            else:
                self._state[unit], self._answer[unit] = _KNOWN, True
        attacks_left: list[int] = []
        on_nobody: list[list[int]] = []
        on_movers: list[list[int]] = []
        for space, attackers in self.attackers.items():
            defender = occupant[space]
            if defender < 0:
                on_nobody.append(attackers)
            elif target[defender] < 0:
                # Without support nobody drives out a unit that stays: it is as strong.
                for unit in attackers:
                    if supporters[unit] is None:
                        self._state[unit] = _KNOWN
                    else:
                        attacks_left.append(unit)
            else:
                on_movers.append(attackers)
        # Nobody's spaces first: who comes in there makes way for those behind.
        return attacks_left + self._settle_open_spaces(on_nobody + on_movers, unsure_armies)

    def _settle_open_spaces(
        self, groups: Sequence[Sequence[int]], unsure_armies: Set[int]
    ) -> list[int]:
        """An attack alone succeeds where nobody is, or is known to leave; the others.

        Of several without support none does where nobody is (DATC 6.A.12).
        """
        occupant, target, supporters = self.occupant, self.target, self.supporters
        state, answer = self._state, self._answer
        attacks_left: list[int] = []
        for attackers in groups:
            unit = attackers[0]
            leader = occupant[target[unit]]
            if len(attackers) == 1 and unit not in unsure_armies:
                if leader < 0 or (state[leader] == _KNOWN and answer[leader]):
                    state[unit], answer[unit] = _KNOWN, True
                else:
                    attacks_left.append(unit)
            elif leader >= 0 or any(supporters[it] or it in unsure_armies for it in attackers):
                attacks_left += attackers
            else:
                for unit in attackers:
                    state[unit] = _KNOWN
        return attacks_left

    # --- the guessing ---

    def resolve(self, unit: int) -> bool:
        """Whether the attack of ``unit`` succeeds, or the fleet ``unit`` is spared to convoy."""
        state = self._state[unit]
        if state == _KNOWN:
            return self._answer[unit]
        if state == _UNASKED:
            return self._ask(unit)
        # A guess, or what leans on one: whoever asks leans on that guess from now on.
        self._used = min(self._used, state)
        return self._answer[unit]

    def _ask(self, unit: int) -> bool:
        """Answer a question that is unasked: guess no, judge, and see which guesses that used."""
        oldest_before = self._used
        guess = len(self._open)
        self._open.append(unit)
        self._state[unit], self._answer[unit] = guess, False
        self._used = _NO_GUESS
        answer = self._judge(unit)
        oldest_guess = self._used

        # No guess was used: the answer is known, and so is all that was asked for it.
        if oldest_guess == _NO_GUESS:
            self._open.pop()
            self._state[unit], self._answer[unit] = _KNOWN, answer
            self._used = oldest_before
            return answer

        # Its own guess was used, and none older: what if it is guessed the other way round?
        if oldest_guess == guess:
            self._forget(guess + 1)
            self._answer[unit] = True
            self._used = _NO_GUESS
            other_answer, oldest_guess = self._judge(unit), self._used
            if other_answer != answer and oldest_guess >= guess:
                self._used = oldest_before
                self._apply_backup_rule(guess)
                return self.resolve(unit)
            self._forget(guess + 1)

        # An older guess was used: the answer leans on it until that question is known.
        if oldest_guess < guess:
            self._state[unit], self._answer[unit] = oldest_guess, answer
            self._used = min(oldest_before, oldest_guess)
            return answer

        # Either guess leads to the same answer.
        self._forget(guess)
        self._state[unit], self._answer[unit] = _KNOWN, answer
        self._used = oldest_before
        return answer

    def _forget(self, guess: int) -> None:
        """Drop all answers that lean on guesses from number ``guess`` on."""
        state = self._state
        for unit in self._open[guess:]:
            state[unit] = _UNASKED
        del self._open[guess:]

    def _apply_backup_rule(self, guess: int) -> None:
        """Decide the circle of questions that began with number ``guess``.

        Choice 1 of RULES.md: its convoys fail (DATC 6.F.14 to 24). Without any, its moves succeed
        together (DATC 6.C.1). What else was asked on the way is asked anew.
        """
        circle = self._open[guess:]
        self._forget(guess)
        orders = self.field.orders
        units = (unit for unit in circle if unit < len(orders))
        fleets = [unit for unit in units if getattr(orders[unit], "KIND", HOLD) == CONVOY]
        for unit in fleets or circle:
            self._state[unit], self._answer[unit] = _KNOWN, not fleets
        self.disrupted_convoys.update(fleets)

    def _judge(self, unit: int) -> bool:
        """The answer to a question by the answers to others."""
        if unit in self._judges:
            return self._judges[unit](self, unit)
        # A convoy is spared unless its fleet is dislodged; an attack alone breaks none (6.F.4).
        return self.gets_through(unit) if self.target[unit] >= 0 else self.dislodger(unit) < 0

    # --- the questions ---

    def ask(self, key: Key) -> bool:
        """The answer to a mechanic's own question (``Contender.questions``)."""
        return self.resolve(self._numbers[key])

    def gets_through(self, unit: int, *, lands: bool = True) -> bool:
        """Whether an attack gets through to its target, by the answers so far.

        ``lands`` False: what happens after the contest ("a plane needs its carrier") is left out.
        """
        # An army whose convoy is broken goes nowhere (choice 3 of RULES.md).
        if self.by_convoy[unit] and not self.arrives(unit):
            return False
        target = self.target[unit]
        # Whoever stands or comes from there has to be weaker (DATC 6.D.1, 6.E.15).
        if self.occupant[target] < 0:
            attack = self._strength(unit)
        else:
            attack = self.attack_strength(unit)
            if not attack or attack <= self.strength_to_beat(unit):
                return False
        # So has everybody else who wants to go there (DATC 6.A.11).
        for rival in self.attackers[target]:
            if (
                rival != unit
                and attack <= self.prevent_strength(rival)
                and not self._gives_way(rival, unit)
            ):
                return False
        return not lands or self._completes_move is None or self._completes_move(self, unit, True)

    def duels(self, unit: int) -> list[Duel]:
        """All comparisons by which ``gets_through`` decides; it needs none after one is lost."""
        if self.by_convoy[unit] and not self.arrives(unit):
            return []
        target, attack = self.target[unit], self.attack_strength(unit)
        defence = self.strength_to_beat(unit)
        found = [Duel(self.occupant[target], attack, defence, attack <= defence)] if defence else []
        # Whoever would dislodge an own unit is compared with nobody else (DATC 6.D.10).
        for rival in self.attackers[target] if attack else ():
            force = 0 if rival == unit else self.prevent_strength(rival)
            if force:
                stops = attack <= force and not self._gives_way(rival, unit)
                found.append(Duel(rival, attack, force, stops))
        return found

    def _gives_way(self, rival: int, unit: int) -> bool:
        """Whether another attack on its target, though no weaker, lets ``unit`` in."""
        return self._yields is not None and self._yields(self, rival, unit, False)

    def dislodger(self, unit: int) -> int:
        """The attacker that takes the place of ``unit``, which did not leave; -1 if none does."""
        for attacker in self.attackers.get(self.space[unit], ()):
            if self.destination[attacker] >= 0 and self.resolve(attacker):
                return attacker
        return -1

    def arrives(self, unit: int) -> bool:
        """Whether an attack by convoy has a whole route of fleets that are spared (DATC 6.F.9)."""
        fleets = self.carriers[unit]
        if len(fleets) == 1:
            return self.resolve(fleets[0])
        return bool(self._follow_routes(unit, first=True))

    def landings(self, unit: int) -> int:
        """The mask of the waters from which surviving routes land the convoyed ``unit``."""
        return self._follow_routes(unit, first=False)

    def _follow_routes(self, unit: int, *, first: bool) -> int:
        """Follow the fleets from the coast on, asking for each only when it is reached.

        The mask of the last waters of whole routes; ``first``: of the first that is found.
        """
        seas = self.field.board.seas
        shore = seas[self.target[unit]]
        fleets_left = {self.space[fleet]: fleet for fleet in self.carriers[unit]}
        within_reach, landings, stuck = seas[self.space[unit]], 0, False
        while not stuck:
            stuck = True
            for water in [water for water in fleets_left if within_reach >> water & 1]:
                if not self.resolve(fleets_left.pop(water)):
                    continue
                stuck = False
                within_reach |= seas[water]
                if shore >> water & 1:
                    landings |= 1 << water
                    if first:
                        return landings
        return landings

    # --- the strengths, in half units ---

    def attack_strength(self, unit: int) -> int:
        """The strength of an attack; 0 if it is against an own unit that stays."""
        defender = self.occupant[self.target[unit]]
        if defender < 0:
            return self._strength(unit)
        # Head to head a defender leaves only over the attacker's body.
        if not self.meets_head_on(unit, defender) and self._leaves(defender):
            return self._strength(unit)
        # Nobody dislodges his own unit (DATC 6.D.10), or helps to (DATC 6.D.12).
        power = self.powers[defender]
        return 0 if power == self.powers[unit] else self._strength(unit, power)

    def _leaves(self, unit: int) -> bool:
        """Whether a unit goes away: it attacks, not by a sortie, and succeeds."""
        return self.destination[unit] >= 0 and self.resolve(unit)

    def meets_head_on(self, unit: int, other: int) -> bool:
        """Whether two units attack each other head to head; a convoyed one passes (DATC 6.G.1)."""
        return (
            self.target[other] == self.space[unit]
            and self.target[unit] == self.space[other]
            and not self.by_convoy[unit]
            and not self.by_convoy[other]
        )

    def strength_to_beat(self, unit: int) -> int:
        """What the attack has to beat in its target: whoever stands or comes from there."""
        defender = self.occupant[self.target[unit]]
        if defender < 0:
            return 0
        if self.target[defender] < 0:
            return self.hold_strength(defender)
        # Head to head it defends with its own attack, all supports included (DATC 6.E.15).
        if self.meets_head_on(unit, defender):
            return self._strength(defender)
        # One that was ordered to move can't be supported to hold (DATC 6.D.7).
        return 0 if self._leaves(defender) else UNIT

    def hold_strength(self, unit: int) -> int:
        """The strength of a unit that stays: its own and its supports' (DATC 6.D.1)."""
        supporters = self.supporters[unit]
        strength = UNIT
        if supporters is not None:
            for supporter in supporters:
                if self.is_given(supporter):
                    strength += self._force[supporter]
        return strength

    def prevent_strength(self, unit: int) -> int:
        """The strength with which an attack keeps others out of its target."""
        # A convoy that is broken keeps nobody out (DATC 6.F.8).
        if self.by_convoy[unit] and not self.arrives(unit):
            return 0
        # Nor does who loses head to head: it has no effect where it was dislodged from (6.E.1).
        defender = self.occupant[self.target[unit]]
        if defender >= 0 and self.meets_head_on(unit, defender) and self._leaves(defender):
            return 0
        # Supports that may not dislodge still keep others out (DATC 6.E.6, 6.E.12).
        return self._strength(unit)

    def _strength(self, unit: int, against: str = "") -> int:
        """Force and given supports, without those of the power ``against``."""
        strength = self._force[unit] or self._rules.landing_force(self, unit)
        supporters = self.supporters[unit]
        if supporters is not None:
            for supporter in supporters:
                if self.powers[supporter] != against and self.is_given(supporter):
                    strength += self._force[supporter]
        return strength

    def is_given(self, unit: int) -> bool:
        """Whether the support that ``unit`` lends is not cut."""
        answer = self.space[unit] not in self.attackers or self.cutter(unit) < 0
        return answer if self._gives_support is None else self._gives_support(self, unit, answer)

    def cutter(self, unit: int) -> int:
        """The attacker that cuts the support of ``unit``, -1 if none (DATC 6.D.2)."""
        space, power = self.space[unit], self.powers[unit]
        for attacker in self.attackers.get(space, ()):
            # Nobody cuts the support of his own country (DATC 6.D.20).
            if self.powers[attacker] == power:
                continue
            # From the space that it is directed at a support is not cut (DATC 6.D.15).
            order = self.field.orders[unit]
            at_once = order is None or order.to != self.space[attacker]
            if self._cuts is not None:
                at_once = self._cuts(self.field, attacker, unit, at_once)
            # Dislodgement cuts every support (DATC 6.D.17).
            if not at_once:
                cuts = self._leaves(attacker)
            else:
                # An army whose convoy is broken cuts nothing (DATC 6.F.6).
                cuts = not self.by_convoy[attacker] or self.arrives(attacker)
            if cuts:
                return attacker
        return -1
