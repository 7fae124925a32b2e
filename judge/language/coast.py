"""Coasts in all spellings: /sc, (sc), sc, s.c., south coast, on the south coast, -sc, /s."""

from judge.language.scan import ARROW, SIGN, WORD, Lexeme

SIDES = {
    "n": "NC", "north": "NC", "northern": "NC", "s": "SC", "south": "SC", "southern": "SC",
    "e": "EC", "east": "EC", "eastern": "EC", "w": "WC", "west": "WC", "western": "WC",
}  # fmt: skip
_LETTERS = {
    "nc": "NC", "sc": "SC", "ec": "EC", "wc": "WC", "nordkuste": "NC", "sudkuste": "SC",
    "suedkuste": "SC", "ostkuste": "EC", "westkuste": "WC", "noordkust": "NC", "zuidkust": "SC",
    "oostkust": "EC", "westkust": "WC",
}  # fmt: skip
_COSTAS = ("costa", "cote")
"""What a coast begins with where its side stands behind: "costa sud"."""
_BEHIND = {
    "sud": "SC", "sur": "SC", "nord": "NC", "norte": "NC", "est": "EC", "este": "EC",
    "ouest": "WC", "ovest": "WC", "oeste": "WC",
}  # fmt: skip
SHORE = ("c", "coast", "cst", "shore")
OPENERS = frozenset((*SIDES, *_LETTERS, *_COSTAS, "/", "(", "[", "-", "on", ","))
"""What a coast behind a name can begin with."""
_LEADING = ("on", "the", "in", "at", ",", "of")

CoastHit = tuple[str, int]
"""A coast and the lexeme behind it."""


def find_coast_behind(lexemes: list[Lexeme], index: int) -> CoastHit | None:
    """The coast that stands at ``index``, behind a name; None if something else does."""
    sign = lexemes[index][1]
    if sign == "/":
        return (
            None
            if _aids(lexemes, index)
            else _find_named_coast(lexemes, index + 1, open_ended=True)
        )
    if sign in "([" and lexemes[index][0] == SIGN:
        coast_hit = _find_named_coast(lexemes, index + 1, open_ended=True)
        if coast_hit and _key(lexemes, coast_hit[1]) in (")", "]"):
            return coast_hit[0], coast_hit[1] + 1
        return coast_hit if coast_hit and coast_hit[1] == len(lexemes) else None
    if lexemes[index][0] == ARROW:
        coast = _LETTERS.get(_key(lexemes, index + 1)) if sign == "-" else None
        return (coast, index + 2) if coast else None
    if sign in _LEADING:
        while _key(lexemes, index) in _LEADING:
            index += 1
    return _find_named_coast(lexemes, index, open_ended=False)


def _aids(lexemes: list[Lexeme], index: int) -> bool:
    """Whether a stroke stands apart before a support: "P LON - YOR / S A LON - YOR"."""
    apart = lexemes[index - 1][3] < lexemes[index][2]
    unit, where = _key(lexemes, index + 2), _key(lexemes, index + 3)
    supports = _key(lexemes, index + 1) == "s" and len(unit) == 1 and where.isalpha()
    return apart and supports and unit.isalpha() and unit not in SHORE


def find_coast_before(lexemes: list[Lexeme], index: int) -> CoastHit | None:
    """The coast at ``index`` that a name follows: "south coast of Spain"."""
    coast_hit = _find_named_coast(lexemes, index, open_ended=False)
    if coast_hit is None:
        return None
    coast, behind = coast_hit
    while _key(lexemes, behind) in ("of", "the"):
        behind += 1
    follows = behind < len(lexemes) and lexemes[behind][0] == WORD
    return (coast, behind) if follows and behind > index + 1 else None


def _find_named_coast(lexemes: list[Lexeme], index: int, *, open_ended: bool) -> CoastHit | None:
    """A coast's own words; ``open_ended``: a side alone is enough ("/s", "(north)")."""
    key = _key(lexemes, index)
    if key in _LETTERS:
        return _LETTERS[key], _skip_dots(lexemes, index + 1)
    side = SIDES.get(key)
    if side is None:
        behind = _BEHIND.get(_key(lexemes, index + 1)) if key in _COSTAS else None
        return (behind, index + 2) if behind else None
    shore = _skip_dots(lexemes, index + 1)
    if _key(lexemes, shore) in SHORE and (
        len(key) > 1 or _key(lexemes, shore) != "c" or shore > index + 1
    ):
        return side, _skip_dots(lexemes, shore + 1)
    return (side, shore) if open_ended else None


def _skip_dots(lexemes: list[Lexeme], index: int) -> int:
    while _key(lexemes, index) == ".":
        index += 1
    return index


def _key(lexemes: list[Lexeme], index: int) -> str:
    return lexemes[index][1] if index < len(lexemes) else ""
