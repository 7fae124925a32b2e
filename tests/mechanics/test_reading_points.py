"""Lines of points as people write them, held against the board."""

import pytest

from tests.mechanics.boards import offered, read, start, suggested


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Austria (2): S A Mun-Swi", "DP 2: A AUS S A MUN - SWI"),
        ("2 DP Austria: support Munich to Switzerland", "DP 2: A AUS S A MUN - SWI"),
        ("Belgium 1 hold", "DP 1: A BEL H"),
        ("1 point on Norway: hold", "DP 1: F NWY H"),
        ("Diplomacy points:\nAustria 1 hold", "DP 1: A AUS H"),
        ("1 DP Denmark: F Den - NNS", "DP 1: F DEN - NNS"),
        ("2 points on Austria: A Aus S A Mun - Swi", "DP 2: A AUS S A MUN - SWI"),
        ("Austria (2): A Aus S A Mun - Swi", "DP 2: A AUS S A MUN - SWI"),
        ("Austria: A Aus H, 2 DP", "DP 2: A AUS H"),
        ("Yugoslavia (1): A Cro - Ven", "DP 1: A CRO - VEN"),
        ("Czechoslovakia 1: hold", "DP 1: A BOH H"),
        ("Spend 2 points on Austria: support A Mun to Swi", "DP 2: A AUS S A MUN - SWI"),
        ("bid 2 on Austria to hold", "DP 2: A AUS H"),
        ("I bid 2 on Austria: S A Mun - Swi", "DP 2: A AUS S A MUN - SWI"),
        ("one DP for Belgium to hold", "DP 1: A BEL H"),
        ("Austria (2): Aus S Mun-Swi", "DP 2: A AUS S A MUN - SWI"),
        ("2 DP on Austria: Aus S Mun - Swi", "DP 2: A AUS S A MUN - SWI"),
        ("allocate 2 DP to Austria: A Aus H", "DP 2: A AUS H"),
        ("Denmark (1): Den-Nns", "DP 1: F DEN - NNS"),
        ("DP Austria 2 hold", "DP 2: A AUS H"),
        ("DPs (2): A Aus H", "DP 2: A AUS H"),
        ("DP 2 - Aus H", "DP 2: A AUS H"),
        ("2x Austria S A Mun - Swi", "DP 2: A AUS S A MUN - SWI"),
        ("1 diplomatic point to Rumania to hold", "DP 1: A RUM H"),
        ("Diplomatic points:\nAustria 1 hold", "DP 1: A AUS H"),
        ("Finland (2) sorties against Leningrad", "DP 2: A FIN - LEN"),
        ("Finland (2): sortie to Leningrad", "DP 2: A FIN - LEN"),
        ("the Austrian army holds (1 dp)", "DP 1: A AUS H"),
        ("Norwegian fleet: 1 point, hold", "DP 1: F NWY H"),
        ("Danish fleet to Northern North Sea, 1 point", "DP 1: F DEN - NNS"),
        ("Czech army (2) supports Austrian army", "DP 2: A BOH S A AUS"),
        ("DP 1 A AUS H and 1 A BEL H", "DP 1: A AUS H / DP 1: A BEL H"),
    ],
)
def test_what_people_write_is_read_as_points(line: str, order: str) -> None:
    assert read("1936", start("1936"), "Germany", line) == (order.split(" / "), [])


@pytest.mark.parametrize(
    ("name", "line", "why"),
    [
        ("1936", "Austria (2): S A Mun-Boh", "can't reach BOH"),
        ("1936", "Croatia (1): - Ser", "A SER is Yugoslavia's too"),
        ("1926", "Austria (1): - Tre", "may only hold or support"),
        ("1936", "1 DP Berlin: hold", "A BER is Germany's and takes no points"),
        ("1936", "1 DP Saxony: hold", "no unit in Saxony"),
        ("1936", "1 DP Norway: F Den H", "can mean several things"),
        ("1936", "Yugoslav army (1): hold", "'Yugoslav army' can be Croatia (CRO) or Serbia (SER)"),
        ("1936", "1 DP Yugoslavia hold", "'Yugoslavia' can be Croatia (CRO) or Serbia (SER)"),
    ],
)
def test_points_for_what_is_impossible_are_refused_at_once(name: str, line: str, why: str) -> None:
    orders, problems = read(name, start(name), "Germany", line)
    assert orders == []
    assert why in " ".join(problems)


