"""Days as people write them: dates, stretches of days, days of the week."""

from collections.abc import Iterator
from datetime import date, timedelta

from msgspec import Struct

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
"""As phases name them."""
NONE = ("none", "no", "off", "never", "-", "")


class Day(Struct, frozen=True, order=True):
    """A day of a month, in one year or (year 0) in every year."""

    year: int
    month: int
    day: int

    def __str__(self) -> str:
        text = f"{self.day} {_month(self.month)}"
        return f"{text} {self.year}" if self.year else text


class Days(Struct, frozen=True):
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


def _month(number: int) -> str:
    return MONTHS[number - 1][:3] if 0 < number < 13 else f"of month {number}"


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


def year_number(text: str) -> int:
    """The year as a number, below 0 before Christ; raises ValueError for no year."""
    year = int(text.removesuffix("BC"))
    return -year if text.endswith("BC") else year


def write_year(year: int) -> str:
    """The year as it stands in a phase's id."""
    return f"{-year}BC" if year < 0 else f"{year}"


def say_year(year: int) -> str:
    """The year as people read it: "300 BC"."""
    return f"{-year} BC" if year < 0 else f"{year}"


def year_after(year: int, step: int) -> int:
    """The year ``step`` years later; 1 BC is followed by 1."""
    later = year + step
    return later + 1 if year < 0 <= later else later
