"""STUDY: a copy of a phase on a table of one's own, and the line that is played from there."""

from tests.game.world import World


def test_try(world: World) -> None:
    world.begun()
    print(world.order("France", "STUDY").text)
    print(world.order("France", "STUDY\nFrance:\nA Par - Bur\nA Mar S A Par - Bur\nGermany:\nA Mun - Bur\nENDSTUDY").text)
    print(world.order("France", "STUDY BACK").text)
    print(world.order("France", "STUDY\nGermany:\nA Mun - Ruh\nA Xyz H\nENDSTUDY").text)
    print(world.order("France", "STUDY AGAINST COMPUTERS").text)
    print(world.order("France", "STUDY LINE").text)
    print(world.order("France", "STUDY\nA Bur - Mun").text)
    assert 0
