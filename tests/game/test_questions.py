"""What people ask and say beside orders: answered, asked back, and never lost."""

import pytest

from tests.game.world import World


def test_what_a_unit_can_do_is_answered_at_once(world: World) -> None:
    world.begun()
    told = world.order("France", "A Par - Bur\nwhat can my fleet do?")
    assert "F BRE: ENG, GAS, MAO, PIC" in told.flat
    assert world.orders("France") == ["A PAR - BUR"]


@pytest.mark.parametrize(
    "line", ["A Par - Bur. Is that ok? What does ready mean?", "What does ready mean? A Par - Bur"]
)
def test_a_question_on_the_line_of_an_order_is_answered(world: World, line: str) -> None:
    world.begun()
    told = world.order("France", line)
    assert "HELP DEADLINES tells more" in told.flat
    assert world.orders("France") == ["A PAR - BUR"]


def test_how_this_works_is_answered_beside_orders(world: World) -> None:
    world.begun()
    told = world.order("France", "Hello, how does this work?\nA Par - Bur")
    assert "runs games by mail" in told.flat
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_stranger_whose_lines_are_asked_back_is_welcomed_too(world: World) -> None:
    told = world.say("new@players.example", "Hello, how does this work?\nA Par - Bur")
    assert "GAMES THAT WAIT FOR PLAYERS" in told.text
    assert "NOT TAKEN line 2: A Par - Bur" in told.flat


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("hi, how do I play?", "each there is room for one unit"),
        ("When is the deadline?", "JOIN takes a seat in one, PLAY standard begins one at once"),
        ("Who is winning?", "HELP JOINING tells more"),
        ("Can I be Italy?", "HELP JOINING tells more"),
    ],
)
def test_a_stranger_who_asks_is_told_what_he_can_do(world: World, question: str, told: str) -> None:
    answer = world.say("new@players.example", question).flat
    assert told in answer
    assert "GAMES THAT WAIT FOR PLAYERS" in answer
    assert "proves who you are" not in answer


def test_units_that_commas_part_hold_together(world: World) -> None:
    world.begun()
    world.order("Austria", "A Bud, A Vie, hold")
    assert world.orders("Austria") == ["A BUD H", "A VIE H"]


def test_two_units_are_no_more_than_two(world: World) -> None:
    world.begun()
    world.order("France", "A Par - Bur\nA Mar - Pie\nOn reflection both armies stay.")
    assert world.orders("France") == ["A MAR H", "A PAR H"]
    world.order("Russia", "Both units hold.")
    assert world.orders("Russia") == []


def test_small_print_below_a_mail_orders_nothing(world: World) -> None:
    world.begun()
    text = "A Par - Bur\n\nThis e-mail is confidential.\nIf you are not meant, delete it."
    told = world.order("France", text)
    assert world.orders("France") == ["A PAR - BUR"]
    assert "NOT TAKEN" not in told.text


@pytest.mark.parametrize("line", ["yes", "Yes, do it!", "ok thanks"])
def test_a_yes_to_nothing_is_talk(world: World, line: str) -> None:
    world.begun()
    told = world.order("France", line).flat
    assert "no order" in told
    assert "NOT TAKEN" not in told


def test_a_question_of_when_behind_an_order_is_no_condition(world: World) -> None:
    world.begun()
    told = world.order("France", "A Par - Bur. When is the deadline?")
    assert world.orders("France") == ["A PAR - BUR"]
    assert "The deadline of Spring 1901 movement is Thu 5 Nov 2026 18:00 UTC" in told.flat
