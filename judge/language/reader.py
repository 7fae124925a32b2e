"""A letter's lines read: sentences, commands, problems, and what was ignored."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.kernel.text import Command, Ignored, Line, Problem, Sentence, Span
from judge.language import advice, blocks, commands, prose
from judge.language.builder import Slots
from judge.language.clauses import branch, clauses, misspelt
from judge.language.commands import BadCommandError, Spoken
from judge.language.condition import condition
from judge.language.fold import plain
from judge.language.headers import Heading, Headings, cast
from judge.language.lexer import MisreadError
from judge.language.loose_ends import combine
from judge.language.orders import Item, OrderReader, order_reader
from judge.language.scan import Lexeme
from judge.language.vocabulary import Vocabulary
from judge.language.words import REPORT_WORDS

Read = Sentence | Command | Problem | Ignored
"""What a line can turn out to be."""

LONGEST = 4000
"""Characters of a line beyond which nobody wrote orders on it."""
PATIENCE = 40
"""Wrong lines that get advice; further ones are only named (a mail of ten thousand lines)."""

_BULLET = re.compile(
    r"\s*(?:[*>~]+|-(?![->=])(?=\s*[^\W\d])|\(?\d{1,3}[.)](?!\d)|[a-z]\)|\[[ xX]?\])\s*"
)
_COMMENT = re.compile(r"(?:^|\s)#|//|/\*")
_STOPS = (".", "!", "*", '"', "'", ":")
_NOTHING = {"blank": "left blank", "none": "says that there is no order"}
"""Verbs of lines that order nothing, with the reason for ignoring them."""
_ASKED = {
    "clash": "this can mean several things: write one order a line, with its unit.",
    "unordered": "this says that the unit has no order; write H if it shall hold.",
}
"""Verbs of lines that are asked back, with the question."""
_DOUBTED = frozenset((*_NOTHING, *_ASKED, "unit", "disband"))
_OPENING = re.compile(
    r"\s*(?:(?:so|then|and|now|next|finally|also),?\s+)?(?:i|we)(?:'ll|'d like to|'m going to| will"
    r"| shall| would like to| want to| wish to| am going to| hereby| now| therefore)*\s+",
    re.IGNORECASE,
)
"""How polite people begin: "I would like to build an army in Paris"."""
_NUMBERED = re.compile(r"(?<=\s)\(?(\d{1,2})[.)](?=\s)")
_THEN = re.compile(r"\bthen\b[:,]?", re.IGNORECASE)
UNREAD = ("?",)
"""The words of an IF whose condition can't be read: it may hold or not.

