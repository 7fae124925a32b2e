"""One idle `judge run` as a process, what cron starts every minute; and one that must look further.

Idle is a spool with games whose next deadline is ahead and no mail in the box. Told is processor
time, beside that of an interpreter that does nothing.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from bench import deadline

RUNS = 15
GAMES = 20


def main() -> None:
    """Print the median and the spread of both."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "spool"
        deadline.prepare(home, GAMES, seed=0, mails=False)
        _run(home)
        bare, idle, asking = zip(
            *((_bare(), _run(home), _looking(home)) for _ in range(RUNS)), strict=True
        )
        print(f"bare interpreter:            {_shown(bare)}")
        print(f"idle run:                    {_shown(idle)}")
        print(f"run that asks the database:  {_shown(asking)}")


def _shown(times: Sequence[float]) -> str:
    middle, least, most = statistics.median(times), min(times), max(times)
    return f"{1000 * middle:.0f} ms ({1000 * least:.0f} to {1000 * most:.0f})"


def _looking(home: Path) -> float:
    """A run that does not know when the next deadline is."""
    (home / "wake").unlink(missing_ok=True)
    return _run(home)


def _run(home: Path) -> float:
    now = (deadline.START + timedelta(hours=1)).isoformat()
    return _spent([*deadline.RUN, str(home), "--now", now])


def _bare() -> float:
    return _spent([sys.executable, "-c", "pass"])


def _spent(command: Sequence[str]) -> float:
    """Seconds of processor time, which other work on the machine lengthens least."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.stdout or done.stderr:
        raise RuntimeError("an idle run says something")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
