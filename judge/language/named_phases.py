"""Phases named among the words of a line: "Fall 1902:", "in spring 37", "(autumn)", "next turn"."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from judge.language.fold import Lexeme, level, plain, scan
from judge.language.phases import COMING, NEXT, YEAR_ALONE, Own
from judge.language.tokens import Token, classes_of, read_phrases
from judge.language.words import all_languages

_CODE = re.compile(
    r"(s(?:pr?|um?)?|fa?|aut?|a(?=\d{4})|w(?:in?)?|u) ?'?(1[89]\d\d|20\d\d|\d\d) ?([a-z])?(?!\w)"
    r"|([sufw])([1-9]\d{0,3})(?: ?(bc))? ?([mraib])(?!\w)"
)
"""A phase by its id, or as people shorten it: "Sp02", "Aut 1903"; a year that could be another
number needs the letter of its kind."""
_DIGIT = re.compile(r"\d")
_SHORTENED = {"a": "F", "au": "F", "aut": "F", "su": "U", "sum": "U"}
"""Shortened seasons that do not begin with their letter."""
_NUMBERED = re.compile(r"(1[89]\d\d|20\d\d)[-/](\d\d?)([dnmra])?(?!\w)")
_SEASONS = {"spring": "S", "summer": "U", "fall": "F", "winter": "W"}
_MONTHS = frozenset(f"{month:02}" for month in range(1, 13))
_DATING = frozenset(("next", "coming", *_SEASONS, *_MONTHS))
"""Classes of words with which a phase may begin."""
_KINDS = {"moves": "M", "retreats": "R", "builds": "A", "bids": "I"}
_LETTERS = frozenset("mraib")
_AGES = {"bc": "BC", "bce": "BC", "ad": "AD", "ce": "AD"}
_BEGUN = re.compile(r"(?:start|(recalculation)) (?:of|after) ", re.IGNORECASE)
"""What stands before a phase in its title."""
_JOINED = re.compile(r"(?<=[^\W\d_])-|-(?=[^\W\d_])")
"""A hyphen between the parts of a name: "S1901-M", "spring-1901"."""
_FIRST, _LAST = 1800, 2099
"""Years that a number alone can be."""


class Date(NamedTuple):
    """A phase that is named in the columns ``start`` to ``end`` (from 0).

    ``phase`` is NEXT, or season or month, year and kind with dots between, each of the last two
    left out where it was not typed: "F.1902.M", "F..", "02.1930.".
    """

    start: int
    end: int
    phase: str


class _Found(NamedTuple):
    """The same in tokens."""

    first: int
    behind: int
    phase: str


def find_dates(
    text: str,
    lexemes: Sequence[Lexeme],
    tokens: Sequence[Token],
    own: Own = (),
    *,
    alone: bool = False,
) -> list[Date]:
    """The phases that the tokens of a line name, in their order.

    In a name ``alone`` any number behind a season is its year: "Spring 1 movement".
    """
    numbered = _DIGIT.search(text) is not None
    if not (numbered or own) and classes_of(tokens).isdisjoint(_DATING):
        return []
    line, found, index = _Line(level(text), lexemes, tokens, dict(own), alone), [], 0
    while index < len(tokens):
        date = line.read_code(index) if numbered else None
        if date is None and (own or tokens[index].number or tokens[index].classes & _DATING):
            date = line.read_words(index)
        if date:
            start, last = tokens[date.first], tokens[date.behind - 1]
            columns = lexemes[start.first][2], lexemes[last.behind - 1][3]
            found.append(Date(*columns, date.phase))
        index = date.behind if date else index + 1
    return found


def find_phase(name: str, century: str = "19", own: Own = ()) -> str:
    """The id of the phase that ``name`` names and nothing else, "" if it names none.

    Two digits are a year of ``century``; "" leaves them to ``phases.resolve_phase``. ``own`` are a
    variant's own words for seasons. A year alone behind its season needs no kind here: "S1425".
    """
    begun = _BEGUN.match(text := plain(name).strip(" .:"))
    text = _JOINED.sub(" ", text[begun.end() :] if begun else text)
    for told in ("", " m"):
        lexemes = scan(text + told)
        dates = find_dates(text + told, lexemes, read_phrases(lexemes), own, alone=True)
        if [(one.start, one.end) for one in dates] != [(0, len(text + told))]:
            continue
        season, year, kind = (*dates[0].phase.split("."), "")[:3]
        if year not in ("", COMING):
            year = f"{century}{year}" if len(year) == 2 else year.removesuffix("AD")
            said = "A" if begun and begun[1] else "" if told else kind
            kind = said or ("A" if season == "W" else "M")
            return f"{year}-{season}{kind}" if season.isdigit() else f"{season}{year}{kind}"
    return ""


class _Line(NamedTuple):
    """A line in which phases are looked for; ``own`` are a variant's words for seasons.

    ``alone``: it is to be a phase and nothing else.
    """

    text: str
    lexemes: Sequence[Lexeme]
    tokens: Sequence[Token]
    own: dict[str, str]
    alone: bool

    def key(self, index: int) -> str:
        """The first lexeme of a token, "" behind the last one."""
        return self.lexemes[self.tokens[index].first][1] if index < len(self.tokens) else ""

    def has(self, index: int, name: str) -> bool:
        """Whether a token is of a class."""
        return 0 <= index < len(self.tokens) and name in self.tokens[index].classes

    def read_code(self, index: int) -> _Found | None:
        """A phase by its id: "F1902M", "s02", "1930-02"."""
        start = self.lexemes[self.tokens[index].first][2]
        if start and self.text[start - 1].isalnum():
            return None
        match = _CODE.match(self.text, start) or _NUMBERED.match(self.text, start)
        if match is None:
            return None
        starts = [self.lexemes[token.first][2] for token in self.tokens]
        behind = bisect_left(starts, match.end())
        if match.re is _NUMBERED:
            season, year, kind = match[2].zfill(2), match[1], match[3]
        elif match[1]:
            season = _SHORTENED.get(match[1], match[1][0].upper())
            year, kind = match[2], match[3] if match[3] in _LETTERS else ""
            if self.alone and match[3] and not kind:  # "F1901X" heads fall, and is no name of it
                return None
        else:
            season, year, kind = match[4].upper(), f"{match[5]}{(match[6] or '').upper()}", match[7]
        return _Found(index, behind, _write(season, year, (kind or "").upper()))

    def read_words(self, index: int) -> _Found | None:
        """A phase in words: "fall of 1902 retreats", "March 1930", "next turn".

        A month has its year, or heads a line, or stands behind "for".
        """
        token, coming = self.tokens[index], self.has(index, "coming")
        if "next" in token.classes:
            return _Found(index, index + 1, NEXT)
        at = index + coming
        if at >= len(self.tokens):
            return None
        token, season = self.tokens[at], ""
        if not (token.place or token.power):
            word = " ".join(key for _, key, _, _ in self.lexemes[token.first : token.behind])
            season = self.own.get(word) or _name_season(token.classes)
        if season:
            behind, year = self._read_year(at + 1)
            if not year and (coming or self.has(behind, "coming")):
                behind, year = (behind if coming else behind + 1), COMING
            return self._read_kind(index, behind, season, year)
        if months := token.classes & _MONTHS:  # May and March are words, too
            behind, year = self._read_year(at + 1)
            heads = behind < len(self.tokens) and self.tokens[behind].sign == ":"
            meant = len(year) == 4 or heads or self.has(at - 1, "from")
            return self._read_kind(index, behind, next(iter(months)), year) if meant else None
        if _FIRST <= self.tokens[index].number <= _LAST and self.has(index - 1, "from"):
            return _Found(index, index + 1, _write(YEAR_ALONE, str(token.number), ""))
        return None

    def _read_year(self, index: int) -> tuple[int, str]:
        """The token behind a year, and the year; "" if none stands there."""
        behind = index
        while self.key(behind) in (",", ".", "'") or self.has(behind, "from"):
            behind += 1
        digits, age = self.key(behind), self.key(behind + 1)
        if not digits.isdigit():
            return index, ""
        if age in _AGES:
            return behind + 2, f"{int(digits)}{_AGES[age]}"
        ends = behind + 1 == len(self.tokens) or self.tokens[behind + 1].sign
        is_year = len(digits) in (2, 4) or self.alone or ends
        return (behind + 1, digits) if is_year else (index, "")

    def _read_kind(self, first: int, behind: int, season: str, year: str) -> _Found:
        """A phase with the kind that may stand behind it: "retreats"."""
        kind = next((letter for name, letter in _KINDS.items() if self.has(behind, name)), "")
        if behind + 1 == len(self.tokens) and self.key(behind) in _LETTERS:  # "Dec 1930 A"
            kind = self.key(behind).upper()
        return _Found(first, behind + bool(kind), _write(season, year, kind))


def _write(season: str, year: str, kind: str) -> str:
    return f"{season}.{year}.{kind.replace('B', 'A')}"


def find_season(word: str) -> str:
    """The letter of the season that a level word names in some language, "" if it names none."""
    found = all_languages().match(tuple(word.split()), 0) if word else None
    return _name_season(frozenset[str]().union(*found[1].values())) if found else ""


def _name_season(classes: frozenset[str]) -> str:
    return next((letter for name, letter in _SEASONS.items() if name in classes), "")
