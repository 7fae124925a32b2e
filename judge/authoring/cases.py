"""Cases as data: a folder's cases/*.jsonl, played, and what did not come out as they say.

A case is {"id", "title", "rule", "in": a request of ``judge adjudicate``, "expect": any part of
its answer}, and sometimes "then": {"orders", "expect"} for the phase that follows, which may have
a "then" itself. Only what is named is compared: ``after``, ``dislodged``, ``centers``,
``disbanded`` and ``forfeits`` whole (order and empty lists ignored), of ``results``, ``minors`` and
``state`` the named entries. Where a case lists dislodged units without their retreats,
" dislodged" leaves open whether they had any. Cases of 1930! are compared as ``months`` says.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from judge.catalog.variant import Variant
from judge.kernel.dice import SecretDice
from judge.kernel.engine import Engine
from judge.kernel.errors import InputError
from judge.kernel.text import hint_at
from judge.report.picture.motif import ordinary_neighbours

MONTH_KEYS = {"after", "next", "results", "rolls", "state", "values", "winner"}


def compare_month(expect: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[str]:
    """Every named part of an answer that is another one."""
    for key in sorted({"next", "winner", "state", "values"} & set(expect)):
        yield from _compare(key, expect[key], answer[key])
    if "after" in expect:
        expectation = expect["after"]
        for power, units in expectation.items():
            yield from _compare(f"after.{power}", units, answer["after"].get(power, []))
        others = sorted(set(answer["after"]) - set(expectation))
        if answer["phase"][-1] in "MA" and others:
            yield f"after: {', '.join(others)} have pieces as well"
    rolls = expect.get("rolls", answer["rolls"])
    if len(rolls) != len(answer["rolls"]):
        yield f"rolls: there are {len(answer['rolls'])}, not {len(rolls)}"
    else:
        for number, (roll, part) in enumerate(zip(answer["rolls"], rolls, strict=True), start=1):
            actual_part = {key: roll.get(key) for key in part}
            if actual_part != part:
                yield f"rolls[{number}] is {actual_part}, not {part}"
    for entry in expect.get("results", ()):
        verdicts = [row["verdict"] for row in answer["results"] if row["unit"] == entry["unit"]]
        if entry["verdict"] not in verdicts:
            yield f"results: {entry['unit']} {' and '.join(verdicts)}, not {entry['verdict']}"


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


def evidence_faults(evidence: Mapping[str, Any], variant: Variant) -> Iterator[str]:
    """Where evidence.toml and the board differ, a sentence each."""
    borders = {_border(*both) for both in ordinary_neighbours(variant.map)}
    # the groups of borders are all there are; "confidence" names some of them
    groups = evidence.get("edge_groups", ())
    pairs_in_groups = {_border(*pair.split("-")) for group in groups for pair in group["pairs"]}
    for pair in sorted(pairs_in_groups - borders):
        yield f"edge_groups: {pair}: the map has no such border."
    for pair in sorted(borders - pairs_in_groups) if groups else ():
        yield f"edge_groups: {pair}: no group has this border of the map."
    for name, pairs in evidence.get("confidence", {}).items():
        for pair in pairs:
            if _border(*pair.split("-")) not in borders:
                yield f"confidence.{name}: {pair}: the map has no such border."
    state = variant.engine.start({}, SecretDice(b"trial", "counts")).state
    true_counts = Counter(space["kind"] for space in variant.map["spaces"])
    true_counts["spaces"] = len(variant.map["spaces"])
    true_counts["scs"] = sum(space.get("sc", False) for space in variant.map["spaces"])
    true_counts["units_at_start"] = sum(map(len, variant.engine.units(state).values()))
    for name, count in evidence.get("counts", {}).items():
        if true_counts[name] != count:
            yield f"counts.{name}: the map has {true_counts[name]}, not {count}."
    for statement in evidence.get("statements", ()):
        yield from _statement_faults(statement, borders)


def _statement_faults(statement: Mapping[str, Any], borders: set[str]) -> Iterator[str]:
    if statement["status"] != "holds":
        return
    source = statement["source"]
    for a, b in (*statement.get("adjacent", ()), *statement.get("army", ())):
        if _border(a, b) not in borders:
            yield f"statements: {source}: {a} and {b} do not border on each other."
    for a, b in statement.get("not_adjacent", ()):
        if _border(a, b) in borders:
            yield f"statements: {source}: {a} and {b} border on each other."
    for only in statement.get("only", ()):
        pairs = {_border(only["space"], other) for other in only["neighbours"]}
        if {pair for pair in borders if only["space"] in pair.split("-")} != pairs:
            yield f"statements: {source}: {only['space']} has other neighbours."


def _border(*spaces: str) -> str:
    """A border as it is written: "BEL-BUR"."""
    return "-".join(sorted(spaces))


Case = Mapping[str, Any]
WHOLE, NAMED = ("after", "centers"), ("minors", "state")
KEYS = {*WHOLE, *NAMED, "disbanded", "dislodged", "forfeits", "next", "results", "winner"}
VERDICTS = (
    "succeeds", "fails", "given", "cut", "available", "disrupted", "stands", "sorties", "invalid",
    "illegal",
)  # fmt: skip
"""Words for what became of an order; mechanics of one's own may have others."""
_PARTS = {"id", "title", "rule", "note", "in", "expect", "then", "orders"}
"""The keys of a case, and of what follows it."""
_SAID = {
    "title": "what the case shows",
    "rule": "the number in RULES.md that it shows, or where the rule stands",
}
"""What a case says in words."""
_KEY = re.compile(r'"([^"\\]*)"\s*:')
"""A key of JSON."""
_BY_NAME = (dict,), "an object by name"
_FORMS = {
    "after": ((dict,), "an object, the units by power"),
    "centers": ((dict,), "an object, the centres by power"),
    "disbanded": ((list,), "a list of units"),
    "forfeits": ((list,), "a list of powers"),
    "minors": _BY_NAME,
    "state": _BY_NAME,
    "dislodged": ((dict, list), "a list of units, or an object with the retreats of each"),
    "results": ((dict, list), "an object of verdicts by unit, or a list of rows"),
}
"""What each part of the expected answer has to be."""
_ROW = {"power", "unit", "order", "verdict", "reason"}
"""What a row of the expected results may hold."""


