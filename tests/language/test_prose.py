"""Where talk ends and a wrong order begins: lines on both sides of each border."""

import pytest

from judge.catalog import parse, sheet, variant
from judge.kernel.dice import SecretDice
from judge.kernel.engine import Order
from judge.kernel.text import Ignored, Line, Problem, Sentence
from judge.language import prose, reader
from judge.language.orders import OrderReader, order_reader
from judge.language.scan import scan

BORDERS = {
    "standard": (
        ("A Par zork zork", "A Par zork zork zork"),
        ("A zork zork zork - Bur", "A zork zork zork zork - Bur"),
        ("A Zork - Bur", "A Zork"),
        ("A zork - Bur", "A zork - Bur zork zork zork"),
        ("Par Bur", "Par zork"),
        ("Paris zork - Bur", "Paris zork zork - Bur"),
        ("French Par - zork", "French zork - zork"),
        ("all hold", "all zork hold"),
        ("waive zork zork", "waive zork zork zork"),
        ("hold zork zork Par", "hold zork zork zork Par"),
        ("hold Par zork zork", "hold Par zork zork zork"),
        ("zork A Par - Bur", "zork zork A Par - Bur"),
        ("zork A Par zork - Bur", "zork A Par zork zork - Bur"),
        ("zork Par - Bur", "zork Par - Bur zork"),
        ("zork - Bur zork", "zork - Bur zork zork"),
        ("zork - Bur", "zork - zork"),
        ("supprot Par hold", "suport Par hold zork zork zork"),
        ("please A Par", "please Par"),
    ),
    "1936": (
        ("2 DP Zork hold", "2 DP Zork"),
        ("2 Austria hold zork", "2 Austria hold zork zork"),
        ("2 DP Austria zork zork hold", "2 DP Austria zork zork zork hold"),
        ("Belgium (1) zork Paris", "Belgium (1) zork zork"),
        ("2 DP Paris hold", "2 DP Paris"),
        ("2 Zork DP holds", "2 DP hold"),
        ("Zork holds for 2 DP", "Zork holds for 2"),
    ),
    "1930s-world": (
        ("all zork Turkey", "all zork zork Turkey"),
        ("3 points zork zork zork", "3 points zork zork zork zork"),
        ("Turkey zork 3", "Turkey zork zork 3"),
    ),
    "1930": (("L5 zork", "L zork"), ("L 5 Par zork", "5 Par zork")),
}
"""On each board: a line that gets an answer, and one that has a little less of an order."""


def reader_of(name: str) -> OrderReader:
    loaded = variant.load(name)
    return order_reader(loaded.vocabulary, loaded.engine_name)


@pytest.mark.parametrize(
    ("name", "order", "talk"),
    [(name, *border) for name, borders in BORDERS.items() for border in borders],
)
def test_a_line_is_a_wrong_order_up_to_so_much_talk(name: str, order: str, talk: str) -> None:
    lexicon = reader_of(name).lexicon
    assert prose.looks_like_order(scan(order), lexicon)
    assert not prose.looks_like_order(scan(talk), lexicon)


@pytest.mark.parametrize(
    ("first", "second", "so"),
    [
        ("Paris", "Burgundy", True),
        ("North Sea", "English Channel", True),
        ("Par", "Gulf of Lyon", True),
        ("Saint Petersburg", "Par", True),
        ("Paris Burgundy", "Par", False),
        ("North Sea", "and more", False),
        ("more of", "North Sea", False),
        ("Paris", "hold", False),
        ("Paris", "", False),
        ("Paris", "- Burgundy", False),
        ("Paris.", "Burgundy", False),
    ],
)
def test_two_places_are_two_names_and_nothing_else(first: str, second: str, *, so: bool) -> None:
    lexemes, lexicon = scan(f"{first} {second}"), reader_of("standard").lexicon
    assert prose.is_two_places(lexemes, len(scan(first)), lexicon) == so


@pytest.mark.parametrize(
    ("text", "so"),
    [
        ("Hi all", True),
        (" - thanks a lot", True),
        ("Best regards", True),
        ("thankful", False),
        ("highland", False),
        ("a best guess", False),
    ],
)
def test_a_greeting_is_a_whole_word_at_the_start(text: str, *, so: bool) -> None:
    assert prose.greets(text) == so


@pytest.mark.parametrize(
    ("typed", "units", "orders"),
    [
        ("paris burgundy", ["A PAR"], ["A PAR - BUR"]),
        (
            "ven tri rom ven ion gre",
            ["A VEN", "A ROM", "F ION"],
            ["A VEN - TRI", "A ROM - VEN", "F ION - GRE"],
        ),
        ("mar s par bur", ["A MAR", "A PAR"], ["A MAR S A PAR - BUR"]),
        ("Mid Atlantic Irish Sea", ["F MAO"], ["F MAO - IRI"]),
        ("brest and paris, bre mao", ["F BRE"], []),
        ("paris burgundy munich", ["A PAR", "A MUN"], []),
        ("paris moscow", ["A PAR"], []),
        ("london norway", ["A LON", "F NTH"], []),
        ("burgundy munich", ["A PAR"], []),
    ],
)
def test_two_places_without_a_verb_are_a_move_where_the_writer_can_make_it(
    typed: str, units: list[str], orders: list[str]
) -> None:
    request = {"text": typed, "units": units, "phase": "S1901M", "power": "France"}
    read = list(parse.lines(request))
    assert [line["order"] for line in read if "order" in line] == orders
    assert orders or any("problem" in line for line in read)


@pytest.mark.parametrize("typed", ["mar spa", "mar spa, gas", "mar gas, then par bur"])
def test_a_place_behind_a_retreat_without_a_verb_is_one_more_wish(typed: str) -> None:
    request = {"text": typed, "units": ["A MAR", "A PAR"], "phase": "S1901R", "power": "France"}
    read = [line["order"] for line in parse.lines(request) if "order" in line]
    assert read == [f"A MAR R {typed[4:7].upper()}", "A PAR R BUR"][: typed.count("then") + 1]


def test_two_places_are_no_move_where_they_may_be_a_list_of_units() -> None:
    france = variant.load("standard")
    start = france.engine.start({}, SecretDice(b"-" * 32, "alpha")).state
    lines = [Line(1, "Paris Marseilles"), Line(2, "Brest English Channel")]
    found = sheet.understand(lines, france, start, "France")
    assert [type(one) for one in found] == [Problem, Order]


@pytest.mark.parametrize("text", ["Thanks, Nora", "Cheers, Con", "thanks Paris", "Greetings, Alba"])
def test_a_name_behind_a_closing_word_is_no_unit(text: str) -> None:
    vocabulary = variant.load("standard").vocabulary
    (read,) = reader.read([Line(1, text)], vocabulary, "dip")
    assert isinstance(read, Ignored)


@pytest.mark.parametrize("text", ["please, Paris", "Paris", "Thanks, A Par H"])
def test_a_place_that_may_be_a_request_is_no_signature(text: str) -> None:
    vocabulary = variant.load("standard").vocabulary
    assert any(isinstance(one, Sentence) for one in reader.read([Line(1, text)], vocabulary, "dip"))
