"""How long an MTA waits for ``judge deliver``: whole processes, beside a bare interpreter."""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROCESSES = 40
MAIL = b"From: fr@example.org\nTo: judge@judge.test\n\nA Par - Bur\n"


def _median(command: list[str]) -> str:
    """Milliseconds a process: the median and the middle half of ``PROCESSES`` runs."""
    times = []
    for _ in range(PROCESSES):
        start = time.perf_counter()
        subprocess.run(command, input=MAIL, check=True)
        times.append((time.perf_counter() - start) * 1e3)
    low, middle, high = statistics.quantiles(times, n=4)
    return f"{middle:5.1f} ms  ({low:.1f}..{high:.1f})"


def main() -> None:
    """Print the times."""
    with tempfile.TemporaryDirectory() as spool:
        for folder in ("tmp", "new", "cur"):
            (Path(spool) / "in" / folder).mkdir(parents=True)
        command = [sys.executable, "-m", "judge", "deliver", "--spool", spool]
        print("an empty Python process", _median([sys.executable, "-c", "pass"]))
        print("judge deliver          ", _median(command))
        stored = len(list((Path(spool) / "in" / "new").iterdir()))
        print(f"{stored} of {PROCESSES} mails stored")
