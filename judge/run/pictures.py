"""Maps drawn for mails that wait for them, by processes of their own, after games are committed.

A mail leaves when its pictures are drawn, or without them when the time is up; then its bytes are
final. Where the time will not do for all, each mail's first picture is drawn and the others are
left out. One that can't be drawn is told to the keeper, and its mails go without it. A pass that
dies leaves all as it was: the next one draws what is missing.
"""

import time
from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from judge.mail import compose
from judge.post import trouble
from judge.run.sending import report_trouble
from judge.run.work import Pass
from judge.store import outbox
from judge.store.outbox import PictureTask, WaitingPicture

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
    from judge.run import drawing  # noqa: PLC0415 - most passes draw nothing

    settings = work.house.config.pictures
    posting_time = time.monotonic()
    failed, has_drawn = "", False
    for picture_made in drawing.draw(tasks, settings.processes, settings.seconds, _TICK):
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
