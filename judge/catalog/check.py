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
    trial_game,
    typed,
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
    found = list(_missing(folder))
    try:
        rules, map_data = variant.read(folder)
    except InputError as error:
        return [*found, *str(error).splitlines()]
    keys = [*variant.base_faults(folder), *variant.file_faults(rules, map_data)]
    found += agreement.file_faults(folder, rules)
    wrong = [*keys, *_board_faults(rules, map_data)]
    tried = Variant(folder, rules, map_data)
    wrong += [] if keys else variant.mechanic_faults(tried)
    wrong += [] if wrong else agreement.table_faults(rules, map_data)
    start = list(variant.start_faults(tried))
    if start:
        return [*found, *(wrong or start), *_case_files(folder)]
    found += [*wrong, *_option_faults(tried), *_ruling_faults(folder)]
    found += [] if keys else [*trial_game.name_faults(tried), *own_words.faults(tried)]
    found += [*_evidence_faults(tried), *_case_faults(tried, name)]
    return found if wrong else [*found, *trial_game.game_faults(tried, word)]


def _board_faults(rules: Mapping[str, Any], map_data: Mapping[str, Any]) -> list[str]:
    """What is wrong with the map, as far as its keys let it be looked at."""
    try:
        return board_faults.faults(map_data, str(rules.get("engine")))
    except (AttributeError, KeyError, TypeError, ValueError):
        return []  # what is wrong with the keys has been told


def _missing(folder: Path) -> Iterator[str]:
    """What stands beside the data."""
    if not (folder / "RULES.md").exists():
        yield "There is no RULES.md: players ask for it, and it holds the rulings."
    if not cases.files(folder):
        yield "There are no cases (cases/*.jsonl): nothing shows that its rules are kept."


def _ruling_faults(folder: Path) -> Iterator[str]:
    """Cases that RULES.md names ("*chaos-C3.*") and that there are not."""
    page = folder / "RULES.md"
    known: set[str] = set()
    for path in cases.files(folder):
        try:
            known |= {str(case["id"]) for case in cases.load(path)}
        except InputError:
            return  # told of the file
    families = {name.rpartition("-")[0] for name in known}
    named = _CASES.findall(page.read_text("utf-8", "replace")) if page.exists() else []
    for name in dict.fromkeys(name for line in named for name in _CASE.findall(line)):
        if name.rpartition("-")[0] in families and name not in known:
            yield f"RULES.md: it names the case {name}, but there is none."


def _option_faults(tried: Variant) -> Iterator[str]:
    """What is told of options tells of options that there are."""
    known = tried.engine.options
    for table in ("options", "meanings", "needs"):
        for name in tried.rules.get(table, {}):
            if name not in known:
                there = ", ".join(known) or "none"
                yield f"variant.toml: {table}.{name}: the mechanics have no such option ({there})."
    for name in known:
        if name not in tried.meanings:
            yield f"variant.toml: meanings.{name}: say in words what this option does."


def _evidence_faults(tried: Variant) -> Iterator[str]:
    """What evidence.toml says otherwise, where there is one."""
    path = tried.folder / "evidence.toml"
    try:
        data = variant.read_toml(path) if path.exists() else {}
    except InputError as error:
        yield str(error)
        return
    wrong = typed.check(data, Evidence)
    yield from (f"evidence.toml: {fault}" for fault in wrong or evidence.faults(data, tried))


def _case_files(folder: Path) -> Iterator[str]:
    """Lines that are no cases."""
    for path in cases.files(folder):
        try:
            cases.load(path)
        except InputError as error:
            yield str(error)


def _case_faults(tried: Variant, name: str) -> Iterator[str]:
    """Cases that are broken, foreign, of one name, or come out another way than they say."""
    seen: Counter[str] = Counter()
    for path in cases.files(tried.folder):
        try:
            found = cases.load(path)
        except InputError as error:
            yield str(error)
            continue
        yield from _foreign_cases(path, found, tried, name)
        for case in found:
            where = f"cases/{path.name}: {case['id']}"
            seen[case["id"]] += 1
            if seen[case["id"]] == 2:
                yield f"{where}: there are several cases of this id."
            if _variant_of(case) not in (tried.id, name):
                continue
            try:
                wrong = cases.faults(case, tried.engine, tried.engine_name)
            except Exception as error:
                wrong = [f"it can't be played: {variant.explain(tried, error)}"]
            yield from (f"{where}: {fault.removesuffix('.')}." for fault in wrong)


def _foreign_cases(
    path: Path, found: Sequence[cases.Case], tried: Variant, name: str
) -> Iterator[str]:
    """Cases of another variant, those of a file in one sentence: a folder may be a copy."""
    foreign: dict[str, list[str]] = {}
    for case in found:
        if _variant_of(case) not in (tried.id, name):
            foreign.setdefault(_variant_of(case), []).append(case["id"])
    for other, (first, *more) in foreign.items():
        where = f"cases/{path.name}: {first}"
        if not more:
            yield f"{where}: it is a case of '{other}', not of '{tried.id}'."
        else:
            yield (
                f"{where} and {len(more)} more: they are cases of '{other}', not of '{tried.id}': "
                f'change "variant" in each.'
            )


def _variant_of(case: cases.Case) -> str:
    """The variant that a case names."""
    return str(case["in"].get("variant", "standard"))
