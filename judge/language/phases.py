"""Phases by their ids, and what a season, a month or "next turn" means as seen from one of them."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from judge.kernel import days

NEXT, PAST = "next.", "past."
"""Words of a phase that is named only by where it lies."""
YEAR_ALONE = "Y"
"""The season of a phase of which only the year is named: the present one, or the year's first."""
COMING = "+"
"""The year of "next spring"."""
Own = tuple[tuple[str, str], ...]
"""A variant's own words for seasons, level, each with the season's letter: ("harvest", "F")."""
_ORDER = "DNIMRA"
"""Kinds of phases of one season or month, as they come."""
_SPELT = re.compile(r"(?:[SUFWY]|\d\d)\.(?:\d{1,4}(?:BC|AD)?|\+)?\.[A-Z]?")
_ID = re.compile(r"([SUFW])(\d{1,4}(?:BC)?)([A-Z])|(\d{4})-(\d\d)([A-Z])")
_CENTURY = 100
_TITLES = {"S": "Spring", "U": "Summer", "F": "Fall", "W": "Winter"}


class Pace(NamedTuple):
    """How a game's time goes: its seasons with moves, the years that a round of them takes.

    ``later`` says by how many years a season comes after the first of its round, ``names`` what
    seasons are called where it is not as usual.
    """

    seasons: str = "SF"
    step: int = 1
    later: Mapping[str, int] = MappingProxyType({})
    names: Mapping[str, str] = MappingProxyType({})

    def count_years(self, season: str, other: str) -> int:
        """The years from one season to the next ``other``."""
        rounds = self.step if _rank(other) < _rank(season) else 0
        return rounds + self.later.get(other, 0) - self.later.get(season, 0)


YEARLY = Pace()
"""Spring and fall of every year."""


def resolve_phase(name: str, now: str, pace: Pace = YEARLY) -> str:
    """The id of a named phase as seen from the phase ``now``; "" where ``now`` has none such.

    A season without a year is the next one, "next spring" in spring that of the round that comes;
    without a kind it is the present phase if that is of the season, else its moves. Two digits
    are a year of the present century. A phase by its id is itself.
    """
    present = _ID.fullmatch(now)
    whole = _ID.fullmatch(name)
    if whole:
        if whole[4]:
            return whole[0]
        start = (present[4] or present[2]) if present else ""
        return f"{whole[1]}{_fill_century(whole[2], start)}{whole[3]}"
    if present and name == NEXT:
        return _find_next_moves(now, pace)
    if not _SPELT.fullmatch(name):
        return ""
    season, year, kind = name.split(".")
    if not present:  # nothing to go by: it has to be named in full
        if year in ("", COMING):
            return ""
        kind = kind or ("A" if season == "W" else "M")
        year = _fill_century(year, "")
        return f"{year}-{season}{kind}" if season.isdigit() else f"{season}{year}{kind}"
    if season == YEAR_ALONE:
        return _date_year(year, present, pace)
    if season.isdigit() != bool(present[4]):
        return ""
    return _date_season("W" if (season, kind) == ("F", "A") else season, year, kind, present, pace)


def _date_season(season: str, year: str, kind: str, present: re.Match[str], pace: Pace) -> str:
    """The id of a season as seen from the ``present`` phase; year and kind may be missing."""
    here, start = (present[5], present[4]) if present[4] else (present[1], present[2])
    ahead = year in ("", COMING)
    when = days.year_number(start if ahead else _fill_century(year, start) or start)
    if ahead:
        when = days.year_after(when, pace.count_years(here, season))
    if year == COMING and season == here:
        when = days.year_after(when, pace.step)
    if (
        season == here
        and when == days.year_number(start)
        and kind in ("", present[6] or present[3])
    ):
        return present[0]
    kind = kind or ("A" if season == "W" else "M")
    return f"{when}-{season}{kind}" if present[4] else f"{season}{days.write_year(when)}{kind}"


def _date_year(year: str, present: re.Match[str], pace: Pace) -> str:
    """The present phase if it is of the year, else the first moves of that year."""
    start = present[4] or present[2]
    when = days.year_number(start if year == COMING else _fill_century(year, start))
    when = days.year_after(when, pace.step) if year == COMING else when
    if when == days.year_number(start):
        return present[0]
    return f"{when}-01M" if present[4] else f"{pace.seasons[0]}{days.write_year(when)}M"


def _fill_century(year: str, now: str) -> str:
    """A year in the age of the year ``now``; of two digits in its century ("": the 20th)."""
    if year.endswith("AD"):
        return year.removesuffix("AD")
    if now.endswith("BC"):
        return year if year.endswith("BC") else f"{year}BC"
    if len(year) != 2:
        return year
    century = days.year_number(now) // _CENTURY if now else 19
    return f"{19 if century == 20 else century}{year}" if century else year


def is_over(phase: str, now: str) -> bool:
    """Whether a phase lies before the present one."""
    return bool(_ID.fullmatch(phase)) and _place(phase) < _place(now)


def spell(phase: str, pace: Pace = YEARLY) -> str:
    """An id in words: "Fall 1902", "February 1930"."""
    match = _ID.fullmatch(phase)
    if match is None:
        return phase
    if match[4]:
        return f"{days.MONTHS[int(match[5]) - 1]} {match[4]}"
    year = days.say_year(days.year_number(match[2]))
    return f"{pace.names.get(match[1], _TITLES[match[1]])} {year}"


def _find_next_moves(now: str, pace: Pace) -> str:
    """The next phase with moves."""
    match = _ID.fullmatch(now)
    if match is None:
        return ""
    if match[4]:
        year, month = divmod(int(match[4]) * 12 + int(match[5]), 12)
        return f"{year}-{month + 1:02}M"
    ahead = [season for season in pace.seasons if _rank(season) > _rank(match[1])]
    season = ahead[0] if ahead else pace.seasons[0]
    apart = pace.count_years(match[1], season) if ahead or len(pace.seasons) > 1 else pace.step
    return f"{season}{days.write_year(days.year_after(days.year_number(match[2]), apart))}M"


def _rank(season: str) -> int:
    return int(season) if season.isdigit() else "SUFW".index(season)


def _place(phase: str) -> tuple[int, int, int]:
    match = _ID.fullmatch(phase)
    if match is None:
        return (0, 0, 0)
    year, season = (match[4], match[5]) if match[4] else (match[2], match[1])
    return days.year_number(year), _rank(season), _ORDER.find(match[6] or match[3])
