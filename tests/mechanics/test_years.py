"""Years of random play: whatever is ordered, the board stays sound and the next phase comes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.rules.dip.ground.position import State
from tests import folders
from tests.mechanics.boards import engine, start, turn

VARIANTS = tuple(name for name in folders.of_each_kind() if name in folders.without("influence"))
"""Those whose phases are all of orders for units: bids are drawn in tests/play."""


def some_orders(name: str, state: State, data: st.DataObject) -> dict[str, list[str]]:
    """An order or none for each task of each power, and points where there are some."""
    orders: dict[str, list[str]] = {}
    for power in engine(name).powers:
        tasks = engine(name).standing(state, power, ()).tasks
        lines = [data.draw(st.sampled_from((*task.options, ""))) for task in tasks if task.options]
        orders[power] = [line for line in lines if line]
        orders[power] += _points(name, state, data)
    return orders


def _points(name: str, state: State, data: st.DataObject) -> list[str]:
    great = {*engine(name).powers, "Nationalist Spain", "Republican Spain"}
    minors = [unit for who, units in state.units.items() if who not in great for unit in units]
    if state.phase[-1] != "M" or not minors:
        return []
    board = engine(name).game.board
    unit = board.unit(data.draw(st.sampled_from(minors)))
    goal = board.locs[data.draw(st.sampled_from(sorted(board.steps[unit.arm][unit.loc])))]
    return [f"DP {data.draw(st.integers(1, 3))}: {unit.text} - {goal}"]


def check_sound(name: str, state: State) -> None:
    """At most one unit a space; each centre has at most one owner; a dump loads again."""
    board = engine(name).game.board
    spaces = [board.unit(text).space for texts in state.units.values() for text in texts]
    assert len(set(spaces)) == len(spaces)
    centers = [space for ids in state.centers.values() for space in ids]
    assert len(set(centers)) == len(centers)
    assert engine(name).load(engine(name).dump(state)) == state


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", VARIANTS)
@settings(max_examples=8)
@given(data=st.data())
def test_three_years_of_any_orders_leave_a_sound_board(name: str, data: st.DataObject) -> None:
    state = start(name)
    for _ in range(9):
        after = turn(name, state, some_orders(name, state, data))
        check_sound(name, after.state)
        assert after.state.phase != state.phase or after.winners
        if after.winners:
            return
        state = after.state


@pytest.mark.parametrize("name", folders.playing("minors", "points"))
@settings(max_examples=8)
@given(data=st.data())
def test_minors_never_move_and_never_retreat(name: str, data: st.DataObject) -> None:
    state = start(name)
    great = {*engine(name).powers, "Nationalist Spain", "Republican Spain"}
    for _ in range(4):
        after = turn(name, state, some_orders(name, state, data)).state
        assert all(unit.power in great for unit in after.dislodged)
        for power, units in after.units.items():
            if power not in great:
                assert {unit[2:5] for unit in units} <= {*state.centers.get(power, ())}
        state = after


@pytest.mark.parametrize("name", VARIANTS)
def test_a_game_in_which_nobody_orders_anything_goes_on(name: str) -> None:
    state = start(name)
    for _ in range(6):
        state = turn(name, state, {}).state
    begun = start(name)
    for power, units in begun.units.items():  # some boards begin with more than can be fed
        fed = len(begun.centers.get(power, ())) >= len(units)
        kept = state.units.get(power, ())
        assert kept == units if fed else {*kept} < {*units}
    assert state.phase[1:5] > start(name).phase[1:5]
