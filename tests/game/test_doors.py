"""Whom a game lets in: lists of its master's, and his approval."""

from tests.game.test_master import gm
from tests.game.world import DAY, JUDGE, World

GM = "gm@players.example"


def test_who_is_denied_joins_not_and_reads_no_list(world: World) -> None:
    world.say(GM, "CREATE alpha")
    gm(world, "DENY bob@players.example\nDENY @bad.example")
    assert (
        "not open to you: its game master chooses who joins"
        in world.say("bob@players.example", "JOIN alpha").flat
    )
    assert "not open to you" in world.say("eve@bad.example", "JOIN alpha").flat
    assert "ou have a seat in alpha" in world.say("ada@players.example", "JOIN alpha").flat
    gm(world, "NO DENY bob@players.example")
    answer = world.say("bob@players.example", "JOIN alpha\nSTATUS alpha\nALLOW")
    assert "ou have a seat in alpha" in answer.flat
    assert "bad.example" not in answer.flat
    shown = gm(world, "ALLOW")[0]
    assert "ay join: anybody; may not: @bad.example" in shown.flat


def test_once_somebody_is_allowed_nobody_else_may_join(world: World) -> None:
    world.say(GM, "CREATE alpha")
    gm(world, "ALLOW ada@players.example")
    assert "open to those only" in world.say("bob@players.example", "JOIN alpha").flat
    assert "ou have a seat" in world.say("ada@players.example", "JOIN alpha").flat


def test_the_master_approves_who_joins(world: World) -> None:
    world.say(GM, "CREATE alpha approval=yes")
    world.mail("ada@players.example", "REGISTER Ada\nJOIN alpha")
    answer, asked = world.run()
    assert "ts game master has been asked whether you may join alpha" in answer.flat
    assert asked.to == GM
    assert "APPROVE ada@players.example lets in" in asked.flat
    world.mail("ada@players.example", "JOIN alpha")
    assert len(world.run()) == 1, "he is asked once"
    assert world.rows("SELECT count(*) FROM seats") == [(0,)]
    assert "waiting for your APPROVE: Ada (ada@players.example)" in gm(world, "ALLOW")[0].flat
    (weekly,) = world.run(world.now + 8 * DAY)
    assert "Ada (ada@players.example) waits for your APPROVE or DENY. TERMINATE" in weekly.flat
    world.mail(GM, "APPROVE Ada", to=asked.reply_to)
    sent = world.run()
    told = next(mail for mail in sent if mail.to == "ada@players.example")
    assert "approved you: send JOIN alpha to take a seat" in told.flat
    assert "ou have a seat in alpha" in world.say("ada@players.example", "JOIN alpha").flat
    (shown,) = gm(world, "ALLOW\nAPPROVE ada@players.example")
    assert "ay join: ada@players.example, whom you approve; may not: nobody" in shown.flat
    assert "waiting" not in shown.flat
    assert "Ada has a seat in alpha already" in shown.flat
    assert (
        "has to be approved by the game master" in world.say("eve@x.example", "STATUS alpha").flat
    )


def test_a_list_holds_for_free_seats_too_but_not_for_the_master_himself(world: World) -> None:
    world.begun(players=6)
    world.say("ada@players.example", "REGISTER Ada")
    gm(world, "DENY ada@players.example")
    answer = world.say("ada@players.example", "TAKEOVER Turkey@alpha")
    assert "not open to you" in answer.flat
    assert "not open to you" in world.say("ada@players.example", "JOIN alpha WAITING").flat
    gm(world, "SEAT Turkey ada@players.example")
    assert world.seat("Turkey").person is not None


def test_an_order_that_allows_passage_is_no_list(world: World) -> None:
    world.begun("alpha", variant="1930s-world", players=8)
    world.run(world.due())
    answer = world.order("Germany", "ALLOW France HAN")
    assert "only the game master" not in answer.flat
    assert world.say("eve@x.example", "ALLOW", to=JUDGE)


def test_a_yes_is_nobodys_name(world: World) -> None:
    world.say("gm@players.example", "CREATE alpha")
    told = world.say("gm@players.example", "APPROVE yes", to=world.address("GM")).flat
    assert "'yes' is nobody's name" in told
    assert "SET approval yes" in told
