"""What was done told to syslog(3), and so to journald, which listens there: an event a line.

The lines hold ids alone: no orders, no press, no addresses.
"""

import syslog
from collections.abc import Sequence

from sqlalchemy import Connection

from judge.store import log, marks

TOLD = "syslog-told"
"""The number of the last event that was told."""
SYSLOG = "syslog"


def tell(db: Connection, lines: Sequence[str]) -> None:
    """Tell what was done since the last time, and ``lines``, which the keeper should read.

    What was done before judge.toml asked for it is past.
    """
    last_told = marks.read(db, TOLD)
    last, _ = log.last(db)
    new_links = log.find(db, int(last_told)) if last_told is not None else []
    syslog.openlog("judge", syslog.LOG_PID, syslog.LOG_MAIL)
    for link in new_links:
        syslog.syslog(syslog.LOG_INFO, log.as_line(link))
    for line in lines:
        syslog.syslog(syslog.LOG_WARNING, line)
    syslog.closelog()
    if last_told != str(last):
        marks.write(db, TOLD, str(last))
