"""Votes as a game's options have them: for some only, standing, open; and what never passes."""

import pytest

from tests.game.test_ending import near_the_end
from tests.game.world import DAY, DEADLINE, POWERS, World


def test_a_draw_may_leave_survivors_out_where_the_game_allows_it(world: World) -> None:
    world.begun("alpha", "dias=no")
    for power in POWERS[:-1]:
        answer = world.order(power, "DRAW A E F")
        assert "ou vote for a draw between Austria, England, France in this phase" in answer.flat
    assert world.game().status == "running"
    world.order("Turkey", "DRAW France, Austria and England")
    assert (world.game().outcome, world.game().winners) == ("draw", POWERS[:3])


def test_letters_that_can_be_no_word_may_stand_together(world: World) -> None:
    world.begun("alpha", "dias=no")
    world.order("Turkey", "DRAW AEF")
    assert world.seat("Turkey").vote == "draw Austria, England, France"


def test_a_word_is_not_read_letter_by_letter(world: World) -> None:
    world.begun("alpha", "dias=no")
    for word in ("FIG", "fig", "If", "IT"):
        world.order("Turkey", f"DRAW {word}")
        assert world.seat("Turkey").vote == ""


def test_votes_for_different_draws_do_not_add_up(world: World) -> None:
    world.begun("alpha", "dias=no")
    for power in POWERS[:-1]:
        world.order(power, "DRAW A E F")
    world.order("Turkey", "DRAW A E T")
    assert world.game().status == "running"


def test_naming_all_who_are_left_is_a_draw_of_all(world: World) -> None:
    world.begun()
    world.order("Turkey", "DRAW A E F G I R T")
    assert world.seat("Turkey").vote == "draw"


def test_who_is_out_of_the_game_shares_no_draw(world: World) -> None:
    near_the_end(world, "dias=no")
    answer = world.order("France", "DRAW France, Italy")
    assert "Italy is out of the game and shares no draw" in answer.flat


def test_a_standing_vote_holds_until_it_is_taken_back(world: World) -> None:
    world.begun("alpha", "standing=yes")
    assert "until you take it back" in world.order("France", "DRAW").flat
    world.run(DEADLINE)
    assert world.seat("France").vote == "draw"
    world.order("France", "NO DRAW")
    assert world.seat("France").vote == ""


def test_standing_votes_pass_when_the_last_one_against_them_is_out(world: World) -> None:
    centers = {"France": ["BRE", "PAR"], "Italy": ["ROM"], "Turkey": []}
    near_the_end(world, "standing=yes", centers=centers)
    for power in ("France", "Italy"):
        world.order(power, "DRAW")
    world.order("Turkey", "F SMY - AEG")
    assert world.game().status == "running"
    world.run(DEADLINE)
    world.run(DEADLINE + DAY)
    assert (world.game().outcome, world.game().winners) == ("draw", ("France", "Italy"))


def test_open_votes_are_in_the_status_and_the_game_says_so(world: World) -> None:
    world.begun("alpha", "votes=open", "dias=no")
    assert "STATUS tells them your vote" in world.order("France", "DRAW F T").flat
    world.order("Italy", "CONCEDE France")
    status = world.order("Turkey", "STATUS").flat
    assert "STATUS tells who votes for what" in status
    assert "France: a draw between France and Turkey; Italy: concede to France" in status
    assert "Nobody votes" not in status


def told_of_an_end(world: World, power: str, line: str) -> dict[str, str]:
    """What each other power is told when one votes."""
    world.mail(f"{power.lower()}@players.example", line, to=world.address(power))
    told = [one for one in world.run() if "an end is proposed" in one.subject]
    return {one.to.partition("@")[0]: one.flat for one in told}


@pytest.mark.parametrize(
    ("votes", "who"), [("named", "France"), ("open", "France"), ("proposals", "Somebody")]
)
def test_a_proposal_is_told_as_the_game_has_it(world: World, votes: str, who: str) -> None:
    world.begun("alpha", f"votes={votes}", "dias=no")
    told = told_of_an_end(world, "France", "DRAW F T")
    assert set(told) == {*(power.lower() for power in POWERS), "gm"} - {"france"}
    for text in told.values():
        assert f"{who} proposes a draw between France and Turkey" in text
        assert "DRAW France, Turkey votes for it" in text
        assert ("France proposes" in text) is (who == "France")
    assert told_of_an_end(world, "Turkey", "DRAW F T") == {}
    status = world.order("Italy", "STATUS").flat
    assert ("Turkey: a draw between" in status) is (votes == "open")


