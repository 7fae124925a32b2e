"""``judge check``: what a variant's author has to mend, all of it at once, a sentence each."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from judge.catalog import (
    agreement,
    board_faults,
    cases,
    evidence,
    own_words,
    record_check,
    trial_game,
    variant,
)
from judge.catalog.records import Evidence
from judge.catalog.trial_game import Word
from judge.catalog.variant import Variant
from judge.kernel.errors import InputError

_CASES = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")
"""What stands in italics, as the cases of a ruling do."""
_CASE = re.compile(r"[\w-]+-C\d+\b")


def faults(folder: Path, name: str, word: Word) -> list[str]:
    """What is wrong with the variant in ``folder``; [] if nothing is.

    ``name`` is the one under which it can be loaded, by ``shelves.try_out``; ``word`` words an
    event as mails do.
    """
    all_faults = list(_find_missing_files(folder))
    try:
        rules, map_data = variant.read(folder)
    except InputError as error:
        return [*all_faults, *str(error).splitlines()]
    keys = [*variant.base_faults(folder), *variant.file_faults(rules, map_data)]
    all_faults += agreement.file_faults(folder, rules)
    wrong = [*keys, *_board_faults(rules, map_data)]
    candidate = Variant(folder, rules, map_data)
    wrong += [] if keys else variant.mechanic_faults(candidate)
    wrong += [] if wrong else agreement.table_faults(rules, map_data)
    start = list(variant.start_faults(candidate))
    if start:
        return [*all_faults, *(wrong or start), *_case_files(folder)]
    all_faults += [*wrong, *_option_faults(candidate), *_ruling_faults(folder)]
    all_faults += [] if keys else [*trial_game.name_faults(candidate), *own_words.faults(candidate)]
    all_faults += [*_evidence_faults(candidate), *_case_faults(candidate, name)]
    return all_faults if wrong else [*all_faults, *trial_game.game_faults(candidate, word)]


def _board_faults(rules: Mapping[str, Any], map_data: Mapping[str, Any]) -> list[str]:
    """What is wrong with the map, as far as its keys let it be looked at."""
    try:
        return board_faults.faults(map_data, str(rules.get("engine")))
    except (AttributeError, KeyError, TypeError, ValueError):
        return []  # what is wrong with the keys has been told


def _find_missing_files(folder: Path) -> Iterator[str]:
    """What stands beside the data."""
    if not (folder / "RULES.md").exists():
        yield "There is no RULES.md: players ask for it, and it holds the rulings."
    if not cases.files(folder):
        yield "There are no cases (cases/*.jsonl): nothing shows that its rules are kept."


def _ruling_faults(folder: Path) -> Iterator[str]:
    """Cases that RULES.md names ("*chaos-C3.*") and that there are not."""
    page = folder / "RULES.md"
    case_ids: set[str] = set()
    for path in cases.files(folder):
        try:
            case_ids |= {str(case["id"]) for case in cases.load(path)}
        except InputError:
            return  # told of the file
    families = {name.rpartition("-")[0] for name in case_ids}
    lines = _CASES.findall(page.read_text("utf-8", "replace")) if page.exists() else []
    for name in dict.fromkeys(name for line in lines for name in _CASE.findall(line)):
        if name.rpartition("-")[0] in families and name not in case_ids:
            yield f"RULES.md: it names the case {name}, but there is none."


def _option_faults(candidate: Variant) -> Iterator[str]:
    """What is told of options tells of options that there are."""
    options = candidate.engine.options
    for table in ("options", "meanings", "needs"):
        for name in candidate.rules.get(table, {}):
            if name not in options:
                there = ", ".join(options) or "none"
                yield f"variant.toml: {table}.{name}: the mechanics have no such option ({there})."
    for name in options:
        if name not in candidate.meanings:
            yield f"variant.toml: meanings.{name}: say in words what this option does."


def _evidence_faults(candidate: Variant) -> Iterator[str]:
    """What evidence.toml says otherwise, where there is one."""
    path = candidate.folder / "evidence.toml"
    try:
        data = variant.read_toml(path) if path.exists() else {}
    except InputError as error:
        yield str(error)
        return
    wrong = record_check.check(data, Evidence)
    yield from (f"evidence.toml: {fault}" for fault in wrong or evidence.faults(data, candidate))


def _case_files(folder: Path) -> Iterator[str]:
    """Lines that are no cases."""
    for path in cases.files(folder):
        try:
            cases.load(path)
        except InputError as error:
            yield str(error)


def _case_faults(candidate: Variant, name: str) -> Iterator[str]:
    """Cases that are broken, foreign, of one name, or come out another way than they say."""
    id_counts: Counter[str] = Counter()
    for path in cases.files(candidate.folder):
        try:
            file_cases = cases.load(path)
        except InputError as error:
            yield str(error)
            continue
        yield from _foreign_cases(path, file_cases, candidate, name)
        for case in file_cases:
            heading = f"cases/{path.name}: {case['id']}"
            id_counts[case["id"]] += 1
            if id_counts[case["id"]] == 2:
                yield f"{heading}: there are several cases of this id."
            if _variant_of(case) not in (candidate.id, name):
                continue
            try:
                wrong = cases.faults(case, candidate.engine, candidate.engine_name)
            except Exception as error:
                wrong = [f"it can't be played: {variant.explain(candidate, error)}"]
            yield from (f"{heading}: {fault.removesuffix('.')}." for fault in wrong)


def _foreign_cases(
    path: Path, file_cases: Sequence[cases.Case], candidate: Variant, name: str
) -> Iterator[str]:
    """Cases of another variant, those of a file in one sentence: a folder may be a copy."""
    foreign: dict[str, list[str]] = {}
    for case in file_cases:
        if _variant_of(case) not in (candidate.id, name):
            foreign.setdefault(_variant_of(case), []).append(case["id"])
    for other, (first, *more) in foreign.items():
        heading = f"cases/{path.name}: {first}"
        if not more:
            yield f"{heading}: it is a case of '{other}', not of '{candidate.id}'."
        else:
            yield (
                f"{heading} and {len(more)} more: they are cases of '{other}', not of "
                f"'{candidate.id}': change \"variant\" in each."
            )


def _variant_of(case: cases.Case) -> str:
    """The variant that a case names."""
    return str(case["in"].get("variant", "standard"))
