"""Phases named among the words of a line: "Fall 1902:", "in spring 37", "(autumn)", "next turn"."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from judge.kernel import years
from judge.language.phrases import MarkedText, ideas

NEXT, PAST = "next.", "past."
"""Words of a phase that is named only by where it lies."""
_YEAR_ALONE = "Y"
"""The season of a phase of which only the year is named: the present one, or the year's first."""
_CODE = re.compile(
    r"(s(?:pr?|um?)?|f(?:a|all)?|au(?:t)?|w(?:in?)?|u) ?'?(1[89]\d\d|20\d\d|\d\d) ?([mraib])?(?!\w)"
    r"|([sufw])([1-9]\d{0,3})(?: ?(bc))? ?([mraib])(?!\w)"
)
"""A phase by its id, or as people shorten it: "Sp02", "Aut 1903"; a year that could be another
number needs the letter of its kind."""
_SHORTENED = {"au": "F", "aut": "F", "su": "U", "sum": "U"}
"""Shortened seasons that do not begin with their letter."""
_NUMBERED = re.compile(r"(1[89]\d\d|20\d\d)-(\d\d)([mra])?(?!\w)")
_YEAR = re.compile(r"1[89]\d\d|20\d\d|\d\d")
_OTHER_YEAR = re.compile(r"[1-9]\d{0,3}")
"""Years of other ages: counted as such where nothing but a sign or their age stands behind."""
_AGES = {"bc": "BC", "bce": "BC", "ad": "AD", "ce": "AD"}
_DOTTED_AGE = re.compile(r"\b(?:b\.c\.e|b\.c|a\.d|c\.e)\.")
"""An age as some write it: "218 B.C."."""
_COMING = "+"
"""The year of "next spring"."""
_FULL = 4
"""Digits of a year that makes a phase of a month, which may be a word otherwise."""
_SEASONS = ("S", "U", "F", "W")
_CLOSERS, _OPENERS, _MARKS = "])*", "[(*", ":.=-"
_TITLE_SIGNS = "[](){}*#=-:.,'"
_SENTENCE = ".!?;:()>-"
"""Signs beyond which words before a phase don't speak of it."""
_IN = ("in", "im", "en")
"""Behind one of these a word is a month, whatever else it may be: "in march"."""
_NEAR = 120
"""Characters of a heading, or of the words at an end of a line that may name its phase."""
_BETWEEN = 6
"""Signs and words that may stand between a season and its year: "in fall, of the year of 1902"."""

Own = tuple[tuple[str, str], ...]
"""A variant's own words for seasons, level, each with the season's letter: ("harvest", "F")."""


class NamedPhase(NamedTuple):
    """A phase that was named: from ``start`` to ``end`` of the line, and what was said of it.

    ``phase`` is "next.", or season or month, year and kind with dots between, each of the last two
    left out where it was not typed: "F.1902.M", "F..", "02.1930.".
    """

    start: int
    end: int
    phase: str


class _Phase(NamedTuple):
    """A phase among tokens: the token behind it, its words, and whether it is a month alone."""

    behind: int
    phase: str
    bare: bool = False


def find_title(text: str, own: Own = ()) -> NamedPhase | None:
    """The phase of a line that is nothing but a heading; ``text`` is level."""
    if len(text) > _NEAR:
        return None
    phrases, phase_id = _find_phrases(text, own), ""
    index = 0
    while index < len(phrases.tokens):
        phase = None if phase_id else _read_phase(phrases, text, index)
        if phase:
            phase_id, index = phase.phase, phase.behind
        elif phrases.tokens[index].word in _TITLE_SIGNS or phrases.tokens[index].word.isdigit():
            index += 1
        else:
            words = phrases.starts("title", index)
            if not words:
                return None
            index += words
    return NamedPhase(0, len(text), phase_id) if phase_id else None


def find_anywhere(text: str, own: Own = ()) -> NamedPhase | None:
    """A season or month with its year, wherever it stands in a heading."""
    phrases = _find_phrases(text, own)
    for index, token in enumerate(phrases.tokens):
        phase = _read_phase(phrases, text, index)
        if phase and not phase.bare and phase.phase != NEXT:
            return NamedPhase(token.start, phrases.tokens[phase.behind - 1].end, phase.phase)
    return None


