"""The best of some candidates: all meet the same trials, and the worse half goes."""

from collections.abc import Callable

import pytest

from judge.rules.computers import sharp
from judge.rules.computers.sharp import Candidate

Value = Callable[[Candidate, int], float]


def pool(number: int) -> list[Candidate]:
    """Candidates; the later one is the better by its name."""
    return [(f"A PAR - {index:02}",) for index in range(number)]


def worth(one: Candidate) -> float:
    """What a candidate is worth."""
    return float(one[0].rpartition(" ")[2])


class Book:
    """Values of candidates, and who met which trial."""

    def __init__(self, value: Value) -> None:
        self.value = value
        self.met: dict[Candidate, list[int]] = {}

    def __call__(self, one: Candidate, trial: int) -> float:
        """The value of a candidate in a trial."""
        self.met.setdefault(one, []).append(trial)
        return self.value(one, trial)

    @property
    def asked(self) -> int:
        """How many trials there were in all."""
        return sum(map(len, self.met.values()))


@pytest.mark.parametrize("size", [1, 2, 4, 5, 8, 9, 30])
@pytest.mark.parametrize("best", ["first", "last"])
def test_the_best_is_found_wherever_it_stands(size: int, best: str) -> None:
    candidates = pool(size) if best == "last" else pool(size)[::-1]
    assert sharp.find_best(candidates, lambda one, _: worth(one), 160) == pool(size)[-1]


@pytest.mark.parametrize("budget", [24, 40, 64, 65, 66, 71, 80, 100])
def test_the_budget_is_never_exceeded_and_all_but_a_rest_is_spent(budget: int) -> None:
    book = Book(lambda one, _: worth(one))
    sharp.find_best(pool(8), book, budget)
    assert budget - (8 + 4 + 2) < book.asked <= budget


def test_candidates_meet_the_same_trials_one_after_the_other_and_the_worse_meet_fewer() -> None:
    """A quarter of the budget for each of four rounds: with 16, 8, 4 and 2 of them."""
    book = Book(lambda one, _: worth(one))
    sharp.find_best(pool(16), book, 256)
    assert all(trials == list(range(len(trials))) for trials in book.met.values())
    numbers = [len(book.met[one]) for one in pool(16)]
    assert numbers == 8 * [4] + 4 * [4 + 8] + 2 * [4 + 8 + 16] + 2 * [4 + 8 + 16 + 32]


def test_luck_in_one_trial_does_not_decide() -> None:
    def value(one: Candidate, trial: int) -> float:
        return 20.0 if worth(one) == trial else worth(one)

    assert sharp.find_best(pool(3), value, 60) == pool(3)[-1]


def test_where_the_budget_is_too_small_for_a_round_nothing_is_tried() -> None:
    book = Book(lambda one, _: worth(one))
    assert sharp.find_best(pool(2), book, 1) == pool(2)[0]
    assert not book.met


def test_a_single_candidate_takes_no_trial() -> None:
    book = Book(lambda one, _: worth(one))
    assert sharp.find_best(pool(1), book, 50) == pool(1)[0]
    assert not book.met


def test_as_many_different_candidates_are_gathered_as_are_asked_for() -> None:
    asked: list[int] = []

    def make(number: int) -> list[str]:
        asked.append(number)
        return [f"A PAR - {number // 2}"]

    assert sharp.gather(3, make) == [("A PAR - 0",), ("A PAR - 1",), ("A PAR - 2",)]
    assert asked == [0, 1, 2, 3, 4]


def test_who_has_but_one_idea_is_asked_twice_as_often_and_no_more() -> None:
    asked: list[int] = []

    def make(number: int) -> list[str]:
        asked.append(number)
        return ["A PAR H"]

    assert sharp.gather(5, make) == [("A PAR H",)]
    assert asked == [*range(10)]
