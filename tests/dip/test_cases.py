"""The DATC, and the runner that refuses cases which assert nothing."""

import pytest

from judge.authoring import cases as catalog
from judge.catalog import variant
from tests import cases


def test_the_whole_datc_is_there() -> None:
    assert len(cases.load(cases.files("standard", "datc.jsonl")[0])) == 176


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"reason": "bored"}, "results: F BRE H: its reason is 'held', not 'bored'"),
        ({"resaon": "held"}, "results: F BRE H: nobody compares resaon"),
        ({"unit": "F BRX"}, "results: F BRE H: its unit is 'F BRE', not 'F BRX'"),
        ({"verdict": "fails"}, "results: F BRE H stands, not fails"),
        ({"order": "F BRE - ENG"}, "results: nothing is said about F BRE - ENG"),
    ],
)
def test_a_row_that_is_not_as_it_came_out_is_told(row: dict[str, str], told: str) -> None:
    asked = {"phase": "S1901M", "units": {"France": ["F BRE"]}, "orders": {"France": ["F BRE H"]}}
    wanted = {"power": "France", "order": "F BRE H", "verdict": "stands", "reason": "held", **row}
    case = {"id": "x", "title": "x", "rule": "x", "in": asked, "expect": {"results": [wanted]}}
    assert catalog.faults(case, variant.load("standard").engine, "dip") == [told]


def test_a_row_without_a_verdict_is_told() -> None:
    case = {
        "id": "x",
        "title": "x",
        "rule": "x",
        "in": {"phase": "S1901M"},
        "expect": {"results": [{"unit": "F BRE"}]},
    }
    (fault,) = catalog.faults(case, variant.load("standard").engine, "dip")
    assert fault.startswith("results: {'unit': 'F BRE'} needs a verdict, and a unit or a power")


@pytest.mark.parametrize("expect", [{}, {"results": []}, {"results": {}}, {"afterwards": {}}])
def test_a_case_that_asserts_nothing_is_refused(expect: dict[str, object]) -> None:
    case = {"id": "x", "title": "x", "rule": "x", "in": {"phase": "S1901M"}, "expect": expect}
    (fault,) = catalog.faults(case, variant.load("standard").engine, "dip")
    assert "nothing" in fault or "nobody" in fault
