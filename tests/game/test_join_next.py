"""JOIN ? takes the next forming game; who waits hears of seats that are free already."""

import re

from tests.game.world import World


def test_join_takes_the_fullest_forming_game_of_a_variant(world: World) -> None:
    for name, variant in (("beta", "standard"), ("gamma", "1936"), ("delta", "1936")):
        world.say("gm@players.example", f"CREATE {name} {variant}")
    hidden = world.say("gm@players.example", "CREATE hidden 1936 private=yes").flat
    code = re.findall(r"CODE (\S+) lets players in", hidden)[0]
    for name in ("eve", "kim"):
        world.say(f"{name}@players.example", f"JOIN hidden CODE {code}")
    world.say("ann@players.example", "JOIN delta")
    told = world.say("bob@players.example", "JOIN ? 1936")
    assert "The next one is delta" in told.flat.replace("the next", "The next")
    assert "ou have a seat in delta" in told.flat.lower()
    told = world.say("ann@players.example", "JOIN ?")
    assert "seat in beta" in told.flat or "seat in gamma" in told.flat


def test_join_any_says_if_no_game_forms(world: World) -> None:
    assert "No such game is forming" in world.say("bob@players.example", "JOIN ? hundred").flat


def test_who_waits_for_any_game_hears_of_seats_that_are_free(world: World) -> None:
    world.begun(players=6)
    told = world.say("bob@players.example", "JOIN WAITING")
    assert "Turkey is free: TAKEOVER Turkey@alpha takes it" in told.flat
