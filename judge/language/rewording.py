"""Wishes reworded as orders: "I would like Brest to sail to the Channel, please".

Words that only carry the tone are blanked and phrases for a deed put in the judge's own words, so
that every other character stays in its column. ``low`` is the ``fold.level`` form of a text.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from judge.language.fold import level
from judge.language.lexicon import Lexicon
from judge.language.phrases import MarkedText, PhraseHit, Token, ideas
from judge.language.words import FILLERS

_PLEASE = re.compile(r"^\s*please\b,?", re.IGNORECASE)
_LAST_PLEASE = re.compile(r",?\s?\bplease[ .!]*$", re.IGNORECASE)
_SHORT = {
    "support": "s", "support it": "s it", "move": "-", "move to": "-", "hold": "h", "disband": "d",
    "build": "b",
}  # fmt: skip
"""Deeds in a letter, where no room is for the word."""
_NEAR = 4
"""Words behind "to" among which a place is looked for."""
_AND = frozenset(("und", "et", "e", "ed", "y"))
"""Words for "and" that the orders' own grammar does not know: letters of powers are among them."""
_NO_NAMES = FILLERS | {"new"}
"""Words before "fleet" that name no place: "a new fleet in ..."."""
_DEED = ("_ARROW", "_HOLD", "_CONVOY")


def asks_politely(low: str) -> bool:
    """Whether a question is only a polite way to order: "Would you kindly move ...?"."""
    phrases = _find_phrases(low)
    opening = phrases.find_opening_end("opening")
    return any(phrases.columns(one)[0] <= opening for one in phrases.list_hits("asks kindly"))


def names_a_deed(low: str) -> bool:
    """Whether words for a deed stand in a text."""
    return any(hit.put in _SHORT for hit in _find_phrases(low).list_hits("deed"))


def strip_manners(text: str) -> str:
    """A line without "please" at its ends, every column kept; "" if none stands there."""
    if "lease" not in text:
        return ""
    bare = text
    for pattern in (_PLEASE, _LAST_PLEASE):
        bare = pattern.sub(lambda match: " " * len(match[0]), bare)
    return "" if bare == text else bare


def reword(text: str, low: str) -> str:
    """``text`` without its tone, its deeds in plain words, every column kept."""
    phrases = _find_phrases(low)
    start, end = _find_tone_end(phrases), phrases.find_closing_start("tail")
    if start >= end:
        return text
    text = " " * start + text[start:end] + " " * (len(text) - end)
    if any(phrases.columns(one)[0] < start for one in phrases.list_hits("polite if")):
        for hit in (*phrases.list_hits("could"), *phrases.list_hits("went")):
            text = _put(text, *phrases.columns(hit), hit.put)
    leaving = [*_find_leave_phrases(phrases, end), *_find_removal(phrases)]
    deeds = [hit for hit in phrases.list_hits("deed") if not _overlaps(hit, leaving)]
    for hit in _drop_overlaps([*leaving, *deeds]):
        first, behind = phrases.columns(hit)
        if start <= first and behind <= end and (hit.put or _goes_on(phrases, hit)):
            text = _put(text, first, behind, hit.put)
    phrases = _find_phrases(level(text))
    names_unit = (
        one for one in phrases.list_hits("all hold") if one.first
    )  # by itself "all hold" is an order
    for last in (*phrases.list_hits("last verb"), *phrases.list_hits("last hold"), *names_unit):
        text = _put(text, *phrases.columns(last), last.put)
    return text


def make_plainer(text: str, low: str, lexicon: Lexicon) -> str:
    """``text`` without articles, modal verbs and pet names; "den" may be Denmark and stays."""
    phrases = _find_phrases(low)
    for hit in _drop_overlaps(phrases.list_hits("filler")):
        first, behind = phrases.columns(hit)
        if _goes_on(phrases, hit) and low[first:behind] not in lexicon.vocabulary.exact:
            text = _put(text, first, behind, "")
    return text


def insert_arrow(text: str, low: str, lexicon: Lexicon) -> str:
    """``text`` with an arrow for "in" or "al" between two places: "Roma in Toscana".

    Behind an arrow of its own such a word is passed over: "Marsella - a Gascuña". A great "A" is
    an army.
    """
    phrases = _find_phrases(low)
    towards = {hit.first: hit for hit in phrases.list_hits("towards")}
    has_place = acts = False
    for index, token in enumerate(phrases.tokens):
        hit = towards.get(index)
        if hit and _can_name_place(phrases.tokens[hit.behind : hit.behind + _NEAR], lexicon):
            follows = _is_behind_unit(phrases.tokens, index, lexicon)
            an_army = text[token.start : token.end] == "A"
            if follows and (an_army or _is_same_place(phrases.tokens, hit, lexicon)):
                continue
            if not follows or not acts:
                text = _put(text, *phrases.columns(hit), "-" if follows else "")
                acts |= follows
        elif token.word in _AND and _is_between_places(phrases.tokens, index, lexicon):
            text = _put(text, token.start, token.end, "&")
            has_place = acts = False
        else:
            has_place, acts = _find_place_and_deed(token.word, lexicon, placed=has_place, acts=acts)
    return text


