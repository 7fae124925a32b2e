"""How games end, and who is told what of votes."""

import re
from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from judge.catalog import variant
from judge.store import games, sheets
from tests.game.world import DEADLINE, POWERS, World

SOLO = {
    "France": [
        "BRE",
        "PAR",
        "MAR",
        "SPA",
        "POR",
        "BEL",
        "HOL",
        "DEN",
        "SWE",
        "NWY",
        "LON",
        "EDI",
        "LVP",
        "KIE",
        "BER",
        "MUN",
        "TUN",
    ],
    "Turkey": ["CON", "SMY", "ANK"],
}
"""France has 17 centres and takes Rome in the fall."""


def near_the_end(world: World, *options: str, centers: Mapping[str, Sequence[str]] = SOLO) -> None:
    """A standard game in which France is one centre short."""
    world.begun("alpha", *options)
    engine = variant.load("standard").engine
    state = engine.position(
        {
            "phase": "F1908M",
            "units": {"France": ["F TYS"], "Turkey": ["F SMY"]},
            "centers": centers,
        }
    )
    game = world.game()
    store = world.engine()
    with store.begin() as db:
        games.save(db, replace(game, state=engine.dump(state), phase=engine.phase(state)))
        for power in POWERS:
            sheet = sheets.get(db, game.id, game.number, power)
            done = power not in SOLO
            sheets.save(db, game.id, game.number, replace(sheet, complete=done, ready=done))
    store.dispose()


def test_eighteen_centres_win_and_everybody_learns_who_played_what(world: World) -> None:
    near_the_end(world)
    world.order("France", "F TYS - ROM")
    world.mail("turkey@players.example", "F SMY H", to=world.address("Turkey"))
    sent = world.run()
    results = [mail for mail in sent if mail.subject.endswith("results")]
    over = [mail for mail in sent if mail not in results and "orders in" not in mail.subject]
    assert (len(results), len(over)) == (8, 8)
    assert "France wins the game" in over[0].flat
    game = world.game()
    assert (game.status, game.outcome, game.winners) == ("over", "solo", ("France",))
    assert world.run(DEADLINE) == []


def test_who_sent_nothing_to_the_last_phase_is_in_the_log(world: World) -> None:
    near_the_end(world)
    world.order("France", "F TYS - ROM")
    world.run(DEADLINE)
    assert world.game().outcome == "solo"
    assert world.rows("SELECT what FROM log WHERE what = 'orders.missed'")


def test_orders_for_a_game_that_is_over_are_refused(world: World) -> None:
    near_the_end(world)
    world.order("France", "F TYS - ROM")
    world.order("Turkey", "F SMY H")
    answer = world.order("Turkey", "F SMY - AEG")
    assert "Alpha is over" in answer.flat


def test_a_draw_passes_when_all_survivors_want_it(world: World) -> None:
    world.begun()
    for power in POWERS[:-1]:
        answer = world.order(power, "DRAW")
        assert "ou vote for a draw in this phase" in answer.flat
        assert world.game().status == "running"
    world.mail("turkey@players.example", "DRAW", to=world.address("Turkey"))
    sent = world.run()
    assert len([mail for mail in sent if "draw between" in mail.flat]) == 8
    game = world.game()
    assert (game.status, game.outcome, game.winners) == ("over", "draw", POWERS)


def test_nobody_learns_of_a_vote_that_has_not_passed(world: World) -> None:
    world.begun()
    before = {power: _status(world, power) for power in ("Turkey", "GM")}
    world.mail("france@players.example", "DRAW", to=world.address("France"))
    assert [mail.to for mail in world.run()] == ["france@players.example"]
    assert {power: _status(world, power) for power in ("Turkey", "GM")} == before


def _status(world: World, power: str) -> str:
    """What STATUS shows, without the receipt and the time that is left."""
    to = world.address(power)
    text = world.say(f"{power.lower()}@players.example", "STATUS", to=to).text
    return re.sub(r"Receipt: R\d+|, \d+ days.* left", "", text)