def test_the_same_is_proposed_once_in_a_phase(world: World) -> None:
    world.begun("alpha", "votes=named")
    assert told_of_an_end(world, "France", "DRAW")
    world.order("France", "NO DRAW")
    assert told_of_an_end(world, "France", "DRAW") == {}
    assert told_of_an_end(world, "Italy", "CONCEDE Turkey")
    world.run(DEADLINE)
    assert told_of_an_end(world, "France", "DRAW")


def test_a_secret_vote_is_told_to_nobody(world: World) -> None:
    world.begun()
    assert told_of_an_end(world, "France", "DRAW") == {}
    assert "obody is told unless all of you do" in world.order("Italy", "DRAW").flat


def test_votes_cast_in_secret_are_not_opened_afterwards(world: World) -> None:
    world.begun("alpha", "standing=yes")
    world.order("France", "DRAW")
    to = world.address("GM")
    told = world.say("gm@players.example", "SET votes open", to=to)
    assert "he players have relied on it" in told.flat
    assert world.say("gm@players.example", "SET votes named", to=to)
    assert world.game().options["votes"] == "named"


def test_what_is_asked_for_stands_above_it(world: World) -> None:
    world.begun()
    world.mail("france@players.example", "EXTEND 1d", to=world.address("France"))
    told = [one for one in world.run() if one.to == "italy@players.example"]
    assert "A VOTE FOR MORE TIME" in told[0].text


def test_secret_votes_are_in_no_status(world: World) -> None:
    world.begun()
    world.order("France", "DRAW")
    for power in ("Turkey", "GM"):
        to = world.address(power)
        status = world.say(f"{power.lower()}@players.example", "STATUS", to=to)
        assert "France: a draw" not in status.flat


def test_a_draw_in_a_mail_with_orders_is_read_articlesm(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nDRAW\nA Mar H")
    assert world.seat("France").vote == "draw"
    assert len(world.orders("France")) == 2


def test_an_option_that_makes_no_sense_is_refused(world: World) -> None:
    for option in ("votes=maybe", "deal=cards", "reliability=120", "dias=perhaps", "private=x"):
        answer = world.say("gm@players.example", f"CREATE alpha standard {option}")
        assert "NOT TAKEN" in answer.text, option


def test_an_ejection_can_make_a_vote_pass(world: World) -> None:
    world.begun()
    for power in POWERS[:-1]:
        world.order(power, "DRAW")
    world.mail("gm@players.example", "EJECT Turkey", to=world.address("GM"))
    sent = world.run()
    assert (world.game().outcome, world.game().winners) == ("draw", POWERS)
    over = [mail for mail in sent if mail.subject.endswith("the game is over")]
    assert len(over) == 7, "the six who are left, and the game master"


@pytest.mark.parametrize(
    "line", ["DRAW", "Draw all", "DRAW DIAS", "dias", "vote for a draw", "DRAW yes", "Draw."]
)
def test_a_draw_of_all_is_asked_for_in_many_words(world: World, line: str) -> None:
    world.begun()
    world.order("Turkey", line)
    assert world.seat("Turkey").vote == "draw"


@pytest.mark.parametrize("line", ["NO DRAW", "nodraw", "draw no", "WITHDRAW DRAW", "Vote no draw"])
def test_a_vote_is_taken_back_in_many_words(world: World, line: str) -> None:
    world.begun()
    world.order("Turkey", "DRAW")
    world.order("Turkey", line)
    assert world.seat("Turkey").vote == ""
    assert world.seat("Turkey").person is not None


def test_a_game_is_cancelled_when_all_want_it_and_counts_for_nobody(world: World) -> None:
    world.begun()
    for power in POWERS[:-1]:
        assert "ou vote to cancel the game" in world.order(power, "CANCELGAME").flat
    world.order("France", "NO CANCELGAME")
    world.order("Turkey", "CANCEL THE GAME")
    assert world.game().status == "running"
    world.mail("france@players.example", "CANCELGAME", to=world.address("France"))
    told = [mail.flat for mail in world.run() if "cancelled the game" in mail.flat]
    assert len(told) == 8
    assert (world.game().outcome, world.game().winners) == ("cancelled", ())
    assert world.rows("SELECT count(*) FROM conduct WHERE result != ''") == [(0,)]
