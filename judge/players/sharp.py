"""Sharp: a search one step ahead over Steady.

After Gray, Lerer, Bakhtin and Brown (ICLR 2021, arXiv 2010.02923), with a heuristic where they have
a learned policy: candidates for this phase are tried against sampled answers of the others, each
joint order followed by a short rollout in which everybody plays like Steady. All candidates meet
the same samples and the same dice; the worse half is dropped, and dropped again. It is the best
answer to players like Steady, not an equilibrium: against others it may be worse. Mutants of the
better half (one unit's order from elsewhere) were tried with the same budget and did worse.
"""

from collections.abc import Mapping, Sequence
from random import Random

from judge.dip.ground.position import State
from judge.kernel.dice import NoDice
from judge.players import halving, steady
from judge.players.view import View
from judge.players.worth import share

Orders = Mapping[str, Sequence[str]]
DEPTH = 4
"""Movement phases of a rollout, the one at hand included."""
NOISES = (0.0, 0.15, 0.3, 0.5, 0.8)
"""How much candidates differ in what they think places are worth."""
FOES = 0.2
"""The same for what the others may do."""


class _Search:
    """One move of one side in the making."""

    def __init__(self, view: View, side: str, dice: Random) -> None:
        self.view, self.side, self.dice = view, side, dice
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
        """What a candidate leads to against a sample: one rollout."""
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


def orders(view: View, side: str, dice: Random, budget: int) -> list[str]:
    """The orders of a seat for a movement phase; ``budget`` are the rollouts to be spent."""
    pool = halving.gather(
        max(2, budget // 6),
        lambda number: steady.orders(view, side, dice, NOISES[number % len(NOISES)]),
    )
    return [*halving.find_best(pool, _Search(view, side, dice).value, budget)]
