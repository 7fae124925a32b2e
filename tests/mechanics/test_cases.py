"""The cases of 1900, 1926 and 1936: those of the rulings, and those added beside them."""

import re

import pytest

from judge import resources
from tests import cases

VARIANTS = ("1900", "1926", "1936")


@cases.parametrize("1900")
def test_a_case_of_1900_ends_as_it_says(case: cases.Case) -> None:
    cases.check(case)


@cases.parametrize("1926")
def test_a_case_of_1926_ends_as_it_says(case: cases.Case) -> None:
    cases.check(case)


@cases.parametrize("1936")
def test_a_case_of_1936_ends_as_it_says(case: cases.Case) -> None:
    cases.check(case)


@pytest.mark.parametrize("name", VARIANTS)
def test_no_two_cases_share_an_id(name: str) -> None:
    ids = [case["id"] for path in cases.files(name) for case in cases.load(path)]
    assert len(set(ids)) == len(ids) > 0


@pytest.mark.parametrize("name", VARIANTS)
def test_the_rulings_name_every_case_and_no_other(name: str) -> None:
    """RULES.md is where a player looks up why: each case stands beside its ruling."""
    text = (resources.root("variants") / name / "RULES.md").read_text()
    ids = {case["id"] for path in cases.files(name) for case in cases.load(path)}
    assert set(re.findall(rf"{name}-[CX][0-9]+", text)) == ids


@pytest.mark.parametrize("name", VARIANTS)
def test_every_ruling_ends_with_its_cases_or_says_what_shows_it_instead(name: str) -> None:
    text = (resources.root("variants") / name / "RULES.md").read_text()
    rulings = re.findall(r"^- \*\*[RS]\d+\*\*.*?(?=^- |^$|\Z)", text, re.MULTILINE | re.DOTALL)
    assert len(rulings) > 15
    for ruling in rulings:
        assert re.search(rf"\*{name}-[CX][^*]+\*\s*$|\(No case: [^)]+\)\s*$", ruling), ruling
