"""Rulings and the cases that show them name each other, where RULES.md numbers its cases."""

import re

import pytest

from judge.catalog import variant
from tests import cases


def page(name: str) -> str:
    """A variant's RULES.md."""
    return (variant.folder(name) / "RULES.md").read_text()


VARIANTS = [
    name for name in variant.names() if re.search(rf"{re.escape(name)}-C[0-9]+", page(name))
]


@pytest.mark.parametrize("name", VARIANTS)
def test_the_rulings_name_every_case_and_no_other(name: str) -> None:
    """RULES.md is where a player looks up why: each case stands beside its ruling."""
    text = page(name)
    ids = {case["id"] for path in cases.files(name) for case in cases.load(path)}
    assert set(re.findall(rf"{name}-[CX][0-9]+", text)) == ids


@pytest.mark.parametrize("name", VARIANTS)
def test_every_ruling_ends_with_its_cases_or_says_what_shows_it_instead(name: str) -> None:
    text = page(name)
    rulings = re.findall(r"^- \*\*[RS]\d+\*\*.*?(?=^- |^$|\Z)", text, re.MULTILINE | re.DOTALL)
    assert rulings
    for ruling in rulings:
        assert re.search(rf"\*{name}-[CX][^*]+\*\s*$|\(No case: [^)]+\)\s*$", ruling), ruling
