"""Phases named among the words of a line: "Fall 1902:", "in spring 37", "(autumn)", "next turn"."""

import re
from typing import NamedTuple

from judge.language.phrases import Said, ideas

NEXT, PAST = "next.", "past."
"""Words of a phase that is named only by where it lies."""
_CODE = re.compile(r"([sfw]) ?'?(1[89]\d\d|20\d\d|\d\d) ?([mraib])?(?!\w)")
_NUMBERED = re.compile(r"(1[89]\d\d|20\d\d)-(\d\d)([mra])?(?!\w)")
_YEAR = re.compile(r"1[89]\d\d|20\d\d|\d\d")
_FULL = 4
"""Digits of a year that makes a phase of a month, which may be a word otherwise."""
_SEASONS = ("S", "F", "W")
_CLOSERS, _OPENERS, _MARKS = "])*", "[(*", ":.=-"
_TITLE_SIGNS = "[](){}*#=-:.,'"
_SENTENCE = ".!?;:()>-"
"""Signs beyond which words before a phase don't speak of it."""
_NEAR = 120
"""Characters of a heading, or of the words at an end of a line that may name its phase."""


class Named(NamedTuple):
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


def title(text: str) -> Named | None:
    """The phase of a line that is nothing but a heading; ``text`` is level."""
    if len(text) > _NEAR:
        return None
    said, named = _said(text), ""
    at = 0
    while at < len(said.tokens):
        phase = None if named else _phase(said, text, at)
        if phase:
            named, at = phase.phase, phase.behind
        elif said.tokens[at].word in _TITLE_SIGNS or said.tokens[at].word.isdigit():
            at += 1
        else:
            words = said.starts("title", at)
            if not words:
                return None
            at += words
    return Named(0, len(text), named) if named else None


def anywhere(text: str) -> Named | None:
    """A season or month with its year, wherever it stands in a heading."""
    said = _said(text)
    for at, token in enumerate(said.tokens):
        phase = _phase(said, text, at)
        if phase and not phase.bare and phase.phase != NEXT:
            return Named(token.start, said.tokens[phase.behind - 1].end, phase.phase)
    return None


def leading(text: str) -> Named | None:
    """The phase that an order begins with: "Fall 1902: ...", "then in fall ..."."""
    said = _said(text)
    at = 0
    while at < len(said.tokens):
        phase = _phase(said, text, at)
        if phase and not (phase.bare and not _ends(said, phase.behind)):
            behind = phase.behind
            while behind < len(said.tokens) and said.tokens[behind].word in f"{_CLOSERS}:,;.-":
                behind += 1
            if behind == len(said.tokens):
                return None
            return Named(0, said.tokens[behind].start, phase.phase)
        step = said.tokens[at].word in f"{_OPENERS}," or said.starts("in", at)
        if not step:
            return None
        at += int(step)
    return None


def before(text: str) -> Named | None:
    """The phase of which the first words of a sentence speak: "Looking ahead to autumn, ..."."""
    said, speaks = _said(text), False
    for at, token in enumerate(said.tokens):
        phase = _phase(said, text, at) if speaks else None
        if phase and not phase.bare:
            end = phase.behind
            while end < len(said.tokens) and said.tokens[end].word in ":,":
                end += 1
            start = said.tokens[0].start
            return (
                Named(start, said.tokens[end].start, phase.phase)
                if end < len(said.tokens)
                else None
            )
        if token.word in _SENTENCE or token.start > _NEAR:
            return None
        speaks = bool(said.starts("speaks of", at) or (speaks and said.starts("speaks of it", at)))
    return None


def trailing(text: str) -> Named | None:
    """The phase that an order ends with: "... (autumn)", "... for next turn"."""
    said = _said(text)
    for at in range(len(said.tokens) - 1, 0, -1):
        if len(text) - said.tokens[at].start > _NEAR:
            break
        phase = _phase(said, text, at)
        if phase and not phase.bare and _closes(said, phase.behind):
            first = _introduced(said, at)
            return Named(said.tokens[first - 1].end, len(text), phase.phase) if first else None
    return None


def _introduced(said: Said, at: int) -> int:
    """The first of the words that lead to a phase at ``at``: "(but only in"."""
    first = at
    begins = {found.behind: found.first for found in said.all("in")}
    while first:
        if first in begins:
            first = begins[first]
        elif said.tokens[first - 1].word in "[(,;-=":
            first -= 1
        else:
            break
    return first


def _closes(said: Said, at: int) -> bool:
    """Whether nothing that counts stands behind a phase."""
    while at < len(said.tokens):
        words = said.starts("behind", at)
        if not words and said.tokens[at].word not in "]).!":
            return False
        at += words or 1
    return True


def _ends(said: Said, at: int) -> bool:
    """Whether a month alone is marked as a heading: "March:"."""
    return at >= len(said.tokens) or said.tokens[at].word in ":,)"


def _phase(said: Said, text: str, at: int) -> _Phase | None:
    """The phase that begins at a token, None if none does."""
    if at >= len(said.tokens):
        return None
    return _coded(said, text, at) or _worded(said, at)


