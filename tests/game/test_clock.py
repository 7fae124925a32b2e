"""Deadlines: whole days end at the game's hour in its zone, hours are hours."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.terms.clock import Clock, Pace, Rhythm, read_hour, read_pace
from judge.game.terms.dates import read_dates, read_weekdays
from judge.kernel.errors import InputError


def clock(
    zone: str, hour: str = "18:00", pace: str = "2d", skip: str = "", dates: str = ""
) -> Clock:
    """A clock whose phases are all alike."""
    rhythm = Rhythm(read_pace(pace), read_hour(hour), read_weekdays(skip), read_dates(dates))
    return Clock(zone, (("movement", rhythm),))


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "hour", "pace", "opened", "due"),
    [
        # winter and summer time
        ("Europe/Berlin", "18:00", "2d", "2026-01-10T17:00:30", "2026-01-12T17:00:00"),
        ("Europe/Berlin", "18:00", "2d", "2026-07-10T16:00:30", "2026-07-12T16:00:00"),
        # "the day after tomorrow" is meant where the players live
        ("America/New_York", "18:00", "1d", "2026-01-11T03:00:00", "2026-01-11T23:00:00"),
        ("Pacific/Auckland", "18:00", "1d", "2026-01-10T20:00:00", "2026-01-12T05:00:00"),
        # a day over a clock change has 25 or 23 hours
        ("Europe/Berlin", "18:00", "1d", "2026-10-24T16:00:00", "2026-10-25T17:00:00"),
        ("Europe/Berlin", "18:00", "1d", "2026-03-28T17:00:00", "2026-03-29T16:00:00"),
        # 02:30 is skipped in March: 03:30 is meant; in October the first of the two
        ("Europe/Berlin", "02:30", "1d", "2026-03-28T12:00:00", "2026-03-29T01:30:00"),
        ("Europe/Berlin", "02:30", "1d", "2026-10-24T12:00:00", "2026-10-25T00:30:00"),
        ("Australia/Lord_Howe", "02:15", "1d", "2026-10-03T12:00:00", "2026-10-03T15:45:00"),
        # hours are hours, whatever clocks do; deadlines are whole minutes
        ("Europe/Berlin", "18:00", "24h", "2026-10-24T16:00:00", "2026-10-25T16:00:00"),
        ("Europe/Berlin", "18:00", "30m", "2026-01-10T17:00:01", "2026-01-10T17:31:00"),
    ],
)
def test_a_deadline_is_what_the_players_clocks_show(
    zone: str, hour: str, pace: str, opened: str, due: str
) -> None:
    assert clock(zone, hour, pace).deadline(utc(opened), "movement") == utc(due)


def test_a_phase_kind_without_its_own_pace_has_that_of_movements() -> None:
    long, short = Rhythm(Pace(days=3), time(18)), Rhythm(Pace(days=1), time(20))
    found = Clock("UTC", (("movement", long), ("retreat", short)))
    assert found.rhythm("influence") == long
    assert found.rhythm("retreat") == short


@given(
    zone=st.sampled_from(sorted(available_timezones())),
    opened=st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1)),  # noqa: DTZ001
    hour=st.times(),
    days=st.integers(1, 9),
)
def test_a_deadline_lies_ahead_and_shows_the_hour_unless_it_is_skipped(
    zone: str, opened: datetime, hour: time, days: int
) -> None:
    hour = hour.replace(second=0, microsecond=0, fold=0)
    start = opened.replace(tzinfo=UTC)
    rhythm = Rhythm(Pace(days=days), hour)
    due = Clock(zone, (("movement", rhythm),)).deadline(start, "movement")
    assert start < due < start + timedelta(days=days + 1, hours=4)
    shown = due.astimezone(ZoneInfo(zone))
    skipped = shown.replace(tzinfo=None).time() != hour
    assert (
        not skipped
        or shown.utcoffset() != (due - timedelta(hours=25)).astimezone(ZoneInfo(zone)).utcoffset()
    )


@pytest.mark.parametrize("text", ["", "0d", "3", "d3", "-1d", "1.5d", "3 months", "٣d", "9999d"])
def test_what_is_no_length_of_time_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="write 3d"):
        read_pace(text)


@pytest.mark.parametrize("text", ["", "24:00", "18:60", "36pm", "18.00.00", "-1"])
def test_what_is_no_hour_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="write 18:00"):
        read_hour(text)
