"""When a phase may end early: not over a question, and not before all could think better of it."""

from datetime import timedelta

import pytest

from tests.game.test_deadlines import HOLDS, all_order
from tests.game.world import DEADLINE, MINUTE, Sent, World

DELAY = timedelta(minutes=30)
EACH = "A Con H\nA Smy H\nF Ank H"


def alone(world: World, *lines: str, options: tuple[str, ...] = ("delay=30m",)) -> list[Sent]:
    """Everybody else's orders are in; Turkey sends these mails, and all answers come back."""
    world.begun("alpha", *options)
    all_order(world, "Turkey")
    world.run()
    return [world.order("Turkey", line) for line in lines]


def ended(world: World) -> bool:
    """Whether the first phase is over."""
    return world.game().number == 2


def test_a_phase_ends_some_time_after_the_last_power_is_ready(world: World) -> None:
    (answer,) = alone(world, HOLDS)
    told = "or 30 minutes after all are ready."
    assert f"Deadline: Thu 5 Nov, 18:00 UTC, 3 days 8 hours left, {told}" in answer.flat
    ready = world.now
    world.run(ready + DELAY - MINUTE)
    assert not ended(world)
    world.run(ready + DELAY)
    assert ended(world)


def test_without_a_delay_it_ends_at_once(world: World) -> None:
    (answer,) = alone(world, HOLDS, options=("delay=0m",))
    assert "or once all are ready" in answer.flat
    assert ended(world)


@pytest.mark.parametrize("last", ["orders", "grace"])
def test_nobody_waits_for_the_orders_of_an_empty_seat(world: World, last: str) -> None:
    world.begun("alpha", "grace=1d", players=6)
    world.begun("beta", "grace=1d")
    all_order(world, "Italy", "Turkey")
    world.run(DEADLINE + MINUTE if last == "grace" else None)
    assert not ended(world)
    world.order("Italy", HOLDS)
    world.run()
    assert ended(world)
    assert world.game("beta").number == 1


def test_a_mail_within_the_delay_is_obeyed(world: World) -> None:
    alone(world, HOLDS)
    ready = world.now
    world.order("Turkey", "A Con - Bul")
    world.run(ready + DELAY)
    assert ended(world)
    assert "A CON - BUL" in str(world.rows("SELECT orders FROM turns"))


def test_who_is_asked_back_within_the_delay_stops_it_and_it_begins_anew(world: World) -> None:
    alone(world, HOLDS)
    ready = world.now
    world.order("Turkey", "A Con - Bull")
    assert world.game().ready is None
    world.run(ready + DELAY + MINUTE)
    assert not ended(world)
    world.order("Turkey", "A Con - Bul")
    again = world.now
    world.run(again + DELAY - MINUTE)
    assert not ended(world)
    world.run(again + DELAY)
    assert ended(world)


def test_a_phase_does_not_end_over_a_line_that_was_not_taken(world: World) -> None:
    orders = f"{EACH}\nF Ank - Blacksea Coast"
    (answer,) = alone(world, orders, options=("delay=0m",))
    told = "You are not counted as ready: line 4 is still in doubt. Say READY if you are."
    assert told in answer.flat
    assert not ended(world)
    assert f"line 4 of {world.receipt(7)} is still in doubt" in world.order("Turkey", "STATUS").flat
    answer = world.order("Turkey", "READY")
    assert "not complete" not in answer.flat
    assert ended(world)


def test_orders_anew_answer_the_question(world: World) -> None:
    alone(world, f"{EACH}\nF Ank - Blacksea Coast", "F Ank - Bla", options=("delay=0m",))
    assert ended(world)


def test_the_phase_runs_to_its_deadline_over_a_question(world: World) -> None:
    alone(world, f"{EACH}\nF Ank - Blacksea Coast")
    world.run(DEADLINE - MINUTE)
    assert not ended(world)
    world.run(DEADLINE)
    assert ended(world)


