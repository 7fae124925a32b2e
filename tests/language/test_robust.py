"""Nothing that anybody can type raises; nothing takes more than linear time by backtracking."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.catalog import sheet, variant
from judge.kernel import limits
from judge.kernel.text import Command, Ignored, Line, Offer, Problem, Sentence
from judge.language import lexicon, reader
from judge.language.statement import LineReading
from judge.language.words import ARMS, ORDER_WORDS
from tests import folders

KINDS = (Sentence, Offer, Command, Problem, Ignored)
SPELLINGS = sorted({word for words in ORDER_WORDS.values() for word in words})
UNITS = sorted({word for words in ARMS["dip"].values() for word in words})
NAMES = ["Par", "bur", "St Pete", "spa/sc", "Gulf of Lyon", "liv", "nor", "Austria", "turkish"]
SIGNS = [
    *list("-,;:.()[]/&+*?!>'\"#|=~"),
    "->",
    " - ",
    "--",
    "1",
    "23",
    "IF",
    "THEN",
    "PRESS",
    "\n",
]
WORDS = st.sampled_from([*SPELLINGS, *UNITS, *NAMES, *SIGNS])


def _read(text: str, name: str) -> tuple[LineReading, ...]:
    loaded = variant.load(name)
    lines = [Line(at, line) for at, line in enumerate(text.split("\n"), 1)]
    return reader.read(lines, loaded.vocabulary, loaded.engine_name)


@given(st.text(max_size=300), st.sampled_from(folders.of_each_kind()))
def test_any_text_is_read_without_raising(text: str, name: str) -> None:
    assert all(isinstance(item, KINDS) for item in _read(text, name))


@given(st.lists(WORDS, max_size=16), st.sampled_from(folders.of_each_kind()))
@settings(max_examples=300)
def test_any_row_of_order_words_is_understood_without_raising(words: list[str], name: str) -> None:
    loaded = variant.load(name)
    lines = [Line(at, line) for at, line in enumerate(" ".join(words).split("\n"), 1)]
    for item in sheet.understand(lines, loaded, None, ""):
        assert 1 <= item.span.line <= len(lines)
        assert item.span.column >= 1


@given(st.lists(WORDS, min_size=1, max_size=10))
def test_spans_lie_inside_the_line(words: list[str]) -> None:
    text = " ".join(words).replace("\n", " ")
    for item in _read(text, "standard"):
        assert item.span.column <= item.span.end <= len(text) + 2


@pytest.mark.parametrize(
    "line",
    [sign * limits.LINE_LETTERS for sign in "a-=.(,[>1'/ *&?#+;:\"\u00e4\u2192"]
    + ["A " * 2000, "-=" * 2000, "( " * 2000, "a b " * 1000, "A Par - Bur, " * 300, "don't " * 600]
    + ["(" * 2000 + ")" * 2000, "north sea " * 400, "s " * 2000, "to - " * 800],
    ids=lambda line: line[:8],
)
def test_the_longest_lines_of_anything_are_read(line: str) -> None:
    assert _read(line, "standard") is not None


def test_a_longer_line_is_not_read_at_all() -> None:
    (item,) = _read("A Par - Bur " * 100_000, "standard")
    assert isinstance(item, Ignored)
    assert "too long" in item.reason


@pytest.mark.long
def test_ten_thousand_wrong_lines_get_advice_for_the_first_ones_only() -> None:
    wrong = list(_read("A Parr - Bur\n" * 10_000, "standard"))
    assert len(wrong) == 10_001 - 1
    advised = [item for item in wrong if isinstance(item, Problem) and item.repairs]
    assert len(advised) == limits.ADVISED_LINES


def test_words_of_no_sense_are_forgotten_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexicon, "LIMIT", 100)
    loaded = lexicon.Lexicon(variant.load("standard").vocabulary, "dip")
    for at in range(250):
        assert loaded[f"x{at}"].readings == ()
        loaded.phrase((f"x{at}", "y"))
        assert len(loaded) <= lexicon.LIMIT


SIGNED = [sign for sign in map(chr, range(0x20, 0x7F)) if not sign.isalnum()]
ROWS = [
    *SIGNED,
    *("\t", "\u00a0", "\u2014", "\u00e9", "1", "1. ", "23 ", "a", "a ", "a? ", "A:", "x-", "(a) "),
    *(
        "and ",
        "and, ",
        "cancel ",
        "if ",
        "not ",
        "please ",
        "i would like ",
        "in the ",
        "in ",
        "of ",
        "orders ",
    ),
    *("my orders for ", "fall 1902 ", "spring ", "then. ", "no, ", "supports it ", "Paris and "),
    *("A Par ", "A Par - Bur ", "paris to burgundy; ", "i think that we might be able to "),
]
"""What may be repeated without end: every sign, blanks, words that say how something is meant."""
AROUND = ["{}", "{} A Par - Bur", "A Par - Bur {}", "A{}Par - Bur", "On Monday, X wrote: {}:"]
MUCH = 2.0
"""Seconds of processor time; lines of these kinds took from ten seconds to for ever."""


@pytest.mark.sweep(40)
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("length", [300, limits.LINE_LETTERS])
def test_a_line_costs_little_whatever_its_shape(row: str, length: int) -> None:
    loaded = variant.load("standard")
    for around in AROUND:
        room = length - len(around)
        line = Line(1, around.format((row * room)[:room]))
        started = time.process_time()
        sheet.understand([line], loaded, None, "France")
        assert time.process_time() - started < MUCH, around


@pytest.mark.parametrize(
    ("line", "text", "column", "place"),
    [
        ("A Par {}- Bur", "A Par {}- Bur", 1, 3),
        ("{}A Par - Bur (as agreed)", "A Par - Bur (as agreed)", 41, 43),
        ("Paris should go{} to Burgundy", "Paris should go{} to Burgundy", 1, 1),
    ],
)
def test_a_wide_gap_is_passed_over_and_columns_stay(
    line: str, text: str, column: int, place: int
) -> None:
    gap = " " * 40
    (order,) = _read(line.format(gap), "standard")
    assert isinstance(order, Sentence)
    assert (order.text, order.span.column) == (text.format(gap), column)
    assert order.piece is not None
    assert order.piece.place.column == place
    assert order.span.end == len(line.format(gap)) + 1


def test_behind_a_mail_full_of_talk_plain_orders_count_and_sentences_are_asked_back() -> None:
    talk = "I think that Turkey {} should go to Paris, or what about Burgundy, Gascony, Spain?\n"
    behind = "A Mar - Spa\nplease let the Paris army go to Burgundy, as you said it could\n"
    read = _read("".join(map(talk.format, range(300))) + behind, "standard")
    assert [one.text for one in read if isinstance(one, Sentence)] == ["A Mar - Spa"]
    (asked,) = [one for one in read if one.span.line == 302]
    assert isinstance(asked, Offer)
    (sentence,) = _read(behind.split("\n")[1], "standard")
    assert isinstance(sentence, Offer)
