"""Regret matching: what somebody does who learns, begun at the frequencies of a heuristic.

Whoever sees that an order set led to more than what he does leads to on the average leans towards
it, and away from one that led to less.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

from judge.players.halving import Candidate

WEIGHT = 1.0
"""What the frequencies weigh beside the regrets, which are shares of a game."""


class Habit:
    """What one seat does: order sets that it was seen to give, and how much it leans to each."""

    def __init__(self, samples: Sequence[Candidate]) -> None:
        self.often = Counter(samples)
        self.leaning = {one: WEIGHT * often / len(samples) for one, often in self.often.items()}
        self.total, self.number = 0.0, 0

    def draw(self, dice: Random) -> Candidate:
        """What it does this time."""
        weights = [max(0.0, weight) for weight in self.leaning.values()]
        if not any(weights):
            weights = [*map(float, self.often.values())]
        return dice.choices([*self.leaning], weights)[0]

    def learn(self, candidate: Candidate, value: float) -> None:
        """See what an order set led to."""
        if self.number:
            self.leaning[candidate] += value - self.total / self.number
        self.total += value
        self.number += 1
