"""Cases as data: runs variants/<id>/cases/*.jsonl and compares as their rulings pages say.

A case is {"id", "title", "rule", "in": a request of ``judge adjudicate``, "expect": any part of
its answer}, and sometimes "then": {"orders", "expect"} for the phase that follows, which may have
a "then" itself. Only what is named is compared: ``after``, ``dislodged``, ``centers``,
``disbanded`` and ``forfeits`` whole (order and empty lists ignored), of ``results``, ``minors`` and
``state`` the named entries. Where a case lists dislodged units without their retreats,
" dislodged" leaves open whether they had any.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from judge import resources
from judge.catalog import variant

Case = Mapping[str, Any]
WHOLE = ("after", "centers")
LISTS = ("disbanded", "forfeits")
VALUES = ("next", "winner")
NAMED = ("minors", "state")


def parametrize(name: str, pattern: str = "*.jsonl") -> pytest.MarkDecorator:
    """Run a test once for each case of a variant's folder, as its argument ``case``."""
    cases = [case for path in files(name, pattern) for case in load(path)]
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])


def files(name: str, pattern: str = "*.jsonl") -> list[Path]:
    """The case files of a variant."""
    return sorted((resources.root("variants") / name / "cases").glob(pattern))


def load(path: Path) -> list[Case]:
    """The cases of a file; refuses one that asserts nothing."""
    cases = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    for case in cases:
        refuse_empty(case)
    return cases


def refuse_empty(case: Case) -> None:
    """Raise ValueError for a case that expects nothing, or what no answer tells."""
    for step in steps(case):
        expect = step["expect"]
        unknown = set(expect) - {*WHOLE, *LISTS, *VALUES, *NAMED, "dislodged", "results"}
        if unknown:
            raise ValueError(f"{case['id']} expects {sorted(unknown)}, which nobody compares")
        if not set(expect) - {"results"} and not expect.get("results"):
            raise ValueError(f"{case['id']} asserts nothing")


def steps(case: Case) -> Iterator[Mapping[str, Any]]:
    """A case and what follows it, phase by phase."""
    step: Mapping[str, Any] | None = case
    while step is not None:
        yield step
        step = step.get("then")


def check(case: Case) -> None:
    """Adjudicate a case, and the phases that follow if it has any; assert what it expects."""
    engine = variant.load(case["in"]["variant"]).engine
    told: Mapping[str, Any] = {}
    for step in steps(case):
        request = step["in"] if step is case else _next(case, told, step["orders"])
        told = engine.adjudicate(request)
        compare(step["expect"], told)


def _next(case: Case, told: Mapping[str, Any], orders: Any) -> dict[str, Any]:
    """The request for the phase that follows: what was told is its position."""
    return {
        "variant": case["in"]["variant"],
        "phase": told["next"],
        "units": told["after"],
        "centers": told["centers"],
        "dislodged": told["dislodged"] if told["next"][-1] == "R" else {},
        "state": told["state"],
        "options": case["in"].get("options", {}),
        "orders": orders,
    }


def compare(expect: Mapping[str, Any], told: Mapping[str, Any]) -> None:
    """Assert every named part of an answer."""
    for key in sorted({*WHOLE, *LISTS, *VALUES} & set(expect)):
        plain = groups if key in WHOLE else sorted if key in LISTS else _itself
        assert plain(told[key]) == plain(expect[key]), key
    for key in NAMED:
        for name, value in expect.get(key, {}).items():
            _compare_named(f"{key}.{name}", value, told[key].get(name))
    if "dislodged" in expect:
        _compare_dislodged(expect["dislodged"], told["dislodged"])
    if "results" in expect:
        exact = not isinstance(expect.get("dislodged"), list)
        _compare_results(expect["results"], told["results"], exact=exact)


def _itself(value: Any) -> Any:
    return value


def groups(value: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Lists by name, sorted, empty ones left out."""
    return {name: sorted(members) for name, members in value.items() if members}


def _compare_named(path: str, expected: Any, told: Any) -> None:
    """Of mappings only the named entries count; lists are sets; empty and 0 may be missing."""
    if isinstance(expected, dict) and any(
        isinstance(part, (dict, list)) for part in expected.values()
    ):
        for name, part in expected.items():
            assert _bare((told or {}).get(name)) == _bare(part), f"{path}.{name}"
    else:
        assert _bare(told) == _bare(expected), path


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        parts = {name: _bare(part) for name, part in value.items()}
        return {name: part for name, part in parts.items() if part is not None} or None
    if isinstance(value, list):
        return sorted(value) or None
    return value or None


def _compare_dislodged(expected: Any, told: Mapping[str, list[str]]) -> None:
    if isinstance(expected, list):
        assert sorted(told) == sorted(expected), "dislodged"
        return
    whole = {unit: sorted(retreats) for unit, retreats in expected.items()}
    assert {unit: sorted(retreats) for unit, retreats in told.items()} == whole, "dislodged"


def _compare_results(expected: Any, told: list[dict[str, Any]], *, exact: bool) -> None:
    rows = list(told)
    if isinstance(expected, dict):
        expected = [{"unit": unit, "verdict": verdict} for unit, verdict in expected.items()]
    for entry in expected:
        found = [row for row in rows if _is_meant(row, entry)]
        assert found, f"nothing is said about {entry}"
        verdicts = [row["verdict"] for row in found if _same(row["verdict"], entry, exact=exact)]
        assert verdicts, f"{entry} became {found}"
        rows.remove(next(row for row in found if row["verdict"] == verdicts[0]))


def _is_meant(row: Mapping[str, Any], entry: Mapping[str, Any]) -> bool:
    if "unit" in entry:
        return bool(row["unit"] == entry["unit"])
    return (row["power"], row["text"]) == (entry["power"], entry["order"])


def _same(verdict: str, entry: Mapping[str, Any], *, exact: bool) -> bool:
    wanted = str(entry["verdict"])
    if not exact and wanted.endswith(" dislodged"):
        verdict = verdict.replace(" destroyed", " dislodged")
    return verdict == wanted
