"""Deadlines: from when a phase opened to when its orders are due, in the game's zone."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from judge.kernel.errors import InputError

PACE = re.compile(r"([0-9]{1,3}) ?(d|day|days|h|hour|hours|m|min|minute|minutes)")
HOUR = re.compile(r"([0-9]{1,2})(?::([0-9]{2}))?")


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a kind of phase lasts: whole days up to the game's hour, or a time elapsed."""

    days: int = 0
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class Clock:
    """A game's clock: its zone, the local hour of its deadlines, a pace for each phase kind."""

    zone: str
    hour: time
    paces: tuple[tuple[str, Pace], ...]
    grace: timedelta = timedelta()
    early: bool = True

    def pace(self, kind: str) -> Pace:
        """The pace of phase ``kind``; a kind without its own has the first one's (movement)."""
        return dict(self.paces).get(kind, self.paces[0][1])

    def deadline(self, opened: datetime, kind: str) -> datetime:
        """When a phase of ``kind`` that opened at ``opened`` is due, in UTC."""
        pace = self.pace(kind)
        if pace.minutes:
            return _whole_minute(opened + timedelta(minutes=pace.minutes))
        zone = ZoneInfo(self.zone)
        day = opened.astimezone(zone).date() + timedelta(days=pace.days)
        return local(datetime.combine(day, self.hour), zone)


def local(moment: datetime, zone: ZoneInfo) -> datetime:
    """The UTC time of a naive local time, as RFC 5545 (section 3.3.5) reads it.

    A time that a clock change skips is read with the offset before the change (02:30 becomes
    03:30), one that occurs twice is the first of the two.
    """
    return moment.replace(tzinfo=zone, fold=0).astimezone(UTC)


def _whole_minute(moment: datetime) -> datetime:
    """The next full minute: nobody is told a deadline of 17:31:07."""
    floor = moment.replace(second=0, microsecond=0)
    return floor if floor == moment else floor + timedelta(minutes=1)


def read_pace(text: str) -> Pace:
    """Read "3d", "36h" or "30 min". Raises InputError with examples."""
    match = PACE.fullmatch(text.strip().lower())
    if not match or int(match[1]) == 0:
        raise InputError(f"'{text}' is no length of time: write 3d, 36h or 30m.")
    number, unit = int(match[1]), match[2][0]
    if unit == "d":
        return Pace(days=number)
    return Pace(minutes=number * (60 if unit == "h" else 1))


def read_hour(text: str) -> time:
    """Read "18:00" or "18". Raises InputError."""
    match = HOUR.fullmatch(text.strip())
    if not match or int(match[1]) > 23 or int(match[2] or 0) > 59:
        raise InputError(f"'{text}' is no hour of the day: write 18:00.")
    return time(int(match[1]), int(match[2] or 0))
