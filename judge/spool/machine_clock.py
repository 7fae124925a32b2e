"""Whether the clock can be believed: it is held against the machine and all that tells the time."""

import ctypes
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from judge.store import log, marks

UNSYNCHRONISED = 5
"""adjtimex(2) returns TIME_ERROR where nothing sets the kernel's clock from outside."""


class Machine(Struct, frozen=True):
    """``boot`` names the present boot, ``uptime`` is in seconds since it, sleep included.

    ``synchronised`` is the kernel's own time where NTP keeps it, else None. What the system
    does not tell is empty.
    """

    boot: str = ""
    uptime: float = 0.0
    synchronised: datetime | None = None


class _Timex(ctypes.Structure):
    """The beginning of struct timex, and room for its end."""

    _fields_ = (
        ("modes", ctypes.c_uint),
        ("offset", ctypes.c_long),
        ("freq", ctypes.c_long),
        ("maxerror", ctypes.c_long),
        ("esterror", ctypes.c_long),
        ("status", ctypes.c_int),
        ("constant", ctypes.c_long),
        ("precision", ctypes.c_long),
        ("tolerance", ctypes.c_long),
        ("seconds", ctypes.c_long),
        ("rest", ctypes.c_char * 200),
    )


def look_at_machine() -> Machine:
    """Ask the system (Linux); an empty answer elsewhere."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        uptime = float(Path("/proc/uptime").read_text().split()[0])
    except (OSError, ValueError):
        return Machine()
    # The kernel's time, if NTP keeps it, comes past whatever the C library pretends.
    kernel_clock = _Timex()
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.byref(kernel_clock))
    except (AttributeError, OSError):
        state = UNSYNCHRONISED
    is_kept = 0 <= state < UNSYNCHRONISED
    kept_time = datetime.fromtimestamp(kernel_clock.seconds, UTC) if is_kept else None
    return Machine(boot, uptime, kept_time)


TOLERANCE = timedelta(minutes=2)
LEAP = timedelta(days=1)
"""So much later than it was last seen, a machine that has just started is not believed at once."""
FRESH = timedelta(hours=1)
"""A mail stamped within so long says that a clock is right that may be wrong by days."""
VOUCHED = "clock-vouched"
"""Until when a fresh mail speaks for a clock that has leapt."""
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


def find_last_anchor(db: Connection, *, pretended: bool) -> Anchor | None:
    """The last time that was believed; None before the first pass."""
    text = marks.read(db, _name_mark(ANCHOR, pretended=pretended))
    return msgspec.json.decode(text, type=Anchor) if text else None


def explain_doubt(before: Anchor | None, now: datetime, machine: Machine) -> str:
    """Why the clock, which says ``now``, can't be right, as a sentence; "" if it may be.

    NTP's word ends the matter: after a reboot without a battery the clock has every right to jump.
    """
    if machine.synchronised is not None:
        sentence = f"NTP says that it is {_word_time(machine.synchronised)}"
        return "" if _is_near(machine.synchronised, now) else sentence
    if before is None:
        return ""
    if now < before.clock - TOLERANCE:
        return f"it ran backwards: the last run was at {_word_time(before.clock)}"
    if machine.boot and machine.boot == before.boot:
        real = before.clock + timedelta(seconds=machine.uptime - before.uptime)
        if not _is_near(real, now):
            return f"it jumped: by the machine's uptime it is {_word_time(real)}"
    return ""


def explain_leap(
    before: Anchor | None, last_call: datetime | None, now: datetime, machine: Machine
) -> str:
    """Why a clock that has leapt forward is not believed without a witness; "" if it has not.

    ``last_call`` is when the judge was called before its last silence, if that may be believed:
    passes that have nothing to do leave no anchor.
    """
    if before is None or machine.synchronised is not None:
        return ""
    if not machine.boot or machine.boot == before.boot:
        return ""
    last = max(before.clock, last_call) if last_call else before.clock
    if now - last < LEAP:
        return ""
    return (
        f"the machine has started anew since {_word_time(last)}, no time server has told it the "
        f"time since, and nothing else says whether it was off for so long or its clock is wrong"
    )


def hear_stamps(db: Connection, now: datetime, stamps: Iterable[datetime]) -> None:
    """Our own mail server has stamped mails while the clock was doubted: see if one is fresh."""
    if any(abs(now - stamp) <= FRESH for stamp in stamps):
        marks.put(db, VOUCHED, now)


def is_vouched_for(db: Connection, now: datetime, server: datetime | None) -> bool:
    """Whether a fresh mail, or the clock of a server elsewhere, says that a leap was none."""
    mail = marks.get(db, VOUCHED)
    return (mail is not None and mail == now) or (server is not None and _is_near(server, now))


def is_doubted(db: Connection) -> bool:
    """Whether an earlier pass did not believe the clock."""
    return marks.read(db, DOUBTED) is not None


def doubt_by_stamp(db: Connection, now: datetime, *, pretended: bool) -> str:
    """Why the clock can't be right after what mail servers have stamped on mails."""
    newest = marks.get(db, _name_mark(NEWEST, pretended=pretended))
    if newest is None or newest <= now + TOLERANCE:
        return ""
    return f"a mail was stamped at {_word_time(newest)} by our own mail server"


def doubt_by_server(server: datetime | None, now: datetime) -> str:
    """Why the clock can't be right after what the IMAP server's clock says, if it was asked."""
    if server is None or _is_near(server, now):
        return ""
    return f"the IMAP server says that it is {_word_time(server)}"


def remember(db: Connection, now: datetime, machine: Machine, *, pretended: bool) -> None:
    """The clock was believed in this pass: the next one is held against it."""
    anchor = Anchor(now) if pretended else Anchor(now, machine.boot, machine.uptime)
    marks.write(db, _name_mark(ANCHOR, pretended=pretended), msgspec.json.encode(anchor).decode())
    marks.forget(db, VOUCHED)
    if marks.read(db, DOUBTED) is not None:
        marks.forget(db, DOUBTED)
        log.append(db, now, log.JUDGE, "clock.believed")


def remember_stamps(db: Connection, *moments: datetime, pretended: bool) -> None:
    """Servers have stamped these times on mails: the newest one of all is remembered."""
    name = _name_mark(NEWEST, pretended=pretended)
    before, newest = marks.get(db, name), max(moments, default=None)
    if newest is not None and (before is None or newest > before):
        marks.put(db, name, newest)


def begin_doubt(db: Connection, now: datetime) -> None:
    """Remember since when the clock is doubted."""
    if marks.read(db, DOUBTED) is None:
        marks.put(db, DOUBTED, now)
        log.append(db, now, log.JUDGE, "clock.doubted")


def end_doubt(db: Connection) -> None:
    """The keeper says that the clock is right."""
    marks.forget(db, DOUBTED, VOUCHED, NEWEST, ANCHOR, NEWEST + PRETENDED, ANCHOR + PRETENDED)


def _name_mark(mark: str, *, pretended: bool) -> str:
    return mark + PRETENDED if pretended else mark


def _is_near(one: datetime, other: datetime) -> bool:
    return abs(one - other) <= TOLERANCE


def _word_time(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"
