"""The DATC, and the runner that refuses cases which assert nothing."""

import pytest

from tests import cases


@cases.parametrize("standard")
def test_a_standard_case_ends_as_it_says(case: cases.Case) -> None:
    cases.check(case)


def test_the_whole_datc_is_there() -> None:
    assert len(cases.load(cases.files("standard", "datc.jsonl")[0])) == 176


@pytest.mark.parametrize("expect", [{}, {"results": []}, {"results": {}}, {"afterwards": {}}])
def test_a_case_that_asserts_nothing_is_refused(expect: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="no"):
        cases.refuse_empty({"id": "x", "expect": expect})
