"""Processes that draw: each takes one job after the other, and all can be stopped at any time."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from time import monotonic

from judge import resources

Job = tuple[str, bytes]
"""A drawing by its digest, and what is on it."""
Made = tuple[str, bytes]
"""The same with its picture, b"" where it could not be drawn."""

_HOME = Path(__file__).parent.parent.parent


def draw(jobs: Sequence[Job], processes: int, seconds: float, tick: float) -> Iterator[Made | None]:
    """The pictures as they are made; None after each ``tick`` in which none was.

    After so many ``seconds`` what is not made is left, and the processes are stopped.
    """
    waiting: Queue[Job] = Queue()
    for one in jobs:
        waiting.put(one)
    made: Queue[Made] = Queue()
    end = monotonic() + seconds
    workers = [_start() for _ in range(min(processes, len(jobs)))]
    threads = [Thread(target=_serve, args=(worker, waiting, made)) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        left = len(jobs)
        while left and monotonic() < end:
            try:
                yield made.get(timeout=max(0.01, min(tick, end - monotonic())))
                left -= 1
            except Empty:
                yield None
    finally:
        with suppress(Empty):
            while True:
                waiting.get_nowait()
        for worker in workers:
            worker.kill()
        for thread, worker in zip(threads, workers, strict=True):
            thread.join()
            worker.communicate()


def _start() -> "subprocess.Popen[bytes]":
    """A process of judge.picture, which finds the same judge and variants as this one."""
    path = os.pathsep.join(filter(None, (str(_HOME), os.environ.get("PYTHONPATH", ""))))
    return subprocess.Popen(
        [sys.executable, "-m", "judge.picture", *map(os.path.abspath, resources.shelves())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )


def _serve(worker: "subprocess.Popen[bytes]", waiting: "Queue[Job]", made: "Queue[Made]") -> None:
    """Give a process jobs while there are any; one that has died draws nothing more."""
    while True:
        try:
            digest, raw = waiting.get_nowait()
        except Empty:
            return
        made.put((digest, _ask(worker, raw)))


def _ask(worker: "subprocess.Popen[bytes]", raw: bytes) -> bytes:
    """The picture of a job, b"" where the process can't make it or is gone."""
    if worker.stdin is None or worker.stdout is None:
        return b""
    try:
        worker.stdin.write(len(raw).to_bytes(4, "big") + raw)
        worker.stdin.flush()
        return worker.stdout.read(int.from_bytes(worker.stdout.read(4), "big"))
    except (OSError, ValueError):
        return b""
