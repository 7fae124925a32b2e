"""Nothing that anybody can type raises; nothing takes more than linear time by backtracking."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.catalog import sheet, variant
from judge.kernel.text import Command, Ignored, Line, Problem, Sentence
from judge.language import lexicon, order_lines, reader
from judge.language.typed_line import Read
from judge.language.words import ARMS, ORDER_WORDS

KINDS = (Sentence, Command, Problem, Ignored)
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


def _read(text: str, name: str) -> tuple[Read, ...]:
    loaded = variant.load(name)
    lines = [Line(at, line) for at, line in enumerate(text.split("\n"), 1)]
    return reader.read(lines, loaded.vocabulary, loaded.engine_name)


@given(st.text(max_size=300), st.sampled_from(["standard", "1930s-world", "1930"]))
def test_any_text_is_read_without_raising(text: str, name: str) -> None:
    assert all(isinstance(item, KINDS) for item in _read(text, name))


@given(st.lists(WORDS, max_size=16), st.sampled_from(["standard", "1936", "1930s-world", "1930"]))
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
    [sign * reader.LONGEST for sign in "a-=.(,[>1'/ *&?#+;:\"\u00e4\u2192"]
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


def test_ten_thousand_wrong_lines_get_advice_for_the_first_ones_only() -> None:
    wrong = list(_read("A Parr - Bur\n" * 10_000, "standard"))
    assert len(wrong) == 10_001 - 1
    advised = [item for item in wrong if isinstance(item, Problem) and item.repairs]
    assert len(advised) == order_lines.PATIENCE


def test_words_of_no_sense_are_forgotten_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexicon, "LIMIT", 100)
    loaded = lexicon.Lexicon(variant.load("standard").vocabulary, "dip")
    for at in range(250):
        assert loaded[f"x{at}"].readings == ()
        loaded.phrase((f"x{at}", "y"))
        assert len(loaded) <= lexicon.LIMIT
