"""A line cut into lexemes: words, numbers, arrows and signs, each with its place in the line."""

import re

from judge.language.fold import fold

SIGN, WORD, NUMBER, ARROW = range(4)
"""Kinds of lexemes."""

_PLAIN = re.compile(r"([a-z]+)|(\d{1,9})|([=~]*[->][-=~>]*)|([=~]+|[^\s_])")
"""The same of small ASCII letters, where no apostrophe stands in a word: most lines are such."""
_SCAN = re.compile(
    r"([^\W\d_]+(?:'(?![sS]\b)[^\W\d_]+)?)(?:'[sS]\b)?|(\d{1,9})|([=~]*[->][-=~>]*)|([=~]+|[^\s_])"
)
"""Words (apostrophes inside, no possessive 's), numbers, runs of arrow signs, single signs."""
_KINDS = (SIGN, WORD, NUMBER, ARROW, SIGN)
"""What the groups of both are."""


Lexeme = tuple[int, str, int, int]
"""A piece of a line: its kind, its folded text, and its columns from 0 (first, behind the last)."""


def scan(text: str) -> list[Lexeme]:
    """The lexemes of a plain ``text`` (see ``fold.plain``)."""
    if "'" not in text and text.isascii():
        return [
            (_KINDS[match.lastindex or 0], match[0], *match.span())
            for match in _PLAIN.finditer(text.lower())
        ]
    return [
        (kind, fold(match[kind]).replace("'", "") if kind == WORD else match[0], *match.span())
        for match in _SCAN.finditer(text)
        for kind in (_KINDS[match.lastindex or 0],)
    ]
