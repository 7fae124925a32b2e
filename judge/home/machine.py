"""What this machine knows of time besides its clock: how long it runs, and what NTP told it."""

import ctypes
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

UNSYNCHRONISED = 5
"""adjtimex(2) returns TIME_ERROR where nothing sets the kernel's clock from outside."""


@dataclass(frozen=True, slots=True)
class Machine:
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


def look() -> Machine:
    """Ask the system (Linux); an empty answer elsewhere."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        uptime = float(Path("/proc/uptime").read_text().split()[0])
    except (OSError, ValueError):
        return Machine()
    return Machine(boot, uptime, _ask_kernel_time())


def _ask_kernel_time() -> datetime | None:
    """The kernel's time if NTP keeps it; it comes past whatever the C library pretends."""
    kernel_clock = _Timex()
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.byref(kernel_clock))
    except (AttributeError, OSError):
        return None
    if not 0 <= state < UNSYNCHRONISED:
        return None
    return datetime.fromtimestamp(kernel_clock.seconds, UTC)
