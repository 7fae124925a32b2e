"""Every case of every folder of variants/ ends as it says."""

import pytest

from judge.authoring import cases
from judge.catalog import variant

FOUND = [
    (name, case)
    for name in variant.names()
    for path in cases.files(variant.folder(name))
    for case in cases.load(path)
]


@pytest.mark.parametrize(("name", "case"), FOUND, ids=[case["id"] for _, case in FOUND])
def test_a_case_ends_as_it_says(name: str, case: cases.Case) -> None:
    loaded = variant.load(name)
    assert cases.faults(case, loaded.engine, loaded.engine_name) == []
