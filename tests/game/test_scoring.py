"""Scores by mail: a game made with a way of scoring, SCORING at any time, and the end's mail."""

import pytest

from tests import folders
from tests.game.test_ending import near_the_end
from tests.game.test_over import drawn
from tests.game.world import POWERS, World, mailbox


def test_the_players_know_the_way_and_what_it_makes_of_the_game(world: World) -> None:
    world.begun("alpha", "scoring=C-Diplo")
    assert world.game().options["scoring"] == "c-diplo"
    told = world.order("France", "STATUS").flat
    assert "It is scored by C-Diplo: SCORING tells how, and how it stands." in told
    told = world.order("France", "SCORING c-diplo").text
    assert "Scored as if the game ended now in a draw of those who are left." in told
    assert "  Russia                 4          43\n" in told
    assert "  France                 3         7.5\n" in told


def test_scoring_explains_each_way_with_the_standing_at_hand(world: World) -> None:
    world.begun()
    told = world.say("stranger@players.example", "SCORING alpha").text
    assert told.count("(scoring=") == 8
    assert "  Russia                 4       14.29       22.86        7004          43\n" in told
    assert "  Russia                 4       13.43          52       26.83       56.57\n" in told


def test_outside_a_game_it_explains_them(world: World) -> None:
    told = world.say("stranger@players.example", "SCORING").flat
    assert "WAYS OF SCORING Draw size (scoring=draw-size): 100 for who wins." in told
    assert "Who wins takes all: 28034." in told
    assert "Russia" not in told
    told = world.say("stranger@players.example", "SCORING opentribute").flat
    assert "340 for who wins" in told
    assert "Carnage" not in told


def test_what_is_neither_a_game_nor_a_way_is_answered_with_what_works(world: World) -> None:
    told = world.say("stranger@players.example", "SCORING elo").flat
    assert "'elo' is no game and no way of scoring: there are draw-size, squares," in told
    assert "This would work: SCORING" in told
    world.begun()
    told = world.say("stranger@players.example", "SCORING alpha median").flat
    assert "'alpha median' is no game and no way of scoring" in told
    told = world.say("ruth@players.example", "REGISTER Ruth\nCREATE beta scoring=elo").flat
    assert "'elo' is no way of scoring: there are draw-size, squares," in told


def test_the_mail_of_a_win_tells_the_scores(world: World) -> None:
    near_the_end(world, "scoring=whipping")
    world.order("France", "F TYS - ROM")
    world.mail(mailbox("Turkey"), "F SMY H", to=world.address("Turkey"))
    over = [mail for mail in world.run() if mail.subject.endswith("the game is over")]
    assert len(over) == 8
    for mail in over:
        assert "SCORES OF ALPHA The game is scored by Whipping." in mail.flat
        assert "  France                18         468\n" in mail.text


def test_the_mail_of_a_draw_tells_them_and_summary_again(world: World) -> None:
    world.begun("alpha", "scoring=draw-size")
    over = drawn(world)
    assert all("  Turkey                 3       14.29\n" in mail.text for mail in over)
    told = world.say("stranger@players.example", "SUMMARY alpha").text
    assert "  Turkey                 3       14.29\n" in told


def test_a_game_without_a_way_ends_without_scores(world: World) -> None:
    world.begun()
    assert not any("SCORES" in mail.text for mail in drawn(world))


def test_what_is_cancelled_scores_nothing(world: World) -> None:
    world.begun("alpha", "scoring=carnage")
    told = [world.order(power, "CANCELGAME") for power in POWERS]
    assert "SCORES" not in told[-1].text


def test_the_way_is_fixed_when_the_game_begins(world: World) -> None:
    world.say("gm@players.example", "REGISTER Ruth\nCREATE beta")
    world.say("gm@players.example", "SET scoring sum of squares", to=world.address("GM", "beta"))
    assert world.game("beta").options["scoring"] == "squares"
    world.begun("alpha", "scoring=carnage")
    told = world.say("gm@players.example", "SET scoring none", to=world.address("GM")).flat
    assert "Scoring can't be none any more: the players have relied on it." in told


@pytest.mark.parametrize("variant", folders.of_each_kind())
def test_every_board_is_scored_by_what_it_counts(world: World, variant: str) -> None:
    world.say("gm@players.example", f"REGISTER Ruth\nCREATE alpha {variant} scoring=carnage")
    told = world.say("gm@players.example", "SCORING", to=world.address("GM")).text
    assert "The game is scored by Carnage." in told
    assert told.count("carnage") == 2


def test_who_died_first_is_placed_last(world: World) -> None:
    """Austria loses its last centre in 1909; four others had none when the play began."""
    centers = {"France": ["PAR", "MAR"], "Turkey": ["SMY"], "Austria": ["TRI"], "Italy": ["NAP"]}
    near_the_end(world, "scoring=carnage", centers=centers)
    for line in ("F TYS - ION", "BUILD F MAR", "F ION - ADR", "F ADR - TRI"):
        world.order("France", line)
        world.run(world.due())
    told = world.order("France", "SCORING carnage").text
    assert "  Austria                0        4000\n" in told
    assert "  Russia                 0        2000\n" in told
