"""How well computers play: one of a kind against others in all other seats, seats rotated.

The score of a game is the share of the squares of what all count for after ten years, 100 for a
victory; in 1930!, which is won by values, 100 for a victory in the first three years and else 0.
"""

from collections.abc import Sequence
from random import Random
from time import process_time
from typing import Any

from judge import players
from judge.catalog import variant as catalog
from judge.d100.build import D100
from judge.kernel.dice import SecretDice
from judge.kernel.engine import Engine
from judge.players.sharp import share
from tests.campaign.figures import Figures
from tests.play import legal

YEARS = 10
RANDOM, HOLD = "random", "hold"
DIP = ("standard", "1900", "1926", "1936", "1930s-world")
MATCHES: tuple[tuple[str, str, str], ...] = (
    *((name, players.STEADY, RANDOM) for name in (*DIP, "1930")),
    *((name, players.STEADY, HOLD) for name in DIP),
    ("standard", players.STEADY, players.STEADY),
    *((name, players.SHARP, players.STEADY) for name in DIP),
)
"""(variant, who plays one seat, who plays all others)."""


def run(seed: int, count: int) -> Figures:
    """Play ``count`` games, a match after the other, and measure who was the one."""
    done = Figures()
    for number in range(seed * count, (seed + 1) * count):
        name, one, others = MATCHES[number % len(MATCHES)]
        score, took = _play(name, one, others, number // len(MATCHES))
        done.count(games=1)
        done.measure(f"{name}: {one} against {others}, score", score)
        done.measure(f"{name}: {one} against {others}, ms a move", took)
    return done


def _play(name: str, one: str, others: str, number: int) -> tuple[float, float]:
    """The score of the one player, and the processor time of a move in milliseconds."""
    engine = catalog.load(name).engine
    me = engine.powers[number % len(engine.powers)]
    dice, wild = SecretDice(b"strength", f"{name}{number}"), Random(f"{name}{number}")
    state = engine.start({}, dice).state
    begun, spent, moves = _year(engine, state), 0.0, 0
    while not state.winners and not _is_late(engine, state, begun):
        given = _orders(engine, state, others, f"{number}", wild)
        before = process_time()
        given[me] = players.orders(engine, state, me, f"{number}", level=one)
        spent += process_time() - before
        moves += 1
        state = engine.advance(state, given, dice)
    worth = engine.worth(state) if not isinstance(engine, D100) else {}
    return 100 * share(worth, state.winners, me), 1000 * spent / moves


def _orders(
    engine: Engine[Any], state: Any, kind: str, seed: str, wild: Random
) -> dict[str, Sequence[str]]:
    """What all seats order if they are of a kind."""
    if kind == HOLD:
        return {}
    if kind == RANDOM:
        return {**legal.orders(engine, state, wild)}
    return {
        power: players.orders(engine, state, power, seed, level=kind) for power in engine.powers
    }


def _year(engine: Engine[Any], state: Any) -> int:
    digits = "".join(sign if sign.isdigit() else " " for sign in engine.phase(state).id).split()
    return int(digits[0])


def _is_late(engine: Engine[Any], state: Any, begun: int) -> bool:
    """Whether a game has gone on for as long as it is measured."""
    years = 3 if isinstance(engine, D100) else YEARS
    return _year(engine, state) >= begun + years
