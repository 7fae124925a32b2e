"""Is it an order that went wrong, or only talk? Talk is ignored, wrong orders get an answer."""

import re

from judge.language.lexicon import OPENINGS, Lexicon
from judge.language.scan import ARROW, NUMBER, WORD, Lexeme
from judge.language.words import FILLERS

_GREETING = re.compile(
    r"\W*(?:hi|hello|hey|dear|good (?:morning|day|evening|afternoon)|greetings|thanks?"
    r"|thank you|thx|ty|cheers|regards|best|kind regards|best regards|yours"
    r"|sincerely|bye|ciao|hallo|sorry|please|ok"
    r"|here (?:are|is|we go)|my (?:orders|moves)|as follows|sent from|love|take care|salut|bonjour"
    r"|liebe|lieber|gruss|gruesse|mfg|danke|merci|grazie|saluti|ciao)\b",
    re.IGNORECASE,
)

_NAMED = frozenset(("PLACE", "UNIT", "POWER", "NUMBER"))
_OURS = re.compile(
    r"\s*(?:! |DP: \d+ to spend\b|Bonus: \S.* is your client\b|YOUR DIPLOMACY POINTS, "
    r"|You have \d+ diplomacy points? in |\d+ used of \d+\b)"
)
"""How lines of the judge's own mails begin that look like orders when they are sent back."""


_DEEDS = frozenset(("-", "_ARROW", "_HOLD", "_SUPPORT", "_CONVOY"))
"""What minors are paid for."""


def greets(text: str) -> bool:
    """Whether a line or part of one is a greeting, thanks or a signature's beginning."""
    return _GREETING.match(text) is not None


def ours(text: str) -> bool:
    """Whether a line is one of the judge's own that orders nothing."""
    return _OURS.match(text) is not None


def like_order(lexemes: list[Lexeme], lexicon: Lexicon) -> bool:
    """Whether unreadable text looks like an order: a unit or a place, a verb, few other words."""
    told = [_kinds(lexeme, lexicon) for lexeme in lexemes if lexeme[0] in (WORD, NUMBER, ARROW)]
    kinds = _without_strength(told)
    if len(kinds) < 2:
        return False
    strange = sum(not kind for kind in kinds)
    total = len(kinds)
    first, rest = kinds[0], kinds[1:]
    acts = any(_acts(kind) for kind in rest[:4])
    if "UNIT" in first and ("PLACE" in rest[0] or not rest[0] or "POWER" in rest[0]):
        if not acts and len(rest) in (2, 3) and "PLACE" in rest[0] and "PLACE" in rest[-1]:
            return True
        if total == 2 and len(told) > total:
            return True
        return acts and strange <= max(2, total // 2)
    if "PLACE" in first or ("POWER" in first and ("UNIT" in rest[0] or "PLACE" in rest[0])):
        return acts and strange <= max(1, total // 3)
    if first & OPENINGS:
        named = any(kind & _NAMED for kind in rest[:3])
        return named and strange <= 1 + total // 4
    if not first and "-" in rest[0]:
        return total <= 4 and len(rest) > 1 and "PLACE" in rest[1]
    if not first and acts and total <= 6 and _NAMED & rest[0]:
        return bool(lexicon.nearly(lexemes[0][1])) or _paying(kinds, strange)
    return _paying(kinds, strange)


def _paying(kinds: list[frozenset[str]], strange: int) -> bool:
    """Whether words look like points for a minor's order: a number, a place, a deed.

    Where points are named the place may be one that nobody knows: "1 DP Spain: hold".
    """
    counted = any("NUMBER" in kind for kind in kinds)
    worded = any("_POINTS" in kind for kind in kinds)
    told = any(
        ("PLACE" in kind and any(map(_acts, kinds[at:])))
        or (worded and not kind and any(one & _DEEDS for one in kinds[at:]))
        for at, kind in enumerate(kinds)
    )
    if not counted or not told:
        return False
    return strange <= (len(kinds) // 3 if worded else min(1, len(kinds) // 4))


def _without_strength(kinds: list[frozenset[str]]) -> list[frozenset[str]]:
    """Kinds without a strength: "L5 PAR" and "5 PAR" begin as "L PAR" and "PAR" do."""
    numbered = [at for at, kind in enumerate(kinds[:2]) if kind == {"NUMBER"}]
    rest = [kind for at, kind in enumerate(kinds) if at not in numbered]
    where = rest[1] if len(rest) > 1 and "UNIT" in rest[0] else frozenset(rest[0] if rest else ())
    known = "PLACE" in where or (numbered == [1] and "UNIT" in rest[0])
    return rest if len(numbered) == 1 and known else kinds


def _kinds(lexeme: Lexeme, lexicon: Lexicon) -> frozenset[str]:
    """What a lexeme can be; empty for a word that means nothing here."""
    kind, key, _, _ = lexeme
    if kind == ARROW:
        return frozenset(("-",))
    if kind == NUMBER:
        return frozenset(("NUMBER",))
    found = frozenset(terminal for terminal, _ in lexicon[key].readings)
    return found or (frozenset(("filler",)) if key in FILLERS else frozenset())


def _acts(kinds: frozenset[str]) -> bool:
    return "-" in kinds or any(kind.startswith("_") for kind in kinds)
