"""STATUS PAGE: the game master's page, one HTML file with all that he may know and nothing else."""

import pytest

from tests.game.world import DEADLINE, MINUTE, Sent, World

GM = "gm@players.example"


def ask(world: World, *options: str) -> Sent:
    """What the game master gets who asks for his page."""
    world.mail(GM, "STATUS PAGE", to=world.address("GM"))
    (answer,) = [one for one in world.run() if one.to == GM]
    return answer


def page(sent: Sent) -> str:
    """The file that came with a mail; "" if none did."""
    files = [part for part in sent.message.iter_attachments() if part.get_filename()]
    return str(files[0].get_content()) if files else ""


def test_the_page_tells_the_position_the_bids_the_purses_and_who_is_late(world: World) -> None:
    world.begun("alpha", variant="1936")
    world.order("Germany", "A Ber - Sil\nDP 2: A AUS H")
    world.run(DEADLINE + MINUTE)
    answer = ask(world)
    assert "he page is in the file alpha.html" in answer.flat
    told = page(answer)
    assert "The bids of Spring 1936" in told
    assert "<td>Germany 2+1</td>" in told
    assert '<th align="left">Budget</th>' in told
    assert "o orders" in told
    assert told.count("data:image/svg+xml;base64,") == 2
    assert "<script" not in told
    assert "judge+" not in told
    assert len(answer.raw) < 1_000_000


def test_open_orders_are_on_it_only_where_the_game_lets_its_master_see_them(world: World) -> None:
    world.begun("alpha")
    world.order("France", "A Par - Gas")
    assert "A PAR - GAS" not in page(ask(world))
    world.begun("beta", "gmorders=yes")
    world.mail("france@players.example", "A Par - Gas", to=world.address("France", "beta"))
    world.run()
    world.mail(GM, "STATUS PAGE", to=world.address("GM", "beta"))
    (answer,) = [one for one in world.run() if one.to == GM]
    assert "A PAR - GAS" in page(answer)


@pytest.mark.parametrize("power", ["France", "Turkey"])
def test_nobody_else_gets_it(world: World, power: str) -> None:
    world.begun("alpha")
    answer = world.order(power, "STATUS PAGE")
    assert page(answer) == ""
    assert "NOT TAKEN" in answer.text
