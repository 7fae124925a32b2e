"""Which tests run which line of judge/: recorded once, a file for each file of tests.

A line is known by its function and its words, not by its number: what was recorded outlives edits
elsewhere. A file of tests is recorded anew when its text has changed, or it has other tests (as a
new case in variants/ makes).
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.mutants.faults import Fault

_WORD = re.compile("[a-z_]+")


@dataclass(frozen=True)
class Seen:
    """A test file run once: seconds by test, those that failed, who ran which lines of a module."""

    seconds: Mapping[str, float]
    failed: Sequence[str]
    lines: Mapping[str, Mapping[int, Sequence[str]]]


class Witnesses:
    """What is recorded in a folder of tests that stand in a project."""

    def __init__(self, root: Path, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.root, self.folder = root, folder
        self.records: dict[str, dict[str, Any]] = {}
        for path in sorted(folder.glob("*.json")):
            record = json.loads(path.read_text(encoding="utf-8"))
            if (root / record["file"]).exists():
                self.records[record["file"]] = record

    def keep_to(self, tests: Iterable[str]) -> None:
        """Go by the files of these tests alone."""
        files = {test.partition("::")[0] for test in tests}
        self.records = {file: self.records[file] for file in self.records if file in files}

    def due(self, tests: Iterable[str]) -> dict[str, list[str]]:
        """The test files that are not recorded as they stand, with their tests."""
        files: dict[str, list[str]] = {}
        for test in tests:
            files.setdefault(test.partition("::")[0], []).append(test)
        return {
            file: tests
            for file, tests in files.items()
            if self.records.get(file, {}).get("state") != self._state(file, tests)
        }

    def _state(self, file: str, tests: Iterable[str]) -> str:
        told = (self.root / file).read_bytes() + "\n".join(sorted(tests)).encode()
        return sha256(told).hexdigest()[:16]

    def keep(self, file: str, tests: Sequence[str], seen: Seen) -> None:
        """Record what was seen of a test file."""
        bit = {test: 1 << number for number, test in enumerate(tests)}
        lines: dict[str, dict[str, int]] = {}
        for module, ran in seen.lines.items():
            names = places((self.root / module).read_text(encoding="utf-8"))
            spots = lines.setdefault(module, {})
            for line, by in ran.items():
                place = names[line - 1]
                for test in by:
                    spots[place] = spots.get(place, 0) | bit.get(test, 0)
        record = {
            "file": file,
            "state": self._state(file, tests),
            "seconds": {test: round(seen.seconds.get(test, 0.0), 3) for test in tests},
            "failed": list(seen.failed),
            "lines": {
                module: {place: f"{bits:x}" for place, bits in spots.items() if bits}
                for module, spots in sorted(lines.items())
            },
        }
        self.records[file] = record
        path = self.folder / f"{file.removesuffix('.py').replace('/', '.')}.json"
        path.write_text(json.dumps(record), encoding="utf-8")

    def of(self, module: str, fault: Fault, limit: float) -> list[str]:
        """The tests that could see a fault, of twice so many seconds: the files take turns.

        Files that name the module, or are named after it, come first, with all their tests. Then
        each turn gives the quickest test left of each file, quick files first: tests of one file
        look at much the same. Half of the time is for the folder that mirrors the module's package,
        half for all others. They are those that ran its line, or the last one before it in its
        function that any ran; and those that ran anything of its module, if it stands in none, or
        whose file names it: what stands in none runs when it is loaded, before any test does.
        """
        names = places((self.root / module).read_text(encoding="utf-8"))
        function = _function(names[fault.line - 1])
        before = [name for name in reversed(names[: fault.line]) if _function(name) == function]
        chosen: list[tuple[int, float, str]] = []
        for place in before if function else [None]:
            chosen = chosen or sorted(self._ran(module, place))
        mirror = f"tests/{module.split('/')[1]}/"
        near = [one for one in chosen if one[2].startswith(mirror)]
        far = [one for one in chosen if not one[2].startswith(mirror)]
        return [*self._within(near, limit), *self._within(far, limit)]

    def _ran(self, module: str, place: str | None) -> Iterator[tuple[int, float, str]]:
        """The tests that ran a line, or any of a module: turn, mean seconds of the file's, name.

        All tests of a file that names the module, or is named after it, have the first turn: they
        were written for it. To what stands in no function also those that run nothing of it.
        """
        package, *_, name = module.removesuffix(".py").split("/")[1:]
        for file, record in self.records.items():
            words = _words((self.root / file).read_text(encoding="utf-8"))
            named = {package, name} <= words or file.endswith(f"/test_{name}.py")
            spots: Mapping[str, str] = record["lines"].get(module, {})
            bits = -1 if named and place is None else 0
            for held in spots.values() if place is None else [spots.get(place, "0")]:
                bits |= int(held, 16)
            ran = {
                test: seconds
                for number, (test, seconds) in enumerate(record["seconds"].items())
                if bits >> number & 1 and test not in record["failed"]
            }
            for turn, test in enumerate(sorted(ran, key=lambda test: ran[test])):
                yield 0 if named else turn + 1, sum(ran.values()) / len(ran), test

    def _within(self, chosen: Iterable[tuple[int, float, str]], limit: float) -> Iterator[str]:
        """The first tests of some that are sorted, of so many seconds, or one that is longer."""
        spent = 0.0
        for number, (_, _, test) in enumerate(chosen):
            spent += self.seconds([test])
            if number and spent > limit:
                return
            yield test

    def seconds(self, tests: Iterable[str]) -> float:
        """How long tests took when they were recorded."""
        return sum(float(self.records[test.partition("::")[0]]["seconds"][test]) for test in tests)

    def state(self, module: str, tests: Iterable[str]) -> str:
        """A name for what decides whether a fault is seen: its module, those tests, all cases."""
        told = sha256((self.root / module).read_bytes())
        told.update("\n".join(tests).encode())
        files = {self.root / test.partition("::")[0] for test in tests}
        for path in sorted({*files, *(self.root / "variants").glob("*/cases/*")}):
            told.update(path.read_bytes())
        return told.hexdigest()[:16]


@cache
def _words(source: str) -> frozenset[str]:
    """The words of a file of tests."""
    return frozenset(_WORD.findall(source))


@cache
def places(source: str) -> tuple[str, ...]:
    """Each line of a module: its function (nothing outside of one), a bar, its words."""
    lines = source.splitlines()
    functions = [""] * len(lines)
    _name_functions(ast.parse(source), "", functions)
    return tuple(f"{name}|{line.strip()}" for name, line in zip(functions, lines, strict=True))


def _name_functions(node: ast.AST, path: str, functions: list[str]) -> None:
    """Write the path of each function below a node beside the lines of its body."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.ClassDef):
            _name_functions(child, path, functions)
            continue
        inner = f"{path}.{child.name}".lstrip(".")
        if isinstance(child, ast.FunctionDef):
            first, last = child.body[0].lineno - 1, child.end_lineno or child.lineno
            functions[first:last] = [inner] * (last - first)
        _name_functions(child, inner, functions)


def _function(place: str) -> str:
    return place.partition("|")[0]
