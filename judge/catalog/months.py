"""Cases of 1930!: what of an answer is another than a case expects.

Only what ``expect`` names is compared: ``after`` power by power, and in months and recalculations
no other power has pieces; of ``results`` and ``state`` the named entries; ``rolls`` whole and in
order, keys not named are free; null is the same as absent or empty.
"""

from collections.abc import Iterator, Mapping
from typing import Any

KEYS = {"after", "next", "results", "rolls", "state", "values", "winner"}


def compare(expect: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[str]:
    """Every named part of an answer that is another one."""
    for key in sorted({"next", "winner"} & set(expect)):
        yield from _compare(key, expect[key], answer[key])
    for key in sorted({"state", "values"} & set(expect)):
        yield from _compare(key, expect[key], answer[key])
    if "after" in expect:
        yield from _compare_after(expect["after"], answer)
    if "rolls" in expect:
        yield from _compare_rolls(expect["rolls"], answer["rolls"])
    for entry in expect.get("results", ()):
        verdicts = [row["verdict"] for row in answer["results"] if row["unit"] == entry["unit"]]
        if entry["verdict"] not in verdicts:
            yield f"results: {entry['unit']} {' and '.join(verdicts)}, not {entry['verdict']}"


def _compare_after(
    expectation: Mapping[str, list[str]], answer: Mapping[str, Any]
) -> Iterator[str]:
    for power, units in expectation.items():
        if sorted(answer["after"].get(power, [])) != sorted(units):
            yield f"after.{power} is {answer['after'].get(power, [])}, not {units}"
    others = sorted(set(answer["after"]) - set(expectation))
    if answer["phase"][-1] in "MA" and others:
        yield f"after: {', '.join(others)} have pieces as well"


def _compare_rolls(
    expectation: list[dict[str, Any]], actual: list[dict[str, Any]]
) -> Iterator[str]:
    if len(actual) != len(expectation):
        yield f"rolls: there are {len(actual)}, not {len(expectation)}"
        return
    for number, (roll, expected_part) in enumerate(zip(actual, expectation, strict=True), start=1):
        actual_part = {key: roll.get(key) for key in expected_part}
        if actual_part != expected_part:
            yield f"rolls[{number}] is {actual_part}, not {expected_part}"


def _compare(path: str, expectation: Any, actual: Any) -> Iterator[str]:
    if isinstance(expectation, dict):
        for name, part in expectation.items():
            yield from _compare(f"{path}.{name}", part, (actual or {}).get(name))
        return
    same = (
        sorted(actual or []) == sorted(expectation)
        if isinstance(expectation, list)
        else (not actual if expectation is None else actual == expectation)
    )
    if not same:
        yield f"{path} is {actual}, not {expectation}"
