"""Phases as people write them: "F1902M", "Fall 1902 Movement", "winter 02", "March 1930"."""

import re

from judge.language.fold import level
from judge.language.phases import Own

_SEASONS = {
    "s": "S", "spring": "S", "f": "F", "fall": "F", "autumn": "F", "a": "F", "w": "W",
    "winter": "W", "u": "U", "summer": "U",
}  # fmt: skip
_KINDS = {
    "": "", "m": "M", "movement": "M", "move": "M", "moves": "M", "r": "R", "retreat": "R",
    "retreats": "R", "a": "A", "adjustment": "A", "adjustments": "A", "builds": "A", "build": "A",
    "b": "A", "x": "M", "i": "I", "influence": "I", "bids": "I",
}  # fmt: skip
_SEASON = re.compile(
    r"(?:start of )?([^\W\d_]+)[\s-]*(?:of\s+)?'?(\d{1,4})\s*(bce?|ad|ce)?[\s-]*([a-z]*)"
)
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_RECALCULATION = re.compile(r"recalculation(?: (?:after|of))? |(?<=\d) ?(?:recalculation|a)$")
_NAMED = re.compile(r"([a-z]{3,})\.?,? (1[89]\d\d|20\d\d)(?: ?m(?:ovement)?)?")
_MONTH = re.compile(r"(1[89]\d\d|20\d\d)[-/ ](\d{1,2})\s*([a-z]?)")


def find_phase(name: str, century: str = "19", own: Own = ()) -> str:
    """The phase id that ``name`` names, "" if it names none.

    Two digits are a year of ``century``; "" leaves them to ``seasons.resolve_phase``. ``own`` are a
    variant's own words for seasons.
    """
    text = name.strip(" .:").lower()
    month = _MONTH.fullmatch(text)
    if month:
        return f"{month[1]}-{int(month[2]):02}{(month[3] or 'm').upper()}"
    season = _SEASON.fullmatch(text)
    month_id = _find_month(text)
    if month_id:
        return month_id
    start = dict(own).get(level(season[1]), _SEASONS.get(season[1])) if season else None
    if not season or start is None or season[4] not in _KINDS:
        return ""
    year = f"{century}{season[2]}" if len(season[2]) == 2 and not season[3] else season[2]
    year += "BC" if (season[3] or "").startswith("bc") else ""
    return f"{start}{year}{_KINDS[season[4]] or ('A' if start == 'W' else 'M')}"


def _find_month(text: str) -> str:
    """The id of a month by its name, or of the recalculation after it; "" for other words."""
    plain = _RECALCULATION.sub("", text)
    match = _NAMED.fullmatch(plain)
    if not match:
        return ""
    for number, name in enumerate(_MONTHS, 1):
        if name.startswith(match[1]):
            return f"{match[2]}-{number:02}{'M' if plain == text else 'A'}"
    return ""
