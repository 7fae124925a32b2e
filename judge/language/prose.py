"""Is it an order that went wrong, or only talk? Talk is ignored, wrong orders get an answer."""

import re
from itertools import dropwhile

from judge.language.fold import list_words
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
_EXCLAIMING = (("what", "a"), ("what", "an"), ("such", "a"), ("such", "an"))
_WISHED = list_words("happy merry good nice great pleasant lovely wonderful relaxing sunny")
_TIMES = list_words(
    "day evening week weekend month year new summer winter christmas easter holiday"
)
_LEADING = list_words("and so a an very most")
_SIGNATURE = re.compile(
    r"\W*(?:thanks|thank you|thx|ty|cheers|greetings|(?:kind |best )?regards|best|yours|sincerely"
    r"|bye|ciao|love|take care|gruss|gruesse|grusse|mfg|danke|merci|salut|grazie|saluti)\W+"
    r"(?:from (?:a |the |sunny |rainy )*|aus |de |da |van |di |vanuit )?[^\W\d_]+\W*",
    re.IGNORECASE,
)

_MANNERS = re.compile(
    r"\W*(?:(?:hi|hello|hey|dear|hallo|bonjour|salut|ciao|good (?:morning|day|evening|afternoon))"
    r"(?: (?:judge|gm|all|everyone|everybody|there|again))?"
    r"|(?:many )?thanks?(?: you)?(?: (?:a lot|again|judge|so much|very much))?|thx|ty|cheers"
    r"|(?:kind |best |warm )?(?:regards|wishes)|best|sincerely|bye|danke|merci|grazie|gracias"
    r"|(?:viele|liebe|beste) gr(?:ue|ü)(?:ss|ß)e|saluti|saludos|groeten)[\s,.!]*",
    re.IGNORECASE,
)
"""A whole line of manners, which says nothing of any order."""
_WITH = re.compile(r"(?<= )w/(?= ?[^\W\d_]{2})(?!out\b)")
"""How hurried people type "with"."""
_SMILEY = re.compile(
    r"(?<![^\s.!?,])[>}]?[:;]-[)(DPpo|/](?!\w)|(?<![^\s.!?,])[>}]?[:;][)D](?=\s|$)"
)
_SMALL_PRINT = re.compile(
    r"\b(?:confidential\w*|privileged|disclaimer|vertraulich\w*|confidentiel\w*|riservat\w*"
    r"|confidencial\w*|vertrouwelijk\w*)\b.*\b(?:message|e-?mail|intended|recipient|addressee|only"
    r"|nachricht|empfanger|destinat\w*|messaggio|mensaje|bericht|geadresseerde)\b"
    r"|\b(?:intended (?:only|solely|for)|intended recipient|named addressee|scanned (?:for|by)"
    r"|virus[- ]free|virenfrei|please consider the environment|think before you print)\b"
    r"|\bthis (?:e-?mail|message)\b.*\b(?:confidential|privileged|intended)\b",
    re.IGNORECASE,
)

_NAMED = frozenset(("PLACE", "UNIT", "POWER", "NUMBER"))
_OURS = re.compile(
    r"\s*(?:! |DP: \d+ to spend\b|Bonus: \S.* is your client\b|YOUR DIPLOMACY POINTS, "
    r"|You have \d+ diplomacy points? in |\d+ used of \d+\b|taken {3,}(?:BID|SWITCH) "
    r"|Purse: \d+ paying |You have \d+ in |\S.*: \d+ from earlier years\b"
    r"|\S.*, which you order too: )"
)
"""How lines of the judge's own mails begin that look like orders when they are sent back."""
_OURS_BEGIN = frozenset("!DYBPt0123456789")
"""First signs of those without a colon."""


_FILLER = frozenset(("filler",))
_FEW = 3
"""Words of a line that is hardly talk."""
_BIDDING = frozenset(("_BID", "_SWITCH"))
"""Verbs of influence, where a name may stand far behind: "bid the rest on Turkey"."""
_WHOLE = frozenset(("_ALL", "_WAIVE"))
"""Words for many units at once, or for builds."""
_DEEDS = frozenset(("-", "_ARROW", "_HOLD", "_SUPPORT", "_CONVOY"))
"""What minors are paid for."""


def exclaims(lexemes: list[Lexeme]) -> bool:
    """Whether words begin as an exclamation or a wish does: "What a stab", "A good year to all"."""
    words = [key for _, key, _, _ in lexemes]
    wish = list(dropwhile(_LEADING.__contains__, words))
    wishes = 1 < len(wish) < len(words) and wish[0] in _WISHED and wish[1] in _TIMES
    return wishes or tuple(words[:2]) in _EXCLAIMING


def greets(text: str) -> bool:
    """Whether a line or part of one is a greeting, thanks or a signature's beginning."""
    return _GREETING.match(text) is not None


def is_mannerly(text: str) -> bool:
    """Whether a line is a greeting or thanks and nothing else: most mails begin and end so."""
    return _MANNERS.fullmatch(text) is not None


