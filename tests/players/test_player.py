"""The door: who searches and when, and how many rollouts a move may take."""

from typing import Any

import pytest

from judge.catalog import variant
from judge.kernel.dice import NoDice, SecretDice
from judge.rules import computers
from judge.rules.computers import sharp
from judge.rules.d100.build import D100
from tests.mechanics import boards


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The budgets of all searches that are made; each finds nothing at once."""
    budgets: list[int] = []

    def search(*about: Any) -> list[str]:
        budgets.append(about[-1])
        return []

    monkeypatch.setattr(sharp, "orders", search)
    monkeypatch.setattr(sharp, "month_orders", search)
    return budgets


def winter(name: str, units: int = 0) -> Any:
    """A position of a variant: a winter, or a spring with so many units."""
    engine = boards.engine(name)
    spaces = [
        unit for unit in engine.game.board.fit if unit.startswith(("A ", "F ")) and "/" not in unit
    ]
    lone = {unit.partition(" ")[2]: unit for unit in spaces}
    phase = f"S{engine.first[1:5]}M" if units else f"W{engine.first[1:5]}A"
    return engine.position({"phase": phase, "units": {"France": [*lone.values()][:units]}})


def test_only_sharp_searches_and_only_where_units_move(searches: list[int]) -> None:
    engine = boards.engine("standard")
    moves, builds = boards.start("standard"), winter("standard")
    assert len(computers.orders(engine, moves, "France", "x", level=computers.STEADY)) == 3
    computers.orders(engine, builds, "France", "x", level=computers.STEADY)
    assert searches == []
    assert len(computers.orders(engine, builds, "France", "x", level=computers.SHARP)) == 3
    assert searches == []
    computers.orders(engine, moves, "France", "x", level=computers.SHARP)
    assert searches == [computers.BUDGET]
    assert computers.takes_time(engine, moves)
    assert not computers.takes_time(engine, builds)


@pytest.mark.parametrize(("units", "share"), [(3, 100), (34, 100), (68, 25)])
def test_on_a_crowded_board_fewer_rollouts_take_as_long(
    searches: list[int], units: int, share: int
) -> None:
    """The time of each grows with the square of the units."""
    engine = boards.engine("1930s-world")
    computers.orders(engine, winter("1930s-world", units), "France", "x", level="sharp", budget=100)
    assert searches == [share]


def test_in_1930_a_trial_costs_five_and_every_phase_is_searched(searches: list[int]) -> None:
    engine = variant.load("1930").engine
    assert isinstance(engine, D100)
    dice = SecretDice(b"-" * 32, "1930")
    state = engine.start({}, dice).state
    for phase in ("1930-00D", "1930-01M", "1930-06A"):
        there = engine.position({"phase": phase})
        assert computers.takes_time(engine, there)
        computers.orders(engine, there, "France", "x", level=computers.SHARP, budget=100)
    assert searches == [20, 20, 20]
    assert len(computers.orders(engine, state, "France", "x", level=computers.STEADY)) == 12
    assert len(searches) == 3


def test_phase_seat_and_game_throw_other_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = boards.engine("standard")
    thrown: list[float] = []

    def throw(*about: Any) -> list[str]:
        thrown.append(about[2].random())
        return []

    monkeypatch.setattr(sharp, "orders", throw)
    spring = boards.start("standard")
    fall = engine.advance(spring, {}, NoDice())
    for state, power, seed in (
        (spring, "France", "x"),
        (spring, "France", "x"),
        (fall, "France", "x"),
        (spring, "Italy", "x"),
        (spring, "France", "y"),
    ):
        computers.orders(engine, state, power, seed, level=computers.SHARP)
    assert thrown[0] == thrown[1]
    assert len(set(thrown)) == 4


def test_no_computer_plays_a_game_that_it_does_not_know() -> None:
    engine: Any = boards.engine("standard")

    class Chess:
        """An engine of another kind."""

        kinds = ("movement",)

        def known_state(self, state: Any, power: str) -> Any:
            """All is known."""
            return (state, power)[0]

        def phase(self, state: Any) -> Any:
            """As in the standard game."""
            return engine.phase(state)

    chess: Any = Chess()
    with pytest.raises(TypeError, match="Chess"):
        computers.orders(chess, boards.start("standard"), "France", "x")
