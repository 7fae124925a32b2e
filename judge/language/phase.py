"""Phases as people write them: "F1902M", "Fall 1902 Movement", "winter 02", "1930-03"."""

import re

_SEASONS = {
    "s": "S", "spring": "S", "f": "F", "fall": "F", "autumn": "F", "a": "F", "w": "W",
    "winter": "W",
}  # fmt: skip
_KINDS = {
    "": "", "m": "M", "movement": "M", "move": "M", "moves": "M", "r": "R", "retreat": "R",
    "retreats": "R", "a": "A", "adjustment": "A", "adjustments": "A", "builds": "A", "build": "A",
    "b": "A", "x": "M", "i": "I", "influence": "I", "bids": "I",
}  # fmt: skip
_SEASON = re.compile(r"(?:start of )?([a-z]+)[\s-]*(?:of\s+)?'?(\d{4}|\d{2})[\s-]*([a-z]*)")
_MONTH = re.compile(r"(1[89]\d\d|20\d\d)[-/ ](\d{1,2})\s*([a-z]?)")


def phase_of(typed: str) -> str:
    """The phase id that ``typed`` names, "" if it names none."""
    text = typed.strip(" .:").lower()
    month = _MONTH.fullmatch(text)
    if month:
        return f"{month[1]}-{int(month[2]):02}{(month[3] or 'm').upper()}"
    season = _SEASON.fullmatch(text)
    if not season or season[1] not in _SEASONS or season[3] not in _KINDS:
        return ""
    start = _SEASONS[season[1]]
    year = season[2] if len(season[2]) == 4 else f"19{season[2]}"
    return f"{start}{year}{_KINDS[season[3]] or ('A' if start == 'W' else 'M')}"
