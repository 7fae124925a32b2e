"""The best of some candidates by trials: all meet the same ones, and the worse half goes."""

from collections.abc import Callable, Sequence
from functools import partial

Candidate = tuple[str, ...]
Scores = dict[Candidate, list[float]]
LAST = 4
"""So many candidates come to the last round."""


def find_best(
    pool: Sequence[Candidate], value: Callable[[Candidate, int], float], budget: int
) -> Candidate:
    """The candidate with the best mean of ``value(candidate, trial)``, asked ``budget`` times."""
    scores, left = narrow(pool, value, budget)
    while len(scores) > 1 and left >= len(scores):
        number = trials(scores)
        for one in scores:
            scores[one].append(value(one, number))
        left -= len(scores)
    return best(scores)


def narrow(
    pool: Sequence[Candidate], value: Callable[[Candidate, int], float], budget: int
) -> tuple[Scores, int]:
    """The LAST candidates with what they led to, and what is left of the budget."""
    left, waiting = budget, [*pool]
    scores: Scores = {one: [] for one in pool}
    while len(waiting) > LAST and left >= len(waiting):
        for _ in range(max(1, left // (2 * len(waiting)) // 2)):
            if left < len(waiting):
                break
            number = len(scores[waiting[0]])
            for one in waiting:
                scores[one].append(value(one, number))
            left -= len(waiting)
        waiting.sort(key=partial(_mean, scores), reverse=True)
        waiting = waiting[: max(LAST, len(waiting) // 2)]
    return {one: scores[one] for one in waiting}, left


def trials(scores: Scores) -> int:
    """How many trials the candidates have met."""
    return max(map(len, scores.values()))


def best(scores: Scores) -> Candidate:
    """The candidate that led to most on the average."""
    return max(scores, key=partial(_mean, scores))


def _mean(scores: Scores, one: Candidate) -> float:
    """What a candidate has led to so far, on the average."""
    return sum(scores[one]) / max(1, len(scores[one]))


def gather(most: int, made: Callable[[int], Sequence[str]]) -> list[Candidate]:
    """Up to ``most`` different candidates of those that ``made`` gives for 0, 1, 2, ..."""
    found: dict[Candidate, None] = {}
    for number in range(2 * most):
        if len(found) >= most:
            break
        found[tuple(made(number))] = None
    return list(found)
