"""Days as people write them, in six languages: one, a stretch of them, dates, days of the week."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from judge.kernel.days import NONE, WEEKDAYS, Day, Days, day_text, weekday_names
from judge.kernel.errors import DoubtError, InputError
from judge.language import times
from judge.language.times import Reading

_AHEAD = 330
"""Days ahead that a date without a year may lie: one of last week has passed."""
_TWO_MONTHS = 62
_MOST_DATES = 60
_WEEK = timedelta(days=7)
_FIRST_YEAR, _LAST_YEAR = 1900, 2999
_LEAP = 2024
"""A year in which every day exists."""
_PATTERN = re.compile(r"[-Ss][-Mm][-Tt][-Ww][-Tt][-Ff][-Ss]")
"""Njudge's days for deadlines, from Sunday on; a small letter was "if need be"."""
_SEVERAL = re.compile(r"\s*[,;]\s*|\s+(?:and|und|et|y|e|en)\s+|\s+")


def read_days(text: str, today: date | None = None) -> Days:
    """Read a day or a stretch: "24 Dec - 2 Jan", "vom 3. bis 7. Mai", "24.12.", "until Sunday".

    A year at one end holds for the other. Words such as "tomorrow" and weekdays need ``today``.
    Raises DoubtError with texts for what may be meant, InputError for what is no day.
    """
    found: dict[Days, None] = {}
    faults: list[InputError] = []
    for reading in times.read(text, times.DAYS):
        try:
            found |= dict.fromkeys(_stretches(reading, today))
        except InputError as error:
            faults.append(error)
    if len(found) > 1:
        meant = list(map(str, found))
        raise DoubtError(f"'{text.strip()}' may be {' or '.join(meant)}", meant)
    if not found and faults:
        raise next((one for one in faults if isinstance(one, DoubtError)), faults[0])
    if not found:
        word = times.find_stranger(text) or text.strip()
        raise InputError(f"'{word}' is not a date: write 24 Dec, or 24 Dec - 2 Jan.")
    return next(iter(found))


def _stretches(reading: Reading, today: date | None) -> Iterator[Days]:
    """The days from one end to the other, as they may be meant. Raises InputError."""
    if reading.last is None:
        yield from (Days(day, day) for day in _ends(reading, today))
        return
    one_way = {reading.order, reading.last.order} != {"day", "month"}
    if not one_way or (reading.day and not reading.month and reading.last.month):
        raise InputError("the two dates are written in two ways.")
    try:
        for first in _ends(reading, today):
            yield from (
                _join(first, last) for last in _ends(reading.last, _date_of(first) or today)
            )
    except DoubtError as error:  # what it offers are days, and no stretches
        raise InputError(str(error)) from None


def _join(first: Day, last: Day) -> Days:
    """The days between two ends; a year at one holds for the other. Raises InputError."""
    turn = int((first.month, first.day) > (last.month, last.day))
    if first.year and not last.year:
        last = Day(first.year + turn, last.month, last.day)
    elif last.year and not first.year:
        first = Day(last.year - turn, first.month, first.day)
    if first.year and last < first:
        raise InputError(f"that ends on {last}, before it begins.")
    return Days(first, last)


def _ends(reading: Reading, today: date | None) -> list[Day]:
    """What one end of a stretch may be; without a year where none is said. Raises InputError."""
    if reading.day and reading.month and reading.weekday is None:
        if _make_date(reading.year or _LEAP, reading.month, reading.day) is None:
            raise InputError(f"{Day(0, reading.month, reading.day)} is not a day of any calendar.")
        return [Day(reading.year, reading.month, reading.day)]
    if today is None:
        raise InputError("that is not a date of every year: write 24 Dec, or 24 Dec - 2 Jan.")
    days = list_days(reading, today)
    if not reading.is_next:  # "Friday" on a Friday: one is away from today on
        days = days[:1]
    return [Day(day.year, day.month, day.day) for day in dict.fromkeys(one[0] for one in days)]


def _date_of(day: Day) -> date | None:
    return _make_date(day.year, day.month, day.day)


def list_days(reading: Reading, today: date) -> list[list[date]]:
    """The days that a reading may mean; of days in one list the first that is still to come.

    Raises DoubtError where the weekday is not that date's.
    """
    if reading.day:
        days = _list_dates(reading, today)
        if reading.weekday is not None:
            _check_weekday(days[0], reading.weekday)
        return [days]
    if reading.ahead is not None:
        return [[today + timedelta(days=reading.ahead)]]
    if reading.weekday is None:
        return [[today, today + timedelta(days=1)]]
    first = today + timedelta(days=(reading.weekday - today.weekday()) % 7)
    if not reading.is_next:
        return [[first], [first + _WEEK]] if first == today else [[first]]
    of_next_week = today + timedelta(days=7 - today.weekday() + reading.weekday)
    return [[first + _WEEK if first == today else first], [of_next_week]]


def _list_dates(reading: Reading, today: date) -> list[date]:
    """The next days of a date without a year, or the one of that year. Raises InputError."""
    if not reading.month:
        coming = (today + timedelta(days=number) for number in range(_TWO_MONTHS))
        days = [day for day in coming if day.day == reading.day]
    else:
        years = (reading.year,) if reading.year else (today.year, today.year + 1)
        days = [day for year in years if (day := _make_date(year, reading.month, reading.day))]
    if not days:
        year = reading.year or f"{today.year} or {today.year + 1}"
        raise InputError(f"{Day(0, reading.month, reading.day)} is not a day of {year}")
    coming_days = [day for day in days if today <= day < today + timedelta(days=_AHEAD)]
    return coming_days or days[:1]


def _make_date(year: int, month: int, day: int) -> date | None:
    """A day of the calendar; None for what is none."""
    try:
        return date(year, month, day) if _FIRST_YEAR <= year <= _LAST_YEAR else None
    except ValueError:
        return None


def _check_weekday(day: date, weekday: int) -> None:
    """Raise DoubtError for a weekday that is not that of the day, with the days that may be."""
    if day.weekday() == weekday:
        return
    back = (day.weekday() - weekday) % 7
    near = day + timedelta(days=7 - back if back > 3 else -back)
    names = [WEEKDAYS[number].title() for number in (day.weekday(), weekday)]
    message = f"{day.day} {day:%b %Y} is a {names[0]}, not a {names[1]}"
    raise DoubtError(message, [f"{day_text(one)} {one.year}" for one in (day, near)])


def read_dates(text: str) -> tuple[Days, ...]:
    """Read stretches with commas between them; "none" is none. Raises InputError."""
    if text.strip().lower() in NONE:
        return ()
    parts = [part for part in re.split(r"\s*[,;]\s*", text) if part.strip()]
    if len(parts) > _MOST_DATES:
        raise InputError(f"{len(parts)} dates are too many: {_MOST_DATES} at most.")
    return tuple(map(read_days, parts))


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
    number = times.find_weekday(word)
    if number is None:
        raise InputError(
            f"'{word}' is not a day of the week: write Sat, Sun; dates is for days of the year."
        )
    return number