def find_leading(text: str, own: Own = ()) -> NamedPhase | None:
    """The phase that an order begins with: "Fall 1902: ...", "then in fall ..."."""
    phrases = _find_phrases(text, own)
    index = 0
    while index < len(phrases.tokens):
        phase = _read_phase(phrases, text, index)
        has_preposition = index and phrases.tokens[index - 1].word in _IN
        if phase and not (phase.bare and not has_preposition and not _ends(phrases, phase.behind)):
            behind = phase.behind
            while (
                behind < len(phrases.tokens) and phrases.tokens[behind].word in f"{_CLOSERS}:,;.-"
            ):
                behind += 1
            if behind == len(phrases.tokens):
                return None
            return NamedPhase(0, phrases.tokens[behind].start, phase.phase)
        step = phrases.tokens[index].word in f"{_OPENERS}," or phrases.starts("in", index)
        if not step:
            return None
        index += int(step)
    return None


def find_introduction(text: str, own: Own = ()) -> NamedPhase | None:
    """The phase of which the first words of a sentence speak: "Looking ahead to autumn, ..."."""
    phrases, speaks = _find_phrases(text, own), False
    for index, token in enumerate(phrases.tokens):
        phase = _read_phase(phrases, text, index) if speaks else None
        if phase and not phase.bare:
            end = phase.behind
            while end < len(phrases.tokens) and phrases.tokens[end].word in ":,":
                end += 1
            start = phrases.tokens[0].start
            return (
                NamedPhase(start, phrases.tokens[end].start, phase.phase)
                if end < len(phrases.tokens)
                else None
            )
        if token.word in _SENTENCE or token.start > _NEAR:
            return None
        speaks = bool(
            phrases.starts("speaks of", index) or (speaks and phrases.starts("speaks of it", index))
        )
    return None


def find_trailing(text: str, own: Own = ()) -> NamedPhase | None:
    """The phase that an order ends with: "... (autumn)", "... for next turn"."""
    phrases = _find_phrases(text, own)
    for index in range(len(phrases.tokens) - 1, 0, -1):
        if len(text) - phrases.tokens[index].start > _NEAR:
            break
        phase = _read_phase(phrases, text, index)
        if any(hit.behind == index for hit in phrases.list_hits("coming")):
            continue
        if phase and not phase.bare and _closes(phrases, phase.behind):
            first = _find_lead_in(phrases, index)
            return (
                NamedPhase(phrases.tokens[first - 1].end, len(text), phase.phase) if first else None
            )
    return None


def _find_lead_in(phrases: MarkedText, index: int) -> int:
    """The first of the words that lead to a phase at ``index``: "(but only in"."""
    first = index
    begins = {hit.behind: hit.first for hit in phrases.list_hits("in")}
    while first:
        if first in begins:
            first = begins[first]
        elif phrases.tokens[first - 1].word in "[(,;-=":
            first -= 1
        else:
            break
    return first


def _closes(phrases: MarkedText, index: int) -> bool:
    """Whether nothing that counts stands behind a phase."""
    while index < len(phrases.tokens):
        words = phrases.starts("behind", index)
        if not words and phrases.tokens[index].word not in "]).!":
            return False
        index += words or 1
    return True


def _ends(phrases: MarkedText, index: int) -> bool:
    """Whether a month alone is marked as a heading: "March:"."""
    return index >= len(phrases.tokens) or phrases.tokens[index].word in ":,)"


def _read_phase(phrases: MarkedText, text: str, index: int) -> _Phase | None:
    """The phase that begins at a token, None if none does."""
    if index >= len(phrases.tokens):
        return None
    return _read_phase_id(phrases, text, index) or _read_phase_words(phrases, index)


