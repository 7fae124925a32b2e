"""A line cut into sentences, and a sentence into parts: orders, reasons, remarks."""

import re
from collections.abc import Iterator

from judge.language.phrases import MarkedText, ideas

Stretch = tuple[int, int]
"""Columns from 0: the first, and the one behind the last."""
_SENTENCE_END = re.compile(
    r"(?:(?<=[^\W\d_]{3}[.!])|(?<=\b(?:up|it|so|me|us|do|go|no|by|be|on|in|to|is|ok|at)[.!](?!\s+\d))"
    r"|(?<=[?;])|(?<=[)!]\.)|(?<=!!)|(?<=\s[hdb]\.))\s+"
    r"|(?<=,)\s+(?=but (?:i|we)(?:'ll| will)? (?:order|play|prefer|move|send|choose|decided?)\b)"
    r"|(?<=,)\s+(?=(?:(?:but|so|and) )?"
    r"(?:this (?:time|turn)|now|diesmal|cette fois|questa volta|esta vez)\s*:)"
)
"""Where a sentence ends: not behind "St.", "A." or "no. 2"."""
_SIGNS = frozenset(",;:()[]")
_MOST = 16
"""Parts of a sentence; one of more is read as a whole."""

_BRACKETS = ("([{", ")]}")


def sentences(low: str) -> Iterator[Stretch]:
    """The sentences of a line; ``low`` is level."""
    start = 0
    for end in _SENTENCE_END.finditer(low):
        if low[start : end.start()].strip():
            yield start, end.start()
        start = end.end()
    if low[start:].strip():
        yield start, len(low)


def parts(low: str) -> list[Stretch]:
    """The parts of a sentence without the joints between them: signs, "and", "while".

    A condition and a doubt begin parts of their own, and a second thought behind a dash.
    Where numbers stand a colon parts nothing: "2: A Ser H" may be points for it.
    """
    phrases = ideas("parts").mark_text(low)
    counts = any(token.word.isdigit() for token in phrases.tokens)
    joints = {stretches.first: stretches.behind for stretches in phrases.list_hits("joint")}
    openings, second = _openings(low), _second_thoughts(low, phrases)
    stretches: list[Stretch] = []
    index = first = 0
    while index < len(phrases.tokens):
        behind = _count_sign_tokens(
            phrases.tokens[index].word, low[phrases.tokens[index].start :], counts=counts
        )
        behind = behind or int(index + 1 in second)
        if not behind and index:
            behind = joints.get(index, index) - index
        if behind or (index in openings and index > first):
            if index > first:
                stretches.append((phrases.tokens[first].start, phrases.tokens[index - 1].end))
            first = index + behind
        index += behind or 1
    if index > first:
        stretches.append((phrases.tokens[first].start, phrases.tokens[-1].end))
    return stretches if len(stretches) <= _MOST else [(stretches[0][0], stretches[-1][1])]


def _openings(low: str) -> set[int]:
    """The words with which parts begin; the "if" of "even if" begins none."""
    phrases, doubts = ideas("parts").mark_text(low), ideas("conditions").mark_text(low)
    hits = (
        *phrases.list_hits("opening"),
        *doubts.list_hits("condition"),
        *doubts.list_hits("unsure"),
    )
    inside = {index for one in hits for index in range(one.first + 1, one.behind)}
    return {one.first for one in hits} - inside


def _second_thoughts(low: str, phrases: MarkedText) -> set[int]:
    """The words behind a dash that put something right: "A Rom B - no, F Rom B"."""
    dashes = {
        index for index, token in enumerate(phrases.tokens) if low[token.start - 1 :][:3] == " - "
    }
    if not dashes:
        return set()
    hits = ideas("taken-back").mark_text(low).list_hits("expletive")
    return {one.first for one in hits if one.first - 1 in dashes}


def excepts(low: str) -> bool:
    """Whether a sentence leaves something out: "all hold except ..."."""
    return ideas("parts").mark_text(low).has("except")


def _count_sign_tokens(word: str, rest: str, *, counts: bool) -> int:
    """How many tokens a sign has that parts a sentence: one, or the two of a dash "--"."""
    if word in _SIGNS:
        return 0 if word == ":" and counts else 1
    return 2 if rest.startswith("-- ") else 0


def take_out_brackets(text: str) -> tuple[list[str], str]:
    """What stands in brackets, and the text around them."""
    inside: list[str] = []
    outside: list[str] = []
    column = 0
    for start, end in brackets(text):
        inside.append(text[start:end])
        outside.append(text[column : start - 1])
        column = end + 1
    return inside, "".join((*outside, text[column:]))


def brackets(text: str) -> Iterator[Stretch]:
    """The columns of what stands in brackets; those that nobody closes reach to the end."""
    start = -1
    for index, sign in enumerate(text):
        if start < 0 and sign in _BRACKETS[0]:
            start = index + 1
        elif start >= 0 and sign in _BRACKETS[1]:
            yield start, index
            start = -1
    if start >= 0:
        yield start, len(text)
