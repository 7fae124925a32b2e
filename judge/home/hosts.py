"""The hosts of a judge whose database several use: one time counts for all, the database's.

Deadlines come and mails are late by the clock of whichever host looks. One whose clock is wrong
does nothing before it is right; that the database's own is right, the witnesses of each host say.
"""

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection

from judge.kernel.errors import KeeperError
from judge.store import server

TOLERANCE = timedelta(seconds=5)
"""So far two clocks may be apart."""


def find_clock_trouble(db: Connection) -> str:
    """How this host's clock differs from the database's, as a clause; "" if it hardly does.

    However long the answer took: it was given between our question and now.
    """
    before = datetime.now(UTC)
    common = server.clock(db)
    ahead, behind = before - common, common - datetime.now(UTC)
    if max(ahead, behind) <= TOLERANCE:
        return ""
    way = "ahead of" if ahead > behind else "behind"
    return f"it is {max(ahead, behind).total_seconds():.0f} seconds {way} the database's"


def refuse_clock(db: Connection) -> None:
    """Raise KeeperError where this host's clock is not the database's."""
    if trouble := find_clock_trouble(db):
        raise KeeperError(
            f"This host's clock can't be right: {trouble}. It takes no mail and closes no phase "
            f"before NTP has set both."
        )
