"""Games that stand still write to their masters every week, four times, then by the month."""

from datetime import timedelta

from tests.game.test_master import gm
from tests.game.world import DAY, START, World

GM = "gm@players.example"


def nights(world: World, *days: int) -> list[int]:
    """The days of these on which the master was written to, a pass a day; nobody else is."""
    told = []
    start = world.now
    for day in days:
        sent = world.run(start + timedelta(days=day))
        assert {mail.to for mail in sent} <= {GM}
        told += [day] * len(sent)
    return told


def test_a_forming_game_writes_every_week_then_every_month(world: World) -> None:
    world.say(GM, "CREATE alpha")
    world.run(START + DAY)
    days = (6, 7, 8, 14, 20, 21, 28, 35, 42, 57, 58, 59, 87, 88, 89)
    assert nights(world, *days) == [7, 14, 21, 28, 58, 88]


def test_a_paused_game_says_how_it_goes_on(world: World) -> None:
    world.begun()
    world.run(START + DAY)
    gm(world, "PAUSE")
    world.run(world.now + 6 * DAY)
    (mail,) = world.run(world.now + DAY)
    assert "The game alpha has been paused for 7 days: RESUME lets it go on" in mail.flat
    assert mail.to == GM
    gm(world, "RESUME")
    assert not [one for one in world.run(world.now + DAY) if "stands still" in one.subject]


def test_a_game_that_fills_is_left_alone(world: World) -> None:
    world.say(GM, "CREATE alpha")
    world.run(START + DAY)
    world.run(START + 5 * DAY)
    world.mail("ada@players.example", "REGISTER Ada\nJOIN alpha")
    world.run(START + 6 * DAY)
    assert world.run(START + 8 * DAY) == []
    (mail,) = world.run(START + 13 * DAY + timedelta(hours=1))
    assert "Nobody has joined alpha for 7 days; 1 of 7 seats is taken" in mail.flat
