"""Ratings of skill: what moves them, who is told, and games that ask for one."""

from itertools import pairwise

import msgspec
import pytest

from judge.keeper import keeping
from tests.game.world import POWERS, World

OTHERS = tuple(power for power in POWERS if power != "France")


def won(world: World, name: str, winner: str = "France", *options: str) -> None:
    """A game that all others concede to one."""
    world.begun(name, *options)
    for power in POWERS:
        if power != winner:
            world.mail(
                f"{power.lower()}@players.example",
                f"CONCEDE {winner}",
                to=world.address(power, name),
            )
    world.run()
    assert (world.game(name).outcome, world.game(name).winners) == ("concession", (winner,))


def rating(world: World, power: str) -> tuple[int, int] | None:
    """The number that STATS shows, and of how many games it is made."""
    told = world.say(f"{power.lower()}@players.example", f"STATS P{POWERS.index(power)}").flat
    _, found, behind = told.partition("Rating in Standard Diplomacy: ")
    if not found:
        return None
    words = behind.split()
    return int(words[0].rstrip(",")), int(words[words.index("after") + 1])


def test_who_wins_rises_and_all_others_fall_alike(world: World) -> None:
    assert rating(world, "France") is None
    won(world, "alpha")
    first, games = rating(world, "France") or (0, 0)
    assert (first > 1500, games) == (True, 1)
    fallen = {rating(world, power) for power in OTHERS}
    assert len({round(one[0], -1) for one in fallen if one}) == 1
    assert all(one is not None and one[0] < 1500 for one in fallen)
    won(world, "beta")
    second, games = rating(world, "France") or (0, 0)
    assert (second > first, games) == (True, 2)


def test_each_game_moves_less_than_the_one_before(world: World) -> None:
    steps = [1500]
    for name in ("one", "two", "three"):
        won(world, name)
        steps.append((rating(world, "France") or (0, 0))[0])
    rises = [after - before for before, after in pairwise(steps)]
    assert rises == sorted(rises, reverse=True)
    assert rises[-1] > 0


def test_a_draw_of_some_lifts_those_who_share_it(world: World) -> None:
    world.begun("alpha", "dias=no")
    for power in POWERS:
        world.order(power, "DRAW F T")
    assert world.game().outcome == "draw"
    told = {power: (rating(world, power) or (0, 0))[0] for power in ("France", "Turkey", "Italy")}
    assert told["France"] > 1500 > told["Italy"]
    assert abs(told["France"] - told["Turkey"]) < 10


@pytest.mark.parametrize("line", ["DRAW", "CANCELGAME"])
def test_what_ranks_nobody_moves_nothing(world: World, line: str) -> None:
    world.begun()
    for power in POWERS:
        world.order(power, line)
    assert world.game().status == "over"
    assert rating(world, "France") is None


def test_a_game_that_its_master_ends_moves_nothing(world: World) -> None:
    world.begun()
    world.say("gm@players.example", "TERMINATE", to=world.address("GM"))
    assert rating(world, "France") is None


def test_games_with_computers_move_nothing(world: World) -> None:
    won(world, "alpha", "France", "computers=1")
    assert rating(world, "France") is None


def test_who_left_has_lost(world: World) -> None:
    world.begun()
    world.order("Italy", "RESIGN")
    for power in POWERS:
        if power not in ("France", "Italy"):
            world.order(power, "CONCEDE France")
    assert world.game().status == "over"
    assert (rating(world, "Italy") or (9999, 0))[0] < 1500


def test_a_game_may_ask_for_a_rating(world: World) -> None:
    won(world, "alpha")
    world.say("ruth@players.example", "REGISTER Ruth\nCREATE beta standard rating=1600")
    assert world.game("beta").options["rating"] == "1600"
    told = world.say("italy@players.example", "JOIN beta").flat
    assert "asks for a rating of 1600 in its variant, and yours is 1476" in told
    assert "yours is 1500" in world.say("new@players.example", "JOIN beta").flat
    assert "you have a seat in beta" in world.say("france@players.example", "JOIN beta").subject


def test_the_terms_say_what_is_asked_for(world: World) -> None:
    world.begun("alpha", "rating=1400")
    told = world.order("France", "STATUS").flat
    assert "Players who join must have a rating of 1400 or more in this variant" in told


def test_a_rating_is_a_number(world: World) -> None:
    told = world.say("ruth@players.example", "CREATE beta standard rating=best").flat
    assert "is not a rating: a newcomer has 1500" in told


def test_the_keepers_statistics_tell_what_came_of_each_game(world: World) -> None:
    won(world, "alpha")
    rows = msgspec.json.decode(keeping.statistics_as(world.home, "json"))
    results = {game["power"]: game["result"] for row in rows for game in row["played"]}
    assert results.pop("France") == "won"
    assert set(results.values()) == {"survived"}
