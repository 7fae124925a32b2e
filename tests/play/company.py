"""Mixed company: beside random players computers, some who only hold, and some who never write."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from judge.catalog.variant import Variant
from judge.rules import computers
from tests.play import language

RANDOM, STEADY, SHARP, HOLDING, MISSING = "random", "steady", "sharp", "holding", "missing"
USUAL = (RANDOM, RANDOM, STEADY, STEADY, HOLDING, MISSING)
EVERY = 3
"""Of so many games all but one are among random players only, whose orders are the widest."""
RARE = 53
"""In one game of so many one player is Sharp."""
BUDGET = 6
"""Rollouts: it is the orders that are tried here, not how good they are."""


@dataclass(frozen=True)
class Company:
    """Who of a game's powers is what; those not named are random players."""

    kinds: Mapping[str, str]

    def orders(self, variant: Variant, state: Any, seed: str) -> dict[str, list[str]]:
        """The orders of all who are no random players."""
        return {power: [*self._of(power, variant, state, seed)] for power in self.kinds}

    def _of(self, power: str, variant: Variant, state: Any, seed: str) -> Iterator[str]:
        kind = self.kinds[power]
        if kind == HOLDING:
            tasks = variant.engine.standing(state, power, ()).tasks
            yield from (
                f"{task.subject} H" for task in tasks if f"{task.subject} H" in task.options
            )
        elif kind in computers.LEVELS:
            lines = computers.orders(variant.engine, state, power, seed, level=kind, budget=BUDGET)
            language.check_same(variant, state, power, lines)
            yield from lines


def gather(powers: Sequence[str], number: int) -> Company:
    """The company of game ``number``: random players alone, or all kinds of players."""
    dice = Random(f"company {number}")
    if number % EVERY:
        return Company({})
    kinds = {power: dice.choice(USUAL) for power in powers}
    if number % RARE == 0:
        kinds[dice.choice(powers)] = SHARP
    return Company({power: kind for power, kind in kinds.items() if kind != RANDOM})
