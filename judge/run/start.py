"""The beginning of a pass, or of a keeper's question or deed: whether it may be, and its time."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import Connection, Engine

from judge import __version__
from judge.kernel.notice import Notice
from judge.post import posting, servers
from judge.run import fence, groups
from judge.run import nightly as health
from judge.run.work import Pass, Report
from judge.spool import archives, hosts, machine_clock, runs, spool
from judge.spool.config import is_loopback
from judge.spool.house import House, find_identity
from judge.spool.machine_clock import Machine, look_at_machine
from judge.spool.spool import Spool
from judge.store import lineage, marks, server
from judge.store.database import open_alone, open_database, open_to_read, passing
from judge.store.glance import VERSION


def is_clock_believed(work: Pass, *, ask: bool) -> bool:
    """Whether the clock agrees with all witnesses; a mail server is only asked if ``ask``.

    The keeper is told when it begins to disagree. A leap that a witness has explained lets the
    next pass go on: it begins with the deadlines that an outage made unfair. Raises KeeperError
    if the server can't be asked.
    """
    pretended = work.house.pretended
    now, server = work.house.now, None
    if (ask or work.leap) and not pretended:
        server = servers.ask_clock(work.spool)
    with work.engine.begin() as db:
        doubt = (
            work.doubt
            or machine_clock.doubt_by_stamp(db, now, pretended=pretended)
            or machine_clock.doubt_by_server(server, now)
        )
        if not doubt and work.leap:
            # It is explained by a witness elsewhere alone: a server here has the same clock.
            is_far = not is_loopback(work.spool.config.inbox.host)
            if not machine_clock.is_vouched_for(db, now, server if is_far else None):
                doubt = work.leap
        if not doubt:
            machine_clock.remember(db, now, work.machine, pretended=pretended)

    def tell(db: Connection, doubt: str) -> list[Notice]:
        """Why everything waits, once each time that begins, and for which witnesses of a leap."""
        machine_clock.begin_doubt(db, now)
        since = marks.read(db, machine_clock.DOUBTED)
        awaits = servers.name_witnesses(work.spool) if doubt == work.leap else ""
        data = {"now": now.isoformat(), "why": doubt, "awaits": awaits}
        title = "the judge doubts its clock"
        return [posting.make_keeper_notice(work.house, f"clock.{since}", title, "clock", data)]

    if doubt:
        groups.act_on_each(work, [doubt], tell)
    is_believed = not doubt and not work.leap
    work.report.restless = work.report.restless or not is_believed
    return is_believed


def begin_pass(engine: Engine, spool: Spool, report: Report, now: datetime | None) -> Pass:
    """The pass before it begins. Raises KeeperError where the keeper has yet to allow it."""
    house = _house(spool, now)
    machine = Machine() if house.pretended else look_at_machine()
    with engine.begin() as db:
        fence.note_loss(db, spool)
    with engine.begin() as db:
        fence.refuse(db, spool)
        fence.remember_place(db, spool)
        marks.note_program(db, f"{__version__} {VERSION}")
        lineage.keep_seen(db, spool.head)
        if spool.is_shared and not house.pretended:
            hosts.refuse_clock(db)
        before = machine_clock.find_last_anchor(db, pretended=house.pretended)
        night = health.is_due(db, house.now)
        doubt = machine_clock.explain_doubt(before, house.now, machine)
        last_silence = None if machine_clock.is_doubted(db) else runs.find_last_silence(spool)
        leap = "" if doubt else machine_clock.explain_leap(before, last_silence, house.now, machine)
        if doubt or leap:
            machine_clock.begin_doubt(db, house.now)
    house = replace(house, believed=not (doubt or leap))
    return Pass(engine, spool, house, report, machine, doubt, leap, night)


def begin_behind(engine: Engine, spool: Spool, now: datetime | None) -> Pass:
    """What is done before the keeper lifts the fence: of the clock nothing is asked."""
    return Pass(engine, spool, _house(spool, now), Report(), Machine(), doubt="")


def _house(spool: Spool, now: datetime | None) -> House:
    """The pass's time: mails are only on their way where the clock is the real one."""
    ours, archive, reader = find_identity(spool), archives.of(spool), hosts.reader_name(spool)
    if now:
        return House(spool.config, ours, now, now, archive, pretended=True, reader=reader)
    moment = datetime.now(UTC)
    cutoff = moment - timedelta(seconds=spool.config.settle)
    return House(spool.config, ours, moment, cutoff, archive, reader=reader)


@contextmanager
def reading(home: Path) -> Iterator[tuple[Connection, Spool]]:
    """The spool at ``home`` and its database, for a question. Raises KeeperError.

    It sees one moment, however long it takes, and no pass waits for it.
    """
    this_spool = spool.open_spool(home)
    with passing(open_to_read(this_spool.database)) as db:
        yield db, this_spool


@contextmanager
def changing(home: Path) -> Iterator[tuple[Connection, Spool]]:
    """The same to change something, all or nothing. Raises KeeperError."""
    this_spool = spool.open_spool(home)
    with passing(open_database(this_spool.database)) as db:
        yield db, this_spool


PATIENCE = 120.0
"""Seconds in which a pass under way should end."""


@contextmanager
def alone(home: Path) -> Iterator[tuple[Engine, Spool]]:
    """The spool at ``home`` and its database between two passes. Raises KeeperError."""
    this_spool = spool.open_spool(home)
    with spool.wait_for_lock(home, PATIENCE):
        runs.clear_wake(this_spool)
        engine = open_alone(this_spool.database, PATIENCE, server.BESIDE, head=this_spool.head)
        try:
            yield engine, this_spool
        finally:
            engine.dispose()


@contextmanager
def doing(
    home: Path, now: datetime | None = None
) -> Iterator[tuple[Connection, House, list[Notice]]]:
    """Do something on the spool at ``home``, all or nothing, between two passes.

    The mails that are put into the list leave with the next pass. Raises KeeperError, also where
    no pass may be done.
    """
    with alone(home) as (engine, this_spool):
        work = begin_pass(engine, this_spool, Report(), now)
        with engine.begin() as db:
            mails: list[Notice] = []
            yield db, work.house, mails
            groups.tell(work, db, mails)
