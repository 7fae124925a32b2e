"""``python -m tests.mutants PART [BUDGET [FOLDER]]``: which faults the tests see.

A part is a package of judge/, or "all"; BUDGET a time like 90s, 10m or 1h. The faults come in the
order of their keys, which is as good as thrown and the same for everybody: a run goes on where the
last one stopped, in FOLDER/PART.json ("mutants" if it is not named). A fault that nobody saw is
tried again when its module or any test has changed; ``equal.jsonl`` holds those that change nothing
that anybody could see, with the reason.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

from tests.campaign.__main__ import seconds
from tests.mutants import chosen, faults
from tests.mutants.faults import Fault
from tests.mutants.trial import Trial

PATIENCE = 5
"""Such a multiple of the processor time that sound tests take is a fault that never stops."""
EQUAL = Path(__file__).parent / "equal.jsonl"


@dataclass(frozen=True)
class Drawn:
    """A fault of the sample and the module that it is put into, from the project's root."""

    module: str
    fault: Fault


def main(arguments: list[str]) -> int:
    """Go on with a part until its budget is used up; print its totals and who survived."""
    if not arguments or arguments[0] not in ("all", *chosen.PARTS):
        print(f"Which part? {', '.join(chosen.PARTS)}; or all.")
        return 2
    part, budget, folder, *_ = [*arguments, *("10m", "mutants")[len(arguments) - 1 :]]
    parts = list(chosen.PARTS) if part == "all" else [part]
    for one in parts:
        Sample(Path.cwd(), one, Path(folder)).go_on(seconds(budget) / len(parts))
    return 0


class Sample:
    """The faults of a part in the order in which they are tried, and what became of them."""

    def __init__(self, root: Path, part: str, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.root, self.part = root, part
        self.kept = folder.absolute() / f"{part}.json"
        self.copy = folder.absolute() / f"{part}.copy"
        told = json.loads(self.kept.read_text()) if self.kept.exists() else {}
        self.ends: dict[str, dict[str, Any]] = told.get("ends", {})
        self.sound: dict[str, Any] = told.get("sound", {})

    def go_on(self, budget: float) -> None:
        """Try faults for so many seconds, then print the part's totals."""
        begun = monotonic()
        trial = Trial(self.root, self.copy)
        drawn = sorted(self._drawn(), key=lambda one: one.fault.key)
        self.ends = {
            one.fault.key: self.ends[one.fault.key] for one in drawn if one.fault.key in self.ends
        }
        self._see_sound(trial)
        for one in drawn:
            if monotonic() - begun >= budget:
                break
            if not self._is_settled(one):
                self._try(trial, one)
        trial.remove()
        print("\n".join(self.lines()))

    def _drawn(self) -> Iterator[Drawn]:
        for path in sorted((self.root / "judge" / self.part).rglob("*.py")):
            if "migrations" not in path.parts:
                module = str(path.relative_to(self.root))
                for fault in faults.of(path.read_text(encoding="utf-8"), module):
                    yield Drawn(module, fault)

    def _see_sound(self, trial: Trial) -> None:
        """Run the tests on the sound program first: those that fail there say nothing of faults."""
        if self.sound.get("digest") == trial.digest:
            return
        run = trial.run(chosen.PARTS[self.part])
        if any(name.startswith("exit status") for name in run.failed):
            raise SystemExit(f"the tests of {self.part} do not run: {run.failed[0]}")
        for name in run.failed:
            print(f"left out, since it fails without a fault: {name}")
        limit = int(run.seconds * PATIENCE) + 60
        self.sound = {"digest": trial.digest, "limit": limit, "failed": run.failed}
        self._keep()

    def _is_settled(self, one: Drawn) -> bool:
        """Whether a fault was seen, or nothing changed since it was not."""
        end = self.ends.get(one.fault.key)
        return end is not None and (bool(end["seen"]) or end["state"] == self._state(one.module))

    def _state(self, module: str) -> str:
        """A name for all that decides whether a module's faults are seen: itself and the tests."""
        told = sha256((self.root / module).read_bytes())
        for path in sorted((self.root / "tests").rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                told.update(path.read_bytes())
        return told.hexdigest()[:16]

    def _try(self, trial: Trial, one: Drawn) -> None:
        left_out = [f"--deselect={name}" for name in self.sound["failed"]]
        tests = [*left_out, *chosen.tests(self.root, self.part, one.module)]
        run = trial.run_with(one.module, one.fault, tests, self.sound["limit"])
        self.ends[one.fault.key] = {
            "module": one.module,
            "line": one.fault.line,
            "was": one.fault.was,
            "becomes": one.fault.becomes,
            "seen": run.failed[0] if run.failed else "",
            "state": self._state(one.module),
            "seconds": round(run.seconds, 1),
        }
        self._keep()

    def _keep(self) -> None:
        part = self.kept.with_suffix(".part")
        part.write_text(json.dumps({"sound": self.sound, "ends": self.ends}, indent=1))
        part.replace(self.kept)

    def lines(self) -> Iterator[str]:
        """The totals for people: how many were tried and seen, and each that was not."""
        unseen = [end for end in self.ends.values() if not end["seen"]]
        known = [json.loads(line) for line in EQUAL.read_text(encoding="utf-8").splitlines()]
        equal = [end for end in unseen if any(_is_same(end, other) for other in known)]
        real = len(self.ends) - len(equal)
        seen = len(self.ends) - len(unseen)
        yield f"{self.part}: {len(self.ends)} tried, {len(equal)} change nothing, {seen} seen"
        yield f"  {100 * seen / max(1, real):.1f} % of {real}"
        for end in unseen:
            if end not in equal:
                yield f"  {end['module']}:{end['line']}\n    - {end['was']}\n    + {end['becomes']}"


def _is_same(end: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return all(end[name] == other[name] for name in ("module", "was", "becomes"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