def _read_phase_id(phrases: MarkedText, text: str, index: int) -> _Phase | None:
    """A phase by its id: "F1902M", "s02", "1930-02"."""
    start = phrases.tokens[index].start
    if start and text[start - 1].isalnum():
        return None
    match = _CODE.match(text, start) or _NUMBERED.match(text, start)
    if match is None:
        return None
    behind = next(
        (k for k in range(index, len(phrases.tokens)) if phrases.tokens[k].start >= match.end()),
        len(phrases.tokens),
    )
    if match.re is _NUMBERED:
        season, year, kind = match[2], match[1], match[3]
    elif match[1]:
        season = _SHORTENED.get(match[1], match[1][0].upper())
        year, kind = match[2], match[3]
    else:
        season, year, kind = match[4].upper(), f"{match[5]}{(match[6] or '').upper()}", match[7]
    return _Phase(behind, _write_phase(season, year, (kind or "").upper()))


def _read_phase_words(phrases: MarkedText, index: int) -> _Phase | None:
    """A phase in words: "fall of 1902 retreats", "March 1930", "next turn"."""
    size = phrases.starts("next", index)
    if size:
        return _Phase(index + size, NEXT)
    if size := phrases.starts("next year", index):
        return _Phase(index + size, _write_phase(_YEAR_ALONE, _COMING, ""))
    if year_phase := _read_year_first(phrases, index):
        return year_phase
    coming = phrases.starts("coming", index)
    for season in _SEASONS:
        size = phrases.starts(f"season {season}", index + coming)
        if size:
            behind, year = _read_year(phrases, index + coming + size)
            late = 0 if year else phrases.starts("coming behind", behind)
            year = _COMING if (coming or late) and not year else year
            return _read_kind(phrases, behind + late, season, year)
    month = phrases.find_hit("month", index)
    if month is None:
        return None
    behind, year = _read_year(phrases, month.behind)
    if len(year) != _FULL:
        return _Phase(month.behind, _write_phase(month.put, "", ""), bare=True)
    return _read_kind(phrases, behind, month.put, year)


def _read_year_first(phrases: MarkedText, index: int) -> _Phase | None:
    """A phase whose year comes first, "1902 spring", or of which only the year is named."""
    behind, year = _read_year(phrases, index)
    if behind == index or not (len(year) >= _FULL or year.endswith(("BC", "AD"))):
        return None
    for season in _SEASONS:
        if size := phrases.starts(f"season {season}", behind):
            return _read_kind(phrases, behind + size, season, year)
    has_preposition = index > 0 and bool(phrases.starts("dates a year", index - 1))
    return _Phase(behind, _write_phase(_YEAR_ALONE, year, ""), bare=not has_preposition)


def _read_year(phrases: MarkedText, index: int) -> tuple[int, str]:
    """The token behind a year, and the year; "" if none stands there."""
    behind, most = index, min(index + _BETWEEN, len(phrases.tokens))
    while behind < most and (
        phrases.tokens[behind].word in ",.'" or phrases.starts("of the year", behind)
    ):
        behind += 1
    word = _find_word(phrases, behind)
    age = _find_word(phrases, behind + 1)
    if age in _AGES and _OTHER_YEAR.fullmatch(word):
        return behind + 2, f"{word}{_AGES[age]}"
    if _YEAR.fullmatch(word):
        return behind + 1, word
    alone = not age or not age.isalnum() or phrases.starts("kind", behind + 1)
    return (behind + 1, word) if alone and _OTHER_YEAR.fullmatch(word) else (index, "")


def _find_word(phrases: MarkedText, index: int) -> str:
    """The word of a token, "" behind the last one."""
    return phrases.tokens[index].word if index < len(phrases.tokens) else ""


def _read_kind(phrases: MarkedText, index: int, season: str, year: str) -> _Phase:
    """A phase with the kind that may stand behind it: "retreats"."""
    kind = phrases.find_hit("kind", index)
    return _Phase(
        kind.behind if kind else index, _write_phase(season, year, kind.put if kind else "")
    )


def find_season(word: str) -> str:
    """The letter of the season that a level word names in all games, "" if it names none."""
    phrases = _find_phrases(word, ())
    return next((season for season in _SEASONS if phrases.starts(f"season {season}", 0)), "")


def _find_phrases(text: str, own: Own) -> MarkedText:
    """A text with the phases that it names; ``own``: also in a variant's own words."""
    more = "\n".join(f"[season {season}]\n{word}" for word, season in own)
    if "." in text:
        text = _DOTTED_AGE.sub(lambda age: age[0].replace(".", "").ljust(len(age[0])), text)
    return ideas("phases", more).mark_text(text)


