"""Lines of a letter that are orders and nothing else, good or bad, below their headings."""

import re
from collections.abc import Iterable

from judge.kernel.text import Problem, Span
from judge.language import advice, blocks, commands, prose, requests, taken_back
from judge.language.fold import level
from judge.language.headers import Heading, Headings, cast
from judge.language.loose_ends import combine
from judge.language.misread import MisreadError
from judge.language.orders import Item, OrderReader
from judge.language.scan import Lexeme
from judge.language.slots import sentence
from judge.language.typed_line import NO_ORDER, LineReading, TypedLine, find_span, ignore_line

PATIENCE = 40
"""Wrong lines that get advice; further ones are only named (a mail of ten thousand lines)."""
NOTHING = {"blank": "left blank", "none": "says that there is no order"}
"""Verbs of lines that order nothing, with the reason for ignoring them."""
_ASKED = {
    "clash": "this can mean several things: write one order a line, with its unit.",
    "unordered": "this says that the unit has no order; write H if it shall hold.",
}
"""Verbs of lines that are asked back, with the question."""
_DOUBTED = frozenset((*NOTHING, *_ASKED, "unit", "disband"))
_OPENING = re.compile(
    r"\s*(?:(?:so|then|and|now|next|finally|also),?\s+)?(?:i|we)(?:'ll|'d like to|'m going to| will"
    r"| shall| would like to| want to| wish to| am going to| hereby| now| therefore| also)*\s+",
    re.IGNORECASE,
)
"""How polite people begin: "I would like to build an army in Paris"."""
TELLS, LIST = "tells of a unit and orders nothing", "a list of places"
"""Why a line is ignored that names units or places only."""


