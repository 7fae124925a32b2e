"""Deadlines: from when a phase opened to when its orders are due, in the game's zone."""

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from judge.kernel import days, limits
from judge.kernel.days import Days
from judge.kernel.errors import InputError
from judge.kernel.text import list_names
from judge.language import times
from judge.language.times import Reading

_KEPT_PACE = re.compile(r"([0-9]{1,3}(?=[dh])|[0-9]{1,5}(?=m))([dhm])")
_KEPT_HOUR = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
"""What is kept, as it is kept: "3d", "18:00"."""
_MINUTES = {"h": 60, "m": 1}
PACES = {"movement": "moves", "retreat": "retreats", "adjustment": "builds"}
"""What the usual kinds of phases are called where it is about their times."""
_BETWEEN = re.compile(r"\s*[,;/]\s*|\s+(?:and|und|et|y|e|en)\s+")


class Pace(Struct, frozen=True):
    """How long a kind of phase lasts: whole days up to the game's hour, or a time elapsed."""

    days: int = 0
    minutes: int = 0

    @classmethod
    def of(cls, time: timedelta) -> "Pace":
        """A time elapsed as it is told: in whole days where it is some, else in minutes."""
        if time.days and not time.seconds:
            return cls(days=time.days)
        return cls(minutes=int(time.total_seconds()) // 60)

    @property
    def length(self) -> timedelta:
        """As a time elapsed; a day is 24 hours here."""
        return timedelta(days=self.days, minutes=self.minutes)

    @property
    def as_typed(self) -> str:
        """As it is typed and kept: "2d", "36h", "90m"."""
        if self.days:
            return f"{self.days}d"
        return f"{self.minutes}m" if self.minutes % 60 else f"{self.minutes // 60}h"

    def __str__(self) -> str:
        for number, noun in ((self.days, "day"), (self.minutes // 60, "hour")):
            if number and not (noun == "hour" and self.minutes % 60):
                return f"{number} {noun}{'s' if number > 1 else ''}"
        return f"{self.minutes} minute{'s' if self.minutes > 1 else ''}"


class Rhythm(Struct, frozen=True):
    """The clock of one kind of phase: its pace, the local hour of its deadlines, and when none is.

    No deadline falls on one of ``weekdays`` (Monday 0) or ``dates``: it moves to the next day that
    is neither, at the same local time. ``early``: a phase ends as soon as all are ready.
    """

    pace: Pace
    hour: time
    weekdays: frozenset[int] = frozenset()
    dates: tuple[Days, ...] = ()
    early: bool = True

    def is_closed(self, day: date, away: Collection[Days] = ()) -> bool:
        """Whether no deadline falls on ``day``; ``away`` are more days without."""
        return day.weekday() in self.weekdays or any(day in days for days in (*self.dates, *away))


class Clock(Struct, frozen=True):
    """A game's clock: its zone, and a rhythm for each kind of phase, movements first.

    ``grace`` is how long after a deadline late orders still count; a phase that ends early does so
    ``delay`` after the last player was ready, but not before it has lasted for ``least``.
    """

    zone: str
    rhythms: tuple[tuple[str, Rhythm], ...]
    grace: timedelta = timedelta()
    delay: timedelta = timedelta()
    least: timedelta = timedelta()

    def rhythm(self, kind: str) -> Rhythm:
        """The rhythm of phase ``kind``; a kind without its own has the first one's (movement)."""
        return dict(self.rhythms).get(kind, self.rhythms[0][1])

    def deadline(self, opening: datetime, kind: str, away: Collection[Days] = ()) -> datetime:
        """When a phase of ``kind`` that opened at ``opening`` is due, in UTC; not on ``away``."""
        rhythm = self.rhythm(kind)
        if rhythm.pace.minutes:
            return self._open_minute(opening + rhythm.pace.length, rhythm, away)
        day = opening.astimezone(ZoneInfo(self.zone)) + timedelta(days=rhythm.pace.days)
        return self._open(datetime.combine(day, rhythm.hour), rhythm, away)

    def after(self, moment: datetime, kind: str, away: Collection[Days] = ()) -> datetime:
        """The first deadline that a phase of ``kind`` can have at ``moment`` or later, in UTC."""
        rhythm = self.rhythm(kind)
        if rhythm.pace.minutes:
            return self._open_minute(moment, rhythm, away)
        day = datetime.combine(moment.astimezone(ZoneInfo(self.zone)), rhythm.hour)
        deadline = self._open(day, rhythm, away)
        return deadline if deadline >= moment else self._open(day + timedelta(days=1), rhythm, away)

    def extend(
        self, deadline: datetime, pace: Pace, kind: str, away: Collection[Days] = ()
    ) -> datetime:
        """A deadline moved by ``pace``: by days at the same local hour, by hours as they are."""
        rhythm = self.rhythm(kind)
        if not pace.days:
            return self._open_minute(deadline + pace.length, rhythm, away)
        day = deadline.astimezone(ZoneInfo(self.zone)) + timedelta(days=pace.days)
        return self._open(day, rhythm, away)

    def _open_minute(self, moment: datetime, rhythm: Rhythm, away: Collection[Days]) -> datetime:
        """The full minute after a moment, in UTC; on a closed day the same time of the next."""
        minute = whole_minute(moment)
        day = minute.astimezone(ZoneInfo(self.zone))
        return self._open(day, rhythm, away) if rhythm.is_closed(day, away) else minute

    def _open(self, local_time: datetime, rhythm: Rhythm, away: Collection[Days]) -> datetime:
        """A local time on the first day from its own on that is open, in UTC."""
        moment = local_time.replace(tzinfo=None)
        while rhythm.is_closed(moment, away):
            moment += timedelta(days=1)
        return local_to_utc(moment, ZoneInfo(self.zone))

    def today(self, now: datetime) -> date:
        """The day that it is in the game's zone."""
        return now.astimezone(ZoneInfo(self.zone)).date()


def local_to_utc(moment: datetime, zone: ZoneInfo) -> datetime:
    """The UTC time of a naive local time, as RFC 5545 (section 3.3.5) reads it.

    A time that a clock change skips is read with the offset before the change (02:30 becomes
    03:30), one that occurs twice is the first of the two.
    """
    return moment.replace(tzinfo=zone, fold=0).astimezone(UTC)


def whole_minute(moment: datetime) -> datetime:
    """The next full minute: nobody is told a deadline of 17:31:07."""
    floor = moment.replace(second=0, microsecond=0)
    return floor if floor == moment else floor + timedelta(minutes=1)


def check_open(rhythm: Rhythm) -> None:
    """Refuse a rhythm that leaves no day for a deadline. Raises InputError."""
    # In 28 years every date falls on every weekday, and so does 29 February.
    start = date(2024, 1, 1)
    days = (start + timedelta(days=number) for number in range(28 * 366))
    if all(rhythm.is_closed(day) for day in days):
        raise InputError("These days to skip leave no day for a deadline.")


def read_pace(text: str) -> Pace:
    """Read "3d", "36 hours", "1 Tag 12 Std". Raises InputError with examples."""
    match = _KEPT_PACE.fullmatch(text)
    readings = () if match else times.read(text, times.PACE)
    if match and int(match[1]):
        number, unit = int(match[1]), match[2]
        return Pace(days=number) if unit == "d" else Pace(minutes=number * _MINUTES[unit])
    if len(readings) != 1 or not readings[0].is_length:
        raise InputError(f"'{text}' is not a length of time: write 3d, 36h or 30m.")
    (reading,) = readings
    if reading.minutes:
        return Pace(minutes=reading.days * 24 * 60 + reading.minutes)
    return Pace(days=reading.days)


def read_paces(text: str) -> Sequence[Pace]:
    """Read "48h, 24h, 6h", longest first. Raises InputError."""
    parts = _BETWEEN.split(text.strip())
    if len(parts) > limits.PACES:
        raise InputError(f"{len(parts)} times are too many.")
    return sorted({read_pace(part) for part in parts if part}, key=lambda pace: -pace.length)


def read_hour(text: str) -> time:
    """Read "18:00", "6 pm", "18 Uhr", "18". Raises InputError."""
    match = _KEPT_HOUR.fullmatch(text)
    if match:
        return time(int(match[1]), int(match[2]))
    return _hour_of(times.read(text, times.HOUR), text)


def read_hours(text: str) -> tuple[time, time]:
    """Read "22:00-07:00", "10pm to 7am", "von 22 bis 7 Uhr". Raises InputError."""
    readings = times.read(text, times.HOURS)
    return _hour_of(readings, text), _hour_of([one.last for one in readings if one.last], text)


def _hour_of(readings: Sequence[Reading], text: str) -> time:
    """The hour that all readings say. Raises InputError."""
    hours = {
        time(one.hour, one.minute) for one in readings if one.hour is not None and one.hour < 24
    }
    if len(hours) != 1:
        raise InputError(f"'{text}' is not an hour of the day: write 18:00.")
    return hours.pop()


def clock_sentences(clock: Clock) -> Iterator[str]:
    """How long each kind of phase lasts, at what hour and on which days it never ends."""
    paces = ", ".join(f"{PACES.get(kind, kind)} {own.pace}" for kind, own in clock.rhythms)
    yield f"Time for {paces}."
    usual = clock.rhythms[0][1]
    yield from _rhythm_sentences(usual, clock.zone, "")
    for kind, own in clock.rhythms[1:]:
        as_usual = replace(own, hour=usual.hour, weekdays=usual.weekdays, dates=usual.dates)
        if own.pace.days and own != as_usual:
            yield from _rhythm_sentences(own, clock.zone, f" of {PACES.get(kind, kind)}")
    early = [PACES.get(kind, kind) for kind, own in clock.rhythms if own.early]
    if not early:
        yield "A phase ends at its deadline, never before."
        return
    all_early = len(early) == len(clock.rhythms)
    what = "A phase" if all_early else f"A phase for {list_names(early, 'or')}"
    yield f"{what} ends at its deadline, or {delay_sentence(clock)}; WAIT keeps it open."
    if clock.least:
        yield f"It lasts {Pace.of(clock.least)} at least."
    if not all_early:
        yield "Any other phase ends at its deadline, never before."


def delay_sentence(clock: Clock) -> str:
    """How long after all are ready a phase ends early: "30 minutes after ..."."""
    if not clock.delay:
        return "once all are ready"
    return f"{Pace.of(clock.delay)} after all are ready"


def _rhythm_sentences(rhythm: Rhythm, zone: str, whose: str) -> Iterator[str]:
    if rhythm.pace.days:
        yield f"Deadlines{whose} are at {rhythm.hour:%H:%M} {zone}."
    if rhythm.weekdays:
        yield f"No deadline{whose} falls on {days.weekday_names(rhythm.weekdays)}."
    if rhythm.dates:
        stretches = ", ".join(map(str, rhythm.dates))
        yield f"No deadline{whose} falls on {stretches}."