def _write_phase(season: str, year: str, kind: str) -> str:
    return f"{season}.{year}.{kind.replace('B', 'A')}"


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
        return _complete_year(whole, present)
    if not present:
        return _resolve_alone(name)
    if name == NEXT:
        return _find_next_moves(now, pace)
    if not _SPELT.fullmatch(name):
        return ""
    season, year, kind = name.split(".")
    if season == _YEAR_ALONE:
        return _date_year(year, present, pace)
    if season.isdigit() != bool(present[4]):
        return ""
    return _date_season("W" if (season, kind) == ("F", "A") else season, year, kind, present, pace)


def _date_season(season: str, year: str, kind: str, present: re.Match[str], pace: Pace) -> str:
    """The id of a season as seen from the ``present`` phase; year and kind may be missing."""
    here, start = (present[5], present[4]) if present[4] else (present[1], present[2])
    ahead = year in ("", _COMING)
    when = years.number(start if ahead else _fill_century(year, start) or start)
    if ahead:
        when = years.after(when, pace.count_years(here, season))
    if year == _COMING and season == here:
        when = years.after(when, pace.step)
    if season == here and when == years.number(start) and kind in ("", present[6] or present[3]):
        return present[0]
    kind = kind or ("A" if season == "W" else "M")
    return f"{when}-{season}{kind}" if present[4] else f"{season}{years.write(when)}{kind}"


def _date_year(year: str, present: re.Match[str], pace: Pace) -> str:
    """The present phase if it is of the year, else the first moves of that year."""
    start = present[4] or present[2]
    when = years.number(start if year == _COMING else _fill_century(year, start))
    when = years.after(when, pace.step) if year == _COMING else when
    if when == years.number(start):
        return present[0]
    return f"{when}-01M" if present[4] else f"{pace.seasons[0]}{years.write(when)}M"


def _complete_year(whole: re.Match[str], present: re.Match[str] | None) -> str:
    """An id, its year with its century where two digits stand for it."""
    if whole[4]:
        return whole[0]
    start = (present[4] or present[2]) if present else ""
    return f"{whole[1]}{_fill_century(whole[2], start)}{whole[3]}"


def _fill_century(year: str, now: str) -> str:
    """A year in the age of the year ``now``; of two digits in its century ("": the 20th)."""
    if year.endswith("AD"):
        return year.removesuffix("AD")
    if now.endswith("BC"):
        return year if year.endswith("BC") else f"{year}BC"
    if len(year) != 2:
        return year
    century = years.number(now) // _CENTURY if now else 19
    return f"{19 if century == 20 else century}{year}" if century else year


def _resolve_alone(name: str) -> str:
    """The id of a phase that is named in full, where there is no present one to go by."""
    if not _SPELT.fullmatch(name) or name.split(".")[1] in ("", _COMING):
        return ""
    season, year, kind = name.split(".")
    kind = kind or ("A" if season == "W" else "M")
    year = _fill_century(year, "")
    return f"{year}-{season}{kind}" if season.isdigit() else f"{season}{year}{kind}"


def is_over(phase: str, now: str) -> bool:
    """Whether a phase lies before the present one."""
    return bool(_ID.fullmatch(phase)) and _place(phase) < _place(now)


def spell(phase: str, pace: Pace = YEARLY) -> str:
    """An id in words: "Fall 1902", "February 1930"."""
    match = _ID.fullmatch(phase)
    if match is None:
        return phase
    if match[4]:
        return f"{years.MONTHS[int(match[5]) - 1]} {match[4]}"
    year = years.say(years.number(match[2]))
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
    return f"{season}{years.write(years.after(years.number(match[2]), apart))}M"


def _rank(season: str) -> int:
    return int(season) if season.isdigit() else "SUFW".index(season)


def _place(phase: str) -> tuple[int, int, int]:
    match = _ID.fullmatch(phase)
    if match is None:
        return (0, 0, 0)
    year, season = (match[4], match[5]) if match[4] else (match[2], match[1])
    return years.number(year), _rank(season), _ORDER.find(match[6] or match[3])
