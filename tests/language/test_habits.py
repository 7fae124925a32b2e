"""What people type, line by line, on a board: read, asked back with what would work, or ignored."""

import pytest

from tests.language.habits import Habit, answers, habits

HABITS = list(habits())


@pytest.mark.parametrize("habit", HABITS, ids=[habit.typed for habit in HABITS])
def test_a_line_is_understood_as_its_writer_meant_it(habit: Habit) -> None:
    assert answers(habit) == habit.answers
