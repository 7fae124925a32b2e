"""Moments as people write them: "7 Nov 18:00", "Friday 18:00", "18:00", "+12h"."""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from judge.game.terms import clock
from judge.kernel import days
from judge.kernel.errors import InputError

_HOUR = re.compile(
    r"\s*(?:\bat\s+|,\s*|T|\b)([0-9]{1,2}:[0-9]{2}|(?<=at )[0-9]{1,2})\s*$", re.IGNORECASE
)
_ZONE = re.compile(r"\s+(UTC|GMT|[A-Z][A-Za-z_]+/[A-Za-z_/]+)$")
_AHEAD = 330
"""Days ahead that a date without a year may lie: one of last week has passed."""


def read(text: str, now: datetime, zone: str, start: datetime | None = None) -> datetime:
    """The moment that ``text`` means in ``zone``, or in the zone that it names, in UTC.

    A day without an hour is its 18:00; an hour without a day is the next such hour; "+12h" counts
    from ``start``. A date without a year is the next one. Raises InputError.
    """
    words = " ".join(text.split())
    if words.startswith("+"):
        return (start or now) + clock.read_pace(words[1:].strip()).length
    zone_match = _ZONE.search(words)
    if zone_match:
        words, zone = words[: zone_match.start()], zone_match[1].replace("GMT", "UTC")
    local = _zone(zone)
    hour_match = _HOUR.search(words)
    hour = clock.read_hour(hour_match[1] or hour_match[2]) if hour_match else time(18)
    day = words[: hour_match.start()].strip(" ,") if hour_match else words
    return _moment_on(day, hour, now, local)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        raise InputError(f"'{name}' is no time zone: write it like Europe/Berlin.") from None


def _moment_on(day: str, hour: time, now: datetime, zone: ZoneInfo) -> datetime:
    today = now.astimezone(zone).date()
    if not day:
        moment = clock.local_to_utc(datetime.combine(today, hour), zone)
        tomorrow = datetime.combine(today + timedelta(days=1), hour)
        return moment if moment > now else clock.local_to_utc(tomorrow, zone)
    for candidate in _days(day, today):
        moment = clock.local_to_utc(datetime.combine(candidate, hour), zone)
        if moment > now:
            return moment
    raise InputError(f"'{day}' has passed.")


def _days(text: str, today: date) -> list[date]:
    """The days that ``text`` may mean, the nearest first. Raises InputError."""
    word = text.lower().rstrip(".,")
    if word in ("today", "tomorrow"):
        return [today + timedelta(days=int(word == "tomorrow"))]
    coming = [today + timedelta(days=number) for number in range(_AHEAD)]
    first = word.split(maxsplit=1)
    if _weekday(first[0]) is not None:
        if len(first) == 1:
            return [day for day in coming[:8] if day.weekday() == _weekday(first[0])]
        text = text.split(maxsplit=1)[1]
    (stretch, *more) = days.read_dates(text) or (None,)
    if stretch is None or more or stretch.first != stretch.last:
        raise InputError(f"'{text}' is no moment: write 7 Nov 18:00, Friday 18:00 or +12h.")
    if stretch.first.year:
        return [date(stretch.first.year, stretch.first.month, stretch.first.day)]
    return [day for day in coming if day in stretch]


def _weekday(word: str) -> int | None:
    for number, name in enumerate(days.WEEKDAYS):
        if len(word) >= 2 and name.startswith(word.rstrip(",")):
            return number
    return None


def moment_text(moment: datetime, zone: str) -> str:
    """A moment in words: "2026-11-07 18:00 Europe/Berlin (17:00 UTC)"."""
    local = f"{moment.astimezone(_zone(zone)):%a %d %b %Y %H:%M} {zone}"
    return local if zone == "UTC" else f"{local} ({moment.astimezone(UTC):%H:%M} UTC)"
