"""Corrected results: every line that reads otherwise is named, of orders and of all else."""

import pytest

from tests import folders
from tests.game.world import DAY, World


def corrected(world: World, *lines: str) -> str:
    """What the game master reads of the last phase played again after these lines of his."""
    to = world.address("GM")
    world.mail("gm@players.example", "\n".join(["ROLLBACK", *lines, "PROCESS"]), to=to)
    (mail,) = (
        one
        for one in world.run()
        if one.to == "gm@players.example" and one.subject.endswith("corrected results")
    )
    told = mail.flat.partition("CORRECTED RESULTS")[2]
    return told.partition("ORDERS AND RESULTS")[0].partition("BIDS")[0]


def test_bids_and_control_are_corrected_line_by_line(world: World) -> None:
    world.begun("alpha", variant="1930s-world")
    world.order("Germany", "Bid 5 Poland")
    world.order("Italy", "Bid 4 Turkey")
    world.run(world.due())
    told = corrected(world, "EDIT Germany Bid 3 Hungary", "EDIT Germany Bid 0 Poland")
    gone, come = told.split("What is so instead: ")
    assert "Germany BID 5 Poland counts Poland: Germany 5. Controlled by Germany." in gone
    assert "Hungary: nobody has a claim." in gone
    assert "Germany BID 3 Hungary counts Poland: nobody has a claim." in come
    assert "Hungary: Germany 3. Controlled by Germany." in come
    assert "as before" not in told
    assert "Turkey: Italy" not in told, "what reads as before is not named"


def test_centres_that_change_hands_otherwise_are_named(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nF Bre - Mao")
    world.run(world.due())
    world.order("France", "A Bur - Bel\nF Mao - Por")
    world.run(world.due())
    told = corrected(world, "EDIT France A Bur - Mun")
    assert "was A BUR - BEL succeeds" in told
    assert "What is no longer so: France 5: BEL BRE MAR PAR POR" in told
    assert "What is so instead: France 4: BRE MAR PAR POR" in told
    assert "Italy" not in told.replace("Germany, Italy, Russia and Turkey sent no orders", "")


@pytest.mark.parametrize("variant", folders.of_each_kind())
def test_what_is_played_again_as_it_was_reads_as_before(world: World, variant: str) -> None:
    world.begun("alpha", variant=variant)
    for _ in range(3):
        world.run(world.due())
    told = corrected(world)
    assert "All came out as before." in told
    assert "no longer so" not in told
    assert world.due() > world.now + DAY / 4
