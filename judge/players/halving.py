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
    left, waiting, number = budget, [*pool], 0
    scores: Scores = {one: [] for one in pool}
    while len(waiting) > 1 and left >= len(waiting):
        final = len(waiting) <= LAST
        rounds = 1 if final else max(1, left // (2 * len(waiting)) // 2)
        for _ in range(rounds):
            if left < len(waiting):
                break
            for one in waiting:
                scores[one].append(value(one, number))
            left -= len(waiting)
            number += 1
        if not final:
            waiting.sort(key=partial(_mean, scores), reverse=True)
            waiting = waiting[: max(LAST, len(waiting) // 2)]
    return max(waiting, key=partial(_mean, scores))


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
