"""Times as people write them, in six languages: every reading that grammar/times.lark has of one.

What a reading means on a day, and which of several is meant, is decided where the day is known.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from judge import resources

if TYPE_CHECKING:
    from lark import Lark

LONGEST = 80
"""No time takes more signs to write; what is longer is not read."""
MOMENT, PACE, DAYS, HOUR, HOURS = "moment", "pace", "days", "one_hour", "hours"
"""What a text can be read as: a moment, a length of time, days, an hour, hours from one to another.
"""
Parts = dict[str, Any]
"""What a rule has found, by the fields of a Reading."""
_SIGNS = str.maketrans(dict.fromkeys('()[]*"!;,?', " ") | dict.fromkeys("‐‑‒–—−", "-") | {"’": "'"})
_EARLY, _PM, _LATE = "early", "pm", "late"
"""The half of the day: morning, "pm", and words for the evening, in which 12 is not noon."""
_CUT = 3
"""So many letters tell a month or a weekday."""


class _NoReading(Exception):  # noqa: N818 - no error: one of several readings makes no sense
    """The words can't be meant so."""


class Reading(Struct, frozen=True):
    """One reading of a text; None and "" where it says nothing.

    A day is ``year`` (0: every year), ``month`` (0: any) and ``day``, or a ``weekday`` (Monday 0;
    with ``is_next`` "next Thursday"), or so many days ``ahead``. ``hour`` and ``minute`` are as
    clocks show them, 24 the end of the day. ``zone`` is a place or an abbreviation as typed,
    ``offset`` the minutes that clocks are ahead of UTC. ``days`` and ``minutes`` are a length of
    time, counted from the present deadline where it is ``later``. An hour without any sign of one
    (2100, which may be a year as well) ``is_bare``. ``order`` tells 3/12 read with
    the day first from 3/12 read with the month first. ``last`` is the other end of a stretch, in
    which ``first`` is None where it begins today.
    """

    year: int = 0
    month: int = 0
    day: int = 0
    weekday: int | None = None
    is_next: bool = False
    ahead: int | None = None
    hour: int | None = None
    minute: int = 0
    zone: str = ""
    offset: int | None = None
    days: int = 0
    minutes: int = 0
    later: bool = False
    order: str = ""
    is_bare: bool = False
    last: "Reading | None" = None

    @property
    def is_length(self) -> bool:
        """Whether a length of time is said."""
        return bool(self.days or self.minutes)

    @property
    def has_day(self) -> bool:
        """Whether a day is said."""
        return bool(self.day) or self.weekday is not None or self.ahead is not None


def fold(text: str) -> str:
    """A text in small letters without accents, commas and brackets, with one kind of dash."""
    letters = unicodedata.normalize("NFKC", text).translate(_SIGNS).casefold()
    plain = "".join(
        one for one in unicodedata.normalize("NFKD", letters) if not unicodedata.combining(one)
    )
    return re.sub(r"(?<=[^\W\d])\.$", "", " ".join(plain.split()))


@lru_cache(maxsize=256)
def read(text: str, kind: str) -> tuple[Reading, ...]:
    """Every reading of ``text`` as MOMENT, PACE, DAYS, HOUR or HOURS that leaves no word over."""
    from lark import UnexpectedInput  # noqa: PLC0415 - 40 ms where no time is typed
    from lark.visitors import CollapseAmbiguities  # noqa: PLC0415

    plain = fold(text)
    if not plain or len(plain) > LONGEST:
        return ()
    try:
        forest = _parser().parse(plain, start=kind)
    except UnexpectedInput:
        return ()
    readings: dict[Reading, None] = {}
    for tree in CollapseAmbiguities().transform(forest):
        with suppress(_NoReading):
            readings[_settle(_say(tree))] = None
    return tuple(readings)


def find_weekday(word: str) -> int | None:
    """The weekday that a word names in one of the languages, Monday 0; None for none."""
    plain = fold(word).rstrip(".")
    for number, names in _names()["days"].items():
        if plain in names or plain.removesuffix("s") in names:
            return number
    return None


def find_stranger(text: str) -> str:
    """The first word of ``text`` that belongs to no time in any of the languages; "" for none."""
    known = {word for phrases in _words().values() for one in phrases for word in one.split()}
    known |= {word for names in _names().values() for one in names.values() for word in one}
    for word in re.findall(r"[^\W\d_][^\W\d_'.]*", fold(text)):
        if word.rstrip(".") not in known and word not in ("st", "nd", "rd", "th"):
            return str(word)
    return ""


