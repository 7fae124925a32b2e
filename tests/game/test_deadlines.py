"""When a phase closes, and which mails were in time."""

import os
from datetime import timedelta

import pytest

from judge.run import start
from judge.spool import spool
from tests.game.world import DAY, DEADLINE, HOUR, MINUTE, POWERS, START, World

HOLDS = "HOLD ALL"


def all_order(world: World, *but: str) -> None:
    """Everybody but ``but`` sends complete orders."""
    for power in POWERS:
        if power not in but:
            to = world.address(power)
            world.mail(f"{power.lower()}@players.example", HOLDS, to=to)


def test_a_phase_closes_at_its_deadline_and_units_without_orders_hold(world: World) -> None:
    world.begun()
    assert world.run(DEADLINE - MINUTE) == []
    results = world.run(DEADLINE)
    assert [sent.to.partition("@")[0] for sent in results] == [*map(str.lower, POWERS), "gm"]
    assert world.game().phase.id == "F1901M"  # type: ignore[union-attr]
    assert "A PAR H" in results[0].text


def test_a_phase_closes_only_once(world: World) -> None:
    world.begun()
    world.run(DEADLINE)
    assert world.run(DEADLINE + MINUTE) == []
    assert world.rows("SELECT number, phase FROM turns") == [(1, "S1901M")]


def test_the_next_deadline_counts_from_the_close(world: World) -> None:
    world.begun()
    world.run(DEADLINE + 2 * HOUR)
    assert world.game().deadline == DEADLINE + 3 * DAY


def test_a_phase_closes_early_when_all_orders_are_in(world: World) -> None:
    world.begun()
    all_order(world, "Turkey")
    world.run()
    assert world.game().number == 1
    answer = world.order("Turkey", HOLDS)
    assert "All your orders are in" in answer.text
    assert world.game().number == 2


def test_a_phase_does_not_close_early_where_the_game_forbids_it(world: World) -> None:
    world.begun("alpha", "early=no")
    all_order(world)
    world.run()
    assert world.game().number == 1
    world.run(DEADLINE)
    assert world.game().number == 2


def test_who_waits_keeps_the_phase_open_until_the_deadline(world: World) -> None:
    world.begun()
    world.order("Turkey", f"WAIT\n{HOLDS}")
    all_order(world, "Turkey")
    world.run()
    assert world.game().number == 1
    world.order("Turkey", "NOWAIT")
    assert world.game().number == 2
    assert world.seat("Turkey").wait is False


def test_a_wait_is_for_one_phase(world: World) -> None:
    world.begun()
    world.order("Turkey", "WAIT")
    world.run(DEADLINE)
    assert world.seat("Turkey").wait is False


def test_a_vacant_seat_keeps_nobody_waiting(world: World) -> None:
    world.begun(players=6)
    all_order(world, "Turkey")
    world.run()
    assert world.game().number == 2


@pytest.mark.parametrize(
    ("before", "in_time"), [(timedelta(seconds=1), True), (timedelta(), False)]
)
def test_a_mail_is_in_time_if_our_server_took_it_before_the_deadline(
    world: World, before: timedelta, *, in_time: bool
) -> None:
    """It is read long afterwards, in the same pass that closes the phase."""
    world.begun()
    answer = _read_late(world, at=DEADLINE - before)
    orders = world.rows("SELECT orders FROM turns")[0][0]
    assert ("A PAR - BUR" in orders) == in_time
    assert ("Too late: this mail came less than a minute after the deadline" in answer) != in_time


def _read_late(world: World, **more: object) -> str:
    to = world.address("France")
    name = world.mail("france@players.example", "A Par - Bur", to=to, **more)  # type: ignore[arg-type]
    sent = world.run(DEADLINE + HOUR)
    return next(mail.flat for mail in sent if mail.message["In-Reply-To"] == name)


def test_its_date_header_makes_no_mail_early(world: World) -> None:
    world.begun()
    headers = [f"Date: {START:%a, %d %b %Y %H:%M:%S +0000}"]
    assert "Too late" in _read_late(world, at=DEADLINE + MINUTE, headers=headers)


def test_a_received_line_of_somebody_else_makes_no_mail_early(world: World) -> None:
    world.begun()
    stamp = f"{START:%a, %d %b %Y %H:%M:%S +0000}"
    headers = [f"Received: from there by mx.judge.example; {stamp}"]
    assert "Too late" in _read_late(world, at=DEADLINE + MINUTE, headers=headers)


