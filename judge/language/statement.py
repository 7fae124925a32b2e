"""A line as it was typed, and one sentence of it: its orders, and the same words as tokens."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from judge.kernel.text import Command, Ignored, Offer, Problem, Sentence, Span
from judge.language.builder import sentence
from judge.language.fold import SIGN, Lexeme
from judge.language.headers import Heading
from judge.language.named_phases import Date
from judge.language.order_lines import Item
from judge.language.tokens import Token

ARROWS = frozenset(("-", "->", "=>", "-->", ">", "--"))
_STOP = frozenset(".!?;")
_ABBREVIATED = frozenset(("st", "n", "s", "e", "w", "c", "no", "nr", "f", "a", "vs", "etc"))
"""Words behind which a full stop may stand for the rest: "St. Petersburg"."""


LineReading = Sentence | Offer | Command | Problem | Ignored
"""What a line can turn out to be."""


NO_ORDER = "no order"
"""Why talk is ignored."""


TITLES = frozenset(
    ("above", "all", "and", "coming", "doubt", "from", "lead", "moves", "orders", "to", "wait")
)
"""Classes of words that may stand beside the phase in a heading."""
_STOPS = (".", "!", "*", '"', "'", ":")


class TypedLine(NamedTuple):
    """A line of orders: its number, plain text, lexemes behind its heading, and that heading."""

    number: int
    text: str
    lexemes: list[Lexeme]
    heading: Heading

    def column(self, index: int) -> int:
        """The column of a lexeme, or the one behind the line's end."""
        return (
            self.lexemes[index][2] + 1 if index < len(self.lexemes) else len(self.text.rstrip()) + 1
        )

    def span(self, item: Item) -> Span:
        """Where an item stands, without the full stop behind it."""
        last = item.behind - 1
        while last > item.first and self.lexemes[last][1] in _STOPS:
            last -= 1
        start, end = self.lexemes[item.first][2], self.lexemes[max(last, item.first)][3]
        return Span(self.number, start + 1, end + 1)

    def sentences(self, item: Item) -> list[Sentence]:
        """An item's order, or each of several that it holds."""
        slots, span = item.slots, self.span(item)
        text = self.text[span.column - 1 : span.end - 1]
        if "more" not in slots:
            return [sentence(slots, span, text, self.heading.power)]
        return [sentence(one, span, text, self.heading.power) for one in (slots, *slots["more"])]

    def span_of_all(self) -> Span:
        """Where all of its lexemes stand."""
        first, last = self.lexemes[0], self.lexemes[-1]
        return Span(self.number, first[2] + 1, last[3] + 1)

    def ignore(self, reason: str) -> Ignored:
        """That it is not read, with the reason."""
        return ignore_line(self.number, self.text, reason)

    def quote(self, item: Item) -> str:
        """An item as typed."""
        span = self.span(item)
        return self.text[span.column - 1 : span.end - 1]


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
    def is_title(self) -> bool:
        """Whether it names a phase and says nothing else."""
        return bool(self.dates) and all(
            one.sign or one.power or one.classes & TITLES or self.is_dated(one)
            for one in self.tokens
        )

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
        short = key == "." and index > 0 and lexemes[index - 1][1] in _ABBREVIATED
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


def find_span(number: int, text: str) -> Span:
    """Where a whole line stands, without the blanks around it."""
    stripped = text.strip()
    column = text.find(stripped) + 1 if stripped else 1
    return Span(number, column, column + len(stripped))


def is_beside(reading: object) -> bool:
    """Whether it is a sentence that is not read, beside others of its line."""
    return isinstance(reading, Ignored) and reading.beside


def ignore_line(number: int, text: str, reason: str) -> Ignored:
    """A line that is not read, with the reason."""
    return Ignored(find_span(number, text), text.strip(), reason)
