"""A seat goes on with a new player: one mail tells all that he has to know."""

from collections.abc import Callable

import pytest

from tests.game.world import Sent, World

ANN = "ann@elsewhere.example"


def taken(world: World) -> Sent:
    """France has left in the fall; Ann takes the seat."""
    left(world)
    return world.say(ANN, "TAKEOVER France@alpha")


def seated(world: World) -> Sent:
    """The same, by the game master."""
    left(world)
    world.say(ANN, "REGISTER Ann")
    world.mail("gm@players.example", f"SEAT France {ANN}", to=world.address("GM"))
    (mail,) = [one for one in world.run() if one.to == ANN]
    return mail


def left(world: World) -> None:
    world.begun()
    press(world, "England", "France", "Let us be allies.")
    press(world, "England", "Germany", "France must die.")
    press(world, "France", "England", "Gladly.")
    world.order("France", "A Par - Bur")
    world.run(world.due())
    world.order("France", "A Bur - Mun\nDIARY England lies.")
    world.order("France", "RESIGN")
    world.run()


def press(world: World, writer: str, reader: str, text: str) -> None:
    world.order(writer, f"PRESS TO {reader}\n{text}\nENDPRESS")


@pytest.mark.parametrize("come", [taken, seated], ids=["takeover", "seat"])
def test_the_mail_holds_position_deadline_orders_form_and_press(
    world: World, come: Callable[[World], Sent]
) -> None:
    mail = come(world)
    assert mail.text.count("\nUNITS\n") == 1
    assert "France          A BUR, A MAR, F BRE" in mail.text
    assert "Deadline: Sun 8 Nov, 18:00 UTC" in mail.text
    assert "  A BUR - MUN\n" in mail.text
    form = mail.text.partition("ORDER FORM")[2]
    assert ("A MAR -" in form, "F BRE -" in form, "A BUR -\n" in form) == (True, True, False)
    said = mail.text.partition("PRESS OF YOUR SEAT")[2]
    assert said.index("Let us be allies.") < said.index("Gladly.")
    world.say(ANN, "F Bre - ENG", to=mail.reply_to)
    assert world.orders("France") == ["A BUR - MUN", "F BRE - ENG"]


def test_nothing_of_others_is_in_it_nor_what_was_the_old_players_own(world: World) -> None:
    mail = taken(world)
    assert "France must die" not in mail.text
    assert "England lies" not in mail.text
    assert "players.example" not in mail.text


def test_a_seat_without_press_says_so(world: World) -> None:
    world.begun()
    world.order("France", "RESIGN")
    told = world.say(ANN, "TAKEOVER France@alpha").flat
    assert "Nobody has written to your power yet" in told


def test_who_stands_in_takes_no_second_power(world: World) -> None:
    world.begun()
    world.say(ANN, "REGISTER Ann")
    world.order("Italy", f"SUBSTITUTE {ANN} from 2 Nov to 20 Nov")
    world.order("France", "RESIGN")
    assert "obody orders for two" in world.say(ANN, "TAKEOVER France@alpha").flat
    assert "has a part in alpha" in world.order("Turkey", f"SUBSTITUTE {ANN} from 2 to 5 Nov").flat
