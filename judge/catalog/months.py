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
        found = [row["verdict"] for row in answer["results"] if row["unit"] == entry["unit"]]
        if entry["verdict"] not in found:
            yield f"results: {entry['unit']} {' and '.join(found)}, not {entry['verdict']}"


def _compare_after(expected: Mapping[str, list[str]], answer: Mapping[str, Any]) -> Iterator[str]:
    for power, units in expected.items():
        if sorted(answer["after"].get(power, [])) != sorted(units):
            yield f"after.{power} is {answer['after'].get(power, [])}, not {units}"
    others = sorted(set(answer["after"]) - set(expected))
    if answer["phase"][-1] in "MA" and others:
        yield f"after: {', '.join(others)} have pieces as well"


def _compare_rolls(expected: list[dict[str, Any]], actual: list[dict[str, Any]]) -> Iterator[str]:
    if len(actual) != len(expected):
        yield f"rolls: there are {len(actual)}, not {len(expected)}"
        return
    for at, (roll, wanted) in enumerate(zip(actual, expected, strict=True), start=1):
        named = {key: roll.get(key) for key in wanted}
        if named != wanted:
            yield f"rolls[{at}] is {named}, not {wanted}"


def _compare(path: str, expected: Any, actual: Any) -> Iterator[str]:
    if isinstance(expected, dict):
        for name, part in expected.items():
            yield from _compare(f"{path}.{name}", part, (actual or {}).get(name))
        return
    same = (
        sorted(actual or []) == sorted(expected)
        if isinstance(expected, list)
        else (not actual if expected is None else actual == expected)
    )
    if not same:
        yield f"{path} is {actual}, not {expected}"
