"""Sharp in 1930!: deployments, marches, points and purchases are tried some months ahead.

As in the other games, candidates are Steady's orders with some whim, the others play like Steady,
and the dice of a trial are thrown for it, the same for all candidates.
"""

from functools import cache
from random import Random

from judge.kernel.dice import SecretDice
from judge.rules.computers import months, sharp
from judge.rules.computers.months import Whim
from judge.rules.computers.sharp import Candidate, Orders, share_of_worth
from judge.rules.d100 import calendar
from judge.rules.d100.build import D100
from judge.rules.d100.state import State

DEPTH = 4
"""Months of a trial, the one at hand included."""
NOISES = (0.0, 0.2, 0.5, 0.8, 1.2)
"""How far candidates stray from Steady's orders."""
FOES = 0.2
"""The same for what the others may do."""


def orders(engine: D100, state: State, power: str, dice: Random, budget: int) -> list[str]:
    """The orders of a major for the phase that waits; ``budget`` are the trials to be spent."""
    pool = sharp.gather(
        max(2, budget // 6),
        lambda number: months.orders(
            engine, state, power, Whim(dice, NOISES[number % len(NOISES)])
        ),
    )
    secret = dice.randbytes(32)

    @cache
    def guess(number: int) -> Orders:
        """What the others may do, the same for every candidate."""
        whim = Whim(dice, FOES)
        others = [one for one in engine.powers if one != power]
        return {one: months.orders(engine, state, one, whim) for one in others}

    def value(candidate: Candidate, number: int) -> float:
        joint = {**guess(number), power: candidate}
        after = _play(engine, state, joint, SecretDice(secret, f"{number}"))
        return share_of_worth(engine.worth(after), after.winners, power)

    return [*sharp.find_best(pool, value, budget)]


def _play(engine: D100, state: State, orders_of: Orders, throws: SecretDice) -> State:
    """The position after some months, in which all go on like Steady."""
    months_left = DEPTH
    while True:
        months_left -= calendar.date(state.phase, engine.rules).kind == calendar.MOVEMENT
        state = engine.advance(state, orders_of, throws)
        if state.winners or not months_left:
            return state
        orders_of = {power: months.orders(engine, state, power) for power in engine.powers}
