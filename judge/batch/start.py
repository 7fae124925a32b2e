"""The beginning of a pass: whether it may be done, its time, and whether that is believed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlalchemy import Engine

from judge.batch.work import Pass, Report
from judge.health import fence
from judge.health import nightly as health
from judge.home import archives, hosts, readers, wake, witness
from judge.home.house import House, find_identity
from judge.home.machine import Machine, look
from judge.home.spool import Spool
from judge.store import lineage


def begin_pass(engine: Engine, spool: Spool, report: Report, now: datetime | None) -> Pass:
    """The pass before it begins. Raises KeeperError where the keeper has yet to allow it."""
    house = _house(spool, now)
    machine = Machine() if house.pretended else look()
    with engine.begin() as db:
        fence.note_loss(db, spool)
    with engine.begin() as db:
        fence.refuse(db, spool)
        fence.remember_place(db, spool)
        lineage.keep_seen(db, spool.head)
        if spool.is_shared and not house.pretended:
            hosts.refuse_clock(db)
        before = witness.find_last_anchor(db, pretended=house.pretended)
        night = health.is_due(db, house.now)
        doubt = witness.explain_doubt(before, house.now, machine)
        last_silence = None if witness.is_doubted(db) else wake.find_last_silence(spool)
        leap = "" if doubt else witness.explain_leap(before, last_silence, house.now, machine)
        if doubt or leap:
            witness.begin_doubt(db, house.now)
    house = replace(house, believed=not (doubt or leap))
    return Pass(engine, spool, house, report, machine, doubt, leap, night)


def begin_behind(engine: Engine, spool: Spool, now: datetime | None) -> Pass:
    """What is done before the keeper lifts the fence: of the clock nothing is asked."""
    return Pass(engine, spool, _house(spool, now), Report(), Machine(), doubt="")


def _house(spool: Spool, now: datetime | None) -> House:
    """The pass's time: mails are only on their way where the clock is the real one."""
    ours = find_identity(spool)
    moment = now or datetime.now(UTC)
    settle = timedelta() if now else timedelta(seconds=spool.config.settle)
    return House(
        spool.config,
        ours,
        moment,
        moment - settle,
        archive=archives.of(spool),
        pretended=now is not None,
        reader=readers.name(spool),
    )