def test_without_a_servers_stamp_the_mailbox_says_when_a_mail_came(world: World) -> None:
    world.begun()
    world.run(START + HOUR)
    head = f"From: france@players.example\nTo: {world.address('France')}\n\n"
    late = world.raw(f"{head}A Par - Bur\n".encode())
    os.utime(late, ((DEADLINE + MINUTE).timestamp(),) * 2)
    early = world.raw(f"{head}A Mar - Gas\n".encode())
    os.utime(early, ((DEADLINE - MINUTE).timestamp(),) * 2)
    world.run(DEADLINE + HOUR)
    orders = world.rows("SELECT orders FROM turns")[0][0]
    assert "A MAR - GAS" in orders
    assert "A PAR - BUR" not in orders


def test_a_file_that_the_last_pass_did_not_see_came_after_it(world: World) -> None:
    """A restored or copied file may bear any date."""
    world.begun()
    world.run(DEADLINE)
    old = world.raw(
        f"From: france@players.example\nTo: {world.address('France')}\n\nA Par - Bur\n".encode()
    )
    os.utime(old, (START.timestamp(),) * 2)
    world.run()
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_late_mail_is_not_for_the_next_phase(world: World) -> None:
    """It was held up on its way and comes in after the phase was closed."""
    world.begun()
    world.run(DEADLINE)
    answer = world.order("France", "A Par - Bur", at=DEADLINE - MINUTE)
    assert world.orders("France") == []
    assert "before the present phase began" in answer.flat


def test_mails_count_in_the_order_in_which_our_server_took_them(world: World) -> None:
    world.begun()
    to = world.address("France")
    world.mail("france@players.example", "A Par - Bur", to=to, at=START + 2 * HOUR)
    world.mail("france@players.example", "A Par - Pic", to=to, at=START + HOUR)
    world.run(START + 3 * HOUR)
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_mail_that_was_held_up_does_not_undo_a_later_one(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur", at=START + 2 * HOUR)
    answer = world.order("France", "A Par - Pic\nA Mar - Gas", at=START + HOUR)
    assert sorted(world.orders("France")) == ["A MAR - GAS", "A PAR - BUR"]
    assert "a mail of yours that came later says A PAR - BUR" in answer.flat


def test_after_the_deadline_grace_takes_late_orders_and_tells_the_late(world: World) -> None:
    world.begun("alpha", "grace=12h", "late=self")
    all_order(world, "Turkey", "France")
    world.order("France", "A Par - Bur")
    sent = world.run(DEADLINE)
    assert sorted(mail.to.partition("@")[0] for mail in sent) == ["france", "gm", "turkey"]
    assert world.run(DEADLINE + MINUTE) == []
    answer = world.order("France", "A Mar H, F Bre H", at=DEADLINE + HOUR)
    assert "All your orders are in" in answer.text
    assert world.game().number == 1
    world.run(DEADLINE + 12 * HOUR)
    assert world.game().number == 2
    assert "A PAR - BUR" in world.rows("SELECT orders FROM turns")[0][0]


def test_grace_ends_when_the_last_orders_come(world: World) -> None:
    world.begun("alpha", "grace=12h")
    all_order(world, "Turkey")
    world.run(DEADLINE)
    assert world.game().number == 1
    world.now = DEADLINE + HOUR
    world.order("Turkey", HOLDS)
    assert world.game().number == 2


def test_there_is_no_grace_for_second_thoughts(world: World) -> None:
    """All orders were in at the deadline: the phase was over then, whoever waited."""
    world.begun("alpha", "grace=12h")
    world.order("Turkey", "WAIT")
    all_order(world)
    to = world.address("Turkey")
    world.mail("turkey@players.example", "A Con - Bul", to=to, at=DEADLINE + MINUTE)
    world.run(DEADLINE + HOUR)
    assert "A CON H" in world.rows("SELECT orders FROM turns")[0][0]


def test_after_the_grace_it_is_too_late(world: World) -> None:
    world.begun("alpha", "grace=12h")
    to = world.address("France")
    world.mail("france@players.example", "A Par - Bur", to=to, at=DEADLINE + 12 * HOUR)
    world.run(DEADLINE + 13 * HOUR)
    assert "A PAR - BUR" not in world.rows("SELECT orders FROM turns")[0][0]


def test_the_judge_waits_for_mails_that_are_on_their_way(world: World) -> None:
    """With the real clock a deadline is taken for past only half a minute later."""
    opened = spool.open_spool(world.home)
    real = start._house(opened, None)
    assert real.now - real.cutoff == timedelta(seconds=30)
    pretended = start._house(opened, START)
    assert pretended.now == pretended.cutoff == START