def _is_behind_unit(tokens: Sequence[Token], index: int, lexicon: Lexicon) -> bool:
    """Whether a place stands before a token, or one and its arm: "the London fleet"."""
    before = index - (
        index > 0 and len(tokens[index - 1].word) > 1 and tokens[index - 1].word in lexicon.arms
    )
    where = tokens[before - 1 : before] if before > 0 else ()
    return _can_name_place([one for one in where if one.word not in _NO_NAMES], lexicon)


def _find_place_and_deed(
    word: str, lexicon: Lexicon, *, placed: bool, acts: bool
) -> tuple[bool, bool]:
    """Whether a place, and behind it a deed, were met up to a word.

    A comma begins anew, and so does a support: the unit that it helps goes somewhere, too.
    """
    if word in ",;&":
        return False, False
    if word in "->":
        return placed, acts or placed
    kinds = {kind for kind, _ in lexicon[word].readings} if len(word) > 1 else set()
    if "_SUPPORT" in kinds:
        return False, False
    return placed or "PLACE" in kinds, acts or (placed and not kinds.isdisjoint(_DEED))


def _find_phrases(low: str) -> MarkedText:
    return ideas("rewording").mark_text(low)


def _find_tone_end(phrases: MarkedText) -> int:
    """The column behind the tone of a sentence's beginning, and behind "let" or "have"."""
    start = phrases.find_opening_end("opening")
    for hit in phrases.list_hits("cause"):
        first, behind = phrases.columns(hit)
        if first == start and hit.behind < len(phrases.tokens):
            return max(behind, phrases.find_opening_end("opening", hit.behind))
    return start


def _find_leave_phrases(phrases: MarkedText, end: int) -> Iterable[PhraseHit]:
    """What "leave Paris where it is", "keep Paris" and "leaves Paris for Gascony" come to."""
    leaves, still = phrases.list_hits("leaves"), phrases.list_hits("where it is")
    if leaves and still and still[-1].first > leaves[0].behind:
        behind = phrases.tokens[still[-1].behind :]
        if not any(one.is_word and one.start < end for one in behind):
            return [leaves[0], still[-1]._replace(put="hold")]
    departs, goals = phrases.list_hits("departs"), phrases.list_hits("bound for")
    if departs and goals and 0 < goals[-1].first - departs[0].behind <= _NEAR:
        return [departs[0], goals[-1]._replace(put="-")]
    keeps = phrases.list_hits("keeps")
    goes_on = {phrases.tokens[one.first].word for one in phrases.list_hits("keeps going")}
    return [keeps[0]._replace(put="hold")] if keeps and not goes_on else []


def _find_removal(phrases: MarkedText) -> Iterable[PhraseHit]:
    """What "take Tunis off the board" comes to."""
    takes, gone = phrases.list_hits("takes off"), phrases.list_hits("off the board")
    if takes and gone and takes[0].behind < gone[-1].first:
        return [takes[0], gone[-1]._replace(put="disband")]
    return []


def _overlaps(hit: PhraseHit, others: Iterable[PhraseHit]) -> bool:
    """Whether a phrase shares a word with one of some others."""
    return any(hit.first < one.behind and one.first < hit.behind for one in others)


def _drop_overlaps(hits: Iterable[PhraseHit]) -> list[PhraseHit]:
    """What was found from left to right, the longest first, nothing twice."""
    apart: list[PhraseHit] = []
    behind = 0
    for one in sorted(hits, key=lambda one: (one.first, -one.behind)):
        if one.first >= behind:
            apart.append(one)
            behind = one.behind
    return apart


def _goes_on(phrases: MarkedText, hit: PhraseHit) -> bool:
    """Whether a word stands behind: "the" is nothing without one, "supports that" is."""
    index = hit.behind
    return index < len(phrases.tokens) and phrases.tokens[index].is_word


def _is_same_place(tokens: Sequence[Token], hit: PhraseHit, lexicon: Lexicon) -> bool:
    """Whether the words around a phrase name one space: "Ser in Serbia"."""
    exact = lexicon.vocabulary.exact
    before, behind = tokens[hit.first - 1].word, tokens[hit.behind].word
    return bool(set(exact.get(before, ())).intersection(exact.get(behind, ())))


def _can_name_place(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether one of the words, or some together, can name a place."""
    words = [token.word for token in tokens if len(token.word) > 1]
    together = (
        words[index : index + size] for size in (2, 3, 4) for index in range(len(words) - size + 1)
    )
    readings = chain(
        *(lexicon[word].readings for word in words),
        *(lexicon.phrase(tuple(some)) for some in together),
    )
    return any(kind == "PLACE" for kind, _ in readings)


def _is_between_places(tokens: Sequence[Token], index: int, lexicon: Lexicon) -> bool:
    """Whether places stand on both sides of a token."""
    return (
        index > 0
        and _can_name_place(tokens[index - 1 : index], lexicon)
        and _can_name_place(tokens[index + 1 : index + 1 + _NEAR], lexicon)
    )


def _put(text: str, start: int, end: int, word: str) -> str:
    """``text`` with ``word`` in a stretch of it, which keeps its length."""
    room = end - start
    if len(word) > room:
        word = _SHORT.get(word, "")[:room]
    return text[:start] + word.ljust(room) + text[end:]
