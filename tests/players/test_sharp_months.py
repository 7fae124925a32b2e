"""Sharp in 1930!: how far a trial goes."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from judge.catalog import variant
from judge.rules.computers import sharp
from judge.rules.d100.build import D100


def engine() -> D100:
    """The engine of 1930!."""
    found = variant.load("1930").engine
    assert isinstance(found, D100)
    return found


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The phases that are played in trials."""
    phases: list[str] = []
    advance = D100.advance

    def count(self: D100, state: Any, orders: Mapping[str, Sequence[str]], dice: Any) -> Any:
        phases.append(state.phase)
        return advance(self, state, orders, dice)

    monkeypatch.setattr(D100, "advance", count)
    return phases


@pytest.mark.parametrize(
    ("phase", "trial"),
    [
        ("1930-01M", ["1930-01M", "1930-02M", "1930-03M", "1930-04M"]),
        ("1930-05M", ["1930-05M", "1930-06M", "1930-06A", "1930-07M", "1930-08M"]),
    ],
)
def test_a_trial_plays_the_month_at_hand_and_three_more(
    played: list[str], phase: str, trial: list[str]
) -> None:
    """What is reckoned between months is no month."""
    board = engine()
    sharp.month_orders(board, board.position({"phase": phase}), "France", Random(1), 2)
    assert played[: len(trial)] == trial
    assert len(played) % len(trial) == 0
