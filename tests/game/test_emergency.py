"""EMERGENCY: one player has the deadline moved by a day, once a game."""

import pytest

from tests.game.world import DAY, DEADLINE, HOUR, World


@pytest.mark.parametrize("line", ["EMERGENCY", "emergency pause", "PAUSE EMERGENCY"])
def test_a_player_has_a_day_more_and_nobody_learns_who(world: World, line: str) -> None:
    world.begun()
    world.mail("france@players.example", line, to=world.address("France"))
    answer, *told = world.run()
    assert world.due() == DEADLINE + DAY
    assert (
        "he deadline is 1 day later, Fri 6 Nov 2026 18:00 UTC; you can do that once a game"
        in answer.flat
    )
    assert len(told) == 8
    for mail in told:
        assert "extended by 1 day, as a player has an emergency" in mail.flat
        assert "France" not in mail.flat.replace("You play France", "")


def test_it_can_be_done_once_a_game_by_each(world: World) -> None:
    world.begun()
    world.order("France", "EMERGENCY")
    assert "once a game, and you have done it in alpha" in world.order("France", "EMERGENCY").flat
    assert world.due() == DEADLINE + DAY
    world.order("Turkey", "EMERGENCY")
    assert world.due() == DEADLINE + 2 * DAY
    world.run(world.due())
    assert "once a game" in world.order("France", "EMERGENCY").flat


def test_a_deadline_that_has_passed_is_a_day_from_now(world: World) -> None:
    world.begun("alpha", "grace=2d")
    world.run(DEADLINE + HOUR)
    world.order("France", "EMERGENCY")
    assert world.due() >= DEADLINE + DAY


@pytest.mark.parametrize(("power", "reason"), [("GM", "This is for players"), ("", "nothing in")])
def test_only_players_have_emergencies(world: World, power: str, reason: str) -> None:
    world.begun()
    to = world.address(power) if power else "judge@judge.example"
    sender = "gm@players.example" if power else "france@players.example"
    assert reason.lower() in world.say(sender, "EMERGENCY", to=to).flat.lower()
    assert world.due() == DEADLINE


def test_a_paused_game_has_no_emergency(world: World) -> None:
    world.begun()
    world.say("gm@players.example", "PAUSE", to=world.address("GM"))
    assert "is paused and has no deadline" in world.order("France", "EMERGENCY").flat
