"""Figures by mail: STATS of a board, of one of its powers, of all; and what counts in none."""

import pytest

from tests.game import test_forget
from tests.game.test_skill import won
from tests.game.world import POWERS, World

NONE = "No game counts yet"


def stats(world: World, words: str) -> str:
    """What anybody reads who asks for figures."""
    return world.say("stranger@players.example", f"STATS {words}").text


@pytest.fixture
def played(world: World) -> World:
    """France wins a game, Turkey another, and a third is drawn by all."""
    won(world, "alpha")
    won(world, "beta", "Turkey")
    world.begun("gamma")
    for power in POWERS:
        world.order(power, "DRAW", "gamma")
    return world


def test_a_board_shows_what_its_powers_came_to_and_who_plays_it_best(played: World) -> None:
    told = stats(played, "standard")
    assert "  3 games counted.\n" in told
    rows = [line.split() for line in told.splitlines() if line.startswith("  ")]
    assert ["France", "1", "1", "1", "0", "3.0"] in rows
    assert ["Russia", "0", "1", "2", "0", "4.0"] in rows
    order = [row[0] for row in rows if row[0] in POWERS]
    assert order == ["France", "Turkey", "Russia", "Austria", "England", "Germany", "Italy"]
    ratings = [int(row[1].rstrip(",")) for row in rows if "give" in row]
    assert len(ratings) == 7
    assert ratings == sorted(ratings, reverse=True)


def test_a_power_shows_who_won_and_drew_with_it(played: World) -> None:
    told = stats(played, "Standard Diplomacy Turkey")
    assert "  Turkey               1     1         1           0      3.0\n" in told
    assert "  As Turkey:\n  P6                              drew  gamma\n" in told
    assert "  P6                              won   beta\n" in told
    assert "France" not in told


def test_the_best_of_all_boards_and_the_hall_of_fame(played: World) -> None:
    won(played, "delta", "Turkey")
    told = stats(played, "TOP")
    assert "  Standard Diplomacy: 4 games, 3 won, 1 drawn\n    P6    " in told
    flat = " ".join(told.split())
    assert (
        "HALL OF FAME P6 2 won: delta (Standard Diplomacy, Turkey), "
        "beta (Standard Diplomacy, Turkey) P2 1 won: alpha (Standard Diplomacy, France)"
    ) in flat


def test_what_is_asked_wrongly_is_answered_with_what_works(played: World) -> None:
    told = " ".join(stats(played, "standard Prussia").split())
    assert "Standard Diplomacy has these powers: Austria, England, France," in told
    assert "This would work: STATS standard Austria" in told
    told = " ".join(stats(played, "Ruritania").split())
    assert "Nobody is called 'Ruritania' here, and no board. This would work: STATS TOP" in told


def test_in_a_game_a_power_still_is_who_plays_it(played: World) -> None:
    played.begun("delta")
    assert "P6 plays Turkey" in played.order("France", "STATS Turkey", "delta").flat
    assert "FIGURES OF STANDARD" in played.order("France", "STATS standard Turkey", "delta").text


def test_who_was_forgotten_is_named_nowhere(played: World) -> None:
    played.say(test_forget.ME, test_forget.code(played))
    for words in ("standard", "standard France", "TOP"):
        assert "P2" not in stats(played, words)


@pytest.mark.parametrize("line", ["CANCELGAME", "TERMINATE"])
def test_what_was_not_played_to_its_end_counts_in_none(world: World, line: str) -> None:
    world.begun()
    for power in POWERS if line == "CANCELGAME" else ("GM",):
        world.order(power, line)
    assert world.game().status == "over"
    assert NONE in stats(world, "standard")
    assert NONE in stats(world, "TOP")


def test_games_with_computers_count_in_none(world: World) -> None:
    won(world, "alpha", "France", "computers=1")
    assert NONE in stats(world, "standard France")


def test_a_game_of_one_person_counts_in_none(world: World) -> None:
    """Whether he has all the seats or nobody has one, there is nobody whom he could beat."""
    world.begun("alpha", players=1)
    world.order("Austria", "DRAW")
    assert world.game().outcome == "draw"
    assert NONE in stats(world, "standard")
