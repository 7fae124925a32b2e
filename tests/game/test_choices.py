"""Two orders for one unit with an "or" between them: asked which, and a reply says it."""

from tests.game.world import World


def test_of_two_orders_for_one_unit_the_reply_takes_one(world: World) -> None:
    world.begun()
    asked = world.order("France", "Either A Par - Bur or A Par - Pic, I am not sure yet.")
    assert world.orders("France") == []
    assert "It leaves a choice. Did you mean A PAR - BUR or A PAR - PIC?" in asked.flat
    reply = [f"In-Reply-To: {asked.head['Message-ID']}"]
    assert "Which is meant?" in world.order("France", "yes", headers=reply).flat
    world.order("France", "A Par - Pic", headers=reply)
    assert world.orders("France") == ["A PAR - PIC"]