def files(home: Path, pattern: str = "*.jsonl") -> list[Path]:
    """The case files of a variant's folder."""
    return sorted((home / "cases").glob(pattern))


def load(path: Path) -> list[Case]:
    """The cases of a file; raises InputError for a line that is no case."""
    cases = []
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"cases/{path.name} is no text in UTF-8: {error}.") from None
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                case = msgspec.json.decode(line)
                case["id"], case["in"]["phase"], case["expect"]
                for step in list(steps(case))[1:]:
                    step["orders"], step["expect"]
            except (msgspec.DecodeError, KeyError, TypeError, UnicodeError) as error:
                if isinstance(error, TypeError):
                    why = 'it has to be an object, in braces, and so does its "in".'
                elif isinstance(error, KeyError):
                    (key,) = error.args
                    close_names = get_close_matches(key, _KEY.findall(line), n=1)
                    hint = f"; did you mean it by '{close_names[0]}'?" if close_names else "."
                    why = f"the key '{key}' is missing{hint}"
                else:
                    why = f"{type(error).__name__}: {error}."
                fault = f"cases/{path.name}, line {number} is no case: {why}"
                raise InputError(fault) from None
            cases.append(case)
    return cases


def steps(case: Case) -> Iterator[Mapping[str, Any]]:
    """A case and what follows it, phase by phase."""
    step: Mapping[str, Any] | None = case
    while step is not None:
        yield step
        step = step.get("then")


def explain_form(case: Case) -> str:
    """What of a case is missing, not of its kind, or has no such key; "" if nothing is."""
    for key in ("title", "rule"):
        if not isinstance(case.get(key), str) or not case[key].strip():
            return f"{key}: it is missing, in quotes: {_SAID[key]}"
    for step in steps(case):
        unknown = sorted(set(step) - _PARTS)
        if unknown:
            return f"{unknown[0]}: a case has no such key; there are {', '.join(sorted(_PARTS))}"
        if not isinstance(step["expect"], dict):
            return "expect: it has to be an object, a part of an answer by its key"
        for key, value in step["expect"].items():
            kinds, form = _FORMS.get(key, ((object,), ""))
            if not isinstance(value, kinds):
                return f"expect.{key}: it has to be {form}"
        rows = step["expect"].get("results", ())
        if isinstance(rows, list) and not all(isinstance(row, dict) for row in rows):
            return "expect.results: each has to be an object with its unit and verdict"
    return ""


def explain_empty(case: Case, keys: set[str]) -> str:
    """Why a case shows nothing: it expects nothing, or what no answer tells; "" if it does."""
    for step in steps(case):
        expect = step["expect"]
        unknown = sorted(set(expect) - keys)
        if unknown:
            return f"it expects {', '.join(unknown)}, which nobody compares"
        if not set(expect) - {"results"} and not expect.get("results"):
            return "it asserts nothing"
    return ""


