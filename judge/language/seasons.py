"""Phases named among the words of a line: "Fall 1902:", "in spring 37", "(autumn)", "next turn"."""

import re
from typing import NamedTuple

NEXT, PAST = "next.", "past."
"""Words of a phase that is named only by where it lies."""
_SEASONS = {
    "S": "spring printemps fruhling fruhjahr fruehling fruehjahr primavera lente voorjaar",
    "F": "fall autumn herbst automne autunno otono herfst najaar",
    "W": "winter hiver inverno invierno",
}
_MONTHS = (
    "january jan januar janvier gennaio enero januari",
    "february feb februar fevrier febbraio febrero februari",
    "march mar marz maerz mars marzo maart",
    "april apr avril aprile abril",
    "may mai maggio mayo mei",
    "june jun juni juin giugno junio",
    "july jul juli juillet luglio julio",
    "august aug aout agosto augustus",
    "september sep sept septembre settembre septiembre",
    "october oct oktober okt octobre ottobre octubre",
    "november nov novembre noviembre",
    "december dec dezember dez decembre dicembre diciembre",
)
_NAMES = {word: season for season, words in _SEASONS.items() for word in words.split()}
_MONTH_OF = {word: at for at, words in enumerate(_MONTHS, 1) for word in words.split()}
_KINDS = {
    "movement": "M", "moves": "M", "move": "M", "retreat": "R", "retreats": "R", "builds": "A",
    "build": "A", "adjustments": "A", "adjustment": "A", "bids": "I", "influence": "I",
    "recalculation": "A",
}  # fmt: skip
_SEASON = "|".join(sorted(_NAMES, key=len, reverse=True))
_LONG_MONTH = "|".join(sorted((w for w in _MONTH_OF if len(w) > 3), key=len, reverse=True))
_ANY_MONTH = "|".join(sorted(_MONTH_OF, key=len, reverse=True))
_KIND = "|".join(sorted(_KINDS, key=len, reverse=True))
_YEAR = r"(?:(?:of|del?|in|'|anno|von|van)\s*)*'?(?P<{0}>1[89]\d\d|20\d\d|\d\d)(?!\d)"
_CODE = r"(?P<code>[sfw])\s?'?(?P<cy>1[89]\d\d|20\d\d|\d\d)\s?(?P<ck>[mraib])?(?![\w])"
_NUMBERED = r"(?P<ny>1[89]\d\d|20\d\d)-(?P<nm>\d\d)(?P<nk>[mra])?(?!\w)"
_WORDED = rf"(?P<season>{_SEASON})\b(?:\s*,?\s*{_YEAR.format('sy')})?(?:\s+(?P<sk>{_KIND})\b)?"
_MONTHLY = rf"(?P<month>{_ANY_MONTH})\b\.?\s*,?\s*(?P<my>1[89]\d\d|20\d\d)(?:\s+(?P<mk>{_KIND})\b)?"
_BARE_MONTH = rf"(?P<bare>{_ANY_MONTH})\b"
_FOLLOWING = (
    r"(?:(?:next|following|coming)\s+(?:turn|season|phase|time|round|month|move|year)|"
    r"(?:nachste[nrs]?|kommende[nrs]?)\s+(?:runde|zug|phase|mal|monat|saison|jahr)"
    r"|(?:tour|saison|phase|coup|mois)\s+(?:suivante?|prochaine?)|prochaine?\s+(?:tour|saison|phase"
    r"|fois|coup|mois)|(?:turno|mese|stagione|fase|mossa)\s+(?:prossim[oa]|successiv[oa]|dopo)"
    r"|prossim[oa]\s+(?:turno|mese|stagione|fase|mossa|volta)|proxim[oa]\s+(?:turno|mes|fase|vez)"
    r"|(?:turno|mes|fase)\s+(?:proxim[oa]|siguiente)|siguiente\s+(?:turno|mes|fase)"
    r"|volgende\s+(?:beurt|ronde|fase|keer|maand|zet)|the turn after(?: this| that)?)\b"
)
_NEXT = f"(?P<next>{_FOLLOWING})"
_PHASE = f"(?:{_CODE}|{_NUMBERED}|{_MONTHLY}|{_WORDED}|{_NEXT})"
_AHEAD = (
    r"(?:(?:and|then|but|so|later|now|also|dann|und|puis|ensuite|et|poi|e|luego|y|dan|en"
    r"|only|first)[\s,]+)*+"
)
_IN = (
    rf"(?:(?!{_FOLLOWING})(?:(?:in|for|during|next|come|im|fur|en|au|pour|nel|nella|per|para|por"
    r"|el|la|il|de|der|den|die|das|het|voor|this|the|coming|kommenden|my orders for|orders for)\b"
    r"|a l')\s*)*+"
)
_LEADING = re.compile(rf"\s*[\[(*]*\s*{_AHEAD}{_IN}{_PHASE}\s*[\])*]*")
_LEADING_MONTH = re.compile(rf"\s*[\[(*]*\s*{_AHEAD}{_IN}{_BARE_MONTH}\s*[\])*]*\s*(?=[:,)]|$)")
_TRAILING = re.compile(
    rf"[\s,;]+[\[(]?\s*(?:[-=]+\s*)?(?:(?:but|only|not before|not until|und zwar"
    rf"|erst)\s+)*{_IN}{_PHASE}"
    r"(?:\s+(?:of|this|only|please|though|then|turn|season|phase|orders?))*\s*[\])]?[\s.!]*$"
)
_TITLE = re.compile(
    r"\s*[\[(*#=-]*\s*(?:(?:and|then|my|our|the|here|are|is|now|a|some|possible|tentative|first"
    r"|preliminary|provisional|orders?|moves?|plans?|ideas?|intentions?|for|of|in|to|as|follows"
    r"|mein|meine|plan|befehle|zuge|fur|und|dann|mes|ordres|coups|pour|le|la|les|de|du|l'|i|miei"
    r"|ordini|mosse|per|mis|ordenes|jugadas|para|el|mijn|orders|zetten|voor|het|planned"
    r"|what|i|will|want|do|play|advance|ahead|conditional|later|followed|by)(?:\b|(?<='))"
    r"[\s,:'-]*+)*+"
    rf"(?:{_PHASE}|{_BARE_MONTH})"
    r"(?:[\s,.-]*(?:orders?|moves?|movement|phase|turn|season|plans?|befehle|zuge|ordres|coups"
    r"|ordini|mosse"
    r"|ordenes|as|follows|are|is|only|adjustments?|builds?|retreats?|bids?|i|would|will|like|to"
    r"|do|play|then|my|the|for|of|in|plan)\b)*+\s*[\])*=]*\s*(?P<mark>[:.=-]*)[\])*#=\s-]*$"
)
_INSIDE = re.compile(rf"(?<!\w)(?:{_CODE}|{_NUMBERED}|{_MONTHLY}|{_WORDED})")


