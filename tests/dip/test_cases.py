"""The DATC, and the runner that refuses cases which assert nothing."""

import pytest

from judge.catalog import cases as catalog
from judge.catalog import variant
from tests import cases


def test_the_whole_datc_is_there() -> None:
    assert len(cases.load(cases.files("standard", "datc.jsonl")[0])) == 176


@pytest.mark.parametrize("expect", [{}, {"results": []}, {"results": {}}, {"afterwards": {}}])
def test_a_case_that_asserts_nothing_is_refused(expect: dict[str, object]) -> None:
    case = {"id": "x", "in": {"phase": "S1901M"}, "expect": expect}
    (fault,) = catalog.faults(case, variant.load("standard").engine, "dip")
    assert "nothing" in fault or "nobody" in fault
