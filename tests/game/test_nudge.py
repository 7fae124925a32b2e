"""NUDGE: the game master asks for orders in his own words; CANCEL asks what is meant."""

from tests.game.world import World

GM = "gm@players.example"


def test_only_those_whose_orders_are_missing_are_asked(world: World) -> None:
    world.begun()
    world.order("France", "A Par H\nA Mar H\nF Bre H")
    world.mail(GM, "NUDGE Please send them, we want to go on.", to=world.address("GM"))
    sent = world.run()
    asked = {mail.to for mail in sent}
    assert "turkey@players.example" in asked
    assert "france@players.example" not in asked
    (turkey,) = (mail for mail in sent if mail.to == "turkey@players.example")
    assert "The game master writes: Please send them, we want to go on." in turkey.flat
    assert "A CON" in turkey.text
    (answer,) = (mail for mail in sent if mail.to == GM)
    assert "Asked for their orders: Austria, England" in answer.flat.replace("asked", "Asked")


def test_a_nudge_has_up_to_1000_characters(world: World) -> None:
    world.begun()
    told = world.say(GM, f"NUDGE {'x' * 1000}", to=world.address("GM")).flat
    assert "Asked for their orders" in told.replace("asked", "Asked")
    told = world.say(GM, f"NUDGE {'x' * 1001}", to=world.address("GM")).flat
    assert "rite up to 1000 characters after NUDGE" in told


def test_a_masters_remind_is_a_nudge_and_times_are_an_option(world: World) -> None:
    world.begun()
    world.mail(GM, "REMIND Please hurry.", to=world.address("GM"))
    assert "The game master writes: Please hurry." in "".join(one.flat for one in world.run())
    told = world.say(GM, "REMIND 12h, 2h", to=world.address("GM")).flat
    assert "This would work: SET remind 12h, 2h" in told
    told = world.say(GM, "SET remind 12h, 2h", to=world.address("GM")).flat
    assert "NOT TAKEN" not in told


def test_cancel_asks_what_is_to_be_cancelled(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    told = world.order("France", "CANCEL").flat
    assert "What is to be cancelled" in told
    assert world.orders("France") == ["A PAR - BUR"]
    world.order("France", "CANCEL ORDERS")
    assert world.orders("France") == []
