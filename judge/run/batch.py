"""One pass: take mail, act on it, close what is due, post mail. The only loop."""

import gc
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from judge.kernel.errors import BusyError, KeeperError
from judge.language.commands import check_words
from judge.post import trouble
from judge.run import broken_commands, daily
from judge.run.closing import close_phases, let_computers_think, recover_from_outage
from judge.run.deaths import put_deadly_aside
from judge.run.mails import act_on_mails, act_on_put_off, take_mails
from judge.run.nightly import do_chores
from judge.run.pictures import draw
from judge.run.sending import post_mails, report_trouble, write_waiting
from judge.run.start import begin_pass
from judge.run.work import Pass, Report, tell_log
from judge.spool import runs, spool
from judge.store import games, outbox
from judge.store.database import KeptDatabase

SELDOM = 5000
"""After so many new objects garbage is looked for; Python itself looks after 700."""


def run(
    home: Path, now: datetime | None = None, kept_database: KeptDatabase | None = None
) -> Report:
    """Do one pass on the spool at ``home``.

    ``now`` is for tests and demos: a pass at that time. ``kept_database`` is a database that is
    left open for the next pass, unless this one raises or other hosts use it as well. If another
    pass is under way, here or on another host, this one does nothing.
    Raises KeeperError where the spool itself is wrong.
    """
    this_spool = spool.open_spool(home)
    report = Report()
    with spool.hold_lock(home) as has_lock:
        if not has_lock:
            report.busy = True
            return report
        start = time.monotonic()
        runs.clear_wake(this_spool)
        database = kept_database or KeptDatabase()
        is_complete = False
        try:
            engine = database.open(this_spool.database, this_spool.head)
            _run(begin_pass(engine, this_spool, report, now))
            broken_commands.mark_mended(home)
            if this_spool.config.log != "none":
                with engine.begin() as db:
                    tell_log(db, this_spool.config.log, report.lines)
            is_complete = True
        except BusyError:
            report.busy = True
            return report
        finally:
            if kept_database is None or not is_complete or this_spool.is_shared:
                database.close()
        runs.count_pass(this_spool, time.monotonic() - start)
    return report


def _run(work: Pass) -> None:
    """Nothing is adjudicated before the mailbox has been read to its end."""
    check_words()
    if gc.get_threshold()[0] != SELDOM:  # little is garbage in circles, nothing imported is
        gc.freeze()
        gc.set_threshold(SELDOM)
    put_deadly_aside(work)
    recover_from_outage(work)
    obstacle = _try_step(partial(take_mails, work))
    act_on_mails(work)
    obstacle = obstacle or _try_step(partial(close_phases, work))
    report_trouble(work, trouble.IN, obstacle, well=not obstacle)
    if work.night:
        do_chores(work)
    write_waiting(work)
    draw(work, partial(post_mails, work))
    daily.gather(work)
    post_mails(work)
    if act_on_put_off(work):
        post_mails(work)
    if let_computers_think(work):
        close_phases(work)
        post_mails(work)
    if not work.report.failed and not work.report.restless:
        # When the judge has something to do without a mail.
        settle = work.house.now - work.house.cutoff
        with work.engine.begin() as db:
            alarm, retry = games.next_alarm(db), outbox.next_try(db)
        times = (alarm + settle if alarm else None, retry)
        runs.write_wake(work.spool, min(filter(None, times), default=None))


def _try_step(step: Callable[[], None]) -> str:
    """Do a step that depends on servers; say what stopped it, which does not stop the others."""
    try:
        step()
    except KeeperError as error:
        return str(error)
    return ""
