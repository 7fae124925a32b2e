"""Whether the clock can be believed: it is held against whatever else knows the time.

A clock that is wrong must make nobody late, so the judge takes mail while it doubts its clock
but adjudicates nothing. Witnesses are NTP, the machine's uptime, the last pass, the newest stamp
of our own mail server, and an IMAP server's clock. Where there is none, the clock is believed.
"""

from datetime import datetime, timedelta

import msgspec
from sqlalchemy import Connection

from judge.game.clocks.machine import Machine
from judge.game.house import House
from judge.game.post import posting
from judge.game.store import log, marks
from judge.kernel.engine import Event
from judge.kernel.notice import Notice

TOLERANCE = timedelta(minutes=2)
NEWEST = "newest-stamp"
"""The newest time at which a server of ours took a mail: it can't be later than now."""
DOUBTED = "clock-doubted"
"""Since when the clock is not believed."""
ANCHOR = "clock-anchor"
"""The last pass whose clock was believed."""
PRETENDED = ".pretended"
"""Behind the names of marks: pretended times are held against pretended ones only."""


class Anchor(msgspec.Struct, frozen=True):
    """A time that was believed, with the machine's boot and uptime at that moment."""

    clock: datetime
    boot: str = ""
    uptime: float = 0.0


def known(db: Connection, *, pretended: bool) -> Anchor | None:
    """The last time that was believed; None before the first pass."""
    text = marks.read(db, _name(ANCHOR, pretended=pretended))
    return msgspec.json.decode(text, type=Anchor) if text else None


def doubt(before: Anchor | None, now: datetime, machine: Machine) -> str:
    """Why the clock, which says ``now``, can't be right, as a sentence; "" if it may be.

    NTP's word ends the matter: after a reboot without a battery the clock has every right to jump.
    """
    if machine.synchronised is not None:
        told = f"NTP says that it is {_shown(machine.synchronised)}"
        return "" if _near(machine.synchronised, now) else told
    if before is None:
        return ""
    if now < before.clock - TOLERANCE:
        return f"it ran backwards: the last run was at {_shown(before.clock)}"
    if machine.boot and machine.boot == before.boot:
        real = before.clock + timedelta(seconds=machine.uptime - before.uptime)
        if not _near(real, now):
            return f"it jumped: by the machine's uptime it is {_shown(real)}"
    return ""


def doubt_by_stamp(db: Connection, now: datetime, *, pretended: bool) -> str:
    """Why the clock can't be right after what mail servers have stamped on mails."""
    newest = marks.get(db, _name(NEWEST, pretended=pretended))
    if newest is None or newest <= now + TOLERANCE:
        return ""
    return f"a mail was stamped at {_shown(newest)} by our own mail server"


def doubt_by(server: datetime | None, now: datetime) -> str:
    """Why the clock can't be right after what the IMAP server's clock says, if it was asked."""
    if server is None or _near(server, now):
        return ""
    return f"the IMAP server says that it is {_shown(server)}"


def remember(db: Connection, now: datetime, machine: Machine, *, pretended: bool) -> None:
    """The clock was believed in this pass: the next one is held against it."""
    anchor = Anchor(now) if pretended else Anchor(now, machine.boot, machine.uptime)
    marks.write(db, _name(ANCHOR, pretended=pretended), msgspec.json.encode(anchor).decode())
    if marks.read(db, DOUBTED) is not None:
        marks.forget(db, DOUBTED)
        log.append(db, now, log.JUDGE, "clock.believed")


def stamped(db: Connection, *moments: datetime, pretended: bool) -> None:
    """Servers have stamped these times on mails: the newest one of all is remembered."""
    name = _name(NEWEST, pretended=pretended)
    known, newest = marks.get(db, name), max(moments, default=None)
    if newest is not None and (known is None or newest > known):
        marks.put(db, name, newest)


def tell(db: Connection, house: House, why: str) -> list[Notice]:
    """Tell the keeper that the clock is not believed, once for each time that this begins."""
    if marks.read(db, DOUBTED) is None:
        marks.put(db, DOUBTED, house.now)
        log.append(db, house.now, log.JUDGE, "clock.doubted")
    since = marks.read(db, DOUBTED)
    event = Event("clock", {"now": house.now.isoformat(), "why": why})
    return [posting.to_keeper(house, f"clock.{since}", "the judge doubts its clock", event)]


def forget(db: Connection) -> None:
    """The keeper says that the clock is right."""
    marks.forget(db, DOUBTED, NEWEST, ANCHOR, NEWEST + PRETENDED, ANCHOR + PRETENDED)


def _name(mark: str, *, pretended: bool) -> str:
    return mark + PRETENDED if pretended else mark


def _near(one: datetime, other: datetime) -> bool:
    return abs(one - other) <= TOLERANCE


def _shown(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"
