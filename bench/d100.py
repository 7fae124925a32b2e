"""1930!: months a second in one process, from order strings to results, throws and reports' events.

Games are played from a seed: 60 pieces and 30 minors' pieces at the start, an order for each.
"""

import random
import statistics
import time

from judge.catalog import variant
from judge.kernel.dice import SecretDice
from judge.rules.d100.board import Board
from judge.rules.d100.build import D100
from judge.rules.d100.state import State

GAMES, MONTHS = 5, 12


def main() -> None:
    """Print the median rate of several games, with the slowest and the fastest."""
    start = time.perf_counter()
    engine = variant.load("1930").engine
    assert isinstance(engine, D100)
    print(f"engine built in {(time.perf_counter() - start) * 1000:.0f} ms")
    rates = sorted(_rate(engine, seed) for seed in range(GAMES))
    print(
        f"{statistics.median(rates):.0f} months a second "
        f"({rates[0]:.0f} to {rates[-1]:.0f} in {GAMES} games of {MONTHS} months)"
    )


def _rate(engine: D100, seed: int) -> float:
    """Months a second in one game; orders are made outside the clock."""
    chance, dice = random.Random(seed), SecretDice(b"bench", str(seed))
    state, spent, months = engine.start({}, dice).state, 0.0, 0
    while months < MONTHS:
        orders = {power: _orders(chance, engine.board, state, power) for power in engine.powers}
        start = time.process_time()
        state = engine.turn(state, orders, dice).state
        if orders[engine.powers[0]]:
            spent += time.process_time() - start
            months += 1
    return months / spent


def _orders(chance: random.Random, board: Board, state: State, power: str) -> list[str]:
    """In months, a march or a support for each piece; otherwise none."""
    if not state.phase.endswith("M"):
        return []
    return [_order(chance, board, unit) for unit in state.units.get(power, ())]


def _order(chance: random.Random, board: Board, unit: str) -> str:
    arm, here = unit[0], unit[3:]
    path = []
    for _ in range(chance.randint(1, 3)):
        here = chance.choice(sorted(board.steps[arm][here]) or [here])
        path.append(here)
    return f"{unit} - {' - '.join(path)}" if chance.random() < 0.8 else f"{unit} S {unit}"
