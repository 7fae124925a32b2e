"""STUDY: a copy of a phase on a table of one's own, and the line that is played from there."""

from tests.game.world import World


def test_try(world: World) -> None:
    world.begun()
    print(world.order("France", "HELP STUDY\nHELP").text)
    print(world.order("France", "STUDY\nFrance: A Par - Bur\nENDSTUDY").text)
    a = world.order("France", "STUDY LINE")
    print(a.text, [(p.get_filename(), len(p.get_payload())) for p in a.message.walk()])
    print(world.order("France", "STUDY\nA Bur - Mun").text)
    print(world.order("France", "STUDY alhpa\n").text)
    print(world.order("France", "STUDY alpha F1903M\n").text)
    print(world.order("France", "STUDY F1903M\n").text)
    print(world.say("new@players.example", "STUDY alpha\n").text)
    assert 0
