"""Maps drawn for mails that wait for them, by processes of their own, after games are committed.

A mail leaves when its pictures are drawn, or without them when the time is up; then its bytes are
final. A pass that dies leaves all as it was: the next one draws what is missing.
"""

import time
from collections.abc import Callable

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
    """Draw until all is done or the time is up; post what is ready meanwhile."""
    from judge.batch import drawing  # noqa: PLC0415 - most passes draw nothing

    settings = work.house.config.pictures
    posted = time.monotonic()
    for made in drawing.draw(jobs, settings.processes, settings.seconds, _TICK):
        if made is not None:
            _keep(work, *made)
        if time.monotonic() > posted + _TICK:
            post()
            posted = time.monotonic()


def _keep(work: Pass, digest: str, picture: bytes) -> None:
    """Store a drawing; one that failed is told of, and its mails go without it."""
    if not picture:
        work.report.lines.append("A map could not be drawn; its mails go without it.")
        return
    with work.engine.begin() as db:
        pictures.keep(db, digest, picture)
    _finish(work, only_complete=True)


def _finish(work: Pass, *, only_complete: bool) -> None:
    """Give the mails that need not wait any longer their final bytes."""
    with work.engine.begin() as db:
        raws = {}
        for mail, made in pictures.waiting(db).items():
            if only_complete and any(picture is None for _, picture in made):
                continue
            raws[mail] = plates.put_in(outbox.raw(db, mail), made)
        pictures.finish(db, raws)