@cache
def _data() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((resources.root("grammar") / "times.toml").read_text("utf-8"))


@cache
def _words() -> Mapping[str, tuple[str, ...]]:
    """The phrases of each terminal."""
    return {name: tuple(map(fold, phrases)) for name, phrases in _data()["words"].items()}


@cache
def _names() -> Mapping[str, Mapping[int, frozenset[str]]]:
    """The names of months and weekdays, by number, with what they are cut short to."""
    return {
        kind: {
            int(number): frozenset(
                cut
                for name in map(fold, names)
                for cut in (name, *(name[:size] for size in range(_CUT, len(name))))
            )
            for number, names in _data()[kind].items()
        }
        for kind in ("months", "days")
    }


@cache
def _parser() -> "Lark":
    from lark import Lark  # noqa: PLC0415

    text = (resources.root("grammar") / "times.lark").read_text("utf-8")
    terminals = {name: _pattern(words) for name, words in _words().items()}
    for kind, stem in (("months", "MONTH"), ("days", "DAY")):
        terminals |= {
            f"{stem}{number}": _pattern(names) for number, names in _names()[kind].items()
        }
    text += "".join(f"\n{name}: /{pattern}/" for name, pattern in terminals.items())
    return Lark(
        f"{text}\n", parser="earley", ambiguity="explicit", start=[MOMENT, PACE, DAYS, HOUR, HOURS]
    )


def _pattern(phrases: Iterable[str]) -> str:
    """What matches the longest of some phrases, as words of their own."""
    return "|".join(
        re.escape(one).replace("/", r"\/")
        if not one[0].isalnum()
        else rf"(?<![a-z']){re.escape(one)}\.?(?![a-z'])".replace("/", r"\/")
        for one in sorted(phrases, key=len, reverse=True)
    )


def _join(parts: Iterable[Any]) -> Parts:
    """What several parts say together."""
    return {name: value for part in parts for name, value in part.items()}


def _say(node: Any) -> Any:
    """What a tree says; a token is its text, or what its name says. Raises _NoReading."""
    if not hasattr(node, "children"):
        kind, number = re.fullmatch("([A-Z_]+?)([0-9]*)", node.type).groups()  # type: ignore[union-attr]
        if kind in ("MONTH", "DAY") and number:
            return {"month" if kind == "MONTH" else "weekday": int(number)}
        if kind == "YEAR":
            return {"year": int(node)}
        if kind == "PM":
            return {"half": _PM if node.startswith("p") else _LATE}
        return _TOKENS.get(kind, str(node))
    if node.data in _MIDNIGHTS:
        return {"hour": _MIDNIGHTS[node.data]}
    rule: Callable[..., Parts] | None = getattr(_RULES, f"say_{node.data}", None)
    parts = [_say(child) for child in node.children]
    return rule(*parts) if rule else _join(parts)


_MIDNIGHTS = {"midnight": 0, "end_of_day": 24}
"""Rules for the beginning and the end of a day."""
_TOKENS: Mapping[str, Parts | int] = {
    "TODAY": {"ahead": 0},
    "TONIGHT": {"ahead": 0, "half": _LATE},
    "TOMORROW": {"ahead": 1},
    "AFTER_TOMORROW": {"ahead": 2},
    "NEXT": {"is_next": True},
    "AM": {"half": _EARLY},
    "NOON": {"hour": 12},
    "ONE": 1,
    "TWO": 2,
    "THREE": 3,
    "WEEKS": {"days": 7},
    "DAYS": {"days": 1},
    "HOURS": {"minutes": 60},
    "MINUTES_": {"minutes": 1},
    "UTC": {"offset": 0},
}


