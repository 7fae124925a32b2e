"""The inboxes of a judge whose database several hosts use, and up to when each of them was read.

Who reads another inbox may not have got to a mail that came in time: so no phase closes before all
inboxes were read past its deadline. Where all hosts read one IMAP mailbox, that is one inbox. One
that nobody reads any more holds the deadlines up, and after a while moves those that come, until
its host is back or the keeper retires it.
"""

import socket
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.home.spool import Spool
from judge.store import marks

SILENCE = timedelta(minutes=5)
"""Cron calls every minute: after so long something is wrong with a host."""
SURE = timedelta(minutes=1)
"""So long that has to last: where all hosts begin anew, each inbox is read in a moment."""
PATIENCE = timedelta(minutes=15)
"""So long a deadline waits for an inbox; then it is moved."""


def name(spool: Spool) -> str:
    """What the inbox of a spool is called; "" where there is one machine, and so one inbox."""
    if not spool.is_shared:
        return ""
    settings = spool.config.inbox
    if settings.kind == "imap":
        return f"imap:{settings.user}@{settings.host}/{settings.folder}"
    return f"maildir:{socket.gethostname()}:{spool.inbox.absolute()}"


def find_last_read(db: Connection, spool: Spool) -> datetime | None:
    """When the inbox of a spool was last found empty; None if it never was."""
    return marks.get(db, _name_mark(name(spool)))


def note(db: Connection, spool: Spool, now: datetime) -> None:
    """The inbox of a spool was read to its end in a pass that began at ``now``."""
    marks.put(db, _name_mark(name(spool)), now)


def find_all(db: Connection) -> dict[str, datetime]:
    """When each of several inboxes was last read to its end, by their names."""
    time_of_mark = marks.find_beginning(db, f"{marks.DRAINED} ")
    return {
        key.partition(" ")[2]: datetime.fromisoformat(value)
        for key, value in sorted(time_of_mark.items())
    }


def find_behind(db: Connection, now: datetime, silence: timedelta = SILENCE) -> dict[str, datetime]:
    """Those of them that nobody has read for some time."""
    return {one: moment for one, moment in find_all(db).items() if moment < now - silence}


def find_silent(db: Connection, now: datetime) -> dict[str, datetime]:
    """The same, if it was so a while ago as well; whoever looks after inboxes asks."""
    silent_inboxes, noticed = find_behind(db, now), marks.get(db, marks.SILENT)
    if not silent_inboxes:
        marks.forget(db, marks.SILENT)
        return {}
    if noticed is None:
        marks.put(db, marks.SILENT, now)
        return {}
    return silent_inboxes if now - noticed >= SURE else {}


def retire(db: Connection, reader: str) -> None:
    """Wait for an inbox no more; when it is read again, it counts again."""
    marks.forget(db, _name_mark(reader))


def _name_mark(reader: str) -> str:
    return f"{marks.DRAINED} {reader}" if reader else marks.DRAINED
