"""Whether the clock is believed, before anybody can be late by it."""

from datetime import datetime

from sqlalchemy import Connection

from judge.batch.groups import act_on_each, raise_again
from judge.batch.work import Pass
from judge.health import clock as clock_doubts
from judge.home import witness
from judge.home.config import is_loopback
from judge.post import servers


def is_clock_believed(work: Pass, *, ask: bool) -> bool:
    """Whether the clock agrees with all witnesses; a mail server is only asked if ``ask``.

    The keeper is told when it begins to disagree. A leap that a witness has explained lets the
    next pass go on: it begins with the deadlines that an outage made unfair. Raises KeeperError
    if the server can't be asked.
    """
    pretended = work.house.pretended
    server = servers.ask_clock(work.spool) if (ask or work.leap) and not pretended else None
    with work.engine.begin() as db:
        doubt = _find_doubt(db, work, server)
        if not doubt:
            witness.remember(db, work.house.now, work.machine, pretended=pretended)
    if doubt:
        _tell_keeper(work, doubt)
    is_believed = not doubt and not work.leap
    work.report.restless = work.report.restless or not is_believed
    return is_believed


def _find_doubt(db: Connection, work: Pass, server: datetime | None) -> str:
    """Why the clock is not believed, "" if it is: by a stamp, a mail server, or its own leap."""
    now = work.house.now
    doubt = (
        work.doubt
        or witness.doubt_by_stamp(db, now, pretended=work.house.pretended)
        or witness.doubt_by_server(server, now)
    )
    if doubt or not work.leap:
        return doubt
    # A leap is explained by a witness elsewhere alone: a server here has the same clock.
    far = not is_loopback(work.spool.config.inbox.host)
    return "" if witness.is_vouched_for(db, now, server if far else None) else work.leap


def _tell_keeper(work: Pass, doubt: str) -> None:
    """Tell the keeper why everything waits, and for which witnesses if that is a leap."""
    awaits = servers.name_witnesses(work.spool) if doubt == work.leap else ""
    act_on_each(
        work,
        [doubt],
        lambda db, why: clock_doubts.tell_keeper(db, work.house, why, awaits),
        raise_again,
    )
