"""What people really typed in forty years of games, each on a board of the units it is about."""

import json
from pathlib import Path
from typing import Any

import pytest

from judge.catalog import parse

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "typed-orders.jsonl").read_text().splitlines()
]


def _lines(case: dict[str, Any]) -> list[dict[str, Any]]:
    request = {key: case[key] for key in ("id", "text", "units")}
    lines: list[dict[str, Any]] = parse.answer_lines(json.dumps(request))["lines"]
    return lines


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["canonical"]], ids=lambda case: case["text"]
)
def test_an_order_is_read_as_what_was_meant(case: dict[str, Any]) -> None:
    read = [line.get("order") for line in _lines(case)]
    meant = case["canonical"]
    if "convoy" in case.get("note", ""):
        assert read in ([meant], [f"{meant} VIA"], [meant.removesuffix(" VIA")])
    else:
        assert read == [meant]


@pytest.mark.parametrize(
    "case", [case for case in CASES if not case["canonical"]], ids=lambda case: case["text"]
)
def test_what_nobody_can_know_is_asked_back(case: dict[str, Any]) -> None:
    (line,) = _lines(case)
    assert line["problem"]
    assert "order" not in line
