"""A line as it was typed: where its parts stand, and what it can turn out to be."""

from typing import NamedTuple

from judge.kernel.text import Command, Ignored, Offer, Problem, Sentence, Span
from judge.language.headers import Heading
from judge.language.orders import Item
from judge.language.scan import Lexeme
from judge.language.slots import sentence

LineReading = Sentence | Offer | Command | Problem | Ignored
"""What a line can turn out to be."""


NO_ORDER = "no order"
"""Why talk is ignored."""


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
        slots, span = item.slots or {}, self.span(item)
        text = self.text[span.column - 1 : span.end - 1]
        if "more" not in slots:
            return [sentence(slots, span, text, self.heading.power)]
        return [sentence(one, span, text, self.heading.power) for one in (slots, *slots["more"])]

    def span_of_all(self) -> Span:
        """Where all of its lexemes stand."""
        first, last = self.lexemes[0], self.lexemes[-1]
        return Span(self.number, first[2] + 1, last[3] + 1)

    def quote(self, item: Item) -> str:
        """An item as typed."""
        span = self.span(item)
        return self.text[span.column - 1 : span.end - 1]


def find_span(number: int, text: str) -> Span:
    """Where a whole line stands, without the blanks around it."""
    stripped = text.strip()
    column = text.find(stripped) + 1 if stripped else 1
    return Span(number, column, column + len(stripped))


def ignore_line(number: int, text: str, reason: str) -> Ignored:
    """A line that is not read, with the reason."""
    return Ignored(find_span(number, text), text.strip(), reason)
