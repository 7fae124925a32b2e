"""Lines of points as people write them, held against the board."""

import pytest

from tests.mechanics.boards import read, start


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Austria (2): S A Mun-Swi", "DP 2: A AUS S A MUN - SWI"),
        ("2 DP Austria: support Munich to Switzerland", "DP 2: A AUS S A MUN - SWI"),
        ("Belgium 1 hold", "DP 1: A BEL H"),
        ("1 point on Norway: hold", "DP 1: F NWY H"),
        ("Diplomacy points:\nAustria 1 hold", "DP 1: A AUS H"),
    ],
)
def test_what_people_write_is_read_as_points(line: str, order: str) -> None:
    assert read("1936", start("1936"), "Germany", line) == ([order], [])


@pytest.mark.parametrize(
    ("name", "line", "why"),
    [
        ("1936", "Austria (2): S A Mun-Boh", "can't reach BOH"),
        ("1936", "Croatia (1): - Ser", "A SER is Yugoslavia's too"),
        ("1926", "Austria (1): - Tre", "may only hold or support"),
        ("1936", "1 DP Berlin: hold", "A BER is Germany's and takes no points"),
        ("1936", "1 DP Saxony: hold", "no unit in Saxony"),
    ],
)
def test_points_for_what_is_impossible_are_refused_at_once(name: str, line: str, why: str) -> None:
    orders, problems = read(name, start(name), "Germany", line)
    assert orders == []
    assert why in " ".join(problems)


def test_without_a_board_the_map_says_whether_a_minor_has_an_army_or_a_fleet() -> None:
    assert read("1936", None, "Germany", "Norway 1 hold")[0] == ["DP 1: F NWY H"]
    assert read("1936", None, "Germany", "Belgium 1 hold")[0] == ["DP 1: A BEL H"]


def test_one_mail_orders_a_power_and_its_faction() -> None:
    text = "A Mil - Swi\nNATIONALIST SPAIN:\nA Brg - Mad"
    assert read("1936", start("1936"), "Italy", text) == (["A MIL - SWI", "A BRG - MAD"], [])


def test_nobody_orders_a_faction_that_is_not_his() -> None:
    orders, problems = read("1936", start("1936"), "Soviet Union", "A Brg - Mad")
    assert orders == []
    assert "A BRG is Nationalist Spain's" in problems[0]
