"""Maps drawn for mails that wait for them, by processes of their own, after games are committed.

A mail leaves when its pictures are drawn, or with those that are when the time is up: the first
picture of every mail comes before the second of any. Each is kept once, and put into the mails as
they leave. One that can't be drawn is told to the keeper, and its mails go without it. A pass that
dies leaves all as it was: the next one draws what is missing.

Each process takes one job after the other, and all can be stopped at any time. One that is killed
meanwhile is followed by another, which begins with the same job.
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
from judge.post import trouble
from judge.report.picture import FAILED
from judge.run.sending import report_trouble
from judge.run.work import Pass
from judge.store import outbox

Task = tuple[str, bytes]
"""A drawing's digest and its job."""
Made = tuple[str, bytes | str]
"""A drawing by its digest with its picture, or in words why there is none."""
TRIES = 3
"""So many processes may end over one job: then it is the job that ends them."""

_HOME = Path(__file__).parent.parent.parent
_SHARE = 0.85
"""The part of the time in which is drawn: in the rest is posted what was drawn, and the others."""


class Line:
    """Tasks in their order, and the time that there is for them."""

    def __init__(
        self, tasks: Sequence[Task], seconds: float, clock: Callable[[], float] = monotonic
    ):
        self._tasks = deque(tasks)
        self._clock = clock
        self._end = clock() + seconds * _SHARE

    def take(self) -> Task | None:
        """The next task; None when nothing is left to do, or no time to do it."""
        with suppress(IndexError):
            if self.time_left() > 0:
                return self._tasks.popleft()
        return None

    def close(self) -> None:
        """Leave what has not been taken."""
        self._tasks.clear()

    def time_left(self) -> float:
        """Seconds until all has to be drawn."""
        return self._end - self._clock()


def draw_all(
    tasks: Sequence[Task], processes: int, seconds: float, tick: float
) -> Iterator[Made | None]:
    """The pictures as they are made; None after each ``tick`` in which none was.

    After most of so many ``seconds`` what is not made is left, and the processes are stopped.
    """
    line = Line(tasks, seconds)
    pictures: Queue[Made] = Queue()
    workers = [Worker() for _ in range(min(processes, len(tasks)))]
    threads = [Thread(target=worker.serve, args=(line, pictures)) for worker in workers]
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


def _start_process() -> "subprocess.Popen[bytes]":
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
        self._process = _start_process()
        self._lock = Lock()
        self._is_over = False

    def serve(self, line: Line, pictures: "Queue[Made]") -> None:
        """Do tasks while there are any."""
        while task := line.take():
            digest, job = task
            pictures.put((digest, self.draw(job)))

    def draw(self, job: bytes) -> bytes | str:
        """The picture of a job, or why there is none."""
        for _ in range(TRIES):
            answer, stdin, stdout = b"", self._process.stdin, self._process.stdout
            with suppress(OSError, ValueError):  # it may have ended
                if stdin is not None and stdout is not None:
                    stdin.write(len(job).to_bytes(4, "big") + job)
                    stdin.flush()
                    size = int.from_bytes(stdout.read(4), "big")
                    told = stdout.read(size)
                    answer = told if len(told) == size else b""
            if answer.startswith(FAILED):
                return answer.removeprefix(FAILED).decode()
            if answer:
                return answer
            with self._lock:
                if self._is_over:
                    break
                # Another process takes the place of this one.
                self.bury()
                with suppress(OSError):  # the machine has room for none: the next job tries again
                    self._process = _start_process()
        return "the process that draws has ended"

    def stop(self) -> None:
        """End it, wherever it is, for good."""
        with self._lock:
            self._is_over = True
            self._process.kill()

    def bury(self) -> None:
        """Leave nothing of the process."""
        self._process.kill()
        self._process.communicate()


_TICK = 2.0
"""Seconds after which mails that are ready are posted."""


def draw(work: Pass, post: Callable[[], None]) -> None:
    """Draw what mails wait for; ``post`` sends those that are ready, again and again meanwhile."""
    with work.beside.begin() as db:
        if not outbox.any_wait(db):
            return
    with work.engine.begin() as db:
        outbox.clear_pictures(db, work.house.now)
        tasks = outbox.to_draw(db)
    # Until all is done or the time is up.
    settings = work.house.config.pictures
    posting_time = monotonic()
    failed, has_drawn = "", False
    for picture_made in draw_all(tasks, settings.processes, settings.seconds, _TICK):
        match picture_made:
            case digest, str() as reason:
                failed = reason
            case digest, picture:
                with work.engine.begin() as db:
                    outbox.keep_picture(db, digest, picture)
                has_drawn = True
        if monotonic() > posting_time + _TICK:
            post()
            posting_time = monotonic()
    report_trouble(work, trouble.MAPS, failed, well=has_drawn)
    with work.engine.begin() as db:
        outbox.leave_out(db)
