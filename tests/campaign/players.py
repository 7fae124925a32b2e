"""How well computers play: one of a kind against others in all other seats, seats rotated.

The score of a game is the share of the squares of what all count for after ten years, 100 for a
victory; in 1930!, which is won by values, 100 for a victory in the first three years and else 0.
Games are spent where the standard error is not yet what it should be; seats are its layers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from time import process_time
from typing import Any

from judge.catalog import variant as catalog
from judge.kernel.dice import SecretDice
from judge.kernel.engine import Engine
from judge.rules import computers
from judge.rules.computers.sharp import share_of_worth
from judge.rules.d100.build import D100
from tests import folders
from tests.campaign.figures import Figures
from tests.play import legal

YEARS = 10
RANDOM, HOLD = "random", "hold"
DIP = sorted(folders.of_engine("dip"), key=lambda name: (name != "standard", name))
"""Standard first: others are compared with it."""


@dataclass(frozen=True, slots=True)
class Match:
    """One of a kind against others; ``error`` is what the standard error should come below."""

    variant: str
    one: str
    others: str
    error: float
    games: int = 20
    """So many are played before the standard error is believed."""

    def __str__(self) -> str:
        return f"{self.variant}: {self.one} against {self.others}"

    def is_sure(self, known: Figures) -> bool:
        """Whether so many games were played that the score is known well enough."""
        played = known.number(f"{self}, score")
        return played >= self.games and known.error(f"{self}, score") < self.error


MATCHES: tuple[Match, ...] = (
    *(Match(name, computers.STEADY, RANDOM, 2) for name in DIP),
    Match("1930", computers.STEADY, RANDOM, 5, 50),
    Match("standard", computers.SHARP, computers.STEADY, 2),
    *(Match(name, computers.SHARP, computers.STEADY, 5) for name in (*DIP[1:], "1930")),
    *(Match(name, computers.STEADY, HOLD, 5) for name in DIP),
    Match("standard", computers.STEADY, computers.STEADY, 2),
)
"""The quick ones first: those of Steady against random players take seconds."""
ROUND = 6
"""Matches that take turns in a run."""


def run(seed: int, count: int, known: Figures | None = None) -> Figures:
    """Play ``count`` games, one of each of the first ROUND matches and again.

    Matches that are sure by what is ``known`` of earlier runs are left out while others are not;
    each plays its games in the same order, so that ``seed`` does not matter.
    """
    done = Figures()
    before = known or Figures()
    waiting = [match for match in MATCHES if not match.is_sure(before)] or [*MATCHES]
    for match in islice(cycle(waiting[:ROUND]), count):
        number = before.number(f"{match}, score") + done.number(f"{match}, score")
        seat, score, took = _play(match.variant, match.one, match.others, number)
        done.count(games=1)
        done.measure(f"{match}, score", score, seat)
        done.measure(f"{match}, ms a move", took)
    return done


def _play(name: str, one: str, others: str, number: int) -> tuple[str, float, float]:
    """The one player's seat and score, and the processor time of a move in milliseconds."""
    engine = catalog.load(name).engine
    me = engine.powers[number % len(engine.powers)]
    dice, wild = SecretDice(b"strength", f"{name}{number}"), Random(f"{name}{number}")
    state = engine.start({}, dice).state
    begun, spent, moves = _year(engine, state), 0.0, 0
    while not state.winners and not _is_late(engine, state, begun):
        given = _orders(engine, state, others, f"{number}", wild)
        before = process_time()
        given[me] = computers.orders(engine, state, me, f"{number}", level=one)
        spent += process_time() - before
        moves += 1
        state = engine.advance(state, given, dice)
    worth = engine.worth(state) if not isinstance(engine, D100) else {}
    return me, 100 * share_of_worth(worth, state.winners, me), 1000 * spent / moves


def _orders(
    engine: Engine[Any], state: Any, kind: str, seed: str, wild: Random
) -> dict[str, Sequence[str]]:
    """What all seats order if they are of a kind."""
    if kind == HOLD:
        return {}
    if kind == RANDOM:
        return {**legal.orders(engine, state, wild)}
    return {
        power: computers.orders(engine, state, power, seed, level=kind) for power in engine.powers
    }


def _year(engine: Engine[Any], state: Any) -> int:
    digits = "".join(sign if sign.isdigit() else " " for sign in engine.phase(state).id).split()
    return int(digits[0])


def _is_late(engine: Engine[Any], state: Any, begun: int) -> bool:
    """Whether a game has gone on for as long as it is measured."""
    years = 3 if isinstance(engine, D100) else YEARS
    return _year(engine, state) >= begun + years