@pytest.mark.parametrize(
    "line",
    [
        "2 to Austria: S Mun - Swi",
        "1 DP Spain: hold",
    ],
)
def test_what_looks_like_points_and_cannot_be_read_is_never_passed_over(line: str) -> None:
    orders, problems = read("1936", start("1936"), "Germany", line)
    assert orders == []
    assert problems


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("DP 1 Yugoslavia hold", ("DP 1: A CRO H", "DP 1: A SER H")),
        ("DP 2: A GRE H", ("DP 2: F GRE H",)),
        ("A AUS S A MUN - SWI", ("DP 1: A AUS S A MUN - SWI",)),
        ("Austria: hold", ("DP 1: A AUS H",)),
        ("F Den - NNS", ("DP 1: F DEN - NNS",)),
    ],
)
def test_a_slip_gets_the_lines_that_would_work(line: str, offers: tuple[str, ...]) -> None:
    assert suggested("1936", start("1936"), "Germany", line) == offers


def test_a_minor_named_by_its_people_is_offered() -> None:
    line = "Danish F Den - NNS (1)"
    assert offered("1936", start("1936"), "Germany", line) == ("DP 1: F DEN - NNS",)


@pytest.mark.parametrize(
    "line",
    [
        "I have 2 DP left after the 1 for Norway.",
        "Only 3 points, alas.",
    ],
)
def test_talk_of_points_is_no_order(line: str) -> None:
    assert read("1936", start("1936"), "Germany", line) == ([], [])


def test_an_answer_pasted_back_is_read_as_its_orders_alone() -> None:
    orders = ["A MIL - SWI", "DP 2: A AUS S A MIL - SWI", "DP 1: A BUL H"]
    answer = """\
YOUR ORDERS FOR SPRING 1936 MOVEMENT
  A MIL - SWI
  DP 2: A AUS S A MIL - SWI
  DP 1: A BUL H
  Nationalist Spain, which you order too: A BRG.
  DP: 3 to spend, 3 used, 0 left.
  Bonus: Bulgaria is your client, so your 1 point for A BUL H counts 2.

LOOK AT THIS AGAIN
  ! DP 1: A SWI H: Italy attacks SWI itself with A MIL - SWI, so these points
      back nothing.

YOUR DIPLOMACY POINTS, SPRING 1936 (for you alone), 2 used of 3
  2+1  A AUS S A MUN - SWI         carried out, given

You have 3 diplomacy points in Fall 1936.
"""
    assert read("1936", start("1936"), "Italy", answer) == (orders, [])


def test_without_a_board_the_map_says_whether_a_minor_has_an_army_or_a_fleet() -> None:
    assert read("1936", None, "Germany", "Norway 1 hold")[0] == ["DP 1: F NWY H"]
    assert read("1936", None, "Germany", "Belgium 1 hold")[0] == ["DP 1: A BEL H"]
    _, told = read("1936", None, "Germany", "2 DP: F Aus H")
    assert told == ["No fleet can stand in Austria (AUS)."]
    _, (problem,) = read("1936", None, "Germany", "2 DP: North H")
    assert problem.startswith("'North' can be Northern Ireland (NIR) or ")


def test_one_mail_orders_a_power_and_its_faction() -> None:
    text = "A Mil - Swi\nNATIONALIST SPAIN:\nA Brg - Mad"
    assert read("1936", start("1936"), "Italy", text) == (["A MIL - SWI", "A BRG - MAD"], [])


def test_nobody_orders_a_faction_that_is_not_his() -> None:
    orders, problems = read("1936", start("1936"), "Soviet Union", "A Brg - Mad")
    assert orders == []
    assert "A BRG is Nationalist Spain's" in problems[0]
