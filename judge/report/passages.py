"""A few lines out of a page of the help that answer a question."""

from collections.abc import Iterable, Iterator, Sequence

from judge.language.fold import words

MOST = 3
"""Lines of an answer."""
_WIDE = 76 * MOST
_SHORTEST, _STEM = 4, 5
"""Letters of a word that says what is asked about, and those that all its forms share."""


def choose(text: str, question_words: Sequence[str]) -> list[str]:
    """Lines of a part of a page: of its examples those that name what is asked, else its words."""
    lines = [line for line in text.splitlines() if line.strip()]
    rows = list(_join_rows(line for line in lines if line.startswith("  ")))
    prose = " ".join(line.strip() for line in lines if not line.startswith("  "))
    ranked = sorted(rows, key=lambda row: -_count_shared(row, question_words))
    named = [row for row in ranked if _count_shared(row, question_words)]
    return (named or _cut(prose) or rows)[:MOST]


def _join_rows(lines: Iterable[str]) -> Iterator[str]:
    """Rows of a table, each with what goes on below it, without the blanks before them."""
    row = ""
    for line in lines:
        goes_on = row and line.startswith(" " * 20)
        if row and not goes_on:
            yield row
        row = f"{row} {line.strip()}" if goes_on else line.strip()
    if row:
        yield row


def _cut(prose: str) -> list[str]:
    """Whole sentences, as many as have room."""
    kept = ""
    for sentence in prose.replace(". ", ".\n").splitlines():
        if kept and len(kept) + len(sentence) > _WIDE:
            break
        kept = f"{kept} {sentence}".strip()
    return [kept] if kept else []


def _count_shared(row: str, question_words: Sequence[str]) -> int:
    """How many of the words that are asked about a row has."""
    here = words(row)
    return sum(any(_is_alike(word, one) for one in here) for word in question_words)


def _is_alike(word: str, other: str) -> bool:
    if len(word) == 1:
        return word == other
    return len(word) >= _SHORTEST and other.startswith(word[:_STEM])
