"""Clauses of one line: IF ... THEN order ELSE order ENDIF may stand on one."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import pairwise

_LATER = re.compile(r"(?<=\S)\s+(?=(?:ELSE|ELSIF|ENDIF|END IF)\b)")
"""Between clauses; in small letters only where a line begins with them: people write "else"."""
_OPENED = re.compile(r"^\s*[A-Z]{2,4}\s.*\bTHEN\s*$")
"""What only a condition looks like, whatever its first word became."""
_LONG, _NEAR = 6, 0.75
_BRANCH = re.compile(r"\s*(?:(end\s?if)|(else)(?!\s*if\b))\b[\s:,.]*", re.IGNORECASE)


def clauses(text: str) -> Iterator[str]:
    """The clauses of a line, each at its own columns: what stands before it is blank."""
    starts = [0, *(match.end() for match in _LATER.finditer(text)), len(text)]
    for start, end in pairwise(starts):
        if text[start:end].strip():
            yield " " * start + text[start:end]


def find_branch(text: str) -> tuple[str, int] | None:
    """ELSE or ENDIF at the start of a clause, as the verb and the column behind it."""
    match = _BRANCH.match(text)
    if match is None:
        return None
    return ("endif" if match[1] else "else"), match.end()


def find_misspelt_turn(text: str, depth: int) -> str:
    """The turn that a line without a meaning was meant for: "if" ("IFF A PAR THEN"), "elseif", "".

    ELSE can be meant below an IF only; ``depth`` counts the open ones.
    """
    if _OPENED.search(text):
        return "if"
    word = text.strip(" .:,").lower()
    near = depth and word != "else" and len(word) <= _LONG and _is_alike(word, "else")
    return "elseif" if near else ""


def _is_alike(word: str, target: str) -> bool:
    return SequenceMatcher(None, word, target).ratio() >= _NEAR
