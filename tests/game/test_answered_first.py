"""The first line of an answer says what became of what was sent, also where it was no order."""

import pytest

from tests.game.world import Sent, World


def first(mail: Sent) -> str:
    """What stands above the deadline, on one line."""
    body = mail.text.partition("\n\n")[2]
    return " ".join(body.partition("Deadline:")[0].split())


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("F1901M: A Bur - Mun", "1 line waits for Fall 1901 movement."),
        ("PHASE F1901M\nA Bur - Mun\nA Pic - Bel", "2 lines wait for Fall 1901 movement."),
        ("F1901M: A Bur - Mun\nS1902M: A Mun - Ber", "2 lines wait for later phases."),
        ("draw please", "You vote for a draw in this phase; nobody is told unless all of you"),
        ("Concede to Turkey", "You concede to Turkey in this phase; nobody is told unless all"),
        ("please wait", "This phase lasts until its deadline."),
        ("extend 2d", "You ask to extend the deadline by 2 days, to Sat 7 Nov 2026 18:00 UTC: it"),
        (
            "DRAW\nWAIT",
            "You vote for a draw in this phase; nobody is told unless all of you do. This",
        ),
        ("CLEAR", "There are no orders to forget."),
    ],
)
def test_what_was_no_order_of_now_is_told_first(world: World, lines: str, told: str) -> None:
    world.begun("alpha", "early=yes")
    answer = first(world.order("France", lines))
    assert answer.startswith(told)
    assert answer.endswith("None of your 3 orders is in yet.")


def test_beside_orders_it_is_told_behind_them(world: World) -> None:
    world.begun("alpha")
    answer = first(world.order("France", "A Par - Bur\nDRAW\nREADY"))
    assert answer.startswith("1 of 3 orders is in. You vote for a draw in this phase; nobody")
    assert answer.endswith("You are ready once all your orders are in.")


def test_a_page_that_is_shown_is_not_told_first(world: World) -> None:
    world.begun("alpha")
    assert first(world.order("France", "A Par - Bur\nHELP ORDERS")) == "1 of 3 orders is in."


@pytest.mark.parametrize(
    ("variant", "power", "lines", "told"),
    [
        ("1936", "France", "DP 9: A Bel H", "9 DP used, you have 5: all would be forfeited."),
        (
            "1930",
            "Germany",
            "DEPLOY L5 BER\nDEPLOY L3 MUN",
            "Your list is not complete: as it stands, all of it will be dropped and the standard",
        ),
        ("1930s-world", "Germany", "BID 13 Turkey", "BID 13 Turkey: "),
    ],
)
def test_what_would_be_lost_is_told_first(
    world: World, variant: str, power: str, lines: str, told: str
) -> None:
    world.begun("alpha", variant=variant)
    assert told in first(world.order(power, lines))


@pytest.mark.parametrize(
    ("variant", "power", "lines", "told"),
    [
        ("1930s-world", "Germany", "BID 8 Turkey", "All your orders are in, but 7 points are not"),
        ("1936", "France", "HOLD ALL\nDP 4: A Bel H", "are in, but 1 point is not spent."),
    ],
)
def test_points_that_are_left_are_told_first_where_no_phase_ends_early(
    world: World, variant: str, power: str, lines: str, told: str
) -> None:
    world.begun("alpha", "early=no", variant=variant)
    assert told in first(world.order(power, lines))


@pytest.mark.parametrize("line", ["WAIT", "NOWAIT", "WAIT ALWAYS", "READY"])
def test_where_no_phase_ends_early_no_word_says_that_one_may(world: World, line: str) -> None:
    world.begun("alpha", "early=no")
    answer = world.order("France", line).flat
    assert "Every phase of this game lasts until its deadline anyway" in answer
    assert "may end" not in answer


def waiting(mail: Sent) -> list[str]:
    """What an answer says waits for later phases."""
    part = mail.text.partition("WAITING FOR")[2].partition("\n\n")[0]
    return [line.strip() for line in part.splitlines()[1:]]


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ("A Bur - Mun\nA Bur - Bel\n* A Bur - Mun", ["A Bur - Mun"]),
        ("- A Bur - Mun\n2) A Pic H", ["A Bur - Mun", "A Pic H"]),
        ("* Bel - Hol\n* then Bur - Mun", ["Bel - Hol", "Bur - Mun"]),
    ],
)
def test_of_orders_that_wait_those_that_count_are_listed(
    world: World, lines: str, left: list[str]
) -> None:
    world.begun("alpha")
    assert waiting(world.order("France", f"PHASE F1901M\n{lines}")) == left


def test_a_later_mail_s_order_takes_the_place_of_the_one_that_waits(world: World) -> None:
    world.begun("alpha")
    world.order("France", "F1901M: A Bur - Mun")
    assert waiting(world.order("France", "F1901M: A Bur - Bel")) == ["A Bur - Bel"]


def test_conditions_that_wait_are_listed_as_they_were_written(world: World) -> None:
    world.begun("alpha")
    lines = "IF French A BUR THEN\nA Bur - Mun\nELSE\nA Par - Bur\nENDIF"
    told = waiting(world.order("France", f"PHASE F1901M\n{lines}"))
    assert told == lines.splitlines()
