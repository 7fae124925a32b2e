"""1926, "Concluding the game": what players decide is unanimous; else all who have pieces share.

And what only the game master knows, there and in 1936, stays so when the game is over.
"""

import pytest
from msgspec.structs import replace

from judge.game.terms import tables
from judge.store import games
from tests.game.test_over import files
from tests.game.world import DEADLINE, Sent, World, mailbox

SEATS = 9
"""More than any of these games has."""


def powers(world: World) -> tuple[str, ...]:
    """The powers that people play."""
    return tables.load(world.game()).powers


def test_a_concession_needs_the_winners_vote_too(world: World) -> None:
    world.begun("alpha", variant="1926", players=SEATS)
    first, *others = powers(world)
    for power in others:
        world.order(power, f"CONCEDE {first}")
    assert world.game().status == "running"
    assert f"ou concede to {first}" in world.order(first, f"CONCEDE {first}").flat
    assert (world.game().outcome, world.game().winners) == ("concession", (first,))


def test_a_game_may_be_conceded_to_an_alliance(world: World) -> None:
    world.begun("alpha", variant="1926", players=SEATS)
    first, second, *others = powers(world)
    for power in (first, *others):
        world.order(power, f"CONCEDE {second} and {first}")
    assert world.game().status == "running"
    world.order(second, f"CONCEDE {first}, {second}")
    assert (world.game().outcome, world.game().winners) == ("concession", (first, second))


def test_elsewhere_a_concession_is_to_one_and_he_need_not_vote(world: World) -> None:
    world.begun()
    assert "is to one power" in world.order("Italy", "CONCEDE France, Germany").flat
    assert "To whom?" in world.order("France", "CONCEDE France").flat
    for power in ("Austria", "England", "Germany", "Italy", "Russia", "Turkey"):
        world.order(power, "CONCEDE France")
    assert world.game().winners == ("France",)


def test_terminate_without_agreement_is_a_draw_of_all_who_have_pieces(world: World) -> None:
    world.begun("alpha", variant="1926", players=SEATS)
    world.mail("gm@players.example", "TERMINATE", to=world.address("GM"))
    sent = world.run()
    assert (world.game().outcome, world.game().winners) == ("draw", powers(world))
    assert "the game ends in a draw between" in sent[-1].flat


def test_terminate_elsewhere_is_nobodys_victory(world: World) -> None:
    world.begun()
    world.say("gm@players.example", "TERMINATE", to=world.address("GM"))
    assert (world.game().outcome, world.game().winners) == ("terminated", ())


def _ended(world: World, variant: str, *options: str) -> dict[str, Sent]:
    """The mails about the end of a game in which France has paid for an order, by reader."""
    world.begun("alpha", *options, variant=variant, players=SEATS)
    world.order("France", "DP 1: A Bel H")
    world.run(DEADLINE)
    for power in powers(world):
        world.mail(mailbox(power), "DRAW", to=world.address(power))
    return {mail.to: mail for mail in world.run() if "alpha.zip" in mail.flat}


@pytest.mark.parametrize("variant", ["1926", "1936"])
def test_who_paid_what_stays_the_game_masters_secret(world: World, variant: str) -> None:
    over = _ended(world, variant)
    for reader in ("germany", "france"):
        found = "".join(files(over[f"{reader}@players.example"]).values())
        assert not any(word in found for word in ("DP 1", "own-points", "bid-summary"))
    assert "stay so: only the game master knows" in over["germany@players.example"].flat
    mine = files(over["gm@players.example"])
    assert "DP 1: A BEL H" in mine["orders.txt"]
    assert "bid-summary" in mine["game.json"]


@pytest.mark.parametrize("variant", ["1926", "1936"])
def test_a_game_master_may_reveal_it_before_the_game_begins(world: World, variant: str) -> None:
    over = _ended(world, variant, "reveal=yes")
    assert "DP 1: A BEL H" in files(over["germany@players.example"])["orders.txt"]


def test_to_reveal_is_announced_and_not_possible_once_the_game_has_begun(world: World) -> None:
    created = world.say("gm@players.example", "CREATE beta 1936")
    world.say("ann@players.example", "JOIN beta")
    world.mail("gm@players.example", "SET REVEAL yes", to=created.reply_to)
    told = [mail for mail in world.run() if mail.to == "ann@players.example"]
    assert "has set reveal to yes (it was no)" in told[0].flat
    world.begun("alpha", variant="1936")
    answer = world.say("gm@players.example", "SET REVEAL yes", to=world.address("GM"))
    assert "can't be yes any more" in answer.flat
    assert world.game().options["reveal"] == "no"
    assert "reveal=no" in world.order("France", "OPTIONS").flat


def test_games_older_than_the_options_have_what_their_variant_says(world: World) -> None:
    world.begun("alpha", variant="1936")
    game, new = world.game(), {"reveal", "unanimous", "terminate"}
    kept = {name: value for name, value in game.options.items() if name not in new}
    store = world.engine()
    with store.begin() as db:
        games.save(db, replace(game, options=kept))
    store.dispose()
    assert not tables.load(world.game()).customs.reveal
    answer = world.say("gm@players.example", "SET REVEAL yes", to=world.address("GM"))
    assert "can't be yes any more" in answer.flat
