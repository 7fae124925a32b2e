"""One sentence of a line: its lexemes read as orders, and the same words as tokens."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from judge.language.dates import Date
from judge.language.orders import Item
from judge.language.scan import SIGN, WORD, Lexeme
from judge.language.tokens import Token
from judge.language.typed_line import TypedLine

_STOP = frozenset(".!?;")
_ABBREVIATED = frozenset(("st", "n", "s", "e", "w", "no", "nr", "f", "a", "vs", "etc"))
"""Words behind which a full stop may stand for the rest: "St. Petersburg"."""


class Statement(NamedTuple):
    """A sentence: ``items`` are its orders, good or bad; tokens count its lexemes from 0."""

    line: TypedLine
    tokens: Sequence[Token]
    items: Sequence[Item]
    dates: Sequence[Date] = ()

    def list_tokens(self, item: Item) -> list[Token]:
        """The tokens of an item."""
        return [token for token in self.tokens if item.first <= token.first < item.behind]

    def is_dated(self, token: Token) -> bool:
        """Whether a token belongs to the name of a phase."""
        column = self.line.lexemes[token.first][2]
        return any(date.start <= column < date.end for date in self.dates)

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return any(token.sign == "?" for token in self.tokens)


def list_sentences(lexemes: Sequence[Lexeme]) -> Iterator[tuple[int, int]]:
    """The sentences of a line by their lexemes: the first of each, and the one behind it."""
    start = 0
    for index in range(len(lexemes) - 1):
        kind, key, _, end = lexemes[index]
        if kind != SIGN or key not in _STOP or lexemes[index + 1][1] in _STOP:
            continue
        before = lexemes[index - 1] if index else None
        short = (
            key == "." and before is not None and before[0] == WORD and before[1] in _ABBREVIATED
        )
        if key == ";" or (lexemes[index + 1][2] > end and not short):
            yield start, index + 1
            start = index + 1
    yield start, len(lexemes)


def words_of(tokens: Iterable[Token]) -> list[Token]:
    """The tokens that are no signs."""
    return [token for token in tokens if not token.sign]


def begins_with(tokens: Iterable[Token], name: str) -> bool:
    """Whether words begin with one of a class, those that lead in left out."""
    words = words_of(tokens)
    first = next((one for one in words if name in one.classes or "lead" not in one.classes), None)
    return first is not None and name in first.classes
