"""Steady in 1930!: deployment, marches by the odds of the tables, points, purchases.

Spaces are worth their political value, and a share of what a whole minor adds. Who can walk into
something that nobody holds does so; where somebody does, all who reach it go or support if the
odds are good, and who leaves least in danger goes; the others close up, and some stay where a foe
could walk in within a month. Planes, which go wherever others can, are the arm of choice.
"""

from collections import Counter, deque
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from judge.rules.d100 import calendar, deployment, politics, recalculation
from judge.rules.d100.board import AIR, LAND, Board, Force
from judge.rules.d100.build import D100
from judge.rules.d100.calendar import DEPLOYMENT, MINORS, RECALCULATION
from judge.rules.d100.orders import Allocate, Buy, Deploy, Hold, March, Stack, Support
from judge.rules.d100.state import State, is_out, values

GOOD, FAIR = 62, 50
"""The per cent that an attack should have by Table 1; where who goes leaves nothing in danger."""
GUARD = 2
"""A space that a foe could walk into next month counts for so much less than it is worth."""
ROUT = 5
"""What a strength that is driven off counts for: what it costs to buy (Table 4)."""
FAR = 99


class Whim:
    """How far a player strays from what it thinks best: ``noise`` 0 is not at all, 1 is widely."""

    def __init__(self, dice: Random, noise: float) -> None:
        self.dice, self.noise = dice, noise

    def bend(self, value: float) -> float:
        """A value, more or less."""
        return value * (1 + self.noise * (self.dice.random() - 0.5)) if self.noise else value

    def errs(self) -> bool:
        """Whether something else is done this time."""
        return bool(self.noise) and self.dice.random() < self.noise / 3


NONE = Whim(Random(0), 0.0)


def orders(engine: D100, state: State, power: str, whim: Whim = NONE) -> list[str]:
    """The orders of a major for the phase that waits; ``whim`` is for trying variations."""
    kind = calendar.date(state.phase, engine.rules).kind
    if kind in (DEPLOYMENT, MINORS):
        return [*_deploy(engine, state, power, whim)]
    march = _March(engine, state, power, whim)
    if kind == RECALCULATION:
        return [*march.purchases()]
    return [*march.lines(), *march.allocations()]


# --- before the first month


def _deploy(engine: D100, state: State, power: str, whim: Whim) -> Iterator[str]:
    """A list; of minors' pieces each in the first space of its country that it can.

    The list is the standard one with planes for all but the weakest ships and armies that have to
    be; now and then two pieces stand in each other's places.
    """
    if not state.units.get(power):
        pieces: list[Force] = []
        counts = Counter[str]()
        roster = deployment.default_roster(engine, power)
        for piece in sorted(roster, key=lambda piece: piece.strength):
            counts[piece.arm] += 1
            is_needed = counts[piece.arm] <= engine.rules.deployment.of_each_arm
            pieces.append(piece if is_needed else replace(piece, arm=AIR))
        for index, piece in enumerate(pieces):
            if whim.errs():
                other_index = whim.dice.randrange(len(pieces))
                other, swapped_pieces = pieces[other_index], [*pieces]
                swapped_pieces[index] = replace(piece, space=other.space)
                swapped_pieces[other_index] = replace(other, space=piece.space)
                if not deployment.roster_faults(engine, power, swapped_pieces):
                    pieces = swapped_pieces
        yield from (str(Deploy(piece)) for piece in pieces)
        return
    for minor, major_of in state.assign.items():
        home = engine.board.countries[minor]
        for name, major in major_of.items():
            places = filter(None, (home.capital, *home.spaces))
            able = [space for space in places if engine.board.can_stand(name[0], space)]
            if major == power and able:
                space = whim.dice.choice(able) if whim.errs() else able[0]
                yield str(Deploy(Force(name[0], int(name[1]), space)))


# --- a month and a recalculation


