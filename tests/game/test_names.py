"""What people are called, their zones and wishes, and that nobody orders for two powers."""

from tests.game.world import START, World, mailbox

NEW = "jane.doe.1971@players.example"


def test_nobody_s_address_becomes_a_name(world: World) -> None:
    created = world.say("gm@players.example", "REGISTER Ruth\nCREATE beta 1936")
    asked = world.say(NEW, "JOIN beta")
    assert "Others see you as" in asked.flat
    assert "jane" not in world.say("gm@players.example", "STATUS", to=created.reply_to).text
    named = world.say(NEW, "REGISTER Jane, Vienna")
    assert "ou are Jane" in named.flat
    assert "Jane" in world.say("gm@players.example", "STATUS", to=created.reply_to).text


def test_an_abbreviated_zone_is_asked_about(world: World) -> None:
    told = world.say(NEW, "register Frank Miller, CST")
    assert "'CST' is not a time zone" in told.flat
    assert "REGISTER Frank Miller in America/Chicago" in told.flat
    assert "REGISTER Frank Miller in Asia/Shanghai" in told.flat
    assert world.rows("SELECT name FROM people") == []


def test_a_player_sets_his_own_zone(world: World) -> None:
    world.begun()
    assert (
        "our times are shown in Europe/Vienna now" in world.order("France", "SET ZONE Vienna").flat
    )
    assert world.game().options["zone"] == "UTC"
    assert "is not a time zone" in world.order("France", "SET ZONE Mars").flat
    assert "SET ZONE Europe/London" in world.order("France", "SET ZONE BST").flat


def test_a_player_sets_his_wishes_while_the_game_forms(world: World) -> None:
    world.say("gm@players.example", "CREATE beta standard")
    joined = world.say(NEW, "JOIN beta")
    told = world.say(NEW, "SET PREFERENCE France, England", to=joined.reply_to)
    assert "You would like France, England" in told.flat or "you would like" in told.flat
    assert world.rows("SELECT wishes FROM seats") == [('["France","England"]',)]
    told = world.say(NEW, "SET PREFERENCE Atlantis", to=joined.reply_to)
    assert "is not a power" in told.flat


def test_who_stands_in_for_a_player_takes_no_second_power(world: World) -> None:
    world.begun(players=6)
    world.say(NEW, "REGISTER Jane")
    days = f"{START:%d %b} to 30 Nov"
    told = world.order("France", f"SUBSTITUTE {NEW} from {days}")
    assert "may order for you" in told.flat
    told = world.say(NEW, "TAKEOVER Turkey@alpha")
    assert "obody orders for two of its powers" in told.flat
    told = world.order("Germany", f"SUBSTITUTE {NEW} from {days}")
    assert "has a part in alpha already" in told.flat
    told = world.say("gm@players.example", f"SEAT Turkey {NEW}", to=world.address("GM"))
    assert "stands in for a player" in told.flat
    assert mailbox("Turkey") not in told.text
