"""Days as people write them: dates, stretches of days, days of the week."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from judge.kernel.errors import InputError

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
NONE = ("none", "no", "off", "never", "-", "")
_PATTERN = re.compile(r"[-Ss][-Mm][-Tt][-Ww][-Tt][-Ff][-Ss]")
"""Njudge's days for deadlines, from Sunday on; a small letter was "if need be"."""
_LEAP = 2024
"""A year in which every day exists."""

_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.?(?:([0-9]{4}))?")
_DAY_FIRST = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)?\.?(?: of)? ([a-z]+)\.?,?(?: ([0-9]{4}))?")
_MONTH_FIRST = re.compile(r"([a-z]+)\.? ([0-9]{1,2})(?:st|nd|rd|th)?,?(?: ([0-9]{4}))?")
_TO = re.compile(r"\s+(?:to|until|till|through)\s+|\s*(?:\.\.+|[–—])\s*|\s+-\s+|(?<=[a-z.])-(?=\d)")
_SEVERAL = re.compile(r"\s*[,;]\s*|\s+and\s+|\s+")


@dataclass(frozen=True, slots=True, order=True)
class Day:
    """A day of a month, in one year or (year 0) in every year."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        text = f"{self.day} {_month(self.month)}"
        return f"{text} {self.year}" if self.year else text


@dataclass(frozen=True, slots=True)
class Days:
    """A stretch of days, both ends included; without a year it comes again every year."""

    first: Day
    last: Day

    def __contains__(self, day: date) -> bool:
        if self.first.year:
            that_day = Day(day.year, day.month, day.day)
            return self.first <= that_day <= self.last
        that_day = Day(0, day.month, day.day)
        if self.first <= self.last:
            return self.first <= that_day <= self.last
        return that_day >= self.first or that_day <= self.last

    def __str__(self) -> str:
        if self.first == self.last:
            return str(self.first)
        start = str(self.first)
        if self.first.year == self.last.year and self.first.year:
            start = start.rpartition(" ")[0]
        return f"{start} to {self.last}"

    @classmethod
    def of(cls, first: date, last: date) -> "Days":
        """The days from one date to another."""
        return cls(Day(first.year, first.month, first.day), Day(last.year, last.month, last.day))


def read_day(text: str) -> Day:
    """Read "24 Dec", "Dec 24", "24.12.", "2026-12-24", with or without a year.

    Raises InputError; 12/24 means another day in another country and is refused too.
    """
    plain = " ".join(text.lower().split())
    parts = _read_numbers(plain)
    if parts is None:
        raise InputError(f"'{text.strip()}' is no date: write 24 Dec, 24 Dec 2026 or 2026-12-24.")
    year, month, day = parts
    try:
        date(year or _LEAP, month, day)
    except ValueError:
        raise InputError(f"'{text.strip()}' is no day of any calendar.") from None
    return Day(year, month, day)


def _read_numbers(text: str) -> tuple[int, int, int] | None:
    """Year (0 for none), month and day, not yet checked."""
    if match := _ISO.fullmatch(text):
        return int(match[1]), int(match[2]), int(match[3])
    if match := _DOTTED.fullmatch(text):
        return int(match[3] or 0), int(match[2]), int(match[1])
    if match := _DAY_FIRST.fullmatch(text):
        return _read_named_day(match[2], match[1], match[3])
    if match := _MONTH_FIRST.fullmatch(text):
        return _read_named_day(match[1], match[2], match[3])
    return None


def _read_named_day(month: str, day: str, year: str | None) -> tuple[int, int, int] | None:
    for number, name in enumerate(_MONTHS, 1):
        if len(month) > 2 and name.startswith(month):
            return int(year or 0), number, int(day)
    return None


def _month(number: int) -> str:
    return _MONTHS[number - 1][:3].title()


def read_days(text: str) -> Days:
    """Read a day or a stretch: "24 Dec - 2 Jan", "from 1 May to 7 May", "3-7 May", "24.12.".

    A year at one end holds for the other. Raises InputError.
    """
    plain = re.sub(r"^from\s+", "", " ".join(text.lower().split()))
    short = re.fullmatch(r"([0-9]{1,2})\s*(?:-|–|to)\s*([0-9]{1,2}) ([a-z]+.*)", plain)
    if short:
        plain = f"{short[1]} {short[3]} - {short[2]} {short[3]}"
    ends = _TO.split(plain)
    if len(ends) > 2:
        raise InputError(f"'{text.strip()}' is no stretch of days: write 24 Dec - 2 Jan.")
    first, last = read_day(ends[0]), read_day(ends[-1])
    turn = int((first.month, first.day) > (last.month, last.day))
    if first.year and not last.year:
        last = Day(first.year + turn, last.month, last.day)
    elif last.year and not first.year:
        first = Day(last.year - turn, first.month, first.day)
    if first.year and last < first:
        raise InputError(f"'{text.strip()}' ends before it begins.")
    return Days(first, last)


def read_dates(text: str) -> tuple[Days, ...]:
    """Read stretches with commas between them; "none" is none. Raises InputError."""
    if text.strip().lower() in NONE:
        return ()
    return tuple(read_days(part) for part in re.split(r"\s*[,;]\s*", text) if part.strip())


def read_weekdays(text: str) -> frozenset[int]:
    """Read "Sat, Sun", "Mon-Fri", "weekends" or "none" as weekdays, Monday 0. Raises InputError."""
    plain = text.strip().lower()
    if plain in NONE:
        return frozenset()
    weekdays: set[int] = set()
    for word in _SEVERAL.split(re.sub(r"\s*[-–]\s*", "-", plain)):
        weekdays |= set(_weekdays(word))
    return frozenset(weekdays)


def weekdays_left_out(text: str) -> str:
    """The weekdays that "Mon-Fri", njudge's "-MTWTF-" (from Sunday on) or "all" leaves out.

    Raises InputError, also where no day is left.
    """
    plain = text.strip()
    if plain.lower() in ("all", "any", "daily"):
        return NONE[0]
    if _PATTERN.fullmatch(plain):
        open_days = frozenset(
            (number - 1) % 7 for number, sign in enumerate(plain) if sign.isupper()
        )
    else:
        open_days = read_weekdays(plain)
    if not open_days:
        raise InputError(f"'{text}' leaves no day for a deadline: write Mon-Fri.")
    return weekday_names(frozenset(range(7)) - open_days) or NONE[0]


def _weekdays(word: str) -> Iterator[int]:
    if word in ("weekend", "weekends"):
        yield from (5, 6)
        return
    first, _, last = word.partition("-")
    start, end = _weekday(first), _weekday(last or first)
    yield from ((start + step) % 7 for step in range((end - start) % 7 + 1))


def _weekday(word: str) -> int:
    for number, name in enumerate(WEEKDAYS):
        if len(word) > 1 and (name.startswith(word) or word == f"{name}s"):
            return number
    raise InputError(
        f"'{word}' is no day of the week: write Sat, Sun; for days of the year there is dates."
    )


def weekday_names(weekdays: frozenset[int]) -> str:
    """Weekdays as they are shown: "Sat, Sun"."""
    return ", ".join(WEEKDAYS[number][:3].title() for number in sorted(weekdays))


def day_text(day: date) -> str:
    """A day as it is told: "Tue 12 May"."""
    return f"{WEEKDAYS[day.weekday()][:3].title()} {day.day} {_month(day.month)}"


def years(stretch: Days) -> Iterator[tuple[int, int]]:
    """The years that a stretch with a year touches, each with its days in it."""
    day = date(stretch.first.year, stretch.first.month, stretch.first.day)
    last = date(stretch.last.year, stretch.last.month, stretch.last.day)
    while day <= last:
        end = min(last, date(day.year, 12, 31))
        yield day.year, (end - day).days + 1
        day = end + timedelta(days=1)
