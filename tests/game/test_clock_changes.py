"""Deadlines around clock changes: 24 zones, every change of two years, every rule."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import product
from zoneinfo import ZoneInfo

import pytest

from judge.game.terms.clock import Clock, Pace, Rhythm
from judge.game.terms.dates import read_dates, read_weekdays
from judge.kernel.days import Days

ZONES = (
    "Africa/Cairo",
    "Africa/Casablanca",
    "America/Havana",
    "America/Halifax",
    "America/Los_Angeles",
    "America/New_York",
    "America/Nuuk",
    "America/Santiago",
    "America/St_Johns",
    "Antarctica/Troll",
    "Asia/Beirut",
    "Asia/Gaza",
    "Asia/Jerusalem",
    "Asia/Kathmandu",
    "Atlantic/Azores",
    "Australia/Adelaide",
    "Australia/Lord_Howe",
    "Australia/Sydney",
    "Europe/Berlin",
    "Europe/Dublin",
    "Europe/London",
    "Pacific/Auckland",
    "Pacific/Chatham",
    "UTC",
)
"""Changes of an hour, of half an hour, of two, at midnight, with winter as the odd season; none."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
START, END = datetime(2026, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC)


@cache
def changes(name: str) -> list[datetime]:
    """The moments in UTC at which a zone changes its clocks; noon of a day where it never does."""
    zone = ZoneInfo(name)
    found = []
    moment = START
    while moment < END:
        later = moment + HOUR
        if moment.astimezone(zone).utcoffset() != later.astimezone(zone).utcoffset():
            found.append(later)
        moment = later
    return found or [datetime(2026, 3, 29, 12, tzinfo=UTC)]


def shown_at(day: date, hour: time, zone: ZoneInfo) -> list[datetime]:
    """Every moment at which a wall clock of the zone shows this time of this day."""
    middle = datetime.combine(day, hour, UTC)
    moments = (middle + timedelta(minutes=15 * step) for step in range(-16 * 4, 16 * 4 + 1))
    wanted = datetime.combine(day, hour)
    return [one for one in moments if one.astimezone(zone).replace(tzinfo=None) == wanted]


def hours_around(change: datetime, zone: ZoneInfo) -> Iterator[time]:
    """Local hours every quarter of an hour around a change, on both sides' clocks."""
    for side in (change - HOUR, change + HOUR):
        for step in range(-10, 11):
            yield (side + timedelta(minutes=15 * step)).astimezone(zone).time().replace(fold=0)


@pytest.mark.parametrize("name", ZONES)
def test_a_deadline_is_at_the_hour_that_wall_clocks_show(name: str) -> None:
    """It is the first moment that shows the hour; a skipped hour comes as late as it would have."""
    zone = ZoneInfo(name)
    for change in changes(name):
        for hour, days in product(sorted(set(hours_around(change, zone))), (1, 2, 7)):
            clock = Clock(name, (("movement", Rhythm(Pace(days=days), hour)),))
            opened = change - days * DAY
            due = clock.deadline(opened, "movement")
            day = opened.astimezone(zone).date() + days * DAY
            moments = shown_at(day, hour, zone)
            if moments:
                assert due == moments[0]
            else:
                gap = (change + HOUR).astimezone(zone).utcoffset() - (  # type: ignore[operator]
                    change - HOUR
                ).astimezone(zone).utcoffset()
                shown = due.astimezone(zone).replace(tzinfo=None)
                assert shown == datetime.combine(day, hour) + gap


@pytest.mark.parametrize("name", ZONES)
@pytest.mark.parametrize("minutes", [30, 24 * 60, 36 * 60, 72 * 60])
def test_hours_are_hours_whatever_clocks_do(name: str, minutes: int) -> None:
    clock = Clock(name, (("movement", Rhythm(Pace(minutes=minutes), time(18))),))
    for change in changes(name):
        for step in range(-6, 7):
            opened = change - timedelta(minutes=minutes) + timedelta(minutes=20 * step)
            assert clock.deadline(opened, "movement") == opened + timedelta(minutes=minutes)


@pytest.mark.parametrize("name", ZONES)
def test_no_deadline_falls_on_a_day_to_skip(name: str) -> None:
    zone = ZoneInfo(name)
    away = (Days.of(date(2026, 11, 3), date(2026, 11, 5)),)
    rules = {"weekdays": read_weekdays("Sat, Sun"), "dates": read_dates("24 Dec - 2 Jan, 25 Oct")}
    for change, pace in product(changes(name), (Pace(days=1), Pace(days=3), Pace(minutes=2160))):
        rhythm = Rhythm(pace, time(2, 30), **rules)  # type: ignore[arg-type]
        clock = Clock(name, (("movement", rhythm),))
        for step in range(9):
            opened = change - 4 * DAY + step * DAY
            due = clock.deadline(opened, "movement", away)
            day = due.astimezone(zone).date()
            assert not rhythm.is_closed(day, away)
            assert opened < due
            free = clock.deadline(opened, "movement").astimezone(zone).date()
            days_between = ((free + number * DAY) for number in range((day - free).days))
            assert all(rhythm.is_closed(between, away) for between in days_between)


@pytest.mark.parametrize("name", ZONES)
def test_a_resumed_game_has_its_next_deadline_at_its_hour(name: str) -> None:
    """Never before the moment asked for, and no whole day after it."""
    zone = ZoneInfo(name)
    for change in changes(name):
        for hour in sorted(set(hours_around(change, zone))):
            clock = Clock(name, (("movement", Rhythm(Pace(days=2), hour)),))
            for step in range(-30, 31, 5):
                moment = change + step * HOUR
                due = clock.after(moment, "movement")
                assert moment <= due <= moment + DAY + 3 * HOUR
                local = due.astimezone(zone)
                assert local.time() == hour or not shown_at(local.date(), hour, zone)
