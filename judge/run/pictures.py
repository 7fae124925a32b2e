"""Maps drawn for mails that wait for them, by processes of their own, after games are committed.

A mail leaves when its pictures are drawn, or without them when the time is up; then its bytes are
final. Where the time will not do for all, each mail's first picture is drawn and the others are
left out. One that can't be drawn is told to the keeper, and its mails go without it. A pass that
dies leaves all as it was: the next one draws what is missing.

Each process takes one job after the other, and all can be stopped at any time. One that is killed
meanwhile is followed by another, which begins with the same job.
"""

import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from time import monotonic

from sqlalchemy import Connection

from judge import resources
from judge.mail import compose
from judge.post import trouble
from judge.report.picture import FAILED
from judge.run.sending import report_trouble
from judge.run.work import Pass
from judge.store import outbox
from judge.store.outbox import PictureTask, WaitingPicture

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


def draw_all(
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
                self._process = _start_process()
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
        _finish(db, outbox.note_ready(db))
    if tasks:
        _draw(work, tasks, post)
    with work.engine.begin() as db:
        _finish(db, outbox.find_waiting_pictures(db))


def _draw(work: Pass, tasks: Sequence[PictureTask], post: Callable[[], None]) -> None:
    """Draw until all is done or the time is up; post what is ready meanwhile."""
    settings = work.house.config.pictures
    posting_time = time.monotonic()
    failed, has_drawn = "", False
    for picture_made in draw_all(tasks, settings.processes, settings.seconds, _TICK):
        match picture_made:
            case digest, str() as reason:
                failed = reason
            case digest, picture:
                _keep(work, digest, picture)
                has_drawn = has_drawn or picture is not None
        if time.monotonic() > posting_time + _TICK:
            post()
            posting_time = time.monotonic()
    report_trouble(work, trouble.MAPS, failed, well=has_drawn)


def _keep(work: Pass, digest: str, picture: bytes | None) -> None:
    """Store a drawing and finish the mails that have all theirs now."""
    with work.engine.begin() as db:
        mails = outbox.shown_in(db, digest)
        if picture is None:
            outbox.leave_out(db, digest)
        else:
            outbox.keep_picture(db, digest, picture)
        _finish(db, outbox.note_ready(db, mails))


def _finish(db: Connection, waiting: WaitingPicture) -> None:
    """Give mails their final bytes."""
    raws = {
        mail: compose.put_pictures_in(outbox.raw(db, mail), picture_of_digest)
        for mail, picture_of_digest in waiting.items()
    }
    outbox.finish_pictures(db, raws)
