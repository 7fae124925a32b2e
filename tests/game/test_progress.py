"""Whose orders are in: told to all or to nobody, as the game's option ``show`` says."""

import pytest

from tests.game.world import DAY, DEADLINE, HOUR, World

ALL = "HOLD ALL"


def rows(text: str) -> dict[str, str]:
    """What STATUS says of each power behind its player."""
    part = text.partition("STATUS OF")[2].partition("\n\n")[0]
    found = [line.split(None, 1) for line in part.splitlines() if line.startswith("  ")]
    return {one[0]: one[1].partition(", ")[2] for one in found if len(one) == 2}


def test_status_tells_whose_orders_are_in_and_not_what_they_are(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nA Mar - Spa\nF Bre - MAO")
    world.order("Germany", "A Mun - Bur")
    told = world.order("England", "STATUS")
    assert rows(told.text)["France"] == "orders in"
    assert rows(told.text)["Germany"] == rows(told.text)["Italy"] == "orders to come"
    assert rows(told.text)["England"] == "no orders"
    assert "BUR" not in told.text


@pytest.mark.parametrize(
    ("option", "tells"),
    [("show=ready", True), ("show=none", False), ("show=late", False), ("late=self", False),
     ("anonymous=yes", False), ("show=usual", True)],
)  # fmt: skip
def test_the_option_decides_who_is_told(world: World, option: str, *, tells: bool) -> None:
    world.begun("alpha", option)
    world.order("France", ALL)
    assert (rows(world.order("England", "STATUS").text)["France"] == "orders in") is tells


def test_who_has_no_part_in_the_game_is_told_nothing(world: World) -> None:
    world.begun()
    world.order("France", ALL)
    told = world.say("ann@elsewhere.example", "STATUS alpha")
    assert rows(told.text)["France"] == ""


def test_late_tells_who_is_late_and_nothing_before(world: World) -> None:
    world.begun("alpha", "show=late", "nmr=wait")
    world.order("France", ALL)
    world.run(DEADLINE + HOUR)
    told = rows(world.order("England", "STATUS").text)
    assert (told["France"], told["Italy"]) == ("", "late")


@pytest.mark.parametrize(("option", "tells"), [("show=ready", True), ("show=none", False)])
def test_a_reminder_tells_for_whom_the_game_waits(
    world: World, option: str, *, tells: bool
) -> None:
    world.begun("alpha", "remind=24h", option)
    for power in ("Austria", "France", "Germany", "Russia", "Turkey"):
        world.order(power, ALL)
    mails = world.run(DEADLINE - DAY)
    assert {one.to for one in mails} == {"england@players.example", "italy@players.example"}
    for one in mails:
        said = "Orders are in from Austria, France, Germany, Russia and Turkey." in one.flat
        waits = "Orders are still to come from England and Italy." in one.flat
        assert (said, waits) == (tells, tells)


def test_who_orders_others_in_secret_is_not_betrayed(world: World) -> None:
    """1930s World, hidden control: its ruler owes the orders of a minor, and nobody knows it."""
    world.begun("alpha", "hidden=yes", "show=ready", variant="1930s-world")
    world.order("France", "BID 7 Poland")
    world.run(world.due())
    told = world.order("France", ALL)
    assert "A WAR H" in told.text, told.text
    world.order("France", "CLEAR A WAR")
    assert rows(world.order("France", "STATUS").text)["France"] == "some orders in"
    assert rows(world.order("Germany", "STATUS").text)["France"] == "orders in"