What is wrong with it stands behind, where no problem in front of it says so.
"""


def read(lines: Sequence[Line], vocabulary: Vocabulary, grammar: str) -> tuple[Read, ...]:
    """What ``lines`` say, in their order; a line of several orders gives several items.

    ``grammar`` is the engine's name ("dip" or "d100"). Never raises, whatever was typed.
    """
    return tuple(_Reading(lines, order_reader(vocabulary, grammar)).items())


class _Reading:
    """One letter being read: where it is, under which heading and how many IFs, and how patient."""

    def __init__(self, lines: Sequence[Line], orders: OrderReader) -> None:
        self.lines = lines
        self.orders = orders
        self.ends = blocks.Ends(lines)
        self.headings = Headings(orders.lexicon)
        self.patience = PATIENCE
        self.at = 0
        self.depth = 0
        self.closed = ""

    def items(self) -> list[Read]:
        """Every line's items."""
        found: list[Read] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if not line.text or line.text.isspace():
                continue
            if line.ignored or self.closed:
                found.append(_ignored(line.number, line.text, line.ignored or self.closed))
            else:
                found += self._line(line.number, line.text)
        return found

    def _line(self, number: int, typed: str) -> Iterable[Read]:
        if len(typed) > LONGEST:
            return [_ignored(number, typed[:60] + "...", "too long for a line of orders")]
        text = plain(typed)
        first = text.lstrip()[:1]
        if first == ">":
            return [_ignored(number, typed, "quoted")]
        if prose.ours(text):
            return [_ignored(number, typed, "the judge's own words")]
        if "#" in text or "/" in text:
            text = _COMMENT.split(text, maxsplit=1)[0]
        if not text.strip() or (first == "(" and _is_note(text.strip())):
            return [_ignored(number, typed, "a comment")]
        return self._body(number, text)

    def _body(self, number: int, text: str) -> Iterable[Read]:
        """A line without its comment; below IF it may hold several clauses."""
        if not self.depth:
            return self._clause(number, text)
        return [read for clause in clauses(text) for read in self._clause(number, clause)]

    def _clause(self, number: int, text: str) -> Iterable[Read]:
        """A command or orders; behind ELSE and ENDIF something may follow on their line."""
        if self.depth and (turn := branch(text)):
            verb, behind = turn
            self.depth -= verb == "endif"
            command = Command(verb, _span(number, text[:behind]), text[:behind].strip())
            rest = " " * behind + text[behind:]
            return [command, *(self._clause(number, rest) if rest.strip() else ())]
        trouble = None
        try:
            spoken = commands.speak(blocks.turned(text), self.orders)
        except BadCommandError as error:
            spoken, trouble = None, error
        if spoken:
            return self._commands(number, text, spoken)
        read = self._orders(number, text)
        turned = misspelt(text, self.depth)
        if turned and not any(isinstance(item, Sentence) for item in read):
            self.depth += turned == "if"
            meant = "IF" if turned == "if" else "ELSE"
            said = f"'{text.strip()}' is not understood; {meant} may be meant"
            return [Command(turned, _span(number, text), text.strip(), (*UNREAD, said))]
        if trouble and not all(isinstance(item, Sentence) for item in read):
            said = f"{trouble}. Write for example '{trouble.example}'."
            span = Span(number, trouble.column, len(text.rstrip()) + 1)
            return [Problem(span, text.strip(), said)]
        return read

    # --- commands

    def _commands(self, number: int, text: str, spoken: list[Spoken]) -> list[Read]:
        span = _span(number, text)
        found: list[Read] = []
        for verb, words in spoken:
            if verb in ("if", "elseif"):
                found += self._conditional(number, text, verb, words)
            elif verb in blocks.CLOSERS and self._opens_block(verb, words):
                found += self._block(span, text, verb, words)
            else:
                found.append(Command(verb, span, text.strip(), words))
            if verb == "signoff":
                self.closed = "below SIGNOFF"
        return found

    def _conditional(
        self, number: int, text: str, verb: str, words: Sequence[str]
    ) -> Iterable[Read]:
        """IF and ELSE IF up to THEN; what stands behind THEN is a line of its own."""
        span = _span(number, text)
        said = words[0]
        then = _THEN.search(said)
        rest = said[then.end() :] if then else ""
        wrong: list[Read] = []
        self.depth += verb == "if"
        try:
            parts = condition(said[: then.start()] if then else said, self.orders.lexicon)
        except MisreadError:
            if not text.lstrip()[:2].isupper():
                self.depth -= verb == "if"
                return self._orders(number, text)
            message = (
                "this condition is not understood. Write for example 'IF NOT French A BUR THEN'."
            )
            parts, wrong = UNREAD, [Problem(span, text.strip(), message)]
        opened = [*wrong, Command(verb, span, text.strip(), parts)]
        if not rest.strip():
            return opened
        return [*opened, *self._body(number, " " * (len(text.rstrip()) - len(rest)) + rest)]

    def _opens_block(self, verb: str, words: Sequence[str]) -> bool:
        """COMMENT and REGISTER are blocks only where nothing follows on their line."""
        if verb in ("press", "broadcast", "test"):
            return True
        return not words and self.ends.after(verb, self.at) is not None

    def _block(self, span: Span, text: str, verb: str, words: Sequence[str]) -> list[Read]:
        first: tuple[str, ...] = ()
        slots: tuple[str, ...] = tuple(words)
        if verb in ("press", "broadcast"):
            head, begun = blocks.heading(words[0] if words else "", self.orders.vocabulary)
            slots = head if verb == "press" or any(head) else ()
            first = (begun,) if begun else ()
        end = self.ends.after(verb, self.at)
        if end is None:
            return self._unclosed(span, text, verb)
        inside = self.lines[self.at : end]
        self.at = end + 1
        block = (*first, *(line.text for line in inside if not line.ignored))
        if verb == "register":
            slots, block = blocks.form(block), ()
        skipped = [line for line in inside if line.ignored and line.text.strip()]
        return [
            Command(verb, span, text.strip(), slots, block),
            *(_ignored(line.number, line.text, line.ignored) for line in skipped),
        ]

    def _unclosed(self, span: Span, text: str, verb: str) -> list[Read]:
        """A block without its end: nothing of it is sent or obeyed, and every line says so."""
        closer = f"END{verb.upper()}"
        message = (
            f"{verb.upper()} has no {closer} below it: nothing of what follows is sent or ordered."
            f" Put {closer} on a line of its own where it ends."
        )
        found: list[Read] = [Problem(span, text.strip(), message, (closer,))]
        reason = f"stands below {verb.upper()} without {closer}"
        for line in self.lines[self.at :]:
            if not line.ignored and self._orderly(line.text[:LONGEST]):
                span = _span(line.number, line.text)
                found.append(Problem(span, line.text.strip(), f"{reason}: not read."))
            elif line.text.strip():
                found.append(_ignored(line.number, line.text, line.ignored or reason))
        self.at = len(self.lines)
        return found

    def _orderly(self, text: str) -> bool:
        """Whether a line holds an order, good or bad."""
        lexemes, items = self.orders.line(plain(text))
        return any(not item.error or self._serious(lexemes, item) for item in items)

    # --- orders

    def _orders(self, number: int, text: str) -> Iterable[Read]:
        bullet = _BULLET.match(text)
        if bullet and not self.headings.letter(text):
            text = " " * bullet.end() + _parted(text, bullet.end())
        lexemes, items = self.orders.line(text)
        if any(item.error for item in items):
            text, lexemes, items = self._plainly(text, lexemes, items)
        heading = self.headings.take(text, lexemes, items)
        if heading.alone:
            return [_ignored(number, text, "a heading")]
        if heading.behind:
            lexemes = lexemes[heading.behind :]
            items = self.orders.read(text, lexemes)
        if not items:
            return [_ignored(number, text, "nothing to read")]
        if heading.power and not heading.section and len(items) > 1 and all(map(_is_place, items)):
            return [_ignored(number, text, "a list of places")]
        line = _TypedLine(number, text, lexemes, heading)
        if heading.section:
            items = tuple(_cast(item, heading.section) for item in items)
        if len(items) > 1:
            items = tuple(combine(items))
        elif not items[0].error:
            return self._item(line, items[0])
        return self._told(line, items)

    def _plainly(
        self, text: str, lexemes: list[Lexeme], items: tuple[Item, ...]
    ) -> tuple[str, list[Lexeme], tuple[Item, ...]]:
        """A line without "I would like to" and such, if it is nothing but orders then."""
        opening = _OPENING.match(text)
        if opening:
            bare = " " * opening.end() + text[opening.end() :]
            known, orders = self.orders.line(bare)
            if orders and not any(item.error for item in orders):
                return bare, known, orders
        return text, lexemes, items

    def _told(self, line: "_TypedLine", items: tuple[Item, ...]) -> list[Read]:
        """What each item of a line of orders is; talk beside orders makes the line a question."""
        talk = [item for item in items if item.error and not self._serious(line.lexemes, item)]
        if not talk:
            return [read for item in items for read in self._item(line, item)]
        if len(talk) == len(items):
            return [self._talk(line, talk[0])]
        if all(item in talk or _is_place(item) for item in items):
            return [self._talk(line, talk[0])]
        if all(prose.greets(line.typed(item)) or line.reports(item) for item in talk):
            return [read for item in items if item not in talk for read in self._item(line, item)]
        return [self._mixed(line, items)]

    def _serious(self, lexemes: list[Lexeme], item: Item) -> bool:
        """Whether a wrong item was meant as an order."""
        if item.error and item.error.why == "narrative":
            return False
        mine, lexicon = lexemes[item.first : item.behind], self.orders.lexicon
        if item.error and prose.two_places(mine, item.error.at - item.first, lexicon):
            return True
        return prose.like_order(mine, lexicon)

    def _talk(self, line: "_TypedLine", item: Item) -> Read:
        """A line that is no order: talk, unless its first word is nearly a command."""
        opener = blocks.orphan(line.text)
        if opener:
            message = (
                f"no {opener} above it opens a block, so nothing was sent or tried, and what "
                f"stands above it was read as orders."
            )
            return Problem(_span(line.number, line.text), line.text.strip(), message)
        near = commands.nearest(line.text)
        if near:
            message = f"no such command; did you mean {' or '.join(near)}?"
            return Problem(_span(line.number, line.text), line.text.strip(), message, tuple(near))
        told = item.error and item.error.why == "narrative"
        reason = "tells of a unit and orders nothing" if told else "no order"
        return _ignored(line.number, line.text, reason)

    def _mixed(self, line: "_TypedLine", items: tuple[Item, ...]) -> Read:
        """Orders among talk on one line are never guessed; each is offered."""
        repairs = [one for item in items if item.slots for one in self._sentences(line, item)]
        message = "orders and other words on one line: write each order on a line of its own."
        span = _span(line.number, line.text)
        return Problem(span, line.text.strip(), message, (), tuple(repairs))

    def _item(self, line: "_TypedLine", item: Item) -> Iterable[Read]:
        """One order of a line, good or bad."""
        if item.error:
            return [self._advised(line, item, item.error)]
        if item.slots and item.slots["verb"] not in _DOUBTED:
            return self._sentences(line, item)
        verb = item.verb
        if verb in _NOTHING:
            return [_ignored(line.number, line.text, _NOTHING[verb])]
        if verb in _ASKED:
            return [Problem(line.span(item), line.typed(item), _ASKED[verb])]
        if verb == "unit" and item.reported:
            return [_ignored(line.number, line.text, "tells of a unit and orders nothing")]
        if verb == "disband" and item.slots and "piece" not in item.slots:
            message = f"whom? Write for example 'A {self.orders.vocabulary.samples[1]} D'."
            return [Problem(line.span(item), line.typed(item), message)]
        return self._sentences(line, item)

    def _sentences(self, line: "_TypedLine", item: Item) -> list[Sentence]:
        slots = item.slots or {}
        span, power = line.span(item), line.heading.power
        typed = line.text[span.column - 1 : span.end - 1]
        if "more" not in slots:
            return [sentence(slots, span, typed, power)]
        return [sentence(one, span, typed, power) for one in (slots, *slots["more"])]

    def _advised(self, line: "_TypedLine", item: Item, error: MisreadError) -> Problem:
        """A wrong order with what is wrong about it and readings that would make sense."""
        span, typed = line.span(item), line.typed(item)
        where = Span(line.number, line.column(error.at), max(span.end, line.column(error.at)))
        said = advice.message(error, line.lexemes, line.text, self.orders)
        if self.patience <= 0:
            return Problem(where, typed, said)
        self.patience -= 1
        mine = line.lexemes[item.first : item.behind]
        moved = MisreadError(error.at - item.first, error.why, error.accepted)
        offered = advice.repairs(moved, line.text, mine, self.orders)
        repairs = tuple(sentence(slots, span, typed, line.heading.power) for slots in offered)
        return Problem(where, typed, said, (), repairs)


