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
    scores, budget_left = narrow(pool, value, budget)
    while len(scores) > 1 and budget_left >= len(scores):
        number = trials(scores)
        for one in scores:
            scores[one].append(value(one, number))
        budget_left -= len(scores)
    return best(scores)


def narrow(
    pool: Sequence[Candidate], value: Callable[[Candidate, int], float], budget: int
) -> tuple[Scores, int]:
    """The LAST candidates with what they led to, and what is left of the budget."""
    budget_left, candidates = budget, [*pool]
    scores: Scores = {one: [] for one in pool}
    while len(candidates) > LAST and budget_left >= len(candidates):
        for _ in range(max(1, budget_left // (2 * len(candidates)) // 2)):
            if budget_left < len(candidates):
                break
            number = len(scores[candidates[0]])
            for one in candidates:
                scores[one].append(value(one, number))
            budget_left -= len(candidates)
        candidates.sort(key=partial(_mean, scores), reverse=True)
        candidates = candidates[: max(LAST, len(candidates) // 2)]
    return {one: scores[one] for one in candidates}, budget_left


def trials(scores: Scores) -> int:
    """How many trials the candidates have met."""
    return max(map(len, scores.values()))


def best(scores: Scores) -> Candidate:
    """The candidate that led to most on the average."""
    return max(scores, key=partial(_mean, scores))


def _mean(scores: Scores, one: Candidate) -> float:
    """What a candidate has led to so far, on the average."""
    return sum(scores[one]) / max(1, len(scores[one]))


def gather(most: int, make: Callable[[int], Sequence[str]]) -> list[Candidate]:
    """Up to ``most`` different candidates of those that ``make`` gives for 0, 1, 2, ..."""
    candidates: dict[Candidate, None] = {}
    for number in range(2 * most):
        if len(candidates) >= most:
            break
        candidates[tuple(make(number))] = None
    return list(candidates)
