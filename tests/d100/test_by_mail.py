"""A game of 1930! by mail: what each reader gets to see, and what nobody else does."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.game.world import Sent, World

PLAYERS = {
    "Great Britain": "ann@players.example",
    "Germany": "bob@players.example",
    "France": "cyd@players.example",
    "Italy": "dan@players.example",
    "Russia": "eve@players.example",
}
GM, STRANGER = "gm@players.example", "zoe@players.example"
PRIVATE = ("ALONE", "ALL POINTS")


@pytest.fixture
def begun(tmp_path: Path) -> World:
    """A game that five players have joined and that waits for the majors' deployment."""
    world = World(tmp_path / "spool")
    world.mail(GM, "REGISTER Ruth, UTC\nCREATE alpha 1930 moves=2d builds=1d at=18:00")
    world.run()
    for power, address in PLAYERS.items():
        world.mail(address, f"REGISTER {address[:3].title()}, UTC\nJOIN alpha as {power}")
    world.run()
    return world


def said(world: World, power: str, lines: str) -> Sent:
    """The answer to a player's mail."""
    return world.say(PLAYERS[power], lines, to=world.address(power))


def close(world: World) -> dict[str, Sent]:
    """Let the deadline pass; the results by address."""
    deadline = world.game().deadline
    assert deadline is not None
    return {sent.to: sent for sent in world.run(deadline + timedelta(minutes=1))}


def headings(text: str) -> list[str]:
    """The headings of private parts."""
    return [line for line in text.splitlines() if any(word in line for word in PRIVATE)]


def test_a_status_shows_a_player_his_own_points_only(begun: World) -> None:
    text = said(begun, "France", "STATUS").text
    assert "VALUES AND FORCES" in text
    assert headings(text) == ["FOR FRANCE ALONE"]


def test_a_status_shows_a_stranger_and_an_observer_no_points(begun: World) -> None:
    begun.mail(STRANGER, "REGISTER Zoe, UTC")
    begun.run()
    for line in ("STATUS alpha", "OBSERVE alpha", "HISTORY alpha"):
        assert headings(begun.say(STRANGER, line).text) == []


def test_a_status_shows_the_master_the_table_of_points(begun: World) -> None:
    text = begun.say(GM, "STATUS", to=begun.address("GM")).text
    assert headings(text) == ["ALL POINTS"]
