"""A line cut into lexemes: words, numbers, arrows and signs, each with its place in the line."""

import re

from judge.language.fold import fold

SIGN, WORD, NUMBER, ARROW = range(4)
"""Kinds of lexemes."""

_SCAN = re.compile(r"([^\W\d_]+(?:'(?![sS]\b)[^\W\d_]+)?)(?:'[sS]\b)?|(\d{1,9})|([-=~>]+)|([^\s_])")
"""Words (apostrophes inside, no possessive 's), numbers, runs of arrow signs, single signs."""


Lexeme = tuple[int, str, int, int]
"""A piece of a line: its kind, its folded text, and its columns from 0 (first, behind the last)."""


def scan(text: str) -> list[Lexeme]:
    """The lexemes of a plain ``text`` (see ``fold.plain``)."""
    found = []
    for match in _SCAN.finditer(text):
        kind = match.lastindex or SIGN
        key = match[kind]
        start, end = match.span()
        if kind == WORD:
            key = key.lower() if key.isascii() else fold(key)
            if "'" in key:
                key = key.replace("'", "")
        elif kind == ARROW:
            kind = ARROW if "-" in key or ">" in key else SIGN
        elif kind != NUMBER:
            kind = SIGN
        found.append((kind, key, start, end))
    return found
