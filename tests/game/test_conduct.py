"""What is remembered of how people play: on time, late, missed; what they left; who played what."""

from tests.game.world import DAY, DEADLINE, World

GM = "gm@players.example"


def stats(world: World, power: str) -> str:
    """What STATS tells a player of himself."""
    return world.say(f"{power.lower()}@players.example", "STATS").flat


def test_a_phase_that_is_played_again_counts_once(world: World) -> None:
    world.begun()
    world.order("France", "HOLD ALL")
    world.run(DEADLINE)
    assert "1 on time, 0 late, 0 missed" in stats(world, "France")
    assert "0 on time, 0 late, 1 missed" in stats(world, "Italy")
    world.say(GM, "ROLLBACK", to=world.address("GM"))
    assert "no orders due yet" in stats(world, "Italy"), "what was taken back was not missed"
    world.order("Italy", "HOLD ALL")
    world.say(GM, "PROCESS", to=world.address("GM"))
    assert "1 on time, 0 late, 0 missed" in stats(world, "France")
    assert "1 on time, 0 late, 0 missed" in stats(world, "Italy")


def test_phases_before_the_one_taken_back_count_on(world: World) -> None:
    world.begun()
    world.run(DEADLINE)
    world.run(DEADLINE + 3 * DAY)
    assert "2 missed" in stats(world, "Italy")
    world.say(GM, "ROLLBACK F1901M NOW", to=world.address("GM"))
    assert "1 missed" in stats(world, "Italy")


def test_who_gets_his_seat_back_plays_on(world: World) -> None:
    world.begun()
    world.order("France", "HOLD ALL")
    world.run(DEADLINE)
    world.say(GM, "EJECT France", to=world.address("GM"))
    assert "ejected" in stats(world, "France")
    world.say(GM, "SEAT France france@players.example", to=world.address("GM"))
    assert "alpha France 1 of 1 on time plays" in stats(world, "France")


def test_the_summary_names_those_who_have_left(world: World) -> None:
    world.begun()
    world.order("France", "RESIGN")
    world.say("maria@players.example", "REGISTER maria\nTAKEOVER France@alpha")
    world.order("Italy", "RESIGN")
    summary = world.order("Turkey", "SUMMARY").flat
    assert "France P2, resigned France maria Germany P3 Italy P4, resigned Italy nobody" in summary
    world.say(GM, "TERMINATE", to=world.address("GM"))
    over = world.order("Turkey", "SUMMARY").flat
    assert "France P2, resigned France maria, survived" in over
    assert "Italy P4, resigned Russia" in over


def test_the_summary_of_an_anonymous_game_names_nobody_before_its_end(world: World) -> None:
    world.begun("alpha", "anonymous=yes")
    world.order("France", "RESIGN")
    assert "France a player, resigned France nobody" in world.order("Turkey", "SUMMARY").flat
    world.say(GM, "TERMINATE", to=world.address("GM"))
    assert "France P2, resigned Germany P3" in world.order("Turkey", "SUMMARY").flat


def test_taking_a_game_back_shows_the_position_that_stands_again(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur")
    world.run(DEADLINE)
    world.mail(GM, "ROLLBACK", to=world.address("GM"))
    told = {mail.to: mail for mail in world.run()}
    assert "France A MAR, A PAR, F BRE" in told["italy@players.example"].flat


def test_whois_tells_who_plays_a_power_as_far_as_all_may_know(world: World) -> None:
    world.begun()
    world.begun("beta", "anonymous=yes")
    told = world.order("Italy", "WHOIS France\nWHOIS P1").flat
    assert "plays France: see below" in told
    assert "NOT TAKEN" not in told
    hidden = world.order("Italy", "WHOIS France", "beta").flat
    assert "France: a player" in hidden
    assert "see below" not in hidden
    assert "Nobody is called 'Ruritania' here" in world.order("Italy", "WHOIS Ruritania").flat
