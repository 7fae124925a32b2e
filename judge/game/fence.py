"""The fence: a judge restored from a backup does nothing until the keeper lets it."""

from datetime import datetime

from sqlalchemy import Connection

from judge.game.clocks import witness
from judge.game.store import log, marks
from judge.kernel.errors import KeeperError

FENCED = "fenced"
"""When the backup was made that this judge was restored from."""


def raise_around(db: Connection, now: datetime, made: datetime) -> None:
    """Fence a judge that was restored at ``now`` from a backup that was made at ``made``."""
    marks.put(db, FENCED, made)
    log.append(db, now, log.KEEPER, "keeper.restored", made=made.isoformat())


def refuse(db: Connection) -> None:
    """Raise KeeperError, one sentence, if there is a fence."""
    made = marks.get(db, FENCED)
    if made is not None:
        raise KeeperError(
            f"This judge was restored from a backup of {made:%Y-%m-%d %H:%M} UTC: it takes no "
            f"mail, adjudicates nothing and sends nothing until 'judge resume' says that no other "
            f"judge plays its games."
        )


def lift(db: Connection, now: datetime) -> None:
    """Take the fence away, and believe the clock: the keeper has looked at both."""
    marks.forget(db, FENCED)
    witness.forget(db)
    log.append(db, now, log.KEEPER, "keeper.resumed")
