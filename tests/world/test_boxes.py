"""Decay: halves rounded up, but no claim catches up with a larger one."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.mechanics.influence.terms import halve, highest, totals, worth

NAMES = ("America", "China", "England", "France", "Germany")
STACKS = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 25), max_size=4)
BOXES = st.dictionaries(st.sampled_from(NAMES), STACKS, max_size=5)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((4, 3), (2, 1)),
        ((7, 4, 3, 1), (4, 2, 1, 0)),
        ((5, 5, 4), (3, 3, 2)),
        ((4, 3, 2), (2, 1, 1)),
        ((1,), (1,)),
        ((8, 5, 1), (4, 3, 1)),
    ],
)
def test_claims_decay_by_half(before: tuple[int, ...], after: tuple[int, ...]) -> None:
    box = {name: {name: points} for name, points in zip(NAMES, before, strict=False)}
    assert tuple(worth(stacks) for stacks in halve(box).values()) == after


@given(BOXES)
def test_every_stack_is_halved_and_loses_no_more_than_the_odd_point(
    box: dict[str, dict[str, int]],
) -> None:
    for claimant, stacks in halve(box).items():
        for giver, points in stacks.items():
            old = box[claimant][giver]
            assert points in (old // 2, (old + 1) // 2)


@given(BOXES)
def test_a_claim_reaches_a_larger_one_only_with_nothing_odd_left_to_give_up(
    box: dict[str, dict[str, int]],
) -> None:
    after = halve(box)
    for mine, theirs in permutations(box, 2):
        caught_up = worth(after[mine]) >= worth(after[theirs])
        if worth(box[mine]) < worth(box[theirs]) and caught_up:
            assert all(after[mine][giver] == points // 2 for giver, points in box[mine].items())


@given(BOXES, st.sets(st.sampled_from(NAMES)))
def test_banned_claims_are_worth_nothing(box: dict[str, dict[str, int]], shut: set[str]) -> None:
    assert not shut & set(totals(box, shut))
    assert not shut & set(highest(box, shut))
