"""RESIGN: what gives a seat up and what does not, and who is told."""

import pytest

from tests.game.world import World


@pytest.mark.parametrize(
    "line", ["RESIGN", "RESIGN alpha", "RESIGN as France", "withdraw from alpha", "RESIGN F@alpha"]
)
def test_a_seat_is_given_up_by_its_name_or_without_one(world: World, line: str) -> None:
    world.begun()
    world.order("France", line)
    assert world.seat("France").person is None


@pytest.mark.parametrize(
    "line",
    ["RESIGN Turkey", "RESIGN beta", "WITHDRAW VOTE", "RESIGN WAITING", "RESIGN as Turkey@alpha"],
)
def test_a_line_that_may_mean_something_else_gives_no_seat_up(world: World, line: str) -> None:
    world.begun()
    answer = world.order("France", line)
    assert "This mail speaks for France in alpha. This would work: RESIGN" in answer.flat
    assert world.seat("France").person is not None


def test_all_are_told_of_a_resignation_and_only_the_master_by_whom(world: World) -> None:
    world.begun()
    world.mail("france@players.example", "RESIGN", to=world.address("France"))
    sent = {mail.to: mail for mail in world.run()}
    assert len(sent) == 8
    for reader in ("italy@players.example", "gm@players.example"):
        assert "The player of France has resigned. Its units hold" in sent[reader].flat
    assert "It was P2." in sent["gm@players.example"].flat
    assert "P2" not in sent["italy@players.example"].text


def test_a_game_master_hands_his_game_over_or_ends_it(world: World) -> None:
    world.begun()
    answer = world.say("gm@players.example", "RESIGN", to=world.address("GM"))
    assert "PROMOTE and an address gives it to somebody, TERMINATE ends it." in answer.flat
