"""Cases of 1930! as data: variants/1930/cases/*.jsonl, compared as RULES.md's notation asks.

Only what ``expect`` names is compared: ``after`` power by power, and in months and recalculations
no other power has pieces; of ``results`` and ``state`` the named entries; ``rolls`` whole and in
order, keys not named are free; null is the same as absent or empty.
"""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from judge import resources
from judge.catalog import variant
from judge.d100.build import D100

Case = Mapping[str, Any]
ENGINE: D100 = variant.load("1930").engine  # type: ignore[assignment]
KEYS = {"after", "next", "results", "rolls", "state", "values", "winner"}


def load() -> list[Case]:
    """Every case of the variant; refuses one that names what nobody compares, or nothing."""
    folder = resources.root("variants") / "1930" / "cases"
    lines = [
        line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text().splitlines()
    ]
    cases = [json.loads(line) for line in lines]
    for case in cases:
        if not case["expect"] or set(case["expect"]) - KEYS:
            raise ValueError(f"{case['id']} asserts nothing, or what nobody compares")
    return cases


def parametrize() -> pytest.MarkDecorator:
    """Run a test once for each case, as its argument ``case``."""
    cases = load()
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])


def check(case: Case) -> None:
    """Adjudicate a case and assert what it expects."""
    told = ENGINE.adjudicate(case["in"])
    expect = case["expect"]
    for key in {"next", "winner"} & set(expect):
        assert told[key] == expect[key], key
    for key in {"state", "values"} & set(expect):
        _compare(key, expect[key], told[key])
    if "after" in expect:
        _compare_after(expect["after"], told)
    if "rolls" in expect:
        assert len(told["rolls"]) == len(expect["rolls"]), told["rolls"]
        for roll, wanted in zip(told["rolls"], expect["rolls"], strict=True):
            assert {key: roll[key] for key in wanted} == wanted
    for entry in expect.get("results", ()):
        found = [row["verdict"] for row in told["results"] if row["unit"] == entry["unit"]]
        assert entry["verdict"] in found, entry


def _compare_after(expected: Mapping[str, list[str]], told: Mapping[str, Any]) -> None:
    for power, units in expected.items():
        assert sorted(told["after"].get(power, [])) == sorted(units), power
    if told["phase"][-1] in "MA":
        assert set(told["after"]) <= set(expected)


def _compare(path: str, expected: Any, told: Any) -> None:
    if isinstance(expected, dict):
        for name, part in expected.items():
            _compare(f"{path}.{name}", part, (told or {}).get(name))
    elif isinstance(expected, list):
        assert sorted(told or []) == sorted(expected), path
    elif expected is None:
        assert not told, path
    else:
        assert told == expected, path
