"""The cases of 1930!, a test each; judge.authoring.cases says how they are compared."""

from collections.abc import Mapping
from typing import Any

import pytest

from judge.authoring import cases
from judge.catalog import variant
from judge.rules.d100.build import D100

Case = Mapping[str, Any]
ENGINE: D100 = variant.load("1930").engine  # type: ignore[assignment]


def load() -> list[Case]:
    """Every case of the variant."""
    return [case for path in cases.files(variant.folder("1930")) for case in cases.load(path)]


def parametrize() -> pytest.MarkDecorator:
    """Run a test once for each case, as its argument ``case``."""
    found = load()
    return pytest.mark.parametrize("case", found, ids=[case["id"] for case in found])