class _TypedLine(NamedTuple):
    """A line of orders: its number, plain text, lexemes behind its heading, and that heading."""

    number: int
    text: str
    lexemes: list[Lexeme]
    heading: Heading

    def column(self, at: int) -> int:
        """The column of a lexeme, or the one behind the line's end."""
        return self.lexemes[at][2] + 1 if at < len(self.lexemes) else len(self.text.rstrip()) + 1

    def span(self, item: Item) -> Span:
        """Where an item stands, without the full stop behind it."""
        last = item.behind - 1
        while last > item.first and self.lexemes[last][1] in _STOPS:
            last -= 1
        start, end = self.lexemes[item.first][2], self.lexemes[max(last, item.first)][3]
        return Span(self.number, start + 1, end + 1)

    def reports(self, item: Item) -> bool:
        """Whether an item tells what became of the order before it: ", bounced"."""
        return self.lexemes[item.first][1] in REPORT_WORDS

    def typed(self, item: Item) -> str:
        """An item as typed."""
        span = self.span(item)
        return self.text[span.column - 1 : span.end - 1]


def sentence(slots: Slots, span: Span, typed: str, header: str) -> Sentence:
    """The order that ``slots`` hold, nested orders and wishes included."""
    get = slots.get
    piece, about, also = get("piece"), get("about"), get("also")
    return Sentence(
        slots["verb"],
        span,
        typed,
        piece,
        get("path", ()),
        get("via", False),
        sentence(about, span, typed, header) if about else None,
        sentence(also, span, typed, header) if also else None,
        get("amount", 0),
        get("powers", ()),
        header,
        tuple(
            sentence({"piece": piece, **choice}, span, typed, header)
            for choice in get("choices", ())
        ),
    )


