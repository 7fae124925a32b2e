"""NO POINTS and READY are said of a sheet as it is: they do not outlive what it becomes."""

import pytest

from tests.game.test_deadlines import HOLDS
from tests.game.world import World

UNITS = HOLDS


def is_ready(world: World, power: str = "France") -> bool:
    """Whether a phase may end early as far as a power goes."""
    return world.rows(f"SELECT ready FROM sheets WHERE power = '{power}'") == [(1,)]


@pytest.mark.parametrize(
    ("later", "ready"),
    [
        ([], True),
        (["CLEAR", UNITS], False),
        (["CLEAR\nNO POINTS", UNITS], True),
        (["NO POINTS\nCLEAR", UNITS], False),
        (["CLEAR DP"], False),
        (["CLEAR A PAR", "A Par - Bur"], True),
        (["A Par - Bur"], True),
        (["DP 2: A Bel H"], False),
        (["DP 1: A Bel H\nNO POINTS"], True),
        (["NO POINTS\nDP 1: A Bel H"], False),
        (["DP 2: A Bel H\nDP 2: F Net H\nDP 1: A Swi H"], True),
        (["DP two: A Bel H"], False),
        (["A Par - Nowhere", "A Par - Bur"], True),
        (["WAIT", "CLEAR\nNOWAIT", UNITS], False),
    ],
)
@pytest.mark.parametrize("word", ["NO POINTS", "READY"])
def test_points_given_up_do_not_outlive_what_is_said_of_points(
    world: World, word: str, later: list[str], *, ready: bool
) -> None:
    world.begun("alpha", variant="1936")
    world.order("France", f"{UNITS}\n{word}")
    assert is_ready(world)
    answer = ""
    for line in later:
        answer = world.order("France", line).flat
    assert is_ready(world) == ready
    if not ready and "DP two" not in later[-1]:
        assert "not spent. Say NO POINTS, or READY, if you are." in answer


@pytest.mark.parametrize(
    ("variant", "power", "lines"),
    [
        ("standard", "France", UNITS),
        ("1926", "Germany", "NO POINTS"),
        ("1936", "Germany", "DP 1: A AUS H"),
        ("1930s-world", "Germany", "BID 4 Turkey"),
        ("1930", "Germany", "DEPLOY L5 BER"),
    ],
)
def test_after_clear_a_sheet_is_as_if_nothing_had_been_said(
    world: World, variant: str, power: str, lines: str
) -> None:
    world.begun("alpha", variant=variant)
    fresh = "SELECT entries, complete, ready, doubts, said FROM sheets WHERE power = '{}'"
    before = world.rows(fresh.format(power))
    world.order(power, f"{lines}\nA Nowhere - Elsewhere\nREADY")
    assert world.rows(fresh.format(power)) != before
    world.order(power, "CLEAR")
    assert world.rows(fresh.format(power)) == before


def test_clear_says_what_it_takes_back(world: World) -> None:
    world.begun("alpha", variant="1936")
    world.order("France", f"{UNITS}\nNO POINTS")
    assert "5 orders and NO POINTS forgotten" in world.order("France", "CLEAR").flat
    world.order("France", "READY")
    assert "READY forgotten" in world.order("France", "CLEAR").flat
    world.order("France", "NO POINTS")
    assert "NO POINTS forgotten" in world.order("France", "CLEAR DP").flat
    assert "There is no order that spends points" in world.order("France", "CLEAR DP").flat


def test_a_bid_that_is_refused_takes_no_points_back_without_giving_them_up(world: World) -> None:
    """Neither does the list of orders show NO POINTS, nor do bids count that are less than all."""
    world.begun("alpha", variant="1930s-world", players=8)
    world.order("Germany", "NO POINTS")
    assert is_ready(world, "Germany")
    answer = world.order("Germany", "bid -3 Turkey")
    assert "Your bids are not in yet." in answer.flat
    assert "NO POINTS" not in answer.text.partition("YOUR ORDERS")[2].partition("LOOK")[0]
    world.order("Germany", "Turkey 5, Poland 3")
    assert not is_ready(world, "Germany")


@pytest.mark.parametrize("word", ["READY", "NO POINTS"])
def test_who_bids_nothing_is_not_told_how_to_bid(world: World, word: str) -> None:
    world.begun("alpha", variant="1930s-world", players=8)
    assert "One bid a line" in world.order("Germany", "hello").flat
    answer = world.order("Germany", word.lower())
    assert f"YOUR ORDERS FOR SPRING 1931 INFLUENCE (Germany) {word} Purse: 15 points" in answer.flat
    assert "All your orders are in." in answer.flat
    for advice in ("One bid a line", "nobody may bid more", "what is not bid is lost"):
        assert advice not in answer.flat


def test_who_bids_some_and_is_ready_is_told_what_is_lost(world: World) -> None:
    world.begun("alpha", variant="1930s-world", players=8)
    answer = world.order("Germany", "BID 2 Spain\nREADY")
    assert "13 points not bid yet; what is not bid is lost." in answer.flat


@pytest.mark.parametrize("line", ["bid zero australia", "BID 0 Australia"])
def test_a_bid_of_nothing_is_no_bid(world: World, line: str) -> None:
    world.begun("alpha", variant="1930s-world", players=8)
    answer = world.order("Germany", line)
    assert "All your orders are in" not in answer.flat
    assert "Your bids are not in yet" in answer.flat
    assert "send your bids, or NO POINTS" in answer.flat
    assert not is_ready(world, "Germany")


def test_ready_of_who_left_is_not_said_for_who_takes_his_seat(world: World) -> None:
    world.begun("alpha", variant="1936")
    world.order("France", f"{UNITS}\nREADY")
    world.order("France", "RESIGN")
    world.say("new@players.example", "REGISTER Anna, UTC\nTAKEOVER France@alpha")
    assert not is_ready(world)


def test_what_a_game_master_orders_is_not_what_a_player_was_ready_for(world: World) -> None:
    world.begun("alpha")
    gm = {"to": world.address("GM")}
    world.order("France", f"{UNITS}\nREADY")
    world.say("gm@players.example", "EDIT France A MAR S A PAR - BUR", **gm)
    assert not is_ready(world)
