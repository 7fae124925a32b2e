"""What the keeper does by a command, as a pass would: in one commit with the mails it causes."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from judge.kernel.notice import Notice
from judge.run.groups import act_on_each, raise_again
from judge.run.start import begin_pass
from judge.run.work import Report
from judge.spool import runs, spool
from judge.spool.house import House
from judge.store import server
from judge.store.database import open_alone

PATIENCE = 120.0
"""Seconds in which a pass under way should end."""

Deed = Callable[[Connection, House], Sequence[Notice]]
"""Does something; the mails that it causes leave with the next pass."""


def do(home: Path, deed: Deed, now: datetime | None = None) -> None:
    """Do it on the spool at ``home``. Raises KeeperError, also where no pass may be done."""
    this_spool = spool.open_spool(home)
    with spool.wait_for_lock(home, PATIENCE):
        runs.clear_wake(this_spool)
        engine = open_alone(this_spool.database, PATIENCE, server.BESIDE, head=this_spool.head)
        try:
            work = begin_pass(engine, this_spool, Report(), now)
            act_on_each(work, [deed], lambda db, one: one(db, work.house), raise_again)
        finally:
            engine.dispose()