def _is_place(item: Item) -> bool:
    """Whether an item is nothing but a place, as in a signature: "Paris, France"."""
    return item.slots is not None and item.verb == "unit" and not item.slots["piece"].arm


def _parted(text: str, start: int) -> str:
    """What stands behind a line's first number, further numbers made semicolons: "1. .. 2. .."."""
    rest, counted = text[start:], text[:start].strip("( ).")
    if not counted.isdigit():
        return rest
    for found in _NUMBERED.finditer(rest):
        if int(found[1]) != int(counted) + 1:
            return rest
        counted = found[1]
        rest = rest[: found.start()] + ";".ljust(len(found[0])) + rest[found.end() :]
    return rest


def _cast(item: Item, section: str) -> Item:
    return item._replace(slots=cast(item.slots, section)) if item.slots else item


def _is_note(text: str) -> bool:
    """Whether a whole line stands in one pair of brackets."""
    return text.rstrip(" .!").endswith(")") and text.count("(") == 1


def _span(number: int, text: str) -> Span:
    stripped = text.strip()
    column = text.find(stripped) + 1 if stripped else 1
    return Span(number, column, column + len(stripped))


def _ignored(number: int, text: str, reason: str) -> Ignored:
    return Ignored(_span(number, text), text.strip(), reason)
