"""How fast mails are worded: a results mail alone, the seven of a game, and the first of a run."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

from judge.catalog import variant as catalog
from judge.kernel.engine import PUBLIC, Event, Phase, Standing, Task
from judge.kernel.notice import Facts, Notice
from judge.report import render

MAILS = 100
NOW = datetime(2026, 11, 25, tzinfo=UTC)
FALL = Phase("F1901M", "Fall 1901 movement", "movement")


def _events() -> tuple[Event, ...]:
    """The results of 28 units and the centres of seven powers."""
    powers = catalog.load("standard").map["powers"]
    rows = [
        {
            "power": power,
            "unit": "A BUR",
            "order": "A BUR S A PAR - PIC",
            "text": "",
            "verdict": "cut" if number else "fails dislodged",
            "by": ["A MUN - BUR"],
            "reason": "Cut by A MUN - BUR, which came from a space that it is not aimed at.",
        }
        for power in powers
        for number in range(4)
    ]
    centers = [
        {"power": power, "centers": facts["home"], "units": 3, "builds": 0}
        for power, facts in powers.items()
    ]
    return (
        Event(
            "results", {"phase": "S1901M", "title": "Spring 1901 movement", "rows": rows}, PUBLIC
        ),
        Event("centers", {"rows": centers, "unowned": ["BEL"]}, PUBLIC),
    )


def _notice(power: str, events: tuple[Event, ...]) -> Notice:
    facts = Facts("alpha", "standard", "Standard", "running", power, FALL, NOW, NOW)
    tasks = tuple(
        Task(f"A {place}", "", "holds", f"A {place} - ", tuple(f"A {place} - BUR" for _ in "1234"))
        for place in ("PAR", "MAR", "BRE", "GAS")
    )
    return Notice(
        f"alpha.{power}", "a@example.org", "results", facts, events=events, standing=Standing(tasks)
    )


def _median(work: Callable[[], object]) -> str:
    """Microseconds a mail: the median and the middle half of ``MAILS`` runs."""
    times = []
    for _ in range(MAILS):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e6)
    low, middle, high = statistics.quantiles(times, n=4)
    return f"{middle:5.0f} us  ({low:.0f}..{high:.0f})"


def main() -> None:
    """Print the times."""
    powers = tuple(catalog.load("standard").map["powers"])
    render.render(_notice("France", _events()))
    print("results mail, nothing shared ", _median(lambda: _lone(powers[0])))
    print("results mail, one of a game's", _median(_Round(powers).next))
    code = "import bench.report as b; b.render.render(b._notice('France', b._events()))"
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    print(f"a process that words one mail  {(time.perf_counter() - start) * 1e3:.0f} ms")


def _lone(power: str) -> object:
    return render.render(_notice(power, _events()))


class _Round:
    """Mails of one turn after another: seven share their events, as they do in a game."""

    def __init__(self, powers: tuple[str, ...]) -> None:
        self.powers, self.events, self.at = powers, _events(), 0

    def next(self) -> object:
        """Word the next mail."""
        if self.at == len(self.powers):
            self.events, self.at = _events(), 0
        self.at += 1
        return render.render(_notice(self.powers[self.at - 1], self.events))
