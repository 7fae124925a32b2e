"""Sharp: several of Steady's plans, and rollouts that choose among them.

After Gray, Lerer, Bakhtin and Brown (ICLR 2021, arXiv 2010.02923), with heuristics where they have
a learned policy: each plan is tried against sampled answers of the others, each joint order
followed by a short rollout in which everybody plays by reflex. All plans meet the same samples and
the same dice; the worse half is dropped, and dropped again.

That the others learn, too (regret matching), gained 0.5 +- 2.0 of the share in 42 standard games.

In 1930! candidates are Steady's deployments, marches, points and purchases with some whim, each
tried some months ahead: the others play like Steady, and the dice of a trial are thrown for it, the
same for all candidates.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from judge.kernel.dice import NoDice, SecretDice
from judge.rules.computers import months, reflex, tactics
from judge.rules.computers.months import Whim
from judge.rules.computers.view import View
from judge.rules.d100 import calendar
from judge.rules.d100 import state as d100
from judge.rules.d100.build import D100
from judge.rules.dip.build import DipEngine
from judge.rules.dip.ground.position import State


def share_of_worth(worth: Mapping[str, int], winners: Sequence[str], side: str) -> float:
    """A side's share of the squares of what all count for; of a victory the whole."""
    if winners:
        return 1 / len(winners) if side in winners else 0.0
    total = sum(value * value for value in worth.values())
    return worth.get(side, 0) ** 2 / total if total else 0.0


Candidate = tuple[str, ...]


def find_best(
    pool: Sequence[Candidate], value: Callable[[Candidate, int], float], budget: int
) -> Candidate:
    """The candidate with the best mean of ``value(candidate, trial)``, asked ``budget`` times.

    Rounds share the budget alike; after each the worse half of the candidates goes.
    """
    scores: dict[Candidate, list[float]] = {one: [] for one in pool}
    left, rounds = [*pool], (len(pool) - 1).bit_length()
    for _ in range(rounds):
        for _ in range(budget // rounds // len(left)):
            number = len(scores[left[0]])
            for one in left:
                scores[one].append(value(one, number))
        left.sort(key=lambda one: sum(scores[one]), reverse=True)
        left = left[: (len(left) + 1) // 2]
    return left[0]


def gather(most: int, make: Callable[[int], Sequence[str]]) -> list[Candidate]:
    """Up to ``most`` different candidates of those that ``make`` gives for 0, 1, 2, ..."""
    candidates: dict[Candidate, None] = {}
    for number in range(2 * most):
        if len(candidates) >= most:
            break
        candidates[tuple(make(number))] = None
    return list(candidates)


Orders = Mapping[str, Sequence[str]]
DEPTH = 4
"""Movement phases or months of a rollout, the one at hand included."""
FOES = 0.2
"""How far what the others may do strays from their reflex, or from Steady's orders."""
SHARE, PLAN = 50, 10
"""One plan is thought of for so many rollouts, and takes as long as so many."""


def orders(view: View, side: str, dice: Random, budget: int) -> list[str]:
    """The orders of a seat for a movement phase; ``budget`` are the rollouts to be spent."""
    if side not in view.sides:
        return reflex.orders(view, side, dice)
    engine = view.engine
    pool = gather(max(2, budget // SHARE), lambda _: tactics.orders(view, side, dice))
    seed = dice.getrandbits(64)

    others = [seat for seat in engine.powers if seat != side]

    def guess() -> Orders:
        return {seat: reflex.orders(view, seat, dice, FOES) for seat in others}

    def play(joint: Orders, number: int) -> State:
        throws, depth = Random(seed + number), 1
        state = engine.advance(view.state, joint, NoDice())
        while not state.winners:
            if state.phase[-1] == "M":
                if depth == DEPTH:
                    break
                depth += 1
            later = View(engine, state)
            orders_of = {seat: reflex.orders(later, seat, throws) for seat in engine.powers}
            state = engine.advance(state, orders_of, NoDice())
        return state

    return _search(engine, side, pool, guess, play, budget - PLAN * len(pool))


def _search(
    engine: DipEngine | D100,
    side: str,
    pool: Sequence[Candidate],
    guess: Callable[[], Orders],
    play: Callable[[Orders, int], Any],
    budget: int,
) -> list[str]:
    """The best of some candidates for a side, by what positions a ``play`` of them leads to.

    ``guess`` are orders that the others may give, the same in a trial for every candidate.
    """
    guesses: list[Orders] = []

    def value(candidate: Candidate, number: int) -> float:
        if number == len(guesses):
            guesses.append(guess())
        after = play({**guesses[number], side: candidate}, number)
        return share_of_worth(engine.worth(after), after.winners, side)

    return [*find_best(pool, value, budget)]


WHIMS = (0.0, 0.2, 0.5, 0.8, 1.2)
"""How far candidates of 1930! stray from Steady's orders."""


def month_orders(
    engine: D100, state: d100.State, power: str, dice: Random, budget: int
) -> list[str]:
    """The orders of a major of 1930! for the phase that waits; ``budget`` counts its trials."""
    pool = gather(
        max(2, budget // 6),
        lambda number: months.orders(engine, state, power, Whim(dice, WHIMS[number % len(WHIMS)])),
    )
    secret = dice.randbytes(32)

    others = [one for one in engine.powers if one != power]

    def guess() -> Orders:
        whim = Whim(dice, FOES)
        return {one: months.orders(engine, state, one, whim) for one in others}

    def play(joint: Orders, number: int) -> d100.State:
        after, throws = state, SecretDice(secret, f"{number}")
        months_left = DEPTH
        while True:
            months_left -= calendar.date(after.phase, engine.rules).kind == calendar.MOVEMENT
            after = engine.advance(after, joint, throws)
            if after.winners or not months_left:
                return after
            joint = {one: months.orders(engine, after, one) for one in engine.powers}

    return _search(engine, power, pool, guess, play, budget)
