"""Clauses of one line: IF ... THEN order ELSE order ENDIF may stand on one."""

import re
from collections.abc import Iterator
from itertools import pairwise

_LATER = re.compile(r"(?<=\S)\s+(?=(?:ELSE|ELSIF|ENDIF|END IF)\b)")
"""Between clauses; in small letters only where a line begins with them: people write "else"."""
_BRANCH = re.compile(r"\s*(?:(end\s?if)|(else)(?!\s*if\b))\b[\s:,.]*", re.IGNORECASE)


def clauses(text: str) -> Iterator[str]:
    """The clauses of a line, each at its own columns: what stands before it is blank."""
    starts = [0, *(found.end() for found in _LATER.finditer(text)), len(text)]
    for start, end in pairwise(starts):
        if text[start:end].strip():
            yield " " * start + text[start:end]


def branch(text: str) -> tuple[str, int] | None:
    """ELSE or ENDIF at the start of a clause, as the verb and the column behind it."""
    found = _BRANCH.match(text)
    if found is None:
        return None
    return ("endif" if found[1] else "else"), found.end()
