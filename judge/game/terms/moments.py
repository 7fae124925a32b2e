"""The moment that people mean by "Thu 3 Dec 9pm", "21:00 Uhr", "+12h", in six languages.

One that is meant beyond doubt is taken; who may mean several, or one far ahead, is asked.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from judge.game.terms import clock, dates
from judge.home import zones
from judge.kernel.days import WEEKDAYS, day_text
from judge.kernel.errors import DoubtError, InputError
from judge.language import times
from judge.language.times import Reading

FAR = timedelta(days=60)
"""What lies farther ahead may be a slip: it is asked about."""
SURE = "YES"
"""Behind a moment far ahead: it is meant."""
_SURE = re.compile(r"[\s,]+yes[\s.!]*$", re.IGNORECASE)
_NEAR = range(-10, 2)
"""Years from now on that four digits are rather than an hour."""
_USUAL = time(18)
_Meant = tuple[datetime, bool, str]
"""A moment, whether it is surely meant so, and the zone that was named ("": none)."""


def read(text: str, now: datetime, zone: str, start: datetime | None = None) -> datetime:
    """The moment, later than ``now``, that ``text`` means in ``zone`` or a zone it names, in UTC.

    A day without an hour is its 18:00, an hour without a day the next such hour, a date without a
    year the next one; "48h" counts from ``now`` and "+48h" from ``start``. Raises DoubtError with
    texts for what it may mean, or for a moment FAR ahead without SURE; InputError for what has
    passed, or means no moment.
    """
    words = _SURE.sub("", text)
    found, faults = _read_all(words, now, zone, start)
    coming = sorted({one for one in found if one[0] > now})
    moments = sorted({moment for moment, _, _ in coming})
    if len(moments) == 1 and any(is_sure for _, is_sure, _ in coming):
        if moments[0] - now <= FAR or words != text:
            return moments[0]
        days = (moments[0] - now).days
        message = f"that is {moment_text(moments[0], zone)}, {days} days ahead"
        raise DoubtError(message, (f"{_line(moments[0], zone, zone)} {SURE}",))
    if moments:
        lines = dict.fromkeys(_line(moment, named or zone, zone) for moment, _, named in coming)
        raise DoubtError(_word_doubt(words, moments, zone), _try(lines, now, zone))
    fault = _explain(words, [moment for moment, _, _ in found], faults, zone)
    if isinstance(fault, DoubtError):
        raise DoubtError(str(fault), _try(fault.meant, now, zone))
    raise fault


def _word_doubt(words: str, moments: Sequence[datetime], zone: str) -> str:
    """What words may mean, or would if it were sure."""
    may = "would" if len(moments) == 1 else "may"
    return f"'{words.strip()}' {may} be {' or '.join(moment_text(one, zone) for one in moments)}"


def _read_all(
    words: str, now: datetime, zone: str, start: datetime | None
) -> tuple[list[_Meant], list[InputError]]:
    """The moments that words may mean by one reading or another, and what is wrong with others."""
    found: list[_Meant] = []
    faults: list[InputError] = []
    for reading in times.read(words, times.MOMENT):
        try:
            found += _find_moments(reading, now, zone, start)
        except InputError as error:
            faults.append(error)
    return found, faults


def _try(
    lines: Iterable[str], now: datetime, zone: str, start: datetime | None = None
) -> list[str]:
    """Those of some texts that mean a moment, with SURE where it takes that."""
    tried = []
    for line in lines:
        for text in (line, f"{line} {SURE}"):
            with suppress(InputError):
                read(text, now, zone, start)
                tried.append(text)
                break
    return tried


def _explain(
    text: str, bygone: Sequence[datetime], faults: Sequence[InputError], zone: str
) -> InputError:
    """Why a text means no coming moment."""
    if bygone:
        return InputError(f"that was {moment_text(max(bygone), zone)}, which has passed")
    if faults:
        return next((fault for fault in faults if isinstance(fault, DoubtError)), faults[0])
    stranger = times.find_stranger(text)
    if stranger:
        return InputError(f"'{stranger}' is not a date or time")
    return InputError(f"'{text.strip()}' is not a date or time" if text.strip() else "to when?")


def _find_moments(
    reading: Reading, now: datetime, zone: str, start: datetime | None
) -> Iterator[_Meant]:
    """The moments that one reading may mean. Raises InputError, also with what may be meant."""
    if reading.is_length:
        yield _shift((start or now) if reading.later else now, reading, ZoneInfo(zone)), True, ""
        return
    if reading.hour is None and not reading.has_day:
        raise InputError("there is no such date or time")
    if reading.is_bare and (reading.hour or 0) * 100 + reading.minute - now.year in _NEAR:
        return  # 2026 is this year rather than 20:26
    place, _ = _list_clocks(reading, zone, now.replace(tzinfo=None))[0]
    hour = time(reading.hour % 24, reading.minute) if reading.hour is not None else _USUAL
    for days in _days(reading, now.astimezone(place).date(), hour):
        for day in days:
            local = datetime.combine(day + timedelta(days=int(reading.hour == 24)), hour)
            moments = _list_moments(reading, zone, local)
            yield from moments
            if any(moment > now for moment, _, _ in moments):
                break


def _list_moments(reading: Reading, zone: str, local: datetime) -> list[_Meant]:
    """The moments at which the clocks that are meant show a local time."""
    return [
        (moment, is_sure, _name(clocks) if reading.zone else "")
        for clocks, is_sure in _list_clocks(reading, zone, local)
        for moment in _list_utc(local, clocks, zone)
    ]


def _days(reading: Reading, today: date, hour: time) -> list[list[date]]:
    """The days that are meant. Raises DoubtError with moments where they disagree."""
    try:
        return dates.list_days(reading, today)
    except DoubtError as error:
        rest = f" {hour:%H:%M} {reading.zone}".rstrip()
        raise DoubtError(str(error), [f"{day}{rest}" for day in error.meant]) from None


def _name(clocks: tzinfo) -> str:
    """The zone with these clocks; "" for an offset."""
    return clocks.key if isinstance(clocks, ZoneInfo) else ""


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


def _list_utc(local: datetime, clocks: tzinfo, zone: str) -> list[datetime]:
    """The moments at which clocks show a time: two where they are set back over it.

    Raises DoubtError where they are set forward over it.
    """
    both = [local.replace(tzinfo=clocks, fold=fold).astimezone(UTC) for fold in (0, 1)]
    shown = [moment.astimezone(clocks).replace(tzinfo=None) for moment in both]
    if local in shown:
        return sorted({moment for moment, at in zip(both, shown, strict=True) if at == local})
    message = f"clocks are set forward over {local:%H:%M} on {day_text(local)}"
    raise DoubtError(message, (_line(both[0], zone, zone),))


def _shift(base: datetime, reading: Reading, zone: ZoneInfo) -> datetime:
    """A moment later by days, at the same hour in ``zone``, and by minutes, in whole minutes."""
    day = base.astimezone(zone) + timedelta(days=reading.days)
    moment = day.replace(fold=0).astimezone(UTC) + timedelta(minutes=reading.minutes)
    return clock.whole_minute(moment)


def _line(moment: datetime, place: str, zone: str) -> str:
    """A text that means the moment beyond doubt where ``zone`` is usual."""
    local = moment.astimezone(ZoneInfo(place))
    text = f"{day_text(local)} {local:%Y %H:%M}"
    if local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset():
        return f"{text} {local.isoformat()[-6:]}"
    return text if place == zone else f"{text} {place}"


def examples(now: datetime, zone: str, start: datetime | None = None) -> list[str]:
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
