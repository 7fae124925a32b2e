"""What somebody does who learns: at first as often as before, then more of what led to more."""

from random import Random

from judge.rules.computers.sharp import Habit

HOLD, MARCH, SAIL = ("A PAR H",), ("A PAR - BUR",), ("F BRE - MAO",)


def drawn(habit: Habit, times: int = 600) -> dict[tuple[str, ...], int]:
    """How often each order set is drawn."""
    dice = Random(1)
    draws = [habit.draw(dice) for _ in range(times)]
    return {one: draws.count(one) for one in set(draws)}


def test_order_sets_are_drawn_as_often_as_they_were_given() -> None:
    often = drawn(Habit([HOLD, HOLD, HOLD, MARCH]))
    assert set(often) == {HOLD, MARCH}
    assert 400 < often[HOLD] < 500


def test_what_led_to_more_is_done_more_often() -> None:
    habit = Habit([HOLD, MARCH])
    habit.learn(HOLD, 0.2)
    habit.learn(MARCH, 0.8)
    often = drawn(habit)
    assert often[MARCH] > 1.5 * often[HOLD] > 0


def test_the_first_that_is_seen_says_nothing_yet() -> None:
    """There is nothing to compare it with."""
    habit = Habit([HOLD, MARCH])
    habit.learn(HOLD, 0.9)
    assert habit.leaning[HOLD] == habit.leaning[MARCH]


def test_each_is_compared_with_the_mean_of_all_before_it() -> None:
    habit = Habit([HOLD, MARCH, SAIL, SAIL])
    for order_set, value in ((HOLD, 0.2), (SAIL, 0.6), (MARCH, 0.5)):
        habit.learn(order_set, value)
    assert habit.leaning[HOLD] == 0.25
    assert abs(habit.leaning[SAIL] - 0.9) < 1e-9
    assert abs(habit.leaning[MARCH] - 0.35) < 1e-9


def test_what_led_to_much_less_is_not_done_any_more() -> None:
    habit = Habit([HOLD, MARCH])
    habit.learn(HOLD, 0.9)
    habit.learn(MARCH, 0.1)
    assert set(drawn(habit)) == {HOLD}


def test_who_regrets_everything_goes_back_to_what_it_did_at_first() -> None:
    habit = Habit([HOLD, HOLD, HOLD, MARCH])
    habit.learn(HOLD, 1.0)
    for order_set in (HOLD, MARCH, HOLD, MARCH):
        habit.learn(order_set, 0.0)
    often = drawn(habit)
    assert set(often) == {HOLD, MARCH}
    assert 400 < often[HOLD] < 500
