"""PAUSE, RESUME and EXTEND: by the game master, or by more than half of the players."""

import pytest

from tests.game.world import DAY, DEADLINE, HOUR, MINUTE, POWERS, START, Sent, World

HOLDS = "HOLD ALL"


def master(world: World, line: str) -> Sent:
    """The answer to a line of the game master."""
    return world.say("gm@players.example", line, to=world.address("GM"))


def all_ask(world: World, line: str, *powers: str) -> Sent:
    """Several players send the same line; the last one's answer."""
    for power in powers:
        answer = world.order(power, line)
    return answer


def test_the_game_master_pauses_a_game_and_all_are_told(world: World) -> None:
    world.begun()
    to = world.address("GM")
    world.mail("gm@players.example", "PAUSE", to=to)
    answer, *told = world.run()
    assert "he game is paused" in answer.flat
    assert len(told) == 8
    assert told[0].subject == "[alpha] Spring 1901 movement: the game is paused"
    assert "The game master has paused the game. Orders are taken all the same." in told[0].flat
    assert "There is no deadline until it goes on" in told[0].flat


def test_a_paused_game_has_no_deadline_and_takes_orders(world: World) -> None:
    world.begun()
    master(world, "PAUSE")
    assert world.run(DEADLINE + DAY) == []
    answer = world.order("France", "A Par - Bur")
    assert world.orders("France") == ["A PAR - BUR"]
    assert "The game is paused" in answer.flat
    assert "Deadline:" not in answer.text
    assert world.game().number == 1


def test_all_orders_in_end_no_phase_of_a_paused_game(world: World) -> None:
    world.begun()
    master(world, "PAUSE")
    for power in POWERS:
        world.order(power, HOLDS)
    world.run()
    assert world.game().number == 1
    assert (world.home / "wake").read_text() == "never"
    master(world, "RESUME")
    world.run()
    assert world.game().number == 2


def test_a_game_that_goes_on_has_the_time_that_was_left(world: World) -> None:
    """Paused 77 hours before its deadline it has 77 hours, up to the next hour of deadlines."""
    world.begun()
    world.mail("gm@players.example", "PAUSE", to=world.address("GM"))
    world.run(DEADLINE - 77 * HOUR)
    world.mail("gm@players.example", "RESUME", to=world.address("GM"))
    answer, *told = world.run(DEADLINE + 8 * DAY - 6 * HOUR)
    assert "he game goes on" in answer.flat
    assert world.due() == DEADLINE + 11 * DAY
    assert "Mon 16 Nov, 18:00 UTC" in told[0].flat
    assert told[0].subject == "[alpha] Spring 1901 movement: the game goes on"


def test_a_game_that_goes_on_lasts_a_day_at_least(world: World) -> None:
    world.begun()
    world.mail("gm@players.example", "PAUSE", to=world.address("GM"))
    world.run(DEADLINE - MINUTE)
    world.mail("gm@players.example", "RESUME", to=world.address("GM"))
    world.run(DEADLINE + 3 * DAY)
    assert world.due() == DEADLINE + 4 * DAY


def test_more_than_half_of_the_players_pause_a_game(world: World) -> None:
    world.begun()
    answer = all_ask(world, "PAUSE", "France", "Germany", "Italy")
    assert "t is done as soon as more than half of the players want it" in answer.flat
    assert not world.game().is_paused
    answer = world.order("Turkey", "PAUSE")
    assert "he game is paused" in answer.flat
    assert world.game().is_paused
    all_ask(world, "RESUME", "Austria", "England", "Russia", "Italy")
    assert not world.game().is_paused


def test_who_sits_on_no_seat_does_not_count(world: World) -> None:
    world.begun(players=3)
    all_ask(world, "PAUSE", "Austria", "England")
    assert world.game().is_paused


def test_the_others_are_told_of_the_first_wish_without_a_name(world: World) -> None:
    world.begun()
    name = world.mail("france@players.example", "EXTEND 2d", to=world.address("France"))
    sent = world.run()
    told = [mail for mail in sent if mail.message["In-Reply-To"] != name]
    assert sorted(mail.to.partition("@")[0] for mail in told) == sorted(
        power.lower() for power in POWERS if power != "France"
    )
    assert "A player asks to extend the deadline by 2 days. Reply EXTEND 2d" in told[0].flat
    assert "France" not in told[0].flat
    world.mail("italy@players.example", "EXTEND 2d", to=world.address("Italy"))
    assert len(world.run()) == 1


def test_a_wish_can_be_taken_back(world: World) -> None:
    world.begun()
    all_ask(world, "PAUSE", "France", "Germany", "Italy")
    assert "ou no longer ask for it" in world.order("Italy", "NO PAUSE").flat
    assert "ou did not ask for it" in world.order("Italy", "NO PAUSE").flat
    world.order("Turkey", "PAUSE")
    assert not world.game().is_paused


