"""Phases as people write them."""

import pytest

from judge.language.named_phases import find_phase


@pytest.mark.parametrize(
    ("typed", "phase"),
    [
        ("F1902M", "F1902M"),
        ("f1902m", "F1902M"),
        ("Fall 1902", "F1902M"),
        ("Fall 1902 Movement", "F1902M"),
        ("Autumn 02 retreats", "F1902R"),
        ("Spring of 1903", "S1903M"),
        ("start of Spring 1903", "S1903M"),
        ("winter 02", "W1902A"),
        ("Winter 1902 builds", "W1902A"),
        ("W1902", "W1902A"),
        ("Spring 1932 influence", "S1932I"),
        ("1930-03", "1930-03M"),
        ("1930-3m", "1930-03M"),
        ("1930-06A", "1930-06A"),
        ("March 1930", "1930-03M"),
        ("mar. 1930", "1930-03M"),
        ("Sept 1931 movement", "1931-09M"),
        ("Recalculation after June 1930", "1930-06A"),
        ("June 1930 recalculation", "1930-06A"),
        ("Dec 1930 A", "1930-12A"),
        ("Frühjahr 1902", "S1902M"),
        ("Automne 1902 :", "F1902M"),
        ("S1425", "S1425M"),
        ("Winter 12 BC", "W12BCA"),
        ("Spring 1 movement", "S1M"),
        ("Fall 425 retreats", "F425R"),
        ("S1901-M", "S1901M"),
        ("A1902M", "F1902M"),
        ("fall-1902", "F1902M"),
        ("1930-00D", "1930-00D"),
        ("1931-06N", "1931-06N"),
    ],
)
def test_a_phase_has_many_names(typed: str, phase: str) -> None:
    assert find_phase(typed) == phase


@pytest.mark.parametrize(
    "typed", ["", "yesterday", "Fall", "1902", "Marmalade 1930", "ma 1930", "M1902", "F1902Q"]
)
def test_other_words_are_no_phase(typed: str) -> None:
    assert find_phase(typed) == ""


def test_a_variants_own_season_comes_before_the_usual_ones() -> None:
    own = (("dry season", "S"), ("summer", "F"))
    assert find_phase("Summer 1902", own=own) == "F1902M"
    assert find_phase("Spring 1902", own=own) == "S1902M"
