"""``python -m tests.mutants PART [BUDGET]``: which faults the tests see.

A part is a package of judge/, "all" of them, or "rest": all but those with the rules and the order
language. "map" records which tests run which lines, and has to come first; the others go by it as
it stands. BUDGET is a time like 90s, 10m or 1h. All goes on in mutants/ where the last run stopped.
``--tests`` names the folders and files of tests that count, if not all are worth their time;
``--enough`` how many seconds of tests a fault gets, those of the package's own folder and others
each: what they don't see is not seen.

The faults come in the order of their keys, which is as good as thrown and the same for everybody.
One that nobody saw is tried again when its module or a test that runs it has changed;
``equal.jsonl`` holds those that change nothing that anybody could see, with the reason.
"""

import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

from tests.campaign.__main__ import seconds
from tests.mutants import sample, trial


def main(arguments: list[str]) -> int:
    """Go on with a part until its budget is used up; print its totals and who survived."""
    root = Path.cwd()
    parts = sample.parts(root)
    reader = ArgumentParser("tests.mutants")
    reader.add_argument("part")
    reader.add_argument("budget", nargs="?", default="10m")
    reader.add_argument("--tests", nargs="*", default=[])
    reader.add_argument("--enough", default="5")
    asked = reader.parse_args(arguments or [""])
    part = asked.part
    if part not in ("map", *parts):
        print(f"Which part? map; {', '.join(parts)}.")
        return 2
    kept = root / "mutants"
    kept.mkdir(parents=True, exist_ok=True)
    copy = kept / f"{part}.{os.getpid()}.copy"
    trial.make_copy(root, copy)
    try:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "tests.mutants.sample", part),
                *(str(seconds(asked.budget)), str(kept), asked.enough, *asked.tests),
            ],
            cwd=copy,
            env=trial.environment(copy),
            check=False,
            preexec_fn=lambda: os.nice(10),
        )
    finally:
        shutil.rmtree(copy)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
