"""What mails, turns and processes cost in the checkout that this runs in; printed as JSON.

It stands by itself, since the checkout of 0.1.0 runs it as well, beside its own ``bench.deadline``:
``python -m bench._cost NAME`` for each function below. Milliseconds, where nothing else is said.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import Engine, event

from bench import deadline

BATCH = "judge.run.batch" if find_spec("judge.run") else "judge.batch"
RUN = getattr(deadline, "RUN", (sys.executable, "-m", "judge", "run", "--spool"))
WARM, COUNT, LARGE = 10, 60, 200
"""Games of a pass that is not counted, of one that is, and of the large deadline."""
RUNS = 7
BEFORE = deadline.DEADLINE - timedelta(minutes=1)
NOTHING = ("SAVEPOINT", "RELEASE", "BEGIN")
"""Statements that ask nothing and change nothing."""


def passes() -> dict[str, float]:
    """An order mail and a turn without maps, in a process that has done others before."""
    with _spool(WARM) as home:
        for now in (BEFORE, deadline.DEADLINE):
            _pass(home, now)
    with _spool(COUNT) as home:
        mail, asked = _pass(home, BEFORE)
        turn, asked_of_turn = _pass(home, deadline.DEADLINE)
    mails = 7 * COUNT
    return {
        "mail": mail / mails,
        "mail statements": asked / mails,
        "turn": turn / COUNT,
        "turn statements": asked_of_turn / COUNT,
    }


def _pass(home: Path, now: datetime) -> tuple[float, int]:
    """Processor time of a pass, and how many statements it took."""
    asked: list[str] = []

    def note(*given: object) -> None:
        asked.extend([] if str(given[2]).startswith(NOTHING) else [str(given[2])])

    event.listen(Engine, "before_cursor_execute", note)
    begun = time.process_time()
    import_module(BATCH).run(home, now)
    spent = 1000 * (time.process_time() - begun)
    event.remove(Engine, "before_cursor_execute", note)
    return spent, len(asked)


def cron() -> dict[str, float]:
    """A mail to its answer, and a deadline to the last mail of one game: processes, by the wall."""
    mails, deadlines = [], []
    for seed in range(RUNS):
        with _spool(1, seed, maps=True) as home:
            first, *others = _take_away(home)
            _run(home, BEFORE)
            mails.append(_answered(home, first))
            for raw in others:
                _put(home, raw)
            _run(home, BEFORE)
            deadlines.append(_run(home, deadline.DEADLINE))
    return {"mail": statistics.median(mails), "deadline": statistics.median(deadlines)}


def _answered(home: Path, raw: bytes) -> float:
    _put(home, raw)
    return _run(home, BEFORE)


def start() -> dict[str, float]:
    """What importing a pass takes, beyond the interpreter itself."""
    bare, whole = ([_time([sys.executable, "-c", code]) for _ in range(RUNS)] for code in _CODES)
    return {"import": statistics.median(whole) - statistics.median(bare)}


_CODES = ("pass", f"import {BATCH}")


def large() -> dict[str, float]:
    """A deadline of many games: mails and turns with all maps, in seconds; how many have theirs."""
    with _spool(LARGE, maps=True) as home:
        taken = _run(home, BEFORE) + _run(home, deadline.DEADLINE)
        results = [raw for raw in _read(home / "out" / "new") if b": results" in raw[:4000]]
    mapped = [len(raw) for raw in results if b"image/png" in raw]
    return {
        "seconds": taken / 1000,
        "without map": len(results) - len(mapped),
        "KB": statistics.mean(mapped or map(len, results)) / 1000,
    }


def watch() -> dict[str, float]:
    """A mail to its answer by ``judge watch`` on a Maildir."""
    with _spool(1) as home:
        mails = _take_away(home)
        out = home / "out" / "new"
        process = subprocess.Popen(
            [sys.executable, "-m", "judge", "watch", "--spool", str(home)],
            stdout=subprocess.DEVNULL,
        )
        try:
            _wait(lambda: out.exists() and any(out.iterdir()))  # the deadline is long over
            time.sleep(3)
            waited = [_watch(home, out, raw) for raw in mails]
        finally:
            process.terminate()
            process.wait()
    return {"mail": statistics.median(waited)}


def _watch(home: Path, out: Path, raw: bytes) -> float:
    count = len(os.listdir(out))
    begun = time.perf_counter()
    _put(home, raw)
    _wait(lambda: len(os.listdir(out)) > count)
    taken = 1000 * (time.perf_counter() - begun)
    time.sleep(1)
    return taken


def _wait(is_over: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not is_over():
        if time.monotonic() > end:
            raise TimeoutError("nothing came")
        time.sleep(0.001)


@contextmanager
def _spool(count: int, seed: int = 0, *, maps: bool = False) -> Iterator[Path]:
    """A spool with games, and a mail for each of their seats."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("JUDGE_BENCH_DIR")) as folder:
        home = Path(folder) / "spool"
        deadline.prepare(home, count, seed)
        if not maps:
            toml = home / "judge.toml"
            toml.write_text(toml.read_text().replace('mails = "yes"', 'mails = "no"'))
        yield home


def _take_away(home: Path) -> list[bytes]:
    """The mails that lie in the mailbox, which is empty afterwards."""
    mails = _read(home / "in" / "new")
    for path in (home / "in" / "new").iterdir():
        path.unlink()
    return mails


def _read(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.iterdir())]


def _put(home: Path, raw: bytes) -> None:
    """Deliver a mail as an MTA does."""
    name = str(time.monotonic_ns())
    path = home / "in" / "tmp" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(raw)
    path.rename(home / "in" / "new" / name)


def _run(home: Path, now: datetime) -> float:
    return _time([*RUN, str(home), "--now", now.isoformat()])


def _time(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return 1000 * (time.perf_counter() - begun)


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]]()))
