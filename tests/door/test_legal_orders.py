"""Whatever position a game comes to: each legal order, written out and adjudicated, is accepted."""

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import judge
from judge.d100.build import D100
from judge.door import Position
from judge.kernel.dice import SecretDice
from tests.play import games
from tests.play.games import KINDS

SAMPLE = 60
"""Orders of one position that are adjudicated, each by itself."""


@cache
def positions(kind: int, seed: int) -> tuple[Position, ...]:
    """The positions of some phases of a game of random players."""
    name, options = KINDS[kind]
    engine: Any = judge.load(name).loaded.engine
    dice, players = SecretDice(b"-" * 32, name), Random(seed)
    state = engine.start(options, dice).state
    found: list[Position] = []
    for _ in range(12):
        request: Position = {"variant": name, **engine.request(state)}  # type: ignore[typeddict-item]
        assert engine.position(request) == state
        found.append(request)
        turn = engine.turn(state, games.orders(engine, state, players), dice)
        if turn.winners:
            break
        state = turn.state
    return tuple(found)


@pytest.mark.parametrize("kind", range(len(KINDS)), ids=[f"{n} {[*o]}" for n, o in KINDS])
@settings(max_examples=10, deadline=None, phases=[Phase.generate])
@given(seed=st.integers(0, 3), at=st.integers(0, 11), choice=st.randoms(use_true_random=False))
def test_each_legal_order_is_accepted(kind: int, seed: int, at: int, choice: Random) -> None:
    found = positions(kind, seed)
    position = found[at % len(found)]
    variant = judge.load(position["variant"])
    pairs = [
        (power, order)
        for power in variant.powers
        for orders in variant.legal_orders(position, power).values()
        for order in orders
    ]
    throws = [50] * 500 if isinstance(variant.loaded.engine, D100) else None
    for power, order in choice.sample(pairs, min(SAMPLE, len(pairs))):
        if order.startswith("DEPLOY") and position["phase"].endswith("D"):
            continue  # a list counts as a whole
        dice = {} if throws is None else {"dice": throws}
        told = variant.adjudicate(**position, orders={power: [order]}, **dice)  # type: ignore[typeddict-item]
        rows = [row for row in told["results"] if row["text"] == order]
        assert rows, (position, power, order)
        assert all(not row["verdict"].startswith("illegal") for row in rows), rows
