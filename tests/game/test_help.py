"""HELP by mail: by topic, by command, and what is told of words that the judge does not know."""

import pytest

from tests.game.answers import reply
from tests.game.world import World


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("HELP", "HELP ORDERS"),
        ("HELP VOTING", "VOTING FOR AN END"),
        ("help draw", "VOTING FOR AN END"),
        ("HELP RESIGN", "FREE SEATS AND SUBSTITUTES"),
        ("HELP ROLLBACK", "HOLDING AND CORRECTING RESULTS"),
        ("Help convoys", "HOW TO WRITE ORDERS"),
    ],
)
def test_help_is_found_by_topic_and_by_command(world: World, line: str, title: str) -> None:
    world.begun()
    assert title in world.order("France", line).text


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("DRAWW", "DRAW"),
        ("ROLBACK S1901M", "ROLLBACK"),
        ("TAKOVER France@alpha", "TAKEOVER"),
        ("LEAVE", "RESIGN"),
    ],
)
def test_an_unknown_command_gets_the_nearest_one(world: World, line: str, near: str) -> None:
    world.begun()
    answer = world.order("France", line)
    assert f"No such command; did you mean {near}" in answer.flat
    assert world.seat("France").person is not None


@pytest.mark.parametrize("line", ["UNDO", "undo what I sent"])
def test_words_that_take_something_back_are_answered_with_clear(world: World, line: str) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    assert "Write CLEAR and the unit's place" in world.order("France", line).flat


@pytest.mark.parametrize("line", ["I must leave now, sorry", "Who knows?"])
def test_prose_with_such_words_is_no_command(world: World, line: str) -> None:
    world.begun()
    assert "NOT TAKEN" not in world.order("France", line).text


@pytest.mark.parametrize("of", ["beta", "1936"])
def test_help_is_that_of_the_game_or_the_board_that_is_named(world: World, of: str) -> None:
    world.begun()
    world.begun("beta", circle="2", variant="1936")
    told = world.order("France", f"HELP ORDERS {of}").flat
    assert "HOW TO WRITE ORDERS" in told
    assert "DP" in told.split()
    assert "DP" not in world.order("France", "HELP ORDERS").flat.split()


def test_a_yes_takes_the_only_command_that_a_slip_may_mean(world: World) -> None:
    world.begun(players=3)
    told = world.order("France", "EXTNED 1d")
    assert "did you mean EXTEND? Reply YES and it counts. This would work: EXTEND 1d" in told.flat
    assert "you ask to" in reply(world, told, "Yes please")[0].flat.lower()


def test_a_master_s_yes_takes_it_too_and_a_name_has_its_nearest(world: World) -> None:
    world.begun()
    told = world.say("gm@players.example", "PROCES", to=world.address("GM"))
    assert "did you mean PROCESS? Reply YES" in told.flat
    reply(world, told, "yes")
    assert world.game().number == 2
    told = world.say("gm@players.example", "EJECT Frnace", to=world.address("GM"))
    assert "This would work: EJECT France" in told.flat


def test_what_a_slip_means_is_offered_only_where_it_would_work(world: World) -> None:
    world.begun()
    told = world.order("France", "ROLBACK S1901M")
    assert "did you mean ROLLBACK?" in told.flat
    assert "Reply YES" not in told.flat
    assert "This would work" not in told.flat


@pytest.mark.parametrize("line", ["GREETINGS ALL", "THANKS A LOT", "HAVE FUN"])
def test_loud_words_are_no_commands(world: World, line: str) -> None:
    world.begun()
    assert "NOT TAKEN" not in world.order("France", line).text
