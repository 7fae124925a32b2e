"""The whole of it on one screen: what was measured, beside 0.1.0, PyPI's ``diplomacy``, and goals.

0.1.0 has no tag: its commit is taken out of git into a folder of its own, and measured in turn with
this one, by the same means. All ratios are of one run.
"""

import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench import _positions, adjudicate, audit, many, pictures

FORMER = "f99a6e9"
"""The commit that was 0.1.0."""
ROOT = Path(__file__).parent.parent
LINES = 1000
AUDITED, LISTED = 20_000, 100_000
SITE = """import sys
sys.meta_path[:] = [one for one in sys.meta_path if "editable" not in repr(one).lower()]
"""
"""Lets an editable install of another checkout be no part of this one."""
MONTHS = """import time
time.perf_counter = time.process_time  # 0.1.0 looked at the clock on the wall
from bench import d100
d100.main()
"""
HIGHEST = """import runpy, sys
try:
    runpy.run_module("judge", run_name="__main__", alter_sys=True)
finally:
    with open("/proc/self/status") as status:
        print(next(line.split()[1] for line in status if line.startswith("VmHWM")), file=sys.stderr)
"""
"""Runs a command and tells how many KB of memory it had at most."""


@dataclass(frozen=True, slots=True)
class Checkout:
    """A judge to be measured: its folder, and whether it is the former one."""

    folder: Path
    is_former: bool = False

    def run(self, *arguments: str) -> bytes:
        """What a Python process of this judge prints. Raises where it fails."""
        done = self.start(arguments)
        done.check_returncode()
        return done.stdout

    def spent(self, *arguments: str, given: bytes) -> float:
        """Seconds of processor time that a Python process of this judge takes."""
        # os.times counts hundredths of a second, a twentieth of what is measured here.
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.start(arguments, given)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return sum(after[:2]) - sum(before[:2])

    def cost(self, what: str) -> dict[str, float]:
        """What ``bench._cost`` measures in this judge."""
        found: dict[str, float] = json.loads(self.run("-m", "bench._cost", what))
        return found

    def start(
        self, arguments: Sequence[str], given: bytes = b""
    ) -> "subprocess.CompletedProcess[bytes]":
        """A Python process of this judge, when it has ended."""
        path = {"PYTHONPATH": str(self.folder)} if self.is_former else {}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, **path},
            input=given,
            capture_output=True,
            check=False,
        )


@contextmanager
def _check_out() -> Iterator[Checkout | None]:
    """The former judge; None where git does not know it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = subprocess.run(
            ["git", "archive", FORMER], cwd=ROOT, capture_output=True, check=False
        )
        if archive.returncode:
            print(f"git has no commit {FORMER} here: nothing is compared with 0.1.0")
            yield None
            return
        subprocess.run(["tar", "-x", "-C", name], input=archive.stdout, check=True)
        (folder / "sitecustomize.py").write_text(SITE)
        shutil.copy(ROOT / "bench" / "_cost.py", folder / "bench")
        yield Checkout(folder, is_former=True)


def main() -> None:
    """Print the table, a row as soon as it is measured."""
    _print("", "0.1.0", "now", "ratio", "goal")
    with _check_out() as former:
        now = Checkout(ROOT)
        for rows in (_maps, _deadline, _passes, _processes, _books, _engines):
            rows(now, former)
    _rival()


def _maps(_now: Checkout, _former: Checkout | None) -> None:
    found = [pictures.measure(name) for name in pictures.VARIANTS]
    _tell(
        "a map, position to PNG, median of its games, ms",
        statistics.median(one.again for one in found),
        goal=40,
    )
    _tell("its size, KB", statistics.median(one.size for one in found), goal=60)


def _deadline(now: Checkout, former: Checkout | None) -> None:
    mine, theirs = now.cost("large"), former.cost("large") if former else {}
    _tell(
        "deadline of 200 games, 1,400 mails, all maps, s",
        mine["seconds"],
        theirs.get("seconds"),
        15,
    )
    _tell("results mails without their map", mine["without map"], goal=0)
    _tell("a results mail, KB", mine["KB"], theirs.get("KB"), 95)


def _passes(now: Checkout, former: Checkout | None) -> None:
    mine, theirs = now.cost("passes"), former.cost("passes") if former else {}
    _tell("an order mail in the pass, ms", mine["mail"], theirs.get("mail"), 3)
    _tell("its statements", mine["mail statements"], theirs.get("mail statements"), 12)
    _tell("a turn without maps, ms", mine["turn"], theirs.get("turn"), 9)
    _tell("its statements", mine["turn statements"], theirs.get("turn statements"), 20)


def _processes(now: Checkout, former: Checkout | None) -> None:
    mine, theirs = now.cost("cron"), former.cost("cron") if former else {}
    _tell("mail to answer by cron, wall, ms", mine["mail"], theirs.get("mail"), 450)
    _tell(
        "deadline to last mail of one game, wall, ms", mine["deadline"], theirs.get("deadline"), 450
    )
    loads = former.cost("start")["import"] if former else None
    _tell("import of a pass, ms", now.cost("start")["import"], loads, 250)
    _tell("mail to answer by watch, wall, ms", now.cost("watch")["mail"], goal=50)


def _books(now: Checkout, _former: Checkout | None) -> None:
    _tell(
        "judge audit --all, a million packed mails, min", audit.measure(AUDITED) * 1e6 / 60, goal=5
    )
    with many.prepared(LISTED) as home:
        for command, goal in (("metrics", 0.5), ("doctor", 5)):
            begun = time.perf_counter()
            told = now.start(("-c", HIGHEST, command, "--spool", str(home))).stderr.split()
            _tell(f"{command} at {LISTED:,} games, wall, s", time.perf_counter() - begun, goal=goal)
            _tell("its memory, MB", int(told[-1]) / 1024, goal=100)


def _engines(now: Checkout, former: Checkout | None) -> None:
    lines = [
        adjudicate.make_line(one) + b"\n" for one in _positions.ordinary(LINES, adjudicate.SEED)
    ]

    def adjudicated(judge: Checkout) -> float:
        command = ("-m", "judge", "adjudicate")
        first = judge.spent(*command, given=lines[0])
        return (LINES - 1) / (judge.spent(*command, given=b"".join(lines)) - first)

    def months(judge: Checkout) -> float:
        told = judge.run("-c", MONTHS).decode()
        match = re.search(r"(\d+) months a second", told)
        return float(match[1]) if match else 0.0

    for what, measure, goal in (
        ("JSON lines with reasons a second", adjudicated, 6000),
        ("1930! months a second", months, 850),
    ):
        _tell(what, measure(now), measure(former) if former else None, goal)


def _rival() -> None:
    """Movement phases a second, beside PyPI's package on the same positions."""
    mine, theirs = adjudicate.compare(_positions.ordinary(LINES, adjudicate.SEED))
    _tell("movement phases a second (before: PyPI's diplomacy)", mine, theirs, 0)


def _tell(what: str, now: float, before: float | None = None, goal: float | None = None) -> None:
    ratio = f"{now / before:.2f}" if before else ""
    shown = ("" if value is None else _word(value) for value in (before, now))
    _print(what, *shown, ratio, "" if goal is None else _word(goal))


def _word(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _print(what: str, *cells: str) -> None:
    print(f"{what:54}" + "".join(f"{cell:>10}" for cell in cells), flush=True)
