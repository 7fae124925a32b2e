"""Whether the clock is believed, before anybody can be late by it."""

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
    now, pretended = work.house.now, work.house.pretended
    server = servers.clock(work.spool) if (ask or work.leap) and not pretended else None
    far = not is_loopback(work.spool.config.inbox.host)
    with work.engine.begin() as db:
        doubt = (
            work.doubt
            or witness.doubt_by_stamp(db, now, pretended=pretended)
            or witness.doubt_by_server(server, now)
        )
        if not doubt and work.leap and not witness.is_vouched_for(db, now, server if far else None):
            doubt = work.leap
        if not doubt:
            witness.remember(db, now, work.machine, pretended=pretended)
    if doubt:
        awaits = servers.witnesses(work.spool) if doubt == work.leap else ""
        act_on_each(
            work,
            [doubt],
            lambda db, why: clock_doubts.tell_keeper(db, work.house, why, awaits),
            raise_again,
        )
    work.report.restless = work.report.restless or bool(doubt or work.leap)
    return not doubt and not work.leap