class PlainOrders:
    """The orders of one letter's lines: under which headings they stand, and how patient it is."""

    def __init__(self, orders: OrderReader) -> None:
        self.orders = orders
        self.headings = Headings(orders.lexicon)
        self.heading = Heading()
        self.patience = PATIENCE

    def read(
        self, number: int, text: str, lexemes: list[Lexeme], items: tuple[Item, ...]
    ) -> Iterable[LineReading]:
        """A line of orders below its heading, or with one before them."""
        heading = self.headings.take(text, lexemes, items)
        self.heading = heading
        if heading.alone:
            return [ignore_line(number, text, "a heading")]
        if heading.behind:
            lexemes = lexemes[heading.behind :]
            items = self.orders.read(text, lexemes)
        if not items:
            return [ignore_line(number, text, "nothing to read")]
        if heading.power and not heading.section and len(items) > 1 and all(map(is_place, items)):
            return [ignore_line(number, text, LIST)]
        line = TypedLine(number, text, lexemes, heading)
        if heading.section:
            items = tuple(_cast(item, heading.section) for item in items)
        if len(items) > 1:
            items = tuple(combine(items))
        elif not items[0].error:
            return self._read_item(line, items[0])
        return self._read_items(line, items)

    def read_polite(
        self, number: int, text: str, lexemes: list[Lexeme], items: tuple[Item, ...]
    ) -> Iterable[LineReading]:
        """A line of orders, good or bad, maybe behind "I would like to"."""
        if is_odd(items):
            text, lexemes, items = self._drop_opening(text, lexemes, items)
        return self.read(number, text, lexemes, items)

    def _drop_opening(
        self, text: str, lexemes: list[Lexeme], items: tuple[Item, ...]
    ) -> tuple[str, list[Lexeme], tuple[Item, ...]]:
        """A line without "I would like to" and such, if it is nothing but orders then."""
        opening = _OPENING.match(text)
        if opening:
            bare = " " * opening.end() + text[opening.end() :]
            lexemes_left, orders = self.orders.line(bare)
            if orders and not any(item.error for item in orders):
                return bare, lexemes_left, orders
        return text, lexemes, items

    def _read_items(self, line: TypedLine, items: tuple[Item, ...]) -> list[LineReading]:
        """What each item of a line of orders is; talk beside orders makes the line a question."""
        talk = [item for item in items if item.error and not self.means_order(line.lexemes, item)]
        if talk and all(item in talk or is_place(item) for item in items):
            return [self._read_talk(line, talk[0])]
        if all(self._only_greets(line, item) or line.reports(item) for item in talk):
            return [
                reading
                for item in items
                if item not in talk
                for reading in self._read_item(line, item)
            ]
        return [self._ask_back_mixed_line(line, items)]

    def _only_greets(self, line: TypedLine, item: Item) -> bool:
        """Whether talk beside orders is manners, and neither asks for anything nor names a unit."""
        text = line.quote(item)
        low = level(text)
        if not prose.greets(text) or requests.requests(low) or taken_back.takes_back(low):
            return False
        return not prose.names_and_acts(line.lexemes[item.first : item.behind], self.orders.lexicon)

    def means_order(self, lexemes: list[Lexeme], item: Item) -> bool:
        """Whether a wrong item was meant as an order."""
        if item.error and item.error.why == "narrative":
            return False
        mine, lexicon = lexemes[item.first : item.behind], self.orders.lexicon
        if prose.exclaims(mine):
            return False
        if item.error and prose.is_two_places(mine, item.error.at - item.first, lexicon):
            return True
        return prose.looks_like_order(mine, lexicon)

    def _read_talk(self, line: TypedLine, item: Item) -> LineReading:
        """A line that is no order: talk, unless its first word is nearly a command."""
        opener = blocks.find_missing_opener(line.text)
        if opener:
            return _problem(
                line,
                f"no {opener} above it opens a block, so nothing was sent or tried, and what "
                f"stands above it was read as orders.",
            )
        near = commands.list_nearest(line.text)
        if near:
            return _problem(line, f"no such command; did you mean {' or '.join(near)}?", near)
        command = commands.find_command_begun(line.text)
        if command:
            return _problem(
                line,
                f"if this is the command {command}, write it in capitals and alone on its line: "
                f"'{commands.shout(line.text, command, self.orders)}'.",
            )
        is_narrative = item.error and item.error.why == "narrative"
        reason = TELLS if is_narrative else NO_ORDER
        return ignore_line(line.number, line.text, reason)

    def _ask_back_mixed_line(self, line: TypedLine, items: tuple[Item, ...]) -> LineReading:
        """Orders among talk on one line are never guessed; each is offered."""
        repairs = [one for item in items if item.slots for one in line.sentences(item)]
        message = "orders and other words on one line: write each order on a line of its own."
        span = find_span(line.number, line.text)
        return Problem(span, line.text.strip(), message, (), tuple(repairs), ordered=True)

    def _read_item(self, line: TypedLine, item: Item) -> Iterable[LineReading]:
        """One order of a line, good or bad."""
        if item.error:
            return [self._advise(line, item, item.error)]
        if item.slots and item.slots["verb"] not in _DOUBTED:
            return line.sentences(item)
        verb = item.verb
        if verb in NOTHING:
            return [ignore_line(line.number, line.text, NOTHING[verb])]
        if verb in _ASKED:
            return [Problem(line.span(item), line.quote(item), _ASKED[verb], ordered=True)]
        if verb == "unit" and item.reported:
            return [ignore_line(line.number, line.text, TELLS)]
        if is_place(item) and prose.signs(line.text):
            return [ignore_line(line.number, line.text, "no order")]
        if verb == "disband" and item.slots and "piece" not in item.slots:
            message = f"whom? Write for example 'A {self.orders.vocabulary.samples[1]} D'."
            return [Problem(line.span(item), line.quote(item), message, ordered=True)]
        return line.sentences(item)

    def _advise(self, line: TypedLine, item: Item, error: MisreadError) -> Problem:
        """A wrong order with what is wrong about it and readings that would make sense."""
        span, text = line.span(item), line.quote(item)
        where = Span(line.number, line.column(error.at), max(span.end, line.column(error.at)))
        reason = advice.message(error, line.lexemes, line.text, self.orders)
        if self.patience <= 0:
            return Problem(where, text, reason, ordered=True)
        self.patience -= 1
        mine = line.lexemes[item.first : item.behind]
        error_of_item = MisreadError(error.at - item.first, error.why, error.accepted)
        likely_orders = advice.repairs(error_of_item, line.text, mine, self.orders)
        repairs = tuple(sentence(slots, span, text, line.heading.power) for slots in likely_orders)
        return Problem(where, text, reason, (), repairs, ordered=True)


def _problem(line: TypedLine, message: str, near: Iterable[str] = ()) -> Problem:
    """A line that is no order and may have been meant for something; ``near`` would work."""
    return Problem(find_span(line.number, line.text), line.text.strip(), message, tuple(near))


def is_odd(items: Iterable[Item]) -> bool:
    """Whether one of some items is wrong, or told with its verdict."""
    for item in items:  # noqa: SIM110 - every line of every mail comes by here
        if item.error or item.reported:
            return True
    return False


def is_place(item: Item) -> bool:
    """Whether an item is nothing but a place, as in a signature: "Paris, France"."""
    return item.slots is not None and item.verb == "unit" and not item.slots["piece"].arm


def _cast(item: Item, section: str) -> Item:
    return item._replace(slots=cast(item.slots, section)) if item.slots else item
