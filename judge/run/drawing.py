"""Processes that draw: each takes one job after the other, and all can be stopped at any time.

One that is killed meanwhile is followed by another, which begins with the same job.
"""

import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from time import monotonic

from judge import resources
from judge.report.picture import FAILED
from judge.store.outbox import PictureTask

Made = tuple[str, bytes | str | None]
"""A drawing by its digest with its picture, or in words why there is none; None where it was left
out because there is no time for it."""
_GONE = "the process that draws has ended"
TRIES = 3
"""So many processes may end over one job: then it is the job that ends them."""

_HOME = Path(__file__).parent.parent.parent
_SHARE = 0.85
"""The part of the time in which is drawn: in the rest is posted what was drawn, and the others."""


class Line:
    """Tasks in their order: spare ones are left out where the others would not be done in time."""

    def __init__(
        self, tasks: Sequence[PictureTask], seconds: float, clock: Callable[[], float] = monotonic
    ):
        self._tasks = deque(tasks)
        self._needed = sum(not task.spare for task in tasks)
        self._clock = clock
        self._begun = clock()
        self._seconds = seconds * _SHARE
        self._drawn = 0
        self._lock = Lock()

    def take(self) -> tuple[PictureTask, bool] | None:
        """The next task, and whether there is time for it; None when nothing is left to do."""
        with self._lock:
            if not self._tasks or self.time_left() <= 0:
                return None
            task = self._tasks.popleft()
            if task.spare and not self._has_time():
                return task, False
            self._needed -= not task.spare
            return task, True

    def close(self) -> None:
        """Leave what has not been taken."""
        with self._lock:
            self._tasks.clear()

    def count(self) -> None:
        """Note that one is drawn."""
        with self._lock:
            self._drawn += 1

    def time_left(self) -> float:
        """Seconds until all has to be drawn."""
        return self._begun + self._seconds - self._clock()

    def _has_time(self) -> bool:
        """Whether one more leaves enough time for all that is needed, as quickly as it went."""
        so_far = self._clock() - self._begun
        pace = so_far / max(1, self._drawn)
        return (self._needed + 1) * pace <= self._seconds - so_far


def draw(
    tasks: Sequence[PictureTask], processes: int, seconds: float, tick: float
) -> Iterator[Made | None]:
    """The pictures as they are made; None after each ``tick`` in which none was.

    After most of so many ``seconds`` what is not made is left, and the processes are stopped.
    """
    line = Line(tasks, seconds)
    pictures: Queue[Made] = Queue()
    workers = [Worker() for _ in range(min(processes, len(tasks)))]
    threads = [Thread(target=_serve, args=(worker, line, pictures)) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        tasks_left = len(tasks)
        while tasks_left and (line.time_left() > 0 or not pictures.empty()):
            try:
                yield pictures.get(timeout=max(0.01, min(tick, line.time_left())))
                tasks_left -= 1
            except Empty:
                yield None
    finally:
        line.close()
        for worker in workers:
            worker.stop()
        for thread, worker in zip(threads, workers, strict=True):
            thread.join()
            worker.bury()


def _start() -> "subprocess.Popen[bytes]":
    """A process of judge.report.picture, which finds the same judge and variants as this one."""
    path = os.pathsep.join(filter(None, (str(_HOME), os.environ.get("PYTHONPATH", ""))))
    return subprocess.Popen(
        [sys.executable, "-m", "judge.report.picture", *map(os.path.abspath, resources.shelves())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # one that can't even begin would show the keeper a traceback
        env={**os.environ, "PYTHONPATH": path},
    )


class Worker:
    """A process that draws, and those that take its place."""

    def __init__(self) -> None:
        self._process = _start()
        self._lock = Lock()
        self._is_over = False

    def draw(self, job: bytes) -> bytes | str:
        """The picture of a job, or why there is none."""
        for _ in range(TRIES):
            answer = _ask(self._process, job)
            if answer != _GONE or not self._follow():
                return answer
        return _GONE

    def _follow(self) -> bool:
        """Let another process take the place of this one; whether that may be."""
        with self._lock:
            if self._is_over:
                return False
            self.bury()
            with suppress(OSError):  # the machine has room for none: the next job tries again
                self._process = _start()
            return True

    def stop(self) -> None:
        """End it, wherever it is, for good."""
        with self._lock:
            self._is_over = True
            self._process.kill()

    def bury(self) -> None:
        """Leave nothing of the process."""
        self._process.kill()
        self._process.communicate()


def _serve(worker: Worker, line: Line, pictures: "Queue[Made]") -> None:
    """Give a worker tasks while there are any."""
    while next_task := line.take():
        task, in_time = next_task
        pictures.put((task.digest, worker.draw(task.job) if in_time else None))
        if in_time:
            line.count()


def _ask(process: "subprocess.Popen[bytes]", raw: bytes) -> bytes | str:
    """The picture of a job, or why the process can't make it."""
    if process.stdin is None or process.stdout is None:
        return _GONE
    try:
        process.stdin.write(len(raw).to_bytes(4, "big") + raw)
        process.stdin.flush()
        size = int.from_bytes(process.stdout.read(4), "big")
        answer = process.stdout.read(size)
    except (OSError, ValueError):
        return _GONE
    if len(answer) < size:
        return _GONE
    if answer.startswith(FAILED):
        return answer.removeprefix(FAILED).decode()
    return answer or _GONE
