"""Time zones as people name them: IANA's names, cities, offsets and what zones are cut short to.

An offset or an abbreviation is no zone by itself: "CST" is said in Chicago, Shanghai and Havana,
and clocks that are at UTC+2 in winter need not be in summer. Who means one is asked, with places.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Struct

from judge import resources
from judge.kernel.errors import DoubtError, InputError

UTC = "UTC"
_AROUND = re.compile(
    r"(?:heure d[eu'] ?|hora de |ora di |in |zone )?"
    r"(.*?)(?: (?:(?:standard |daylight )?time|zeit|tijd))?"
)
_OFFSET = re.compile(r"(?:utc|gmt)? ?([+-]) ?([0-9]{1,2})(?::?([0-9]{2}))?")
_NO_CITIES = ("us", "canada", "brazil", "chile", "mexico", "etc")
"""Before what is no city: "US/Eastern", "Brazil/East"; "Etc/GMT+2", whose sign is turned."""
_MOST = 3
"""So many places are offered."""


class _Names(Struct, frozen=True):
    """What grammar/zones.toml says: its tables, as they are described there."""

    places: tuple[str, ...]
    generic: Mapping[str, str]
    abroad: Mapping[str, str]


@cache
def _names() -> _Names:
    """The file, read once somebody names a zone."""
    return msgspec.convert(resources.read_words("grammar", "zones"), _Names)


def is_zone(name: str) -> bool:
    """Whether ``name`` is an IANA zone ("Europe/Berlin")."""
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # ZoneInfoNotFoundError is a KeyError
        return False
    return True


def choose(text: str, now: datetime) -> str:
    """The IANA zone that somebody names. Raises DoubtError with those that may be meant.

    Raises InputError for what names none at all.
    """
    zone = find_zone(text)
    if zone:
        return zone
    offset = _read_offset(text)

    def is_there(place: str) -> bool:
        """Whether clocks are so far ahead of UTC there now."""
        return now.astimezone(ZoneInfo(place)).utcoffset() == offset

    if offset is None:
        offered = _list_abbreviated(text)
    else:  # well-known places, else any
        offered = list(filter(is_there, _names().places))
        offered = offered or list(filter(is_there, sorted(set(_read_zones()[0].values()))))
    local_times = [now.astimezone(ZoneInfo(one)) for one in offered[:_MOST]]
    if len(offered) == 1 and _name(text) in (_word_zone(local_times[0]), *_names().generic):
        return offered[0]
    if not offered:
        raise InputError(f"'{text}' is not a time zone: name a place, such as Europe/Berlin")
    shown = ", ".join(f"{one.tzinfo} ({one:%H:%M} now)" for one in local_times)
    raise DoubtError(f"'{text}' is not a time zone by itself, a place is: {shown}", offered[:_MOST])


def find_zone(place: str) -> str:
    """The IANA zone that somebody names in full or by its city ("europe/rome", "Vienna"), or ""."""
    name = _cut(place).replace(" ", "_")
    if name in ("utc", "gmt", "z", "zulu"):
        return UTC
    zones, cities = _read_zones()
    return zones.get(name, "") or cities.get(name, "")


def is_named(text: str) -> bool:
    """Whether a text names a zone, or several of which one may be meant."""
    return bool(find_zone(text) or _read_offset(text) is not None or _list_abbreviated(text))


def is_marked(text: str) -> bool:
    """Whether a text is a zone by its looks, and no name of a person: "UTC+2", "Europe/Rome"."""
    place = find_zone(text)
    if place and ("/" in text or place == UTC):
        return True
    return _read_offset(text) is not None or (text.isupper() and bool(_list_abbreviated(text)))


def list_clocks(text: str, local: datetime) -> list[tuple[tzinfo, bool]]:
    """The clocks that a name may mean at a local time (naive), each with whether it surely does.

    "EST" in July may be the clocks of New York, or what these show in winter; "ET" tells no clocks.
    """
    zone = find_zone(text)
    if zone:
        return [(ZoneInfo(zone), True)]
    name = _name(text)
    found: list[tuple[tzinfo, bool]] = []
    for one in _list_abbreviated(text):
        place = ZoneInfo(one)
        is_so_called = _word_zone(local.replace(tzinfo=place)) == name
        found.append((place, is_so_called))
        offsets = {_word_zone(time): time.utcoffset() for time in _through_the_year(one)}
        if not is_so_called and (offset := offsets.get(name)) is not None:
            found.append((timezone(offset), False))
    return found


def _cut(text: str) -> str:
    """The name alone: "Berlin" of "Berlin time", in small letters."""
    match = _AROUND.fullmatch(" ".join(text.lower().split()).strip(" .,;()"))
    return match[1] if match else ""


def _name(text: str) -> str:
    """An abbreviation, in English."""
    return _names().abroad.get(_cut(text), _cut(text))


def _list_abbreviated(text: str) -> Sequence[str]:
    """The well-known places where clocks are called so at some time of the year."""
    return _abbreviations().get(_name(text), ())


def _read_offset(text: str) -> timedelta | None:
    """How far clocks at "UTC+2", "GMT-5" or "+05:30" are ahead of UTC; None for what is no such."""
    match = _OFFSET.fullmatch(_cut(text).replace("−", "-"))
    if match is None or int(match[2]) > 14 or int(match[3] or 0) > 59:
        return None
    size = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
    return -size if match[1] == "-" else size


def _word_zone(time: datetime) -> str:
    """What clocks are called at a local time: "est"."""
    return time.strftime("%Z").lower()


def _through_the_year(zone: str) -> list[datetime]:
    """A day in winter and one in summer."""
    return [datetime(2026, month, 15, 12, tzinfo=ZoneInfo(zone)) for month in (1, 7)]


@cache
def _abbreviations() -> dict[str, tuple[str, ...]]:
    """The well-known places of each abbreviation; of those with the same clocks the first."""
    found: dict[str, list[str]] = {name: [zone] for name, zone in _names().generic.items()}
    clocks: set[tuple[str, ...]] = set()
    for zone in _names().places:
        shown = _through_the_year(zone)
        marks = tuple(_clocks(zone))
        if marks in clocks:
            continue
        clocks.add(marks)
        for name in filter(str.isalpha, set(map(_word_zone, shown))):
            found.setdefault(name, []).append(zone)
    return {name: tuple(zones) for name, zones in found.items()}


@cache
def _read_zones() -> tuple[dict[str, str], dict[str, str]]:
    """IANA's zones by their names in full, and those that a city alone names; EST is neither."""
    zones = {zone.lower(): zone for zone in available_timezones() if "/" in zone or zone.istitle()}
    cities: dict[str, str] = {}
    for name, zone in sorted(zones.items()):
        region, _, city = name.rpartition("/")
        if region in _NO_CITIES or not region:
            continue
        other = cities.get(city)
        is_same = other is None or _clocks(other) == _clocks(zone)
        cities[city] = zone if is_same else ""
    return zones, cities


def _clocks(zone: str) -> list[str]:
    """What clocks of a zone show in winter and in summer."""
    return [f"{time:%Z %z}" for time in _through_the_year(zone)] if zone else []
