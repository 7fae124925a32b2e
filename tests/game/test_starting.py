"""When a game begins: full, by hand, at a date, with fewer players than seats."""

from datetime import UTC, datetime

import pytest

from tests.game.test_master import gm, to
from tests.game.world import DAY, MINUTE, POWERS, Sent, World, mailbox

GM = "gm@players.example"


def created(world: World, options: str = "", count: int = 0) -> list[Sent]:
    """The game alpha with so many players; the mails of the last pass."""
    world.say(GM, f"CREATE alpha standard {options}")
    sent: list[Sent] = []
    for power in POWERS[:count]:
        world.mail(mailbox(power), f"JOIN alpha as {power}")
        sent = world.run()
    return sent


def test_a_game_may_wait_for_its_master(world: World) -> None:
    sent = created(world, "start=hand", 7)
    assert world.game().status == "forming"
    told = [mail for mail in sent if mail.to == GM]
    assert any("has its players and waits for you: PROCESS begins it" in one.flat for one in told)
    late = world.say("eve@players.example", "JOIN alpha")
    assert "All seats of alpha are taken." in late.flat
    status = world.say("eve@players.example", "STATUS alpha")
    assert "It begins when its game master says so." in status.flat
    gm(world, "SET moves 2d")
    gm(world, "PROCESS")
    assert world.game().status == "running"


def test_a_master_who_waits_no_more_begins_a_full_game(world: World) -> None:
    created(world, "start=hand", 7)
    _, *told = gm(world, "SET start full")
    assert world.game().status == "running"
    assert "You play France." in " ".join(mail.flat for mail in told)


def test_a_game_begins_at_its_date_and_not_before(world: World) -> None:
    sent = created(world, "start=7 Nov 18:00 zone=Europe/Berlin", 7)
    assert world.game().options["start"] == "2026-11-07 18:00"
    assert (
        "It begins on Sat 7 Nov 2026, 18:00 Europe/Berlin, or later if it is not full by then."
        in to(sent, "Turkey").flat
    )
    moment = datetime(2026, 11, 7, 17, tzinfo=UTC)
    world.run(moment - MINUTE)
    assert world.game().status == "forming"
    world.run(moment + 30 * MINUTE)
    assert world.game().status == "running"


def test_at_its_date_a_game_with_too_few_waits_and_says_so(world: World) -> None:
    created(world, "start=7 Nov 18:00", 4)
    sent = world.run(datetime(2026, 11, 7, 18, 30, tzinfo=UTC))
    assert "alpha was to begin now, but waits for 3 more" in to(sent, "gm").flat
    assert world.run(datetime(2026, 11, 8, 18, tzinfo=UTC)) == []
    for power in POWERS[4:]:
        world.say(mailbox(power), f"JOIN alpha as {power}")
    assert world.game().status == "running"


@pytest.mark.parametrize(("more", "computer"), [("", ""), (" computers=all", "steady")])
def test_a_game_may_begin_with_fewer_players(world: World, more: str, computer: str) -> None:
    sent = created(world, f"players=5{more}", 5)
    assert world.game().status == "running"
    assert [world.seat(power).person is None for power in POWERS].count(True) == 2
    assert world.seat("Turkey").computer == computer
    said = "computers play" if computer else "in civil disorder"
    del sent
    world.say(GM, f"CREATE beta standard players=5{more}")
    assert said in world.say("eve@players.example", "STATUS beta").flat


def test_a_date_with_fewer_players_begins_with_who_is_there(world: World) -> None:
    created(world, "start=7 Nov 18:00 players=3", 4)
    assert world.game().status == "forming"
    world.run(datetime(2026, 11, 7, 18, 30, tzinfo=UTC))
    assert world.game().status == "running"
    assert world.game().deadline is not None


@pytest.mark.parametrize("line", ["SET start never", "SET start 32 Nov", "SET players many"])
def test_what_is_no_start_is_refused(world: World, line: str) -> None:
    created(world)
    assert "1 line not taken" in gm(world, line)[0].subject


def test_a_start_may_be_set_in_words(world: World) -> None:
    created(world)
    gm(world, "SET start Friday 18:00")
    assert world.game().options["start"] == "2026-11-06 18:00"
    gm(world, "SET start by hand")
    assert world.game().options["start"] in ("by hand", "hand")
    world.run(world.now + 5 * DAY)
    assert world.game().status == "forming"
