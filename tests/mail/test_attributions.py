"""Lines that introduce an earlier mail end what its writer says; lines that only look so don't."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from judge.kernel.text import Line
from judge.mail import attributions, quotes
from tests.mail.our import HERE


class Sample(NamedTuple):
    """Lines above somebody's words, and whose those are: "SURE", "DOUBT" or "OWN"."""

    verdict: str
    name: str
    lines: list[str]


def samples() -> Iterator[Sample]:
    sample = None
    for line in (HERE / "attributions.txt").read_text("utf-8").splitlines():
        if line.startswith(("== SURE", "== DOUBT", "== OWN")):
            if sample:
                yield sample
            verdict, _, name = line.removeprefix("== ").partition(" ")
            sample = Sample(verdict, name, [])
        elif sample and line:
            sample.lines.append(line)
    if sample:
        yield sample


SAMPLES = list(samples())
ABOVE, BELOW = ["A Par - Bur", ""], ["", "A Mar - Spa"]


def named(*verdicts: str) -> pytest.MarkDecorator:
    chosen = [sample for sample in SAMPLES if sample.verdict in verdicts]
    return pytest.mark.parametrize("sample", chosen, ids=[sample.name for sample in chosen])


def read(lines: list[str]) -> tuple[Line, ...]:
    return quotes.read([line.translate(_INVISIBLE) for line in lines])


_INVISIBLE = dict.fromkeys([0x200F, *range(0x202A, 0x202F)])
"""Marks of direction; the reader of mails takes them out before."""


def test_there_are_enough_of_each() -> None:
    count = [sample.verdict for sample in SAMPLES]
    assert count.count("SURE") >= 33
    assert count.count("OWN") + count.count("DOUBT") >= 33


@named("SURE", "DOUBT", "OWN")
def test_whose_words_stand_below(sample: Sample) -> None:
    marked = read([*ABOVE, *sample.lines, *BELOW])
    assert (marked[0].ignored, marked[0].doubt) == ("", "")
    last = marked[-1]
    verdict = "SURE" if last.ignored else "DOUBT" if last.doubt else "OWN"
    assert verdict == sample.verdict


@named("SURE")
def test_where_nothing_stands_above_it_is_asked_back(sample: Sample) -> None:
    last = read([*sample.lines, *BELOW])[-1]
    assert not last.ignored
    assert last.doubt


MARKED = [
    sample
    for sample in SAMPLES
    if sample.verdict != "OWN"
    and not attributions.head_length(sample.lines, 0)
    and not attributions.divides(sample.lines[0])
    and "all in one line" not in sample.name
]
"""Introductions whose quote may have marks; below a head or a divider all is an earlier mail."""


@pytest.mark.parametrize("mark", [">", "|", ":"])
@pytest.mark.parametrize("sample", MARKED, ids=[sample.name for sample in MARKED])
def test_a_quote_with_marks_ends_articlesm(sample: Sample, mark: str) -> None:
    marked = read([*ABOVE, *sample.lines, f"{mark} A Par - Gas", "A Mar - Spa"])
    assert all(line.ignored for line in marked[2:-1])
    assert (marked[-1].ignored, marked[-1].doubt) == ("", "")


@named("SURE", "DOUBT", "OWN")
def test_inside_press_it_is_press(sample: Sample) -> None:
    press = ["PRESS TO ALL", *sample.lines, "Burgundy is mine.", "ENDPRESS", "A Mar - Spa"]
    marked = read([*ABOVE, *press])
    said = [line for line in marked if line.text == "Burgundy is mine."]
    assert [(line.ignored, line.doubt) for line in said] == [("", "")]
    assert (marked[-1].ignored, marked[-1].doubt) == ("", "")


@named("OWN")
def test_ones_own_lines_swallow_no_order_beside_them(sample: Sample) -> None:
    marked = read(["A Par - Bur", *sample.lines, "A Mar - Spa", "F Bre H"])
    for line in marked:
        if line.text in ("A Par - Bur", "A Mar - Spa", "F Bre H"):
            assert (line.ignored, line.doubt) == ("", "")


@named("SURE", "DOUBT")
def test_an_introduction_swallows_no_order_above_it(sample: Sample) -> None:
    marked = read(["A Par - Bur", "L5 PAR - LUX", *sample.lines, "A Mar - Spa"])
    assert all((line.ignored, line.doubt) == ("", "") for line in marked[:2])


@pytest.mark.parametrize("mark", ["|", ":", "│"])
def test_another_mark_without_an_introduction_is_asked_back(mark: str) -> None:
    marked = read(["A Par - Bur", f"{mark} A Mar - Spa", "F Bre H"])
    assert [bool(line.doubt) for line in marked] == [False, True, False]


def test_a_person_who_has_done_with_anothers_words_says_so() -> None:
    lines = ["Anna wrote:", "A Ven - Pie", "", "My orders:", "A Ven H"]
    assert [bool(line.doubt) for line in read(lines)] == [False, True, False, False, False]


def test_what_anna_calls_her_orders_is_hers() -> None:
    marked = read(["Anna wrote:", "", "My orders:", "A Ven H"])
    assert marked[-1].doubt


@pytest.mark.parametrize("line", ["KB> A Par - Bur", "＞ A Par - Bur", "~~A Par - Bur~~"])
def test_other_ways_to_quote_and_to_strike_out(line: str) -> None:
    assert read([line, "A Mar H"])[0].ignored


@pytest.mark.parametrize("line", ["Par>Bur", "PAR>BUR", "A Par > Bur", "PAR> BUR", "A Par ~ Bur"])
def test_arrows_are_no_marks_of_quotes(line: str) -> None:
    assert read([line])[0] == Line(1, line)
