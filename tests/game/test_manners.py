"""Mails that a machine may have sent: obeyed at a seat's address, answered if none can loop."""

import pytest

from tests.game.world import World, mailbox

MARKS = ("X-Auto-Response-Suppress: All", "Precedence: bulk", "List-Unsubscribe: <mailto:a@b.test>")


@pytest.mark.parametrize("mark", MARKS)
def test_orders_with_a_robots_mark_are_obeyed_and_confirmed(world: World, mark: str) -> None:
    world.begun()
    answer = world.order("France", "A Par - Bur", headers=[mark])
    assert "\n  A PAR - BUR\n" in answer.text
    assert world.orders("France") == ["A PAR - BUR"]


@pytest.mark.parametrize("mark", MARKS)
def test_an_absence_note_to_a_seats_address_draws_no_answer(world: World, mark: str) -> None:
    world.begun()
    note = "I am out of the office until Monday.\nRegards"
    world.mail(mailbox("France"), note, to=world.address("France"), headers=[mark])
    assert world.run() == []
    ((status, reason),) = world.rows("SELECT status, reason FROM letters")
    assert status == "done"
    assert reason.startswith("it ")


@pytest.mark.parametrize("mark", MARKS)
def test_the_same_to_the_judge_itself_is_silenced(world: World, mark: str) -> None:
    world.begun()
    world.mail(mailbox("France"), "A Par - Bur\nSTATUS", headers=[mark])
    assert world.run() == []
    assert world.rows("SELECT status FROM letters") == [("silent",)]


def test_a_refusal_is_not_sent_where_a_robot_may_have_written(world: World) -> None:
    world.begun()
    headers = ["Precedence: bulk", "Content-Type: " + "x" * 3000]
    world.mail(mailbox("France"), "A Par - Bur", to=world.address("France"), headers=headers)
    assert world.run() == []
