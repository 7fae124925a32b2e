"""Press as a game may have it: to neighbours, in time, by who has ordered, its readers hidden."""

import pytest

from tests.game.test_press import block, press, readers
from tests.game.world import DEADLINE, HOUR, World, mailbox


def test_touch_press_goes_to_neighbours_only(world: World) -> None:
    world.begun("alpha", "touch=yes")
    answer, sent = press(world, "Turkey", block("PRESS TO France, Russia"))
    assert sent == []
    assert "France is too far from Turkey, so nothing was sent" in answer.flat
    assert "PRESS TO Russia" in answer.flat
    _, sent = press(world, "Turkey", block("PRESS TO Russia"))
    assert readers(sent) == ["russia"]
    _, sent = press(world, "Turkey", block("BROADCAST"))
    assert len(sent) == 7
    _, sent = press(world, "Turkey", block("PRESS TO GM"))
    assert readers(sent) == ["gm"]
    assert "goes to neighbours only" in world.order("Turkey", "STATUS").flat


def test_press_goes_to_all_where_a_game_wants_it_so(world: World) -> None:
    world.begun("alpha", "partial=no")
    answer, sent = press(world, "France", block("PRESS TO Italy"))
    assert sent == []
    assert "Press goes to all here, or to the game master" in answer.flat
    _, sent = press(world, "France", block("BROADCAST"))
    assert len(sent) == 7
    _, sent = press(world, "France", block("PRESS TO GM"))
    assert readers(sent) == ["gm"]


def test_who_comes_near_becomes_a_neighbour(world: World) -> None:
    world.begun("alpha", "touch=yes")
    assert press(world, "Turkey", block("PRESS TO Austria"))[1] == []
    world.order("Turkey", "A Con - Bul")
    world.run(world.due())
    _, sent = press(world, "Turkey", block("PRESS TO Austria"))
    assert readers(sent) == ["austria"]


@pytest.mark.parametrize(
    ("variant", "writer", "near"),
    [("1930", "Germany", "France"), ("1930s-world", "Germany", "France")],
)
def test_every_game_knows_its_neighbours(
    world: World, variant: str, writer: str, near: str
) -> None:
    world.begun("alpha", "touch=yes", variant=variant, players=8)
    _, sent = press(world, writer, block(f"PRESS TO {near}"))
    assert readers(sent) == [near.lower()]


def test_no_press_after_the_deadline_where_a_game_wants_none(world: World) -> None:
    world.begun("alpha", "latepress=no", "grace=12h")
    assert len(press(world, "France", block("PRESS TO Italy"))[1]) == 1
    world.run(DEADLINE)
    world.now = DEADLINE + HOUR
    answer, sent = press(world, "France", block("PRESS TO Italy"))
    assert sent == []
    assert "There is no press after the deadline, until the results are out." in answer.flat
    assert readers(press(world, "France", block("PRESS TO GM"))[1]) == ["gm"]
    world.run(DEADLINE + 12 * HOUR)
    assert len(press(world, "France", block("PRESS TO Italy"))[1]) == 1


def test_press_only_from_who_has_given_his_orders(world: World) -> None:
    world.begun("alpha", "must-order=yes", "early=no")
    answer, sent = press(world, "France", f"A Par H\n{block('PRESS TO Italy')}")
    assert sent == []
    assert "press is for players whose orders are all in" in answer.flat
    assert readers(press(world, "France", block("PRESS TO GM"))[1]) == ["gm"]
    _, sent = press(world, "France", f"HOLD ALL\n{block('PRESS TO Italy')}")
    assert readers(sent) == ["italy"]
    assert "Only those who have given orders" in world.order("Italy", "STATUS").flat


def test_minors_are_not_written_to_where_a_game_wants_it_so(world: World) -> None:
    world.begun("alpha", "minorpress=no", variant="1930s-world", players=8)
    answer, sent = press(world, "Germany", block("PRESS TO Poland"))
    assert sent == []
    assert "obody in alpha" in answer.flat


def test_nothing_is_sent_to_minors_whom_nobody_controls(world: World) -> None:
    world.begun("alpha", variant="1930s-world", players=8)
    answer, sent = press(world, "Germany", block("PRESS TO Poland, France"))
    assert sent == []
    assert "nobody controls poland now, so nothing was sent" in answer.flat.lower()
    assert "PRESS TO France" in answer.flat
    world.order("Italy", "BID 3 Poland")
    world.run(world.due())
    _, sent = press(world, "Germany", block("PRESS TO Poland, France"))
    assert sorted(readers(sent)) == ["france", "italy"]


def test_readers_do_not_learn_who_else_reads(world: World) -> None:
    world.begun("alpha", "recipients=no", "gmpress=yes")
    answer, sent = press(world, "France", block("PRESS TO Italy, Germany"))
    assert "ent to Germany and Italy" in answer.flat
    assert sorted(readers(sent)) == ["germany", "gm", "italy"]
    mails = {mail.to: mail for mail in sent}
    italy = mails[mailbox("Italy")]
    assert "Germany" not in italy.flat
    assert "GERMANY" not in italy.text
    assert "FRANCE TO ITALY" in italy.flat.upper()
    assert "GERMANY" in mails["gm@players.example"].flat.upper()
    history = world.order("Italy", "HISTORY PRESS").flat.partition("YOUR ORDERS")[0]
    assert "Germany" not in history.partition("press of alpha")[2]
    mine = world.order("France", "HISTORY PRESS").flat.upper()
    assert "GERMANY AND ITALY" in mine
    _, sent = press(world, "France", block("BROADCAST"))
    assert "TO ALL" in sent[0].flat.upper()
