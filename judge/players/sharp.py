"""Sharp: a search one step ahead over Steady.

After Gray, Lerer, Bakhtin and Brown (ICLR 2021, arXiv 2010.02923), with a heuristic where they have
a learned policy: candidates for this phase are tried against sampled answers of the others, each
joint order followed by a short rollout in which everybody plays like Steady. All candidates meet
the same samples and the same dice; the worse half is dropped, and dropped again. It is the best
answer to players like Steady, not an equilibrium: against others it may be worse. Mutants of the
better half (one unit's order from elsewhere) were tried with the same budget and did worse.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random

from judge.dip.ground.position import State
from judge.kernel.dice import NoDice
from judge.players import steady
from judge.players.view import View

Orders = Mapping[str, Sequence[str]]
Candidate = tuple[str, ...]
Scores = dict[Candidate, list[float]]
DEPTH = 4
"""Movement phases of a rollout, the one at hand included."""
NOISES = (0.0, 0.15, 0.3, 0.5, 0.8)
"""How much candidates differ in what they think places are worth."""
FOES = 0.2
"""The same for what the others may do."""
LAST = 4
"""So many candidates come to the last round."""


class _Search:
    """One move of one side in the making; ``budget`` are the rollouts left."""

    def __init__(self, view: View, side: str, dice: Random, budget: int) -> None:
        self.view, self.side, self.dice, self.left = view, side, dice, budget
        self.engine = view.engine
        self.seed = dice.getrandbits(64)
        self.samples: list[Orders] = []

    def sample(self, number: int) -> Orders:
        """What the others may do, the same for every candidate."""
        while len(self.samples) <= number:
            self.samples.append(
                {
                    seat: steady.orders(self.view, seat, self.dice, FOES)
                    for seat in self.engine.powers
                    if seat != self.side
                }
            )
        return self.samples[number]

    def value(self, mine: Sequence[str], number: int) -> float:
        """What a candidate leads to against a sample; it costs one rollout."""
        self.left -= 1
        joint = {**self.sample(number), self.side: mine}
        state = self.engine.advance(self.view.state, joint, NoDice())
        return self._play_on(state, Random(self.seed + number))

    def _play_on(self, state: State, dice: Random) -> float:
        """The side's share after the rest of a rollout."""
        depth = 1
        while not state.winners:
            if state.phase[-1] == "M":
                if depth == DEPTH:
                    break
                depth += 1
            view = View(self.engine, state)
            given = {seat: steady.orders(view, seat, dice) for seat in self.engine.powers}
            state = self.engine.advance(state, given, NoDice())
        return share(self.engine.worth(state), state.winners, self.side)


def share(worth: Mapping[str, int], winners: Sequence[str], side: str) -> float:
    """A side's share of the squares of what all count for; of a victory the whole."""
    if winners:
        return 1 / len(winners) if side in winners else 0.0
    total = sum(value * value for value in worth.values())
    return worth.get(side, 0) ** 2 / total if total else 0.0


def orders(view: View, side: str, dice: Random, budget: int) -> list[str]:
    """The orders of a seat for a movement phase; ``budget`` are the rollouts to be spent."""
    search = _Search(view, side, dice, budget)
    pool = _candidates(view, side, dice, max(2, budget // 6))
    scores: Scores = {one: [] for one in pool}
    number = 0
    while len(pool) > 1 and search.left >= len(pool):
        rounds = max(1, search.left // (2 * len(pool)) // 2) if len(pool) > LAST else 1
        for _ in range(rounds):
            if search.left < len(pool):
                break
            for one in pool:
                scores[one].append(search.value(one, number))
            number += 1
        if len(pool) > LAST:
            pool.sort(key=partial(_mean, scores), reverse=True)
            pool = pool[: max(LAST, len(pool) // 2)]
    return list(max(pool, key=partial(_mean, scores)))


def _mean(scores: Scores, one: Candidate) -> float:
    """What a candidate has led to so far, on the average."""
    return sum(scores[one]) / max(1, len(scores[one]))


def _candidates(view: View, side: str, dice: Random, most: int) -> list[Candidate]:
    """Different orders of a side: Steady's own first, then more and more wilful ones."""
    found: dict[Candidate, None] = {}
    for number in range(2 * most):
        if len(found) >= most:
            break
        noise = NOISES[number % len(NOISES)]
        found[tuple(steady.orders(view, side, dice, noise))] = None
    return list(found)
