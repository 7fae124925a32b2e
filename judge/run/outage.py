"""The machine was down over a deadline: mails get the time that they need to come in after all.

Where only the judge was down nobody is late by that, since the mail server's stamp decides. But
where the mail server lives on the judge's machine, mails wait at the servers of their senders,
which try again the more seldom the longer they wait.
"""

from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy import Connection

from judge.game.clocks import deadlines
from judge.game.clocks.deadlines import Due
from judge.kernel import limits
from judge.kernel.notice import Notice
from judge.spool import runs
from judge.spool.house import House
from judge.spool.machine_clock import Machine
from judge.spool.spool import Spool
from judge.store import games, log, sheets
from judge.store.record import RUNNING


class Outage(Struct, frozen=True):
    """A machine of the judge's was down after ``since`` and came up at ``until``."""

    since: datetime
    until: datetime
    what: str = "the judge's machine"

    @property
    def over(self) -> datetime:
        """When the last mails that waited elsewhere should be here, to the minute."""
        end = self.until + min(
            max(self.until - self.since, limits.OUTAGE_LEAST), limits.OUTAGE_MOST
        )
        return end.replace(second=0, microsecond=0) + timedelta(minutes=1)


def find(spool: Spool, machine: Machine, now: datetime) -> Outage | None:
    """The outage whose mails are still coming in, if there is one and it was our mail server's."""
    since = runs.find_last_silence(spool)
    boot_time = now - timedelta(seconds=machine.uptime)
    if spool.config.inbox.kind != "maildir" or not machine.boot or since is None:
        return None
    outage = Outage(since, boot_time)
    return outage if since < boot_time and now < outage.over else None


def of_inbox(last_read: datetime, now: datetime) -> Outage:
    """The outage of the host whose inbox was last read to its end at ``last_read``."""
    return Outage(last_read, now, "one of the judge's machines")


def games_hit(db: Connection, outage: Outage) -> list[int]:
    """The ids of the games that wait for orders and whose deadline the outage made unfair."""
    return [
        game.id
        for game in games.find_all(db)
        if game.status == RUNNING
        and not game.held
        and game.deadline is not None
        and outage.since < game.deadline < outage.over
        and not sheets.are_all_complete(db, game.id, game.number)
    ]


def games_waiting(db: Connection, outage: Outage, cutoff: datetime) -> list[int]:
    """The ids of the games whose deadline came in an outage that is not over, and up to a time.

    Whose orders are all in waits as well: a mail that changes them may lie in the inbox.
    """
    due_games = (games.get(db, number) for number in games.find_due(db, cutoff))
    return [
        game.id
        for game in due_games
        if game.status == RUNNING
        and not game.held
        and game.deadline is not None
        and outage.since < game.deadline <= cutoff
    ]


def recover_game(db: Connection, house: House, outage: Outage, number: int) -> list[Notice]:
    """Move a game's deadline behind the outage and tell everybody in it."""
    down = f"{outage.since:%a %d %b %H:%M} to {outage.until:%a %d %b %H:%M} UTC"
    reason = f"{outage.what} was down from {down} and took no mail"
    return deadlines.move(db, house, games.get(db, number), Due(outage.over, reason), log.JUDGE)
