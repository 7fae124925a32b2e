"""A game of one's own: how it is asked for, and what its player may do while he is alone in it."""

import re
from pathlib import Path

import pytest

from tests.game.world import Sent, World

ANN, BOB = "ann@players.example", "bob@players.example"


@pytest.mark.parametrize(
    ("line", "variant", "power"),
    [
        ("PLAY Standard Diplomacy", "standard", ""),
        ("play a game of standard diplomacy as france", "standard", "France"),
        ("PLAY 1930s world diplomacy", "1930s-world", ""),
        ("PLAY 1930s World as China, sharp", "1930s-world", "China"),
        ("I want to play 1936 tonight as Turkey, alone", "1936", "Turkey"),
        ("I'd like to play against the computer first.", "standard", ""),
        ("I'd like to play Diplomacy as Italy against computers", "standard", "Italy"),
        ("I'd like to play 1930! tonight", "1930", ""),
        ("Hello, I'd like to play Diplomacy.", "standard", ""),
        ("Play Diplomacy as Italy please", "standard", "Italy"),
        ("PLAY Ancient Mediterranean", "ancient-mediterranean", ""),
        ("hi, play standard", "standard", ""),
        ("Dear judge, PLAY standard", "standard", ""),
        ("Hello there! Please play 1936 as Turkey", "1936", "Turkey"),
        ("Good morning Mr Judge - PLAY standard, thanks", "standard", ""),
        ("Chère judge: play standard", "standard", ""),
        ("ok PLAY standard please", "standard", ""),
        ("Thanks! PLAY standard", "standard", ""),
        ("Yes, PLAY 1936 as Turkey", "1936", "Turkey"),
        ("PLAY standard France", "standard", "France"),
        ("PLAY standard France against Germany, steady.", "standard", "France"),
        ("PLAY against computers as Turkey", "standard", "Turkey"),
    ],
)
def test_a_game_begins_by_its_name_or_its_title(
    world: World, line: str, variant: str, power: str
) -> None:
    world.mail(ANN, line)
    sent = world.run()
    assert any("the game begins" in mail.subject for mail in sent), sent[0].text
    assert world.game("play1").variant == variant
    assert not power or world.seat(power, "play1").person is not None


@pytest.mark.parametrize(
    ("line", "unread"),
    [
        ("PLAY standard against Germany, please", "Germany"),
        ("PLAY standard Narnia", "Narnia"),
        ("PLAY standard as Turkey with Italy", "Italy"),
        ("PLAY standard France Germany", "Germany"),
        ("PLAY standard with computers tonight, thanks", ""),
    ],
)
def test_who_asks_for_a_game_is_told_which_of_his_words_were_not_read(
    world: World, line: str, unread: str
) -> None:
    told = world.say(ANN, line).flat
    assert f"'{unread}' was not read" in told if unread else "was not read" not in told


TALK = ["I want to play for a draw", "Let me play it safe", "play on", "hey, wait a moment"]


@pytest.mark.parametrize("line", TALK)
def test_a_sentence_in_a_game_that_names_no_variant_is_talk(world: World, line: str) -> None:
    world.begun()
    answer = world.order("France", f"A Par - Bur\n{line}")
    assert "NOT TAKEN" not in answer.text
    assert world.orders("France") == ["A PAR - BUR"]


def test_create_and_join_know_titles_as_well(world: World) -> None:
    world.mail(BOB, "CREATE alpha 1930s World Diplomacy moves=2d")
    world.run()
    assert world.game().variant == "1930s-world"
    answer = world.say(ANN, "JOIN 1930s World Diplomacy as China")
    assert "ou have a seat in alpha" in answer.flat
    assert world.seat("China").person is not None


# --- the master of a game of one's own


@pytest.fixture
def alone(world: World) -> World:
    """A world in which Ann plays Turkey against computers."""
    world.mail(ANN, "PLAY standard as Turkey")
    world.run()
    return world


def tell(world: World, lines: str) -> Sent:
    """The answer to Ann's mail about her game."""
    return world.say(ANN, lines, to=world.address("Turkey", "play1"))