def signs(text: str) -> bool:
    """Whether a line is a closing word and a name, which may look like a place: "Thanks, Nora"."""
    return _SIGNATURE.fullmatch(text) is not None


def blank_smileys(text: str) -> str:
    """A line with blanks for its smileys, which hold arrows: ";-)", and "w" for "w/"."""
    if "w/" in text:
        text = _WITH.sub("w ", text)
    if ":" not in text and ";" not in text:
        return text
    return _SMILEY.sub(lambda match: " " * len(match[0]), text)


def is_small_print(text: str) -> bool:
    """Whether a line is what firms and mail programs put below a mail."""
    return _SMALL_PRINT.search(text) is not None


def is_ours(text: str) -> bool:
    """Whether a line is one of the judge's own that orders nothing."""
    may_be_ours = ": " in text or ", which" in text or text.lstrip()[:1] in _OURS_BEGIN
    return may_be_ours and _OURS.match(text) is not None


def looks_like_order(lexemes: list[Lexeme], lexicon: Lexicon) -> bool:
    """Whether unreadable text looks like an order: a unit or a place, a verb, few other words."""
    all_kinds = [
        _kinds(lexeme, lexicon) for lexeme in lexemes if lexeme[0] in (WORD, NUMBER, ARROW)
    ]
    kinds = list(dropwhile(lambda kind: kind == _FILLER, _drop_strength(all_kinds)))
    if len(kinds) < 2:
        return bool(lexicon.vocabulary.minor) and _pays_place(all_kinds)
    return _has_shape(all_kinds, kinds, lexemes[0][1], lexicon)


def _has_shape(all_kinds: "Kinds", kinds: "Kinds", begins: str, lexicon: Lexicon) -> bool:
    """The same by what the words are: all of them, and without strength and fillers at the start.

    ``begins`` is the first word.
    """
    strange = sum(not kind for kind in kinds)
    first, second = kinds[0], kinds[1]
    if "UNIT" in first and (not second or second & {"PLACE", "POWER"}):
        return _is_order_by_unit(kinds, strange, numbered=len(all_kinds) > len(kinds))
    if len(kinds) == 2 and "PLACE" in first & second:
        return not _acts(first)
    if _begin_with_place(first, second):
        return _is_order_by_place(kinds, strange) or _pays_for_unknown(all_kinds)
    if lexicon.vocabulary.minor and _is_bid(kinds, strange):
        return True
    if first & (_WHOLE | OPENINGS):
        return _is_order_by_opening(kinds, strange)
    stranger = not first and _is_order_by_stranger(
        kinds, strange, is_known=bool(lexicon.list_nearly_meant(begins))
    )
    return stranger or _looks_like_payment(kinds, strange)