def test_what_ends_in_one_game_ends_no_wish_in_another(world: World) -> None:
    world.begun("alpha", "moves=1d")
    world.begun("beta", "moves=5d")
    for power in ("France", "Germany", "Italy"):
        world.order(power, "PAUSE", name="beta")
    world.run(world.due("alpha"))
    assert world.game("alpha").number == 2
    world.order("Turkey", "PAUSE", name="beta")
    assert world.game("beta").is_paused


def test_a_wish_is_for_one_phase(world: World) -> None:
    world.begun()
    all_ask(world, "PAUSE", "France", "Germany", "Italy")
    world.run(DEADLINE)
    world.order("Turkey", "PAUSE")
    assert not world.game().is_paused


def test_the_game_master_extends_a_deadline(world: World) -> None:
    world.begun()
    world.mail("gm@players.example", "EXTEND 2d", to=world.address("GM"))
    answer, *told = world.run()
    assert "he deadline is 2 days later" in answer.flat
    assert world.due() == DEADLINE + 2 * DAY
    assert len(told) == 8
    assert "Sat 7 Nov, 18:00 UTC (extended by 2 days as the game master wanted)" in told[0].flat


def test_more_than_half_of_the_players_extend_it_by_what_they_all_want(world: World) -> None:
    """Of four who want at least a day, three want two and one wants five."""
    world.begun()
    for power, line in (
        ("France", "EXTEND 5d"),
        ("Italy", "EXTEND 2d"),
        ("Russia", "extend by 2d"),
    ):
        world.order(power, line)
    assert world.due() == DEADLINE
    world.order("Turkey", "EXTEND")
    assert world.due() == DEADLINE + DAY


def test_an_extended_deadline_keeps_its_hour_over_a_clock_change(world: World) -> None:
    world.now = START.replace(year=2027, month=3, day=25)
    world.begun("alpha", "zone=Europe/Berlin")
    before = world.due()
    master(world, "EXTEND 2d")
    assert world.due() - before == 2 * DAY
    assert before.hour == 16
    world.begun("beta", "zone=Europe/Berlin", "moves=1d")
    assert world.due("beta").hour == 17
    world.say("gm@players.example", "EXTEND 3d", to=world.address("GM", "beta"))
    assert world.due("beta").hour == 16


def test_a_deadline_extended_by_hours_is_just_that_later(world: World) -> None:
    world.begun()
    master(world, "EXTEND 90m")
    assert world.due() == DEADLINE + HOUR + 30 * MINUTE


def test_a_deadline_that_has_passed_is_extended_from_now_on(world: World) -> None:
    world.begun("alpha", "grace=3d")
    world.run(DEADLINE + DAY + HOUR)
    master(world, "EXTEND 2d")
    assert world.due().date() == (DEADLINE + 3 * DAY).date()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("EXTEND soon", "is not a length of time"),
        ("EXTEND 15d", "extended by 14 days at most"),
        ("RESUME", "lpha is not paused"),
        ("PAUSE until Monday", "takes no more words"),
    ],
)
def test_what_makes_no_sense_changes_nothing(world: World, line: str, message: str) -> None:
    world.begun()
    assert message in master(world, line).flat
    assert world.due() == DEADLINE


def test_a_paused_game_is_not_paused_again(world: World) -> None:
    world.begun()
    master(world, "PAUSE")
    assert "lpha is paused already" in master(world, "PAUSE").flat
    assert "is paused and has no deadline" in master(world, "EXTEND 1d").flat


def test_an_observer_asks_for_nothing(world: World) -> None:
    world.begun()
    world.say("ann@players.example", "OBSERVE alpha")
    answer = world.say("ann@players.example", "PAUSE")
    assert "othing in this mail proves" in answer.flat
    assert not world.game().is_paused


def test_a_forming_game_has_no_clock(world: World) -> None:
    world.say("gm@players.example", "CREATE beta")
    answer = world.say("gm@players.example", "PAUSE", to=world.address("GM", "beta"))
    assert "eta is not being played" in answer.flat


def test_what_was_done_to_the_clock_stands_in_the_log(world: World) -> None:
    world.begun()
    for line in ("PAUSE", "RESUME", "EXTEND 1d"):
        master(world, line)
    rows = world.rows("SELECT who, what FROM log WHERE game = 'alpha' ORDER BY id")
    told = [row for row in rows if row[1] != "game.started"]
    assert told == [
        ("GM", "game.paused"),
        ("GM", "game.resumed"),
        ("GM", "deadline.moved"),
        ("GM", "deadline.moved"),
    ]


def test_a_paused_game_is_shown_as_paused(world: World) -> None:
    world.begun()
    master(world, "PAUSE")
    answer = world.order("France", "STATUS\nLIST")
    assert "Standard Diplomacy, paused, Spring 1901 movement" in answer.flat
    assert answer.flat.count("paused") >= 3