def test_ready_does_not_stand_for_orders(world: World) -> None:
    alone(world, "A Con H\nREADY", options=("delay=0m",))
    assert not ended(world)
    world.order("Turkey", "A Smy H\nF Ank H")
    assert ended(world)


def test_what_is_asked_back_in_a_grace_keeps_it_open(world: World) -> None:
    world.begun("alpha", "grace=12h")
    all_order(world, "Turkey")
    world.run(DEADLINE)
    world.order("Turkey", f"{EACH}\nF Ank - Blacksea Coast")
    assert not ended(world)
    world.order("Turkey", "F Ank - Bla")
    assert ended(world)


def test_a_question_of_before_the_deadline_does_not_stretch_it(world: World) -> None:
    alone(world, f"{EACH}\nF Ank - Blacksea Coast", options=("grace=12h",))
    world.run(DEADLINE)
    assert ended(world)


def test_wait_always_outlasts_a_phase_and_wait_does_not(world: World) -> None:
    alone(world, f"WAIT ALWAYS\n{HOLDS}", options=("delay=0m",))
    answer = world.order("Turkey", "STATUS")
    assert "ou keep it open till then (NOWAIT)" in answer.flat
    world.run(DEADLINE)
    assert world.seat("Turkey").wait
    world.order("Turkey", "NOWAIT\nWAIT")
    world.run(world.due())
    assert not world.seat("Turkey").wait


def test_no_answer_tells_who_is_not_ready(world: World) -> None:
    """The last power's receipt is worded as the first one's: nobody learns that all are ready."""
    world.begun("alpha", "delay=30m")
    first = world.order("Austria", HOLDS).flat
    all_order(world, "Austria", "Turkey")
    world.run()
    last = world.order("Turkey", HOLDS).flat
    assert _ending(first) == _ending(last)
    assert "ready" not in world.order("Austria", "STATUS").flat.replace("all are ready", "")


def _ending(answer: str) -> str:
    return answer.partition(" left, ")[2].partition(".")[0]


@pytest.mark.parametrize(
    ("lines", "open_ends"),
    [
        ("DP 2: A BEL H\nDP 2: F NET H", "1 point is not spent"),
        ("DP 3: A BEL H\nDP 2: F NET H", "one of your orders can't work as it is written"),
        ("DP 2: A BEL H\nDP 2: F NET H\nDP 1: A SWI H", ""),
        ("DP 2: A BEL H\nNO POINTS", ""),
        ("NO POINTS", ""),
        ("DP 3: A BEL H\nDP 2: F NET H\nREADY", ""),
    ],
)
def test_points_are_spent_or_given_up(world: World, lines: str, open_ends: str) -> None:
    world.begun("alpha", variant="1936")
    answer = world.order("France", f"{HOLDS}\n{lines}")
    told = f"are not counted as ready: {open_ends}. Say " if open_ends else "counted as ready"
    assert (told in answer.flat) == bool(open_ends)
    assert world.rows("SELECT ready FROM sheets WHERE power = 'France'") == [(not open_ends,)]


def test_no_points_answers_a_bidding(world: World) -> None:
    world.begun("alpha", variant="1930s-world")
    answer = world.order("France", "NO POINTS")
    assert "All your orders are in." in answer.flat
    assert world.rows("SELECT complete, ready FROM sheets WHERE power = 'France'") == [(1, 1)]


@pytest.mark.parametrize(
    ("lines", "void"),
    [
        ("A Con - Bul\nF Ank - Con\nA Smy S A Con", True),
        ("A Con - Bul\nF Ank - Con\nA Smy S F Ank - Con", False),
        ("A Con - Bul\nA Smy - Con\nF Ank S F Sev - Bla", False),
    ],
)
def test_a_phase_does_not_end_over_an_order_that_the_others_void(
    world: World, lines: str, *, void: bool
) -> None:
    (answer,) = alone(world, lines)
    assert ("one of your orders can't work as it is written" in answer.flat) == void
    assert ("Say READY" in answer.flat) == void
    world.run(world.now + DELAY)
    assert ended(world) != void
