"""The faults of a part in the order in which they are tried, and what became of each.

It works in a copy of the project, which is the current folder.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from tests.mutants import faults, trial
from tests.mutants.faults import Fault
from tests.mutants.session import Session, begin
from tests.mutants.witnesses import Witnesses

RULES = ("d100", "dip", "language", "mechanics")
"""The packages of which more is asked: the rules of the games, and their language."""
APART = ("campaign", "mutants", "screens", "servers")
"""Folders of tests that need servers or a browser, or would put faults into copies themselves."""
PATIENCE = 5
"""Such a multiple of the time that the tests take on the sound program is a fault without end."""
EQUAL = Path(__file__).parent / "equal.jsonl"


def parts(root: Path) -> dict[str, tuple[str, ...]]:
    """The parts that have a sample, with the packages of each."""
    packages = [path.parent.name for path in sorted((root / "judge").glob("*/__init__.py"))]
    return {
        "all": tuple(packages),
        "rest": tuple(package for package in packages if package not in RULES),
        **{package: (package,) for package in packages},
    }


def folders(root: Path) -> list[str]:
    """The tests that look at faults."""
    found = [*(root / "tests").glob("test_*.py"), *(root / "tests").glob("*/")]
    named = [path for path in found if path.suffix or any(path.rglob("test_*.py"))]
    return sorted(str(path.relative_to(root)) for path in named if path.name not in APART)


@dataclass(frozen=True)
class Drawn:
    """A fault of the sample and the module that it is put into, from the project's root."""

    module: str
    fault: Fault


class Sample:
    """The faults of a part, with what is kept of them in a folder."""

    def __init__(self, root: Path, part: str, folder: Path, enough: float) -> None:
        self.root, self.part, self.enough = root, part, enough
        self.witnesses = Witnesses(root, folder / "map")
        self.kept = folder / f"{part}.json"
        self.ends: dict[str, dict[str, Any]] = (
            json.loads(self.kept.read_text()) if self.kept.exists() else {}
        )
        self.sound: dict[str, bool] = {}
        self.known = [json.loads(line) for line in EQUAL.read_text(encoding="utf-8").splitlines()]

    def go_on(self, session: Session, budget: float) -> None:
        """Try faults for so many seconds."""
        end = monotonic() + budget
        drawn = sorted(self._drawn(), key=lambda one: one.fault.key)
        self.ends = {
            one.fault.key: self.ends[one.fault.key] for one in drawn if one.fault.key in self.ends
        }
        for one in drawn:
            if monotonic() >= end:
                break
            tests = self.witnesses.of(one.module, one.fault, self.enough)
            state = self.witnesses.state(one.module, tests)
            if not self._is_settled(one.fault, state):
                harmless = self._changes_nothing(one)
                self._keep(one, state, "" if harmless else self._seen(session, one, tests))

    def _drawn(self) -> Iterator[Drawn]:
        for package in parts(self.root)[self.part]:
            for path in sorted((self.root / "judge" / package).rglob("*.py")):
                if "migrations" not in path.parts:
                    module = str(path.relative_to(self.root))
                    for fault in faults.of(path.read_text(encoding="utf-8"), module):
                        yield Drawn(module, fault)

    def _is_settled(self, fault: Fault, state: str) -> bool:
        """Whether a fault was seen, or nothing changed since it was not."""
        end = self.ends.get(fault.key)
        return end is not None and (bool(end["seen"]) or end["state"] == state)

    def _changes_nothing(self, one: Drawn) -> bool:
        """Whether a fault is one of those of which is known that nobody could see them."""
        end = {"module": one.module, "was": one.fault.was, "becomes": one.fault.becomes}
        return any(_is_same(end, other) for other in self.known)

    def _seen(self, session: Session, one: Drawn, tests: Sequence[str]) -> str:
        """The test that sees a fault: in what is loaded, also anew; from the start if it has to."""
        tests = [test for test in tests if self.sound.get(test, True)]
        if not tests:
            return ""
        source = (self.root / one.module).read_text(encoding="utf-8")
        spent = self.witnesses.seconds(tests)
        limit = int(spent * PATIENCE) + 30
        seen = session.fails(one.module, source, one.fault, tests, limit)
        if seen is None:
            return trial.fails(self.root, one.module, one.fault, tests, limit + 60)
        seen = seen or session.fails(one.module, source, one.fault, tests, limit, anew=True) or ""
        if seen in tests and not self._is_sound(session, seen):
            return self._seen(session, one, tests)
        return seen

    def _is_sound(self, session: Session, test: str) -> bool:
        """Whether a test that saw a fault sees none where there is none."""
        if test not in self.sound:
            self.sound[test] = session.fails("", "", None, [test], 120) == ""
        return self.sound[test]

    def _keep(self, one: Drawn, state: str, seen: str) -> None:
        self.ends[one.fault.key] = {
            "module": one.module,
            "line": one.fault.line,
            "was": one.fault.was,
            "becomes": one.fault.becomes,
            "seen": seen,
            "state": state,
        }
        part = self.kept.with_suffix(".part")
        part.write_text(json.dumps(self.ends, indent=1))
        part.replace(self.kept)

    def lines(self) -> Iterator[str]:
        """The totals for people: how many were tried and seen, and each that was not."""
        unseen = [end for end in self.ends.values() if not end["seen"]]
        equal = [end for end in unseen if any(_is_same(end, other) for other in self.known)]
        real = len(self.ends) - len(equal)
        seen = len(self.ends) - len(unseen)
        yield f"{self.part}: {len(self.ends)} tried, {len(equal)} change nothing, {seen} seen"
        yield f"  {100 * seen / max(1, real):.1f} % of {real}"
        for end in unseen:
            if end not in equal:
                yield f"  {end['module']}:{end['line']}\n    - {end['was']}\n    + {end['becomes']}"


def _is_same(end: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(end[name] == other[name] for name in ("module", "was", "becomes"))


def draw_map(session: Session, witnesses: Witnesses, budget: float) -> str:
    """Record for so many seconds which tests run which lines; what there is to say of it."""
    end = monotonic() + budget
    due = witnesses.due(session.items)
    for number, (file, tests) in enumerate(due.items()):
        if monotonic() >= end:
            return f"{number} files of tests recorded, {len(due) - number} are left"
        witnesses.keep(file, tests, session.record(tests))
    return f"{len(due)} files of tests recorded, none is left"


def main(part: str, budget: str, folder: str, enough: str, *tests: str) -> None:
    """Go on with a part, or with the map, for so many seconds; say what came of it.

    ``enough``: seconds that the tests of one fault may take; ``tests``: where they stand, if not
    all are to look.
    """
    root, kept = Path.cwd(), Path(folder)
    said: list[str] = []

    def work(session: Session) -> None:
        if part == "map":
            said.append(draw_map(session, Witnesses(root, kept / "map"), float(budget)))
            return
        sample = Sample(root, part, kept, float(enough))
        if due := sample.witnesses.due(session.items):
            said.append(f"{len(due)} files of tests are new or changed: make mutants PART=map")
        sample.witnesses.keep_to(session.items)
        sample.go_on(session, float(budget))
        said.extend(sample.lines())

    begin(work, tests or folders(root))
    sys.stdout.write("\n".join([*said, ""]))


if __name__ == "__main__":
    main(*sys.argv[1:])