def faults(case: Case, engine: Engine[Any], engine_name: str) -> list[str]:
    """In what the outcome of a case differs from what it expects, phase by phase."""
    compare, keys = (compare_phase, KEYS) if engine_name == "dip" else (compare_month, MONTH_KEYS)
    wrong = explain_form(case) or explain_empty(case, keys)
    if wrong:
        return [wrong]
    differences: list[str] = []
    try:
        for step, answer in play(case, engine):
            differences += compare(step["expect"], answer)
    except InputError as error:
        return [*differences, str(error)]
    return differences


def play(case: Case, engine: Engine[Any]) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """The steps of a case, each with what came of it; raises InputError if one can't be played."""
    first, *later = steps(case)
    answer = engine.adjudicate(case["in"])
    yield first, answer
    for step in later:  # what was told is the position of the phase that follows
        request = {
            "phase": answer["next"],
            "units": answer["after"],
            "centers": answer["centers"],
            "dislodged": answer["dislodged"] if answer["next"][-1] == "R" else {},
            "state": answer["state"],
            "options": case["in"].get("options", {}),
            "orders": step["orders"],
        }
        answer = engine.adjudicate(request)
        yield step, answer


def compare_phase(expect: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[str]:
    """Every named part of an answer that is another one."""
    for key in sorted(set(expect) & KEYS - {*NAMED, "results"}):
        are_units_alone = key == "dislodged" and isinstance(expect[key], list)
        actual = _in_order(list(answer[key]) if are_units_alone else answer[key])
        wanted = _in_order(expect[key])
        if key in WHOLE:  # empty lists count for nothing
            actual, wanted = (
                {name: members for name, members in value.items() if members}
                for value in (actual, wanted)
            )
        if actual != wanted:
            yield f"{key} {'are' if key == 'dislodged' else 'is'} {actual}, not {wanted}"
    for key in NAMED:
        for name, value in expect.get(key, {}).items():
            yield from _compare_named(f"{key}.{name}", value, answer[key].get(name))
    rows = expect.get("results", ())
    if isinstance(rows, dict):
        rows = [{"unit": unit, "verdict": verdict} for unit, verdict in rows.items()]
    rows_left = list(answer["results"])
    for entry in rows:
        yield from _compare_row(entry, rows_left)


def _in_order(value: Any) -> Any:
    """Lists sorted, those of a mapping as well."""
    if isinstance(value, dict):
        return {name: sorted(members) for name, members in value.items()}
    return sorted(value) if isinstance(value, list | tuple) else value


def _compare_named(path: str, expectation: Any, actual: Any) -> Iterator[str]:
    """Of mappings only the named entries count; lists are sets; empty and 0 may be missing."""
    if isinstance(expectation, dict) and any(
        isinstance(part, (dict, list)) for part in expectation.values()
    ):
        for name, part in expectation.items():
            if _bare((actual or {}).get(name)) != _bare(part):
                yield f"{path}.{name} is {(actual or {}).get(name)}, not {part}"
    elif _bare(actual) != _bare(expectation):
        yield f"{path} is {actual}, not {expectation}"


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        parts = {name: _bare(part) for name, part in value.items()}
        return {name: part for name, part in parts.items() if part is not None} or None
    if isinstance(value, list):
        return sorted(value) or None
    return value or None


def _compare_row(entry: Mapping[str, Any], rows: list[Mapping[str, Any]]) -> Iterator[str]:
    """How a row comes out among those left, whose own it takes; a reason counts if it is given."""
    if "verdict" not in entry or not ({"order", "power"} <= set(entry) or "unit" in entry):
        yield f"results: {dict(entry)} needs a verdict, and a unit or a power and its order"
        return
    if unknown := ", ".join(sorted(set(entry) - _ROW)):
        about = entry.get("order", entry.get("unit"))
        yield f"results: {about}: nobody compares {unknown}"
        return
    key, verdict = "order" if "order" in entry else "unit", entry["verdict"]
    about = f"results: {entry[key]}"
    meant = {"power": entry["power"], "text": entry[key]} if key == "order" else {key: entry[key]}
    rows_meant = [row for row in rows if meant.items() <= row.items()]
    found = next((row for row in rows_meant if row["verdict"] == verdict), None)
    if found:
        rows.remove(found)
        for name in ("unit", "reason"):
            if found[name] != entry.get(name, found[name]):
                yield f"{about}: its {name} is '{found[name]}', not '{entry[name]}'"
    elif rows_meant:
        verdicts = " and ".join(row["verdict"] for row in rows_meant)
        word = verdict.partition(" ")[0]
        hint = "" if word in VERDICTS else hint_at(word, VERDICTS, "")
        more = f": there is no verdict '{word}'{hint}" if hint else ""
        yield f"{about} {verdicts}, not {verdict}{more}"
    else:
        yield f"results: nothing is said about {entry[key]}"
