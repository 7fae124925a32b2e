"""What is said beside orders: whether it speaks of one, and whether that is harmless."""

import re
from collections.abc import Sequence

from judge.language import conditions, denials, hearsay, prose, taken_back
from judge.language.phrases import MarkedText, ideas
from judge.language.typed_line import LAST
from judge.language.words import FILLERS, REPORT_WORDS

_WORD = re.compile(r"[^\W\d_]+")
_LINK = re.compile(
    r"<?\b(?:https?|ftp|mailto|cid|tel):[^\s>)\]]*>?|\bwww\.[^\s>)\]]+|\S+@\S+\.\w+"
    r"|\[(?:image|cid|inline image|logo)\b[^\]]*\]",
    re.IGNORECASE,
)
"""What stands for a link or a picture in a mail's text."""
_COUNTED = ("first", "second", "third")
_SHORT = 8
"""Words of a remark that belongs to the order right before it."""
_FEW = 4
"""Words of a remark that one friendly word settles."""
_TALK, _CHAT = 2, 4
"""Words that are enough to be talk, beside an order and on a line of their own."""
_NAME = 3
"""Words of a name below a letter."""


def is_short(low: str) -> bool:
    """Whether words are so few that they can only belong to what stands right before them."""
    return 0 < sum(one.is_word for one in _find_phrases(low).tokens) <= _SHORT


def find_order_pointed_to(low: str) -> str:
    """Which order above a sentence means that it does not name: "the second", "this"; or ""."""
    phrases = _find_phrases(low)
    numbers = (str(number) for number, idea in enumerate(_COUNTED, 1) if phrases.has(idea))
    return next(numbers, LAST if phrases.has("points") else "")


def jests(low: str) -> bool:
    """Whether words say that an order is no more than a joke or a feint."""
    return _find_phrases(low).has("jest")


def is_harmless(text: str, low: str, *, beside: bool = False, names_place: bool = False) -> bool:
    """Whether a remark leaves an order alone, as thanks, reasons and names do.

    ``beside``: it stands on the order's line, where people explain more than they doubt;
    ``names_place``: it names a place, so that it speaks of an order.
    """
    phrases = _find_phrases(low)
    words = [one.word for one in phrases.tokens if one.is_word and not one.word.isdigit()]
    if _says_nothing(phrases, text, words) and (beside or not taken_back.says_no(low)):
        return True
    plain = _is_plainly_harmless(phrases, text, low, beside=beside)
    if plain is not None:
        return plain
    exclaims = text.rstrip(" )]").endswith("!")
    if exclaims or phrases.has("tells") or _is_friendly(phrases, len(words), low):
        return True
    talk = _TALK if beside else _CHAT
    return not names_place and _is_neutral(phrases, words, talk) and not find_order_pointed_to(low)


def _says_nothing(phrases: MarkedText, text: str, words: Sequence[str]) -> bool:
    """Whether a remark is fillers, a result's words, links and pictures, and nothing else.

    A number among them says something: "only 4".
    """
    counts = bool(words) and any(one.word.isdigit() for one in phrases.tokens)
    is_filler = all(word in FILLERS or word in REPORT_WORDS for word in words)
    return (is_filler and not counts) or not _LINK.sub("", text).strip(" .,:;|-")


def _is_plainly_harmless(phrases: MarkedText, text: str, low: str, *, beside: bool) -> bool | None:
    """What an idea settles by itself, the weightier ones first; None where none does."""
    if phrases.has("jest"):
        return False
    concludes = hearsay.concludes(low) or denials.is_denial(low)
    if phrases.has("news") and not concludes:
        return True
    if is_short(low) and _leaves_open(low, beside=beside) and not _opens(phrases, "harmless"):
        return False
    if phrases.has("harmless") or denials.explains(low):
        return True
    if _is_signature(text) and not _may_refuse(phrases, low):
        return True
    if phrases.has("doubtful"):
        return False
    if phrases.has("others"):
        return True
    return False if denials.denies(low) else None


def _leaves_open(low: str, *, beside: bool) -> bool:
    """Whether a few words make something depend on something; of talk below only an "if" does."""
    doubts = conditions.is_conditional(low) or conditions.is_unsure(low)
    return doubts if beside else conditions.opens_with_if(low)


def _may_refuse(phrases: MarkedText, low: str) -> bool:
    """Whether words as few as a name say no or leave something open: "Nein", "Undecided"."""
    doubts = denials.doubts_at_all(low) or taken_back.says_no(low)
    return doubts or phrases.has("doubtful") or taken_back.takes_back(low)


def _opens(phrases: MarkedText, idea: str) -> bool:
    return any(hit.first <= phrases.lead for hit in phrases.list_hits(idea))


def _is_neutral(phrases: MarkedText, words: Sequence[str], talk: int) -> bool:
    """Whether words point to nothing, and none of them is one of doubt or of change.

    A single one may be any word for "no": it has to be known.
    """
    if phrases.has("suspicious") or phrases.has("pointing"):
        return False
    return len(words) >= talk or (talk == _TALK and words[0].endswith("ing"))


def _is_friendly(phrases: MarkedText, size: int, low: str) -> bool:
    """Whether a friendly word makes up most of a remark, or begins or ends it."""
    hits = phrases.list_hits("friendly")
    few, last = size <= _FEW, len(phrases.tokens)
    while last and not phrases.tokens[last - 1].is_word:
        last -= 1
    at_an_end = any(one.first <= phrases.lead or one.behind >= last for one in hits)
    return at_an_end or (few and bool(hits)) or prose.greets(low)


def _is_signature(text: str) -> bool:
    """Whether a remark is only a name: "Tom", "-- Anna Berg", "Wilhelm II of Germany"."""
    name_words = _WORD.findall(text)
    if text.rstrip().endswith("."):
        return False
    return len(name_words) <= _NAME and all(word[0].isupper() for word in name_words)


def _find_phrases(low: str) -> MarkedText:
    return ideas("asides").mark_text(low)
