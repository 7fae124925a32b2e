"""Chaos: a centre whose owner orders nothing in the first winter raises an army."""

from tests.game.world import World, mailbox


def test_who_orders_no_first_unit_gets_an_army_and_is_told_before(world: World) -> None:
    world.begun("alpha", "grace=0h", "nmr=hold", variant="chaos", players=34)
    answer = world.say(mailbox("London"), "STATUS", to=world.address("London"))
    assert "No build is ordered: A LON is built." in answer.flat
    assert "is built" not in world.order("Brest", "Build F Bre").flat
    told = {mail.to: mail for mail in world.run(world.due())}
    assert "To do: send an order for A LON." in told[mailbox("London")].flat
    assert "To do: send an order for F BRE." in told[mailbox("Brest")].flat
