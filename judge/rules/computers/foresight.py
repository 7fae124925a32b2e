"""Sharp in 1930!: deployments, marches, points and purchases are tried some months ahead.

As in the other games, candidates are Steady's orders with some whim, the others play like Steady,
and the dice of a trial are thrown for it, the same for all candidates.
"""

from collections.abc import Mapping, Sequence
from random import Random

from judge.kernel.dice import SecretDice
from judge.rules.computers import months, sharp
from judge.rules.computers.months import Whim
from judge.rules.computers.sharp import Candidate, share_of_worth
from judge.rules.d100 import calendar
from judge.rules.d100.build import D100
from judge.rules.d100.state import State

DEPTH = 4
"""Months of a trial, the one at hand included."""
NOISES = (0.0, 0.2, 0.5, 0.8, 1.2)
"""How far candidates stray from Steady's orders."""
FOES = 0.2
"""The same for what the others may do."""


class _Trials:
    """One move of one major in the making."""

    def __init__(self, engine: D100, state: State, power: str, dice: Random) -> None:
        self.engine, self.state, self.power, self.dice = engine, state, power, dice
        self.secret = dice.randbytes(32)
        self.samples: list[Mapping[str, Sequence[str]]] = []

    def sample(self, number: int) -> Mapping[str, Sequence[str]]:
        """What the others may do, the same for every candidate."""
        while len(self.samples) <= number:
            self.samples.append(
                {
                    power: months.orders(self.engine, self.state, power, Whim(self.dice, FOES))
                    for power in self.engine.powers
                    if power != self.power
                }
            )
        return self.samples[number]

    def value(self, candidate: Candidate, number: int) -> float:
        """The major's share after some months of a trial."""
        engine, throws = self.engine, SecretDice(self.secret, f"{number}")
        orders_of: Mapping[str, Sequence[str]] = {**self.sample(number), self.power: candidate}
        state, months_left = self.state, DEPTH
        while True:
            months_left -= calendar.date(state.phase, engine.rules).kind == calendar.MOVEMENT
            state = engine.advance(state, orders_of, throws)
            if state.winners or not months_left:
                break
            orders_of = {power: months.orders(engine, state, power) for power in engine.powers}
        return share_of_worth(engine.worth(state), state.winners, self.power)


def orders(engine: D100, state: State, power: str, dice: Random, budget: int) -> list[str]:
    """The orders of a major for the phase that waits; ``budget`` are the trials to be spent."""
    pool = sharp.gather(
        max(2, budget // 6),
        lambda number: months.orders(
            engine, state, power, Whim(dice, NOISES[number % len(NOISES)])
        ),
    )
    return [*sharp.find_best(pool, _Trials(engine, state, power, dice).value, budget)]