class _March:
    """A major's marches for one month, in the making."""

    def __init__(self, engine: D100, state: State, power: str, whim: Whim) -> None:
        self.engine, self.state, self.power = engine, state, power
        self.board, self.rules = engine.board, engine.rules
        self.whim = whim
        self.prices: dict[str, float] = {}
        """Space -> what it is worth to own it, as far as anybody asked."""
        self.foes: dict[str, int] = {}
        """Space -> the strength of those who would fight us there."""
        self.crowd: dict[str, int] = {}
        """Space -> pieces that stand there, or will."""
        for owner in state.units:
            for force in state.forces(owner):
                self.crowd[force.space] = self.crowd.get(force.space, 0) + 1
                if owner != power and not state.is_friend(power, owner):
                    self.foes[force.space] = self.foes.get(force.space, 0) + force.strength
        self.movers: list[_Mover] = []
        there: dict[str, list[Force]] = {}
        for force in state.forces(power):
            there.setdefault(force.space, []).append(force)
        for space, pieces in there.items():
            # R10: pieces in a city go singly, two or three elsewhere together.
            alone = self.board.spaces[space].city or space in state.split.get(power, ())
            if alone or len(pieces) == 1:
                self.movers += [_Mover((piece,), stack=False) for piece in pieces]
            else:
                self.movers.append(_Mover(tuple(pieces), stack=True))
        self.claimed: set[str] = set()
        """Spaces that somebody of ours walks into this month."""
        self.open: frozenset[str] | None = None
        """Where foes could walk to, as soon as anybody asked."""
        self.distance: dict[str, dict[str, int]] = {}

    def lines(self) -> list[str]:
        """An order for every piece."""
        mover_of = dict(enumerate(self.movers))
        orders, ideas = list[str](), []
        for number, mover in mover_of.items():
            loss = self._risk(mover)
            for path in self._list_paths(mover):
                gain = self.price(path[-1]) - loss
                if gain > 0 and path[-1] not in self.foes:
                    ideas.append((gain, -mover.strength, -len(path), number, path))
        # Into what is worth most and empty the weakest walks that can.
        for *_, number, path in sorted(ideas, reverse=True):
            is_open = number in mover_of and path[-1] not in self.claimed
            if is_open and self._has_room(mover_of[number], path):
                orders.append(self._go(mover_of.pop(number), path))
        orders += self._attack(mover_of)
        for mover in mover_of.values():
            # The others go nearer to what is worth having, unless somebody has to stay.
            arm = mover.pieces[0].arm
            ways = [
                (self.away(arm, path[-1]), len(path), path)
                for path in self._list_paths(mover)
                if path[-1] not in self.foes and self._has_room(mover, path)
            ]
            steps_now = self.away(arm, mover.space)
            if ways and not self._risk(mover) and min(ways)[0] < steps_now:
                orders.append(self._go(mover, min(ways)[2]))
            else:
                orders += [str(Hold(piece)) for piece in mover.pieces]
        return orders

    def price(self, space: str) -> float:
        """What it is worth to own a space that is not ours."""
        if space not in self.prices:
            ground, owner = self.board.spaces[space], self.state.owner(self.board, space)
            is_ours = self.power in (owner, self.state.allies.get(owner))
            value = 0.0
            if not (ground.sea or is_ours or self.state.is_friend(self.power, owner)):
                value = float(ground.value)
                if ground.country in self.board.minors:
                    value += self.rules.minor / len(self.board.countries[ground.country].spaces)
            self.prices[space] = self.whim.bend(value)
        return self.prices[space]

    def away(self, arm: str, space: str) -> int:
        """How many steps a piece is from something worth having; FAR if there is no way."""
        if arm not in self.distance:
            starts = [
                s for s in self.board.spaces if self.price(s) > 0 and self.board.can_stand(arm, s)
            ]
            steps_to = dict.fromkeys(starts, 0)
            queue = deque(starts)
            while queue:
                here = queue.popleft()
                for step in self.board.steps[arm][here]:
                    if step not in steps_to:
                        steps_to[step] = steps_to[here] + 1
                        queue.append(step)
            self.distance[arm] = steps_to
        return self.distance[arm].get(space, FAR)

    def purchases(self) -> Iterator[str]:
        """As many planes as a gain pays, where foes are near; a loss is paid by the rules.

        Planes go wherever others can, and a weak piece walks into what is empty as well as a strong
        one; where there is little room pieces are just so strong that nothing is lost.
        """
        rules = self.rules
        points_left = recalculation.nets(self.engine, self.state)[self.power]
        books = recalculation.account(self.engine, self.state, self.power, points_left)
        room = {
            space: rules.room - sum(holding.force.space == space for holding in books.pieces)
            for space in self.board.spaces
            if not books.explain_no_place(Force(LAND, 1, space))
        }
        strengths = range(1, len(rules.tables.cost) + 1)
        while points_left >= rules.tables.price(1) and any(room.values()):
            free = [space for space in room if room[space] > 0]
            space = min(free, key=lambda space: (self.away(AIR, space), -room[space], space))
            if self.whim.errs():
                space = self.whim.dice.choice(free)
            able = [n for n in strengths if rules.tables.price(n) <= points_left]
            share = points_left / sum(room.values())
            strength = next((n for n in able if rules.tables.price(n) >= share), able[-1])
            room[space] -= 1
            points_left -= rules.tables.price(strength)
            yield str(Buy(Force(AIR, strength, space)))

    def allocations(self) -> Iterator[str]:
        """Just what a roll needs, first where one is a friend already; the rest to the next one.

        Then those with points, the unclaimed, the near. None where one walks in: the minor may have
        fallen before its points are counted.
        """
        board, state, power = self.board, self.state, self.power
        ideas = []
        for minor in board.minors:
            spaces = board.countries[minor].spaces
            if minor in state.allies or is_out(state, board, minor):
                continue
            if self.claimed.isdisjoint(spaces):
                have = state.points.get(minor, {}).get(power, 0)
                rivals = sum(one != power for one in state.friends.get(minor, ()))
                steps = [step for space in spaces for step in board.steps[LAND][space]]
                near = sum(state.owner(board, step) == power for step in steps)
                rank = (not state.is_friend(power, minor), -have, rivals, -near, minor)
                ideas.append((not self.whim.errs(), rank, have))
        points_left = politics.allowance(self.rules, values(state, self.engine)[power])
        for _, rank, have in sorted(ideas):
            amount = min(points_left, max(0, self.rules.roll - have))
            if amount:
                points_left -= amount
                yield str(Allocate(amount, rank[-1]))

    # --- where pieces can go

    def _list_paths(self, mover: "_Mover") -> list[tuple[str, ...]]:
        """The ways of up to three steps through spaces without a foe; the last may have one."""
        path_to: dict[str, tuple[str, ...]] = {mover.space: ()}
        queue = deque([mover.space])
        while queue:
            here = queue.popleft()
            path = path_to[here]
            if len(path) == self.rules.steps or (here in self.foes and path):
                continue
            for step in sorted(mover.steps(self.board, here)):
                if step not in path_to:
                    path_to[step] = (*path, step)
                    queue.append(step)
        return [path for path in path_to.values() if path]

    def _risk(self, mover: "_Mover") -> float:
        """What may be lost where nobody stays behind.

        Foes may walk to where majors' pieces could be next month, past ours and not through them.
        """
        ground = self.board.spaces[mover.space]
        stay = self.crowd[mover.space] > len(mover.pieces)
        if ground.sea or stay or self.state.owner(self.board, mover.space) != self.power:
            return 0.0
        if self.open is None:
            own, reached = {mover.space for mover in self.movers}, set[str]()
            rivals = (major for major in self.board.majors if major != self.power)
            for force in (force for rival in rivals for force in self.state.forces(rival)):
                steps, front = self.board.steps[force.arm], {force.space}
                reached |= front
                for _ in range(self.rules.steps):
                    front = {to for here in front - own for to in steps[here]}
                    reached |= front
            self.open = frozenset(reached)
        return ground.value / GUARD if mover.space in self.open else 0.0

    def _has_room(self, mover: "_Mover", path: tuple[str, ...]) -> bool:
        """Whether the pieces fit into the last space as things stand."""
        return self.crowd.get(path[-1], 0) + len(mover.pieces) <= self.rules.room

    def _go(self, mover: "_Mover", path: tuple[str, ...]) -> str:
        self.claimed.add(path[-1])
        self.crowd[path[-1]] = self.crowd.get(path[-1], 0) + len(mover.pieces)
        self.crowd[mover.space] -= len(mover.pieces)
        return mover.march(path)

    # --- what somebody holds

    def _attack(self, mover_of: dict[int, "_Mover"]) -> Iterator[str]:
        """One march into a held space with all who can support it, where the odds are good."""
        ranks = []
        for space in self.foes:
            # What all who can may bring: the space, and what is driven off.
            movers = mover_of.values()
            total = sum(m.strength for m in movers if space in m.steps(self.board, m.space))
            promise = 0.0
            if total and self.price(space) > 0:
                promise = self._odds(total, space) * (self.price(space) + ROUT * self.foes[space])
            ranks.append((-promise, space))
        for _, goal in sorted(ranks):
            near = [
                (mover.strength, number)
                for number, mover in mover_of.items()
                if goal in mover.steps(self.board, mover.space)
            ]
            if not near or self.price(goal) <= 0:
                continue
            near.sort(key=lambda one: (self._risk(mover_of[one[1]]), -one[0], one[1]))
            leader = mover_of[near[0][1]]
            helpers = [mover_of[number] for _, number in near[1:]]
            odds = self._odds(sum(strength for strength, _ in near), goal)
            if odds < self.whim.bend(GOOD if self._risk(leader) else FAIR):
                continue
            for _, number in near:
                del mover_of[number]
            self.claimed.add(goal)
            yield leader.march((goal,))
            for helper in helpers:
                for piece in helper.pieces:
                    yield str(Support(piece, leader.pieces[0], goal, holding=False))

    def _odds(self, strength: int, goal: str) -> int:
        """The per cent by Table 1 of an attack on what holds a space."""
        most = self.rules.strongest
        return self.rules.tables.attack(min(most, strength), min(most, self.foes[goal]))


class _Mover:
    """Pieces that march together: a stack, or one piece."""

    def __init__(self, pieces: tuple[Force, ...], *, stack: bool) -> None:
        self.pieces, self.stack = pieces, stack
        self.space = pieces[0].space
        self.strength = sum(piece.strength for piece in pieces)

    def steps(self, board: Board, here: str) -> frozenset[str]:
        """Where all of them can step."""
        return frozenset.intersection(*(board.steps[piece.arm][here] for piece in self.pieces))

    def march(self, path: tuple[str, ...]) -> str:
        """The order to go that way."""
        if self.stack:
            return str(Stack(self.space, path))
        return str(March(self.pieces[0], path))
