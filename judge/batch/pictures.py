"""Maps drawn for mails that wait for them, by processes of their own, after games are committed.

A mail leaves when its pictures are drawn, or without them when the time is up; then its bytes are
final. A pass that dies leaves all as it was: the next one draws what is missing.
"""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context

from sqlalchemy import Connection

from judge.batch.work import Pass
from judge.mail import plates
from judge.store import outbox, pictures

_TICK = 2.0
"""Seconds after which mails that are ready are posted."""


def draw(work: Pass, post: Callable[[], None]) -> None:
    """Draw what mails wait for; ``post`` sends those that are ready, again and again meanwhile."""
    with work.engine.begin() as db:
        if not pictures.waiting(db):
            return
        pictures.clear(db, work.house.now)
        jobs = pictures.to_draw(db)
    _finish(work, only_complete=True)
    if jobs:
        _draw(work, jobs, post)
    _finish(work, only_complete=False)


def _draw(work: Pass, jobs: list[tuple[str, bytes]], post: Callable[[], None]) -> None:
    """Draw until all is done or the time is up."""
    from judge.picture import job  # noqa: PLC0415 - most passes draw nothing

    settings = work.house.config.pictures
    end = time.monotonic() + settings.seconds
    pool = ProcessPoolExecutor(min(settings.processes, len(jobs)), mp_context=get_context("spawn"))
    try:
        going = {pool.submit(job.draw, raw): digest for digest, raw in jobs}
        while going and (left := end - time.monotonic()) > 0:
            done, _ = wait(going, timeout=min(_TICK, left), return_when=FIRST_COMPLETED)
            with work.engine.begin() as db:
                for future in done:
                    _keep(work, db, going.pop(future), future)
            _finish(work, only_complete=True)
            if not done:
                post()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _keep(work: Pass, db: Connection, digest: str, future: "Future[bytes]") -> None:
    """Store a drawing; one that failed is told of, and its mails go without it."""
    error = future.exception()
    if error is None:
        pictures.keep(db, digest, future.result())
    else:
        work.report.lines.append(f"A map could not be drawn: {type(error).__name__}.")


def _finish(work: Pass, *, only_complete: bool) -> None:
    """Give the mails that need not wait any longer their final bytes."""
    with work.engine.begin() as db:
        raws = {}
        for mail, made in pictures.waiting(db).items():
            if only_complete and any(picture is None for _, picture in made):
                continue
            raws[mail] = plates.put_in(outbox.raw(db, mail), made)
        pictures.finish(db, raws)