def _begin_with_place(first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether two words begin with a place, or with a power and its unit or place."""
    return "PLACE" in first or ("POWER" in first and bool(second & {"UNIT", "PLACE"}))


def _is_order_by_place(kinds: "Kinds", strange: int) -> bool:
    """Whether a line that begins with a place, or a power's unit or place, is an order."""
    return _has_deed(kinds[1:5]) and strange <= max(1, len(kinds) // 3)


def _is_order_by_opening(kinds: "Kinds", strange: int) -> bool:
    """Whether a line that begins with a verb, or with words for a whole order, is one."""
    first = kinds[0]
    if first & _WHOLE:
        return "_HOLD" in kinds[1] if "_ALL" in first else len(kinds) <= _FEW
    near = 6 if first & _BIDDING else 4
    return _names(kinds[1:near]) and strange <= 1 + len(kinds) // 4


def _names(kinds: "Kinds") -> bool:
    """Whether words name something; "a" before a deed is no army: "for a walk"."""
    return any(
        kind & _NAMED and (kind & _NAMED != {"UNIT"} or not _acts(behind))
        for kind, behind in zip(kinds, [*kinds[1:], frozenset()], strict=True)
    )


def pays(lexemes: list[Lexeme], lexicon: Lexicon, *, names_payee: bool) -> bool:
    """Whether words spend a number of points; ``names_payee``: they name whom they are for."""
    kinds = [_kinds(one, lexicon) for one in lexemes]
    if not (names_payee or any("_BID" in kind for kind in kinds)):
        return False
    around = (kinds[max(0, index - _FEW) : index + 1 + _FEW] for index in range(len(kinds)))
    return any(
        "NUMBER" in kind and any("_POINTS" in one for one in near)
        for kind, near in zip(kinds, around, strict=True)
    )


def holds(lexemes: list[Lexeme], lexicon: Lexicon, kinds: set[str]) -> bool:
    """Whether a word of one of some kinds stands among some."""
    return any(_kinds(one, lexicon) & kinds for one in lexemes)


def is_two_places(lexemes: list[Lexeme], index: int, lexicon: Lexicon) -> bool:
    """Whether a line is two places' names and nothing else, the second from ``index`` on."""
    parts = lexemes[:index], lexemes[index:]
    return all(_is_place(part, lexicon) for part in parts)


def names_and_acts(lexemes: list[Lexeme], lexicon: Lexicon) -> bool:
    """Whether a place and a word of orders stand among some words."""
    kinds = [_kinds(one, lexicon) for one in lexemes]
    return any("PLACE" in kind for kind in kinds) and _has_deed(kinds)


def _is_place(lexemes: list[Lexeme], lexicon: Lexicon) -> bool:
    names = tuple(key for kind, key, _, _ in lexemes if kind == WORD)
    if not names or len(names) < len(lexemes):
        return False
    readings = lexicon.phrase(names) if len(names) > 1 else lexicon[names[0]].readings
    return any(terminal == "PLACE" for terminal, _ in readings)


def _pays_for_unknown(kinds: "Kinds") -> bool:
    """Whether a place is paid for a deed that nobody knows: "Belgium (1) bounces Paris"."""
    if len(kinds) != 1 + _FEW or kinds[2]:
        return False
    return "PLACE" in kinds[0] and "NUMBER" in kinds[1] and "PLACE" in kinds[3]


def _pays_place(kinds: "Kinds") -> bool:
    """Whether a line is a number and a place, as if points went there: "2 Brussels"."""
    return len(kinds) == 2 and {"NUMBER"} in kinds and any("PLACE" in kind for kind in kinds)


def _is_bid(kinds: "Kinds", strange: int) -> bool:
    """Whether few words name points, or a number or all of it, and a power that may get them."""
    all_kinds = frozenset().union(*kinds)
    has_points_word = "NUMBER" in kinds[0] and "_POINTS" in kinds[1]
    powers = "POWER" in all_kinds and bool(all_kinds & {"NUMBER", "_ALL"})
    return (has_points_word or (powers and strange <= 1)) and len(kinds) < 2 * _FEW


Kinds = list[frozenset[str]]
"""What each word of a line can be."""


def _is_order_by_unit(kinds: Kinds, strange: int, *, numbered: bool) -> bool:
    """Whether a line that begins with a unit is an order; ``numbered``: a strength stood there."""
    has_place = "PLACE" in kinds[1]
    if len(kinds) == 2:
        return has_place or numbered
    return (has_place and (strange <= 1 or len(kinds) <= 1 + _FEW)) or (
        _has_deed(kinds[1:7]) and strange <= max(2, len(kinds) // 2)
    )


def _is_order_by_stranger(kinds: Kinds, strange: int, *, is_known: bool) -> bool:
    """Whether a line is an order behind a strange word; ``is_known``: it nearly means something."""
    second, third = kinds[1], kinds[2] if len(kinds) > 2 else frozenset()
    if "UNIT" in second and "PLACE" in third:
        return _has_deed(kinds[1:5]) and strange <= 1 + len(kinds) // 4
    if "PLACE" in second and "-" in third and len(kinds) <= 1 + _FEW:
        return True
    if "-" in second:
        return len(kinds) <= 1 + _FEW and "PLACE" in third
    return is_known and _has_deed(kinds[1:5]) and len(kinds) <= 2 * _FEW and bool(_NAMED & second)


def _has_deed(kinds: Kinds) -> bool:
    return any(map(_acts, kinds))


def _looks_like_payment(kinds: list[frozenset[str]], strange: int) -> bool:
    """Whether words look like points for a minor's order: a number, a place, a deed.

    Where points are named the place may be one that nobody knows: "1 DP Spain: hold".
    """
    has_number = any("NUMBER" in kind for kind in kinds)
    has_points_word = any("_POINTS" in kind for kind in kinds)
    says_points = any(
        ("PLACE" in kind and any(map(_acts, kinds[index:])))
        or (has_points_word and not kind and any(one & _DEEDS for one in kinds[index:]))
        for index, kind in enumerate(kinds)
    )
    if not has_number or not says_points:
        return False
    return strange <= (len(kinds) // 3 if has_points_word else min(1, len(kinds) // 4))


def _drop_strength(kinds: list[frozenset[str]]) -> list[frozenset[str]]:
    """Kinds without a strength: "L5 PAR" and "5 PAR" begin as "L PAR" and "PAR" do."""
    number_indexes = [index for index, kind in enumerate(kinds[:2]) if kind == {"NUMBER"}]
    rest = [kind for index, kind in enumerate(kinds) if index not in number_indexes]
    where = rest[1] if len(rest) > 1 and "UNIT" in rest[0] else frozenset(rest[0] if rest else ())
    names_place = "PLACE" in where or (number_indexes == [1] and "UNIT" in rest[0])
    return rest if len(number_indexes) == 1 and names_place else kinds


def _kinds(lexeme: Lexeme, lexicon: Lexicon) -> frozenset[str]:
    """What a lexeme can be; empty for a word that means nothing here."""
    kind, key, _, _ = lexeme
    if kind == ARROW:
        return frozenset(("-",))
    if kind == NUMBER:
        return frozenset(("NUMBER",))
    kinds = frozenset(terminal for terminal, _ in lexicon[key].readings) - {"_SELF"}
    return kinds or (_FILLER if key in FILLERS else frozenset())


def _acts(kinds: frozenset[str]) -> bool:
    return "-" in kinds or any(kind.startswith("_") for kind in kinds)