class _Rules:
    """What the rules of grammar/times.lark that do more than join their parts make of them."""

    def say_year_first(self, text: str) -> Parts:
        """As in 2026-12-03."""
        year, month, day = re.findall("[0-9]+", text)
        return _date(year, month, day)

    def say_day_first(self, text: str) -> Parts:
        """As in 3.12. or 3/12/2026."""
        day, month, *year = re.findall("[0-9]+", text)
        return _date("".join(year) or "0", month, day) | {"order": "day" if "/" in text else ""}

    def say_month_first(self, text: str) -> Parts:
        """As in 12/3/2026."""
        month, day, *year = re.findall("[0-9]+", text)
        return _date("".join(year) or "0", month, day) | {"order": "month"}

    def say_day_number(self, text: str) -> Parts:
        """As in 3rd, with its month beside it."""
        return {"day": int(re.sub("[^0-9]", "", text))}

    def say_clock(self, text: str, *half: Parts) -> Parts:
        """As in 9:30 or 9.30 pm."""
        hour, minute, *_ = re.findall("[0-9]+", text)
        return _clock(hour, minute) | _join(half)

    def say_hour(self, text: str, *more: Any) -> Parts:
        """As in 9, 9 pm or 21h30."""
        minute = next((one for one in more if isinstance(one, str)), "0")
        return _clock(text, minute) | _join(one for one in more if not isinstance(one, str))

    def say_military(self, text: str) -> Parts:
        """As in 2100; what may be this year or one near it is no hour."""
        return {**_clock(text[:2], text[2:]), "is_bare": True}

    def say_iso(self, day: str, clock: str, offset: str = "") -> Parts:
        """As in 2026-12-03T21:00+02:00."""
        zone = {"offset": _offset(offset)} if offset else {}
        return self.say_year_first(day) | self.say_clock(clock) | zone

    def say_offset(self, *parts: Any) -> Parts:
        """As in UTC+2 or +02:00."""
        return {"offset": _offset(parts[-1])}

    def say_place(self, text: str) -> Parts:
        """A place, or a zone cut short."""
        return {"zone": text}

    def say_count(self, count: str | int) -> int:
        """A number of days or hours, in digits or in a word."""
        return int(count)

    def say_amount(self, count: int, unit: Parts) -> Parts:
        """As in 2 weeks, 48h."""
        return {name: count * value for name, value in unit.items()}

    def say_amounts(self, *parts: Parts) -> Parts:
        """As in 1 day 12 hours."""
        return {name: sum(part.get(name, 0) for part in parts) for name in ("days", "minutes")}

    def say_later(self, parts: Parts) -> Parts:
        """As in +12h or 2 days later."""
        return {**parts, "later": True}

    def say_in_days(self, *parts: Parts) -> Parts:
        """As in in 2 days at 9 pm."""
        found = _join(parts)
        if found.pop("minutes"):
            raise _NoReading
        return {**found, "days": 0, "ahead": found["days"]}

    def say_stretch(self, first: Parts, last: Parts) -> Parts:
        """From one end to the other."""
        return {**first, "last": last}

    def say_short_stretch(self, *parts: Parts) -> Parts:
        """As in 3-7 May, or May 3-7."""
        first, last = (part for part in parts if "day" in part)
        rest = _join(part for part in parts if "day" not in part)
        rest |= {name: value for name, value in last.items() if name != "day"}
        return {**rest, **first, "last": {**rest, **last}}

    def say_until(self, last: Parts) -> Parts:
        """From today on."""
        return {"ahead": 0, "last": last}


_RULES = _Rules()


def _date(year: str, month: str, day: str) -> Parts:
    century = 2000 if len(year) == 2 else 0
    return {"year": int(year) + century, "month": int(month), "day": int(day)}


def _clock(hour: str, minute: str) -> Parts:
    return {"hour": int(hour), "minute": int(minute)}


def _offset(text: str) -> int:
    """The minutes that clocks are ahead of UTC, of +2, -05:00, +0530 or z."""
    digits = re.sub("[^0-9]", "", text).zfill(2)
    hours, minutes = (digits[:-2], digits[-2:]) if len(digits) > 2 else (digits, "0")
    if int(hours) > 14 or int(minutes) > 59:
        raise _NoReading
    return (-1 if text.startswith("-") else 1) * (int(hours) * 60 + int(minutes))


def _settle(parts: Parts) -> Reading:
    """What the parts of a reading say. Raises _NoReading for an hour that no clock shows."""
    last = parts.pop("last", None)
    hour, half = parts.get("hour"), parts.pop("half", "")
    if hour is not None:
        midnight = (hour, parts.get("minute", 0)) == (24, 0)
        noon = (hour, parts.get("minute", 0)) == (12, 0)
        wrong = {
            "": hour > 23 and not midnight,
            _EARLY: hour > 12 or noon,
            _PM: hour in (0, 24),
            _LATE: hour in (0, 12),
        }[half]
        if wrong or (hour > 23 and not midnight):
            raise _NoReading
        if half == _EARLY:
            hour %= 12
        elif half and hour < 12:
            hour += 12
        parts["hour"] = hour
    return Reading(**parts, last=_settle(last) if last else None)
