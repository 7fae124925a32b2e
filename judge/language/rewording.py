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
_SHORT = {"support": "s", "move": "-", "move to": "-", "hold": "h", "disband": "d", "build": "b"}
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
    said = _find_phrases(low)
    opening = said.find_opening_end("opening")
    return any(said.columns(one)[0] <= opening for one in said.list_hits("asks kindly"))


def names_a_deed(low: str) -> bool:
    """Whether words for a deed stand in a text."""
    return any(found.put in _SHORT for found in _find_phrases(low).list_hits("deed"))


def strip_manners(text: str) -> str:
    """A line without "please" at its ends, every column kept; "" if none stands there."""
    if "lease" not in text:
        return ""
    bare = text
    for pattern in (_PLEASE, _LAST_PLEASE):
        bare = pattern.sub(lambda found: " " * len(found[0]), bare)
    return "" if bare == text else bare


def reword(text: str, low: str) -> str:
    """``text`` without its tone, its deeds in plain words, every column kept."""
    said = _find_phrases(low)
    start, end = _find_tone_end(said), said.find_closing_start("tail")
    if start >= end:
        return text
    text = " " * start + text[start:end] + " " * (len(text) - end)
    if any(said.columns(one)[0] < start for one in said.list_hits("polite if")):
        for found in (*said.list_hits("could"), *said.list_hits("went")):
            text = _put(text, *said.columns(found), found.put)
    for found in _drop_overlaps([*_find_leave_phrases(said, end), *said.list_hits("deed")]):
        first, behind = said.columns(found)
        if start <= first and behind <= end and (found.put or _goes_on(said, found)):
            text = _put(text, first, behind, found.put)
    said = _find_phrases(level(text))
    named = (
        one for one in said.list_hits("all hold") if one.first
    )  # by itself "all hold" is an order
    for last in (*said.list_hits("last verb"), *said.list_hits("last hold"), *named):
        text = _put(text, *said.columns(last), last.put)
    return text


def make_plainer(text: str, low: str, lexicon: Lexicon) -> str:
    """``text`` without articles, modal verbs and pet names; "den" may be Denmark and stays."""
    said = _find_phrases(low)
    for found in _drop_overlaps(said.list_hits("filler")):
        first, behind = said.columns(found)
        if _goes_on(said, found) and low[first:behind] not in lexicon.vocabulary.exact:
            text = _put(text, first, behind, "")
    return text


def insert_arrow(text: str, low: str, lexicon: Lexicon) -> str:
    """``text`` with an arrow for "in" or "al" between two places: "Roma in Toscana".

    Behind an arrow of its own such a word is passed over: "Marsella - a Gascuña". A great "A" is
    an army.
    """
    said = _find_phrases(low)
    towards = {found.first: found for found in said.list_hits("towards")}
    placed = acts = False
    for at, token in enumerate(said.tokens):
        found = towards.get(at)
        if found and _can_name_place(said.tokens[found.behind : found.behind + _NEAR], lexicon):
            follows = _is_behind_unit(said.tokens, at, lexicon)
            an_army = text[token.start : token.end] == "A"
            if follows and (an_army or _is_same_place(said.tokens, found, lexicon)):
                continue
            if not follows or not acts:
                text = _put(text, *said.columns(found), "-" if follows else "")
                acts |= follows
        elif token.word in _AND and _is_between_places(said.tokens, at, lexicon):
            text = _put(text, token.start, token.end, "&")
            placed = acts = False
        else:
            placed, acts = _find_place_and_deed(token.word, lexicon, placed=placed, acts=acts)
    return text


def _is_behind_unit(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a place stands before a token, or one and its arm: "the London fleet"."""
    before = at - (at > 0 and len(tokens[at - 1].word) > 1 and tokens[at - 1].word in lexicon.arms)
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


def _find_tone_end(said: MarkedText) -> int:
    """The column behind the tone of a sentence's beginning, and behind "let" or "have"."""
    start = said.find_opening_end("opening")
    for found in said.list_hits("cause"):
        first, behind = said.columns(found)
        if first == start and found.behind < len(said.tokens):
            return max(behind, said.find_opening_end("opening", found.behind))
    return start


def _find_leave_phrases(said: MarkedText, end: int) -> Iterable[PhraseHit]:
    """What "leave Paris where it is", "keep Paris" and "leaves Paris for Gascony" come to."""
    leaves, still = said.list_hits("leaves"), said.list_hits("where it is")
    if leaves and still and still[-1].first > leaves[0].behind:
        behind = said.tokens[still[-1].behind :]
        if not any(one.is_word and one.start < end for one in behind):
            return [leaves[0], still[-1]._replace(put="hold")]
    departs, bound = said.list_hits("departs"), said.list_hits("bound for")
    if departs and bound and 0 < bound[-1].first - departs[0].behind <= _NEAR:
        return [departs[0], bound[-1]._replace(put="-")]
    keeps = said.list_hits("keeps")
    goes_on = {said.tokens[one.first].word for one in said.list_hits("keeps going")}
    return [keeps[0]._replace(put="hold")] if keeps and not goes_on else []


def _drop_overlaps(found: Iterable[PhraseHit]) -> list[PhraseHit]:
    """What was found from left to right, the longest first, nothing twice."""
    kept: list[PhraseHit] = []
    behind = 0
    for one in sorted(found, key=lambda one: (one.first, -one.behind)):
        if one.first >= behind:
            kept.append(one)
            behind = one.behind
    return kept


def _goes_on(said: MarkedText, found: PhraseHit) -> bool:
    """Whether a word stands behind: "the" is nothing without one, "supports that" is."""
    at = found.behind
    return at < len(said.tokens) and said.tokens[at].is_word


def _is_same_place(tokens: Sequence[Token], found: PhraseHit, lexicon: Lexicon) -> bool:
    """Whether the words around a phrase name one space: "Ser in Serbia"."""
    exact = lexicon.vocabulary.exact
    before, behind = tokens[found.first - 1].word, tokens[found.behind].word
    return bool(set(exact.get(before, ())).intersection(exact.get(behind, ())))


def _can_name_place(tokens: Sequence[Token], lexicon: Lexicon) -> bool:
    """Whether one of the words, or some together, can name a place."""
    words = [token.word for token in tokens if len(token.word) > 1]
    together = (words[at : at + size] for size in (2, 3, 4) for at in range(len(words) - size + 1))
    named = chain(
        *(lexicon[word].readings for word in words),
        *(lexicon.phrase(tuple(some)) for some in together),
    )
    return any(kind == "PLACE" for kind, _ in named)


def _is_between_places(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether places stand on both sides of a token."""
    return (
        at > 0
        and _can_name_place(tokens[at - 1 : at], lexicon)
        and _can_name_place(tokens[at + 1 : at + 1 + _NEAR], lexicon)
    )


def _put(text: str, start: int, end: int, word: str) -> str:
    """``text`` with ``word`` in a stretch of it, which keeps its length."""
    room = end - start
    if len(word) > room:
        word = _SHORT.get(word, "")[:room]
    return text[:start] + word.ljust(room) + text[end:]
