"""Where talk ends and a wrong order begins: lines on both sides of each border."""

import pytest

from judge.catalog import parse, variant
from judge.kernel.text import Ignored, Line
from judge.language import reader


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
        ("brest and paris, bre mao", ["F BRE"], ["F BRE - MAO"]),
        ("paris moscow", ["A PAR"], []),
        ("london norway", ["A LON", "F NTH"], ["A LON - NWY"]),
        ("burgundy munich", ["A PAR"], []),
    ],
)
def test_two_places_without_a_verb_are_offered_as_a_move_where_the_writer_can_make_it(
    typed: str, units: list[str], orders: list[str]
) -> None:
    request = {"text": typed, "units": units, "phase": "S1901M", "power": "France"}
    read = list(parse.lines(request))
    assert [order for line in read for order in line.get("offer", ())] == orders


@pytest.mark.parametrize("text", ["Thanks, Nora", "Cheers, Con", "thanks Paris", "Greetings, Alba"])
def test_a_name_behind_a_closing_word_is_no_unit(text: str) -> None:
    vocabulary = variant.load("standard").vocabulary
    (read,) = reader.read([Line(1, text)], vocabulary, "dip")
    assert isinstance(read, Ignored)
