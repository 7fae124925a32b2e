"""Days as people write them, in six languages: one, a stretch of them, dates, days of the week."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from judge.game.terms import clock
from judge.kernel import limits
from judge.kernel.days import NONE, WEEKDAYS, Day, Days, day_text, weekday_names
from judge.kernel.errors import DoubtError, InputError
from judge.language import times
from judge.language.times import Reading
from judge.spool import zones

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
        except InputError as error:  # what is offered for one end are days, and no stretches
            faults.append(InputError(str(error)) if reading.last else error)
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
    for begin in _ends(reading, today):
        day = _make_date(begin.year, begin.month, begin.day)
        for end in _ends(reading.last, day or today):
            first, last = begin, end
            turn = int((first.month, first.day) > (last.month, last.day))
            if first.year and not last.year:  # a year at one end holds for the other
                last = Day(first.year + turn, last.month, last.day)
            elif last.year and not first.year:
                first = Day(last.year - turn, first.month, first.day)
            if first.year and last < first:
                raise InputError(f"that ends on {last}, before it begins.")
            yield Days(first, last)


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


def list_days(reading: Reading, today: date) -> list[list[date]]:
    """The days that a reading may mean; of days in one list the first that is still to come.

    Raises DoubtError where the weekday is not that date's.
    """
    if reading.day:
        days = _list_dates(reading, today)
        day, weekday = days[0], reading.weekday
        if weekday is None or day.weekday() == weekday:
            return [days]
        back = (day.weekday() - weekday) % 7
        near = day + timedelta(days=7 - back if back > 3 else -back)
        names = [WEEKDAYS[number].title() for number in (day.weekday(), weekday)]
        message = f"{day.day} {day:%b %Y} is a {names[0]}, not a {names[1]}"
        raise DoubtError(message, [f"{day_text(one)} {one.year}" for one in (day, near)])
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
    return [day for day in days if today <= day < today + timedelta(days=_AHEAD)] or days[:1]


def _make_date(year: int, month: int, day: int) -> date | None:
    """A day of the calendar; None for what is none."""
    try:
        return date(year, month, day) if _FIRST_YEAR <= year <= _LAST_YEAR else None
    except ValueError:
        return None


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
        if word in ("weekend", "weekends"):
            weekdays |= {5, 6}
        else:
            first, _, last = word.partition("-")
            start, end = _weekday(first), _weekday(last or first)
            weekdays |= {(start + step) % 7 for step in range((end - start) % 7 + 1)}
    return frozenset(weekdays)


def weekdays_left_out(text: str) -> str:
    """The weekdays that "Mon-Fri", njudge's "-MTWTF-" (from Sunday on) or "all" leaves out.

    Raises InputError, also where no day is left.
    """
    plain = text.strip()
    if plain.lower() in ("all", "any", "daily"):
        return NONE[0]
    if _PATTERN.fullmatch(plain):
        open_days = frozenset((at - 1) % 7 for at, sign in enumerate(plain) if sign.isupper())
    else:
        open_days = read_weekdays(plain)
    if not open_days:
        raise InputError(f"'{text}' leaves no day for a deadline: write Mon-Fri.")
    return weekday_names(frozenset(range(7)) - open_days) or NONE[0]


def _weekday(word: str) -> int:
    number = times.find_weekday(word)
    if number is None:
        raise InputError(
            f"'{word}' is not a day of the week: write Sat, Sun; dates is for days of the year."
        )
    return number


SURE = "YES"
"""Behind a moment far ahead: it is meant."""
_SURE = re.compile(r"[\s,]+yes[\s.!]*$", re.IGNORECASE)
_NEAR = range(-10, 2)
"""Years from now on that four digits are rather than an hour."""
_USUAL = time(18)
_Meant = tuple[datetime, bool, str]
"""A moment, whether it is surely meant so, and the zone that was named, or else is usual."""


def read_moment(text: str, now: datetime, zone: str, start: datetime | None = None) -> datetime:
    """The moment, later than ``now``, that ``text`` means in ``zone`` or a zone it names, in UTC.

    A day without an hour is its 18:00, an hour without a day the next such hour, a date without a
    year the next one; "48h" counts from ``now`` and "+48h" from ``start``. Raises DoubtError with
    texts for what it may mean, or for a moment ``FAR_AHEAD`` without SURE; InputError for what has
    passed, or means no moment.
    """
    words = _SURE.sub("", text)
    found: list[_Meant] = []
    faults: list[InputError] = []
    for reading in times.read(words, times.MOMENT):
        try:
            found += _find_moments(reading, now, zone, start)
        except InputError as error:
            faults.append(error)
    coming = sorted({one for one in found if one[0] > now})
    moments = sorted({moment for moment, _, _ in coming})
    if len(moments) == 1 and coming[-1][1]:  # one that is sure stands behind those that are not
        if moments[0] - now <= limits.FAR_AHEAD or words != text:
            return moments[0]
        days = (moments[0] - now).days
        message = f"that is {moment_text(moments[0], zone)}, {days} days ahead"
        raise DoubtError(message, (f"{_line(moments[0], zone, zone)} {SURE}",))
    if moments:
        lines = dict.fromkeys(_line(moment, place, zone) for moment, _, place in coming)
        may = "would" if len(moments) == 1 else "may"
        meant = " or ".join(moment_text(one, zone) for one in moments)
        raise DoubtError(f"'{words.strip()}' {may} be {meant}", _try(lines, now, zone))
    if found:
        raise InputError(f"that was {moment_text(max(found)[0], zone)}, which has passed")
    for fault in faults:
        if isinstance(fault, DoubtError):
            raise DoubtError(str(fault), _try(fault.meant, now, zone))
    if faults:
        raise faults[0]
    word = times.find_stranger(words) or words.strip()
    raise InputError(f"'{word}' is not a date or time" if word else "to when?")


def _try(
    lines: Iterable[str], now: datetime, zone: str, start: datetime | None = None
) -> list[str]:
    """Those of some texts that mean a moment, with SURE where it takes that."""
    tried = []
    for line in lines:
        for text in (line, f"{line} {SURE}"):
            with suppress(InputError):
                read_moment(text, now, zone, start)
                tried.append(text)
                break
    return tried


def _find_moments(
    reading: Reading, now: datetime, zone: str, start: datetime | None
) -> Iterator[_Meant]:
    """The moments that one reading may mean. Raises InputError, also with what may be meant."""
    if reading.is_length:
        base = (start or now) if reading.later else now
        # Days later at the same hour in the zone, and minutes.
        later = base.astimezone(ZoneInfo(zone)) + timedelta(days=reading.days)
        moment = later.replace(fold=0).astimezone(UTC) + timedelta(minutes=reading.minutes)
        yield clock.whole_minute(moment), True, zone
        return
    if reading.hour is None and not reading.has_day:
        raise InputError("there is no such date or time")
    if reading.is_bare and (reading.hour or 0) * 100 + reading.minute - now.year in _NEAR:
        return  # 2026 is this year rather than 20:26
    place, _ = _list_clocks(reading, zone, now.replace(tzinfo=None))[0]
    hour = time(reading.hour % 24, reading.minute) if reading.hour is not None else _USUAL
    try:
        ways = list_days(reading, now.astimezone(place).date())
    except DoubtError as error:  # what it offers are days, and no moments
        rest = f" {hour:%H:%M} {reading.zone}".rstrip()
        raise DoubtError(str(error), [f"{day}{rest}" for day in error.meant]) from None
    for days in ways:
        for day in days:
            local = datetime.combine(day + timedelta(days=int(reading.hour == 24)), hour)
            moments = _list_moments(reading, zone, local)
            yield from moments
            if any(moment > now for moment, _, _ in moments):
                break


def _list_moments(reading: Reading, zone: str, local: datetime) -> list[_Meant]:
    """The moments at which the clocks that are meant show a local time: two as they are set back.

    Raises DoubtError where they are set forward over it.
    """
    found: list[_Meant] = []
    for clocks, is_sure in _list_clocks(reading, zone, local):
        place = clocks.key if reading.zone and isinstance(clocks, ZoneInfo) else zone
        both = [local.replace(tzinfo=clocks, fold=fold).astimezone(UTC) for fold in (0, 1)]
        shown = {one for one in both if one.astimezone(clocks).replace(tzinfo=None) == local}
        if not shown:
            message = f"clocks are set forward over {local:%H:%M} on {day_text(local)}"
            raise DoubtError(message, (_line(both[0], zone, zone),))
        found += [(moment, is_sure, place) for moment in sorted(shown)]
    return found


def _list_clocks(reading: Reading, zone: str, local: datetime) -> list[tuple[tzinfo, bool]]:
    """The clocks that are meant at a local time, each with whether that is sure."""
    if reading.offset is not None:
        return [(timezone(timedelta(minutes=reading.offset)), True)]
    if not reading.zone:
        return [(ZoneInfo(zone), True)]
    clocks = zones.list_clocks(reading.zone, local)
    if not clocks:
        word = times.find_stranger(reading.zone)
        place = f"'{reading.zone}' is not a time zone: name a place, such as Europe/Berlin"
        raise InputError(place if word else "there is no such date or time")
    return clocks


def _line(moment: datetime, place: str, zone: str) -> str:
    """A text that means the moment beyond doubt where ``zone`` is usual."""
    local = moment.astimezone(ZoneInfo(place))
    text = f"{day_text(local)} {local:%Y %H:%M}"
    if local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset():
        return f"{text} {local.isoformat()[-6:]}"
    return text if place == zone else f"{text} {place}"


def moment_examples(now: datetime, zone: str, start: datetime | None = None) -> list[str]:
    """Texts for moments that are still to come."""
    local = datetime.combine(now.astimezone(ZoneInfo(zone)).date() + timedelta(days=3), _USUAL)
    line = _line(clock.local_to_utc(local, ZoneInfo(zone)), zone, zone)
    return _try((line, "+1d"), now, zone, start)


def moment_text(moment: datetime, zone: str, *others: str) -> str:
    """A moment in words, in a zone, in ``others`` whose clocks differ and in UTC.

    As in "Sat 7 Nov 2026 18:00 Europe/Berlin (17:00 UTC)"; the day is said anew where it differs.
    """
    at = moment.astimezone(ZoneInfo(zone))
    more = []
    for other in dict.fromkeys((*others, "UTC")):
        there = moment.astimezone(ZoneInfo(other))
        if there.utcoffset() != at.utcoffset():
            day = "" if there.date() == at.date() else f"{WEEKDAYS[there.weekday()][:3].title()} "
            more.append(f"{day}{there:%H:%M} {other}")
    text = f"{day_text(at)} {at:%Y %H:%M} {zone}"
    return f"{text} ({', '.join(more)})" if more else text
