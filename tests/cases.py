"""The cases of variants' folders, a test each; judge.authoring.cases says how they are compared."""

from pathlib import Path

import pytest

from judge.authoring import cases
from judge.catalog import variant

Case = cases.Case


def parametrize(name: str, pattern: str = "*.jsonl") -> pytest.MarkDecorator:
    """Run a test once for each case of a variant's folder, as its argument ``case``."""
    found = [case for path in files(name, pattern) for case in load(path)]
    return pytest.mark.parametrize("case", found, ids=[case["id"] for case in found])


def files(name: str, pattern: str = "*.jsonl") -> list[Path]:
    """The case files of a variant."""
    return cases.files(variant.folder(name), pattern)


load = cases.load