def _coded(said: Said, text: str, at: int) -> _Phase | None:
    """A phase by its id: "F1902M", "s02", "1930-02"."""
    start = said.tokens[at].start
    if start and text[start - 1].isalnum():
        return None
    found = _CODE.match(text, start) or _NUMBERED.match(text, start)
    if found is None:
        return None
    behind = next(
        (k for k in range(at, len(said.tokens)) if said.tokens[k].start >= found.end()),
        len(said.tokens),
    )
    coded = found.re is _CODE
    season, year = (found[1].upper(), found[2]) if coded else (found[2], found[1])
    return _Phase(behind, _spelt(season, year, (found[3] or "").upper()))


def _worded(said: Said, at: int) -> _Phase | None:
    """A phase in words: "fall of 1902 retreats", "March 1930", "next turn"."""
    size = said.starts("next", at)
    if size:
        return _Phase(at + size, NEXT)
    for season in _SEASONS:
        size = said.starts(f"season {season}", at)
        if size:
            behind, year = _year(said, at + size)
            return _kind(said, behind, season, year)
    month = next((found for found in said.all("month") if found.first == at), None)
    if month is None:
        return None
    behind, year = _year(said, month.behind)
    if len(year) != _FULL:
        return _Phase(month.behind, _spelt(month.put, "", ""), bare=True)
    return _kind(said, behind, month.put, year)


def _year(said: Said, at: int) -> tuple[int, str]:
    """The token behind a year, and the year; "" if none stands there."""
    behind = at
    while behind < len(said.tokens) and (
        said.tokens[behind].word in ",.'" or said.starts("of the year", behind)
    ):
        behind += 1
    word = said.tokens[behind].word if behind < len(said.tokens) else ""
    return (behind + 1, word) if _YEAR.fullmatch(word) else (at, "")


def _kind(said: Said, at: int, season: str, year: str) -> _Phase:
    """A phase with the kind that may stand behind it: "retreats"."""
    kind = next((found for found in said.all("kind") if found.first == at), None)
    return _Phase(kind.behind if kind else at, _spelt(season, year, kind.put if kind else ""))


def _said(text: str) -> Said:
    return ideas("phases").said(text)


def _spelt(season: str, year: str, kind: str) -> str:
    return f"{season}.{f'19{year}' if len(year) == 2 else year}.{kind.replace('B', 'A')}"


_ORDER = "DNIMRA"
"""Kinds of phases of one season or month, as they come."""
_MONTHS = [
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
]
_SPELT = re.compile(r"(?:[SFW]|\d\d)\.(?:\d{4})?\.[A-Z]?")
_ID = re.compile(r"([SFW])(\d{4})([A-Z])|(\d{4})-(\d\d)([A-Z])")


def resolved(named: str, now: str) -> str:
    """The id of a named phase as seen from the phase ``now``; "" where ``now`` has none such.

    A season without a year is the next one, without a kind the present phase if it is of that
    season, else its moves. A phase by its id is itself.
    """
    present = _ID.fullmatch(now)
    if _ID.fullmatch(named):
        return named
    if not present:
        return _alone(named)
    if named == NEXT:
        return _following(now)
    if not _SPELT.fullmatch(named):
        return ""
    season, year, kind = named.split(".")
    if season.isdigit() != bool(present[4]):
        return ""
    if season == "F" and kind == "A":
        season = "W"
    here, start = (present[5], present[4]) if present[4] else (present[1], present[2])
    when = int(year or start)
    if not year and _rank(season) < _rank(here):
        when += 1
    if season == here and when == int(start) and kind in ("", present[6] or present[3]):
        return now
    kind = kind or ("A" if season == "W" else "M")
    return f"{when}-{season}{kind}" if present[4] else f"{season}{when}{kind}"


def _alone(named: str) -> str:
    """The id of a phase that is named in full, where there is no present one to go by."""
    if not _SPELT.fullmatch(named) or not named.split(".")[1]:
        return ""
    season, year, kind = named.split(".")
    kind = kind or ("A" if season == "W" else "M")
    return f"{year}-{season}{kind}" if season.isdigit() else f"{season}{year}{kind}"


def over(phase: str, now: str) -> bool:
    """Whether a phase lies before the present one."""
    return (0, 0, 0) < _place(phase) < _place(now)


def told(phase: str) -> str:
    """An id in words: "Fall 1902", "February 1930"."""
    found = _ID.fullmatch(phase)
    if found is None:
        return phase
    if found[4]:
        return f"{_MONTHS[int(found[5]) - 1]} {found[4]}"
    return f"{ {'S': 'Spring', 'F': 'Fall', 'W': 'Winter'}[found[1]] } {found[2]}".strip()


def _following(now: str) -> str:
    """The next phase with moves."""
    found = _ID.fullmatch(now)
    if found is None:
        return ""
    if found[4]:
        year, month = divmod(int(found[4]) * 12 + int(found[5]), 12)
        return f"{year}-{month + 1:02}M"
    if found[1] == "S":
        return f"F{found[2]}M"
    return f"S{int(found[2]) + 1}M"


def _rank(season: str) -> int:
    return int(season) if season.isdigit() else "SFW".index(season)


def _place(phase: str) -> tuple[int, int, int]:
    found = _ID.fullmatch(phase)
    if found is None:
        return (0, 0, 0)
    year, season = (found[4], found[5]) if found[4] else (found[2], found[1])
    return int(year), _rank(season), _ORDER.find(found[6] or found[3])