def test_who_is_alone_ends_a_phase_and_takes_it_back(alone: World) -> None:
    answer = tell(alone, "A Con - Bul\nPROCESS")
    assert "he results are out" in answer.flat
    assert alone.game("play1").number == 2
    answer = tell(alone, "ROLLBACK")
    assert "Spring 1901 movement is open again with its old orders" in answer.flat
    assert "results wait" not in answer.flat
    assert "Turkey A CON" in answer.flat.replace(":", "")
    assert alone.game("play1").number == 1
    assert alone.orders("Turkey", "play1") == ["A CON - BUL"]


def test_who_is_alone_orders_for_a_computer_and_for_himself(alone: World) -> None:
    tell(alone, "EDIT Russia F SEV - RUM\nEDIT Turkey A SMY H")
    assert alone.orders("Russia", "play1") == ["F SEV - RUM"]
    assert alone.orders("Turkey", "play1") == ["A SMY H"]


def test_who_is_alone_sets_up_another_position(alone: World) -> None:
    answer = tell(alone, "SETUP\nTurkey: A BUL, F CON\nRussia: A SEV\nENDSETUP")
    (line,) = re.findall(r"^  (YES R\d+)$", answer.text, re.MULTILINE)
    assert "he position is changed" in tell(alone, line).flat
    position = tell(alone, "STATUS").text
    assert "A BUL" in position
    assert "F ANK" not in position


def test_who_is_alone_ends_his_game(alone: World) -> None:
    answer = tell(alone, "A Con - Bul\nTERMINATE")
    assert "play1 is over" in answer.flat.lower()
    assert "send an order" not in answer.flat
    assert alone.game("play1").outcome


def test_who_is_alone_gives_seats_to_computers_and_sets_options(alone: World) -> None:
    assert "plays Russia now" in tell(alone, "COMPUTER Russia none").flat
    assert "moves=2d from now on" in tell(alone, "SET moves 2d").flat


def test_a_second_player_ends_that_and_all_are_told(alone: World) -> None:
    alone.mail(BOB, "TAKEOVER Russia@play1")
    told = {mail.to: mail.flat for mail in alone.run()}
    for reader in (ANN, BOB):
        assert "nobody has a game master's powers" in told[reader]
    assert "has no game master" in tell(alone, "ROLLBACK").flat
    assert "has no game master" in tell(alone, "EDIT Russia F SEV - RUM").flat


def test_somebody_to_whom_the_player_gives_a_seat_ends_that_too(alone: World) -> None:
    alone.say(BOB, "REGISTER Bob")
    alone.mail(ANN, f"SEAT Russia {BOB}", to=alone.address("Turkey", "play1"))
    told = {mail.to: mail.flat for mail in alone.run()}
    assert "nobody has a game master's powers" in told[ANN]
    assert "nobody has a game master's powers" in told[BOB]


def test_what_is_played_alone_counts_in_no_stats(alone: World) -> None:
    tell(alone, "A Con - Bul\nPROCESS")
    assert alone.rows("SELECT * FROM conduct") == []


def test_what_was_played_alone_never_counts_in_a_rating(alone: World) -> None:
    assert "counts in no rating: so it stays" in tell(alone, "SET computers none").flat
    assert "computers=all sharp" in tell(alone, "SET computers all sharp").flat


def test_in_a_game_of_several_without_a_master_nobody_is_one(world: World, tmp_path: Path) -> None:
    world.begun("alpha", "computers=all", players=2)
    (power,), *_ = world.rows("SELECT power FROM seats WHERE person IS NOT NULL")
    assert "only the game master" in world.order(power, "ROLLBACK").flat.lower()


def test_who_would_join_it_is_told_of_a_seat_to_take_over(world: World) -> None:
    world.mail(ANN, "PLAY standard as France")
    world.run()
    told = world.say(BOB, "JOIN play1").flat
    assert re.search(r"Play1 has begun. This would work: TAKEOVER \w+@play1 or OBSERVE play1", told)