def test_a_vote_can_be_taken_back(world: World) -> None:
    world.begun()
    for power in POWERS[:-1]:
        world.order(power, "DRAW")
    world.order("France", "NO DRAW")
    world.order("Turkey", "DRAW")
    assert world.game().status == "running"


def test_a_vote_is_for_one_phase(world: World) -> None:
    world.begun()
    world.order("France", "DRAW")
    world.run(DEADLINE)
    assert world.seat("France").vote == ""


def test_a_concession_needs_all_others(world: World) -> None:
    world.begun()
    for power in POWERS[1:-1]:
        world.order(power, "CONCEDE Austria")
    assert world.game().status == "running"
    world.mail("turkey@players.example", "concede to Austria", to=world.address("Turkey"))
    sent = world.run()
    assert any("the others concede the game to Austria" in mail.flat for mail in sent)
    assert (world.game().outcome, world.game().winners) == ("concession", ("Austria",))


@pytest.mark.parametrize("line", ["CONCEDE Turkey", "CONCEDE", "CONCEDE Narnia"])
def test_a_concession_to_nobody_else_is_refused(world: World, line: str) -> None:
    world.begun()
    answer = world.order("Turkey", line)
    assert "NOT TAKEN" in answer.text
    assert world.seat("Turkey").vote == ""


def test_a_draw_for_less_than_all_is_not_what_this_game_offers(world: World) -> None:
    world.begun()
    answer = world.order("Turkey", "DRAW France, Turkey")
    assert "NOT TAKEN" in answer.text
    assert world.seat("Turkey").vote == ""


def test_who_has_no_seat_has_no_vote(world: World) -> None:
    world.begun()
    for line in ("DRAW", "CONCEDE Austria", "WAIT", "CLEAR", "RESIGN"):
        assert "NOT TAKEN" in world.say("france@players.example", line).text, line
    assert world.rows("SELECT DISTINCT vote, wait FROM seats") == [("", 0)]


def test_a_vacant_seat_has_no_vote(world: World) -> None:
    world.begun(players=6)
    for power in POWERS[:-1]:
        world.order(power, "DRAW")
    assert world.game().outcome == "draw"


def test_who_resigns_leaves_a_vacant_seat_and_an_address_that_is_void(world: World) -> None:
    world.begun()
    address = world.address("France")
    world.mail("france@players.example", "RESIGN", to=address)
    sent = world.run()
    assert sent[0].to == "france@players.example"
    assert {mail.to for mail in sent[1:]} == {
        "gm@players.example",
        *(f"{power.lower()}@players.example" for power in POWERS if power != "France"),
    }
    assert world.seat("France").person is None
    world.say("france@players.example", "A Par - Bur", to=address)
    assert world.orders("France") == []
    results = [mail.to for mail in world.run(DEADLINE)]
    assert "france@players.example" not in results


def test_a_resignation_can_make_a_vote_pass(world: World) -> None:
    world.begun()
    for power in POWERS[:-1]:
        world.order(power, "DRAW")
    world.order("Turkey", "RESIGN")
    assert world.game().outcome == "draw"


def test_a_game_that_everybody_left_ends(world: World) -> None:
    world.begun(players=2)
    world.order("Austria", "RESIGN")
    assert world.game().status == "running"
    world.order("England", "RESIGN")
    assert (world.game().status, world.game().outcome) == ("over", "ended")


def test_who_has_lost_all_is_told_so_and_thanked(world: World) -> None:
    near_the_end(world, centers={"France": ["BRE", "PAR"], "Austria": ["VIE"]})
    world.order("Turkey", "F SMY - SYR")
    world.run(world.due())
    sent = [mail for mail in world.run(world.due()) if mail.subject.endswith("results")]
    (told,) = [mail for mail in sent if "you are out of alpha" in mail.flat]
    assert told.to.startswith("turkey")
    assert "Thank you for playing!" in told.flat
