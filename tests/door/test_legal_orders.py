"""Whatever position a game comes to: legal orders are accepted, also together, and all listed."""

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import judge
from judge.api import Answer, Position, Result
from judge.kernel.dice import SecretDice
from judge.rules.d100.build import D100
from tests.play import games
from tests.play.games import KINDS
from tests.play.legal import together

GAMES = dict(KINDS)
"""Each variant with as many of its options as are played."""
SAMPLE, SEATS = 12, 2
"""Orders of one position that are adjudicated, each by itself; seats that are asked at all."""


@cache
def positions(name: str) -> tuple[Position, ...]:
    """The positions of some phases of a game of random players."""
    engine: Any = judge.load(name).loaded.engine
    dice, players = SecretDice(b"-" * 32, name), Random(name)
    state = engine.start(GAMES[name], dice).state
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


def drawn(name: str, at: int) -> tuple[Position, judge.Variant, list[int]]:
    """One of the positions of a variant's game, the variant, and throws for dice if it has any."""
    position = positions(name)[at % len(positions(name))]
    variant = judge.load(position["variant"])
    throws = [50] * 500 if isinstance(variant.loaded.engine, D100) else []
    return position, variant, throws


def refused(told: Answer) -> list[Result]:
    """The rows of orders that were not taken, or count for less than they say.

    Points for a minor that falls in the very month, by these orders, were rightly offered.
    """
    return [
        row
        for row in told["results"]
        if (row["verdict"].startswith("illegal") or row.get("reason", "").startswith("only "))
        and not (row["order"].startswith("ALLOCATE ") and row["reason"].endswith(" has fallen."))
    ]


def seats(variant: judge.Variant, chance: int) -> list[str]:
    """Some of the powers."""
    return Random(chance).sample(variant.powers, SEATS)


every_game = pytest.mark.parametrize("name", GAMES)
few = settings(max_examples=3, deadline=None, phases=[Phase.generate])
luck = given(at=st.integers(0, 11), chance=st.integers(0, 999))


@every_game
@few
@luck
def test_each_legal_order_is_accepted(name: str, at: int, chance: int) -> None:
    position, variant, throws = drawn(name, at)
    pairs = [
        (power, order)
        for power in seats(variant, chance)
        for orders in variant.legal_orders(position, power).values()
        for order in orders
    ]
    for power, order in Random(chance).sample(pairs, min(SAMPLE, len(pairs))):
        if order.startswith("DEPLOY") and position["phase"].endswith("D"):
            continue  # a list counts as a whole
        told = variant.adjudicate(**position, orders={power: [order]}, dice=throws)
        rows = [row for row in told["results"] if row["text"] == order]
        assert rows or order.startswith("DP "), (position, power, order)
        assert not refused(told), (refused(told), power, order, position)


@every_game
@few
@luck
def test_what_does_not_exclude_each_other_goes_together(name: str, at: int, chance: int) -> None:
    """Within the purse; a deployment counts as a whole and asks for more than choices."""
    position, variant, throws = drawn(name, at)
    if position["phase"].endswith("D"):
        return
    for power in seats(variant, chance):
        offered = [*variant.choices(position, power)]
        taken = together(
            Random(chance).sample(offered, len(offered)), variant.purse(position, power)
        )
        assert not any(one.excludes(other) for one in taken for other in taken if one is not other)
        told = variant.adjudicate(
            **position, orders={power: [one.order for one in taken]}, dice=throws
        )
        assert not refused(told), (refused(told), power, position)
        assert power not in told.get("forfeits", ())


@every_game
@few
@luck
def test_nothing_that_is_accepted_is_missing(name: str, at: int, chance: int) -> None:
    """Whatever random players write: what is taken as it stands was among the choices."""
    position, variant, throws = drawn(name, at)
    engine: Any = variant.loaded.engine
    state = engine.position(position)
    given = games.orders(engine, state, Random(chance))
    for power in seats(variant, chance):
        offered = {one.order for one in variant.choices(position, power)}
        for line in given.get(power, ()):
            told = variant.adjudicate(**position, orders={power: [line]}, dice=throws)
            rows = [row for row in told["results"] if row["text"] == line]
            taken = rows and all(row["order"] == line for row in rows) and not refused(told)
            lame = any(row["verdict"] == "invalid" for row in rows)  # what it needs is not there
            told_before = engine.standing(state, power, [line])
            missed = ("out of its reach", "none of your planes was ordered to drop it")
            far = any(one in warning for one in missed for warning in told_before.warnings)
            vain = told_before.void or far
            if taken and not lame and not vain and not line.startswith(f"ALLOW {power}"):
                assert line in offered, (power, line, position)
