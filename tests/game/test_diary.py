"""DIARY: a note to oneself, shown in STATUS, and to nobody else."""

from tests.game.world import World


def test_what_is_written_is_shown_to_its_writer_alone(world: World) -> None:
    world.begun()
    told = world.order("France", "DIARY Turkey promised me Rumania.").flat
    assert "STATUS shows it to you alone" in told
    assert "YOUR DIARY" in world.order("France", "STATUS").text
    assert "Turkey promised me Rumania." in world.order("France", "DIARY").flat
    for power in ("Turkey", "Germany"):
        assert "promised" not in world.order(power, "STATUS\nDIARY").flat
    master = world.say("gm@players.example", "STATUS ALL\nDIARY", to=world.address("GM"))
    assert "promised" not in master.flat
    world.order("France", "DIARY CLEAR")
    assert "promised" not in world.order("France", "STATUS").flat


def test_who_clears_his_diary_clears_no_others_and_none_of_another_game(world: World) -> None:
    for name in ("alpha", "beta"):
        world.begun(name)
        for power in ("France", "Turkey"):
            world.order(power, f"DIARY A word of {power} in {name}.", name=name)
    world.order("France", "DIARY CLEAR")
    assert "A word" not in world.order("France", "STATUS").flat
    assert "A word of Turkey in alpha." in world.order("Turkey", "STATUS").flat
    assert "A word of France in beta." in world.order("France", "STATUS", name="beta").flat


def test_a_game_master_has_a_diary_too(world: World) -> None:
    world.begun()
    gm = world.address("GM")
    world.say("gm@players.example", "DIARY Ask Ann about May.", to=gm)
    assert "Ask Ann" in world.say("gm@players.example", "STATUS", to=gm).flat
    assert "Ask Ann" not in world.order("France", "STATUS").flat


def test_a_new_player_of_a_seat_finds_an_empty_diary(world: World) -> None:
    world.begun()
    world.order("France", "DIARY It was me.")
    world.order("France", "RESIGN")
    world.say("new@players.example", "REGISTER New")
    world.say("gm@players.example", "SEAT France new@players.example", to=world.address("GM"))
    told = world.say("new@players.example", "DIARY\nSTATUS", to=world.address("France"))
    assert "It was me" not in told.flat


def test_strangers_have_none(world: World) -> None:
    told = world.say("new@players.example", "DIARY Hello").flat
    assert "othing in this mail proves who you are" in told
