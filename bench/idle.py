"""One idle `judge run` as a process, what cron starts every minute; and one that must look further.

Idle is a spool with games whose next deadline is ahead and no mail in the box.
"""

import statistics
import subprocess
import sys
import tempfile
import time
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
        print(f"idle run:                    {_shown([_run(home) for _ in range(RUNS)])}")
        print(f"run that opens the database: {_shown([_looking(home) for _ in range(RUNS)])}")


def _shown(times: list[float]) -> str:
    middle, least, most = statistics.median(times), min(times), max(times)
    return f"{1000 * middle:.0f} ms ({1000 * least:.0f} to {1000 * most:.0f})"


def _looking(home: Path) -> float:
    """A run that does not know when the next deadline is."""
    (home / "wake").unlink()
    return _run(home)


def _run(home: Path) -> float:
    now = (deadline.START + timedelta(hours=1)).isoformat()
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "judge", "run", "--spool", str(home), "--now", now],
        check=True,
        capture_output=True,
    )
    if done.stdout or done.stderr:
        raise RuntimeError("an idle run says something")
    return time.perf_counter() - begun