_BEFORE = re.compile(
    rf"\s*(?P<words>[^.!?;:()>-]*?\b(?:ahead|plan\w*|then|later|come|comes|think\w*|prepar\w*"
    rf"|idea\w*|intend\w*|until"
    r"|already|dann|spater|plane|danach|ensuite|apres|puis|prevu\w*|poi|dopo|luego|despues"
    r"|later|daarna|for|in|during"
    r"|im|fur|en|au|pour|per|para|nel|next|nachsten|when|once)\s+(?:(?:to|for|in|the|my|of|is"
    r"|will|be|at|it)\s+)*"
    rf"{_PHASE})(?=[^.!?;]*\w)[\s,:]*"
)
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
    marked: bool = False


def title(text: str) -> Named | None:
    """The phase of a line that is nothing but a heading; ``text`` is level."""
    found = _TITLE.fullmatch(text) if len(text) < _NEAR else None
    if found is None:
        return None
    named = _named(found)
    return Named(0, len(text), named, bool(found["mark"])) if named else None


def anywhere(text: str) -> Named | None:
    """A season or month with its year, wherever it stands in a heading."""
    found = _INSIDE.search(text)
    named = _named(found) if found else ""
    return Named(found.start(), found.end(), named) if found and named else None


def leading(text: str) -> Named | None:
    """The phase that an order begins with: "Fall 1902: ...", "then in fall ..."."""
    found = _LEADING.match(text) or _LEADING_MONTH.match(text)
    if found is None or not text[found.end() :].strip(" .:,-"):
        return None
    behind = re.compile(r"[\s:,;.-]*(?:(?:i will|i shall|i'll|i want to|ich werde)\s+)?").match(
        text, found.end()
    )
    named = _named(found)
    return Named(found.start(), behind.end(), named) if named and behind else None


def before(text: str) -> Named | None:
    """The phase of which the first words of a sentence speak: "Looking ahead to autumn, ..."."""
    found = _BEFORE.match(text, 0, 2 * _NEAR)
    named = _named(found) if found else ""
    return Named(found.start("words"), found.end(), named) if found and named else None


def trailing(text: str) -> Named | None:
    """The phase that an order ends with: "... (autumn)", "... for next turn"."""
    found = _TRAILING.search(text, max(0, len(text) - _NEAR))
    named = _named(found) if found else ""
    return Named(found.start(), len(text), named) if found and named else None


def _named(found: "re.Match[str]") -> str:
    group = {key: value for key, value in found.groupdict().items() if value}
    if "code" in group:
        return _spelt(group["code"].upper(), group["cy"], group.get("ck", "").upper())
    if "ny" in group:
        return _spelt(group["nm"], group["ny"], group.get("nk", "").upper())
    if "month" in group:
        kind = _KINDS.get(group.get("mk", ""), "")
        return _spelt(f"{_MONTH_OF[group['month']]:02}", group["my"], kind)
    if "season" in group:
        kind = _KINDS.get(group.get("sk", ""), "")
        return _spelt(_NAMES[group["season"]], group.get("sy", ""), kind)
    if "bare" in group:
        return _spelt(f"{_MONTH_OF[group['bare']]:02}", "", "")
    return NEXT if "next" in group else ""


def _spelt(season: str, year: str, kind: str) -> str:
    return f"{season}.{f'19{year}' if len(year) == 2 else year}.{kind.replace('B', 'A')}"


_ORDER = "DNIMRA"
"""Kinds of phases of one season or month, as they come."""
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
        return f"{_MONTHS[int(found[5]) - 1].split()[0].title()} {found[4]}"
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
