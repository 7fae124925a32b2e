"""A line as it was typed, and one sentence of it: its orders, and the same words as tokens.

Orders are found among other words too, and so are the words beside them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from judge.kernel.text import Command, Ignored, Offer, Problem, Sentence, Span
from judge.language.builder import sentence
from judge.language.fold import SIGN, WORD, Lexeme
from judge.language.headers import Heading
from judge.language.lexer import MisreadError
from judge.language.lexicon import acts, is_verbal
from judge.language.named_phases import Date
from judge.language.order_lines import Item, OrderReader
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
_LEADS = frozenset(
    (
        "again", "and", "as", "doubt", "if", "last-turn", "lead", "no", "or", "repeat", "report",
        "undo", "wait", "you",
    )
)  # fmt: skip
"""Classes of words that may stand before an order in its clause; what they say of it counts."""
_SIGNS = frozenset((":", "-", "--", "'", '"', "*", ".", "(", ")"))
_JOINTS = frozenset(("and", "or"))
"""Classes of words between two orders."""
_GOING = frozenset(("hold", "move", "support", "to"))
"""Classes of words one of which stands before a joint that an order of its own follows."""
_NO_DEED = ("", "unit", "blank", "none", "unordered", "clash")
"""Verbs of items that are no order among other words."""
_COURTEOUS = frozenset(("again", "as", "please"))
"""Classes of words behind an order that say nothing of it."""
_TRIES, _SHORTEST = 4, 3
"""How far before a mistake an order may end, and the lexemes that it has at least."""
_TITLE = 3
"""Words before a colon that do no more than lead to an order: "Lepanto opening: Nap - Ion"."""
_ALWAYS = frozenset(("undo", "if", "doubt"))
"""Cues that count within an order too, where its grammar has no use for them."""


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


def list_sentences(lexemes: Sequence[Lexeme], tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The sentences of a line by their lexemes: the first of each, and the one behind it.

    No stop within a name ends one: "F Edi - Norw. Sea please".
    """
    start = 0
    for index in range(len(lexemes) - 1):
        kind, key, _, end = lexemes[index]
        if kind != SIGN or key not in _STOP or lexemes[index + 1][1] in _STOP:
            continue
        short = key == "." and index > 0 and lexemes[index - 1][1] in _ABBREVIATED
        ends = key == ";" or (lexemes[index + 1][2] > end and not short)
        if ends and not any(one.first < index < one.behind - 1 for one in tokens):
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


def says(tokens: Sequence[Token], name: str) -> bool:
    """Whether a word of a class stands among tokens."""
    for token in tokens:  # noqa: SIM110 - asked more often than anything else of a sentence
        if name in token.classes and "not-if" not in token.classes:
            return True
    return False


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


class FoundOrder(NamedTuple):
    """An order in a sentence, and the lexemes of the clause in which it stands.

    ``runs_on``: words follow it that its grammar does not know, without any sign between.
    """

    item: Item
    first: int
    behind: int
    runs_on: bool = False

    def has_beside(self, token: Token) -> bool:
        """Whether a token stands in the order's clause, and is none of its own words."""
        outside = not self.item.first <= token.first < self.item.behind
        return outside and self.first <= token.first < self.behind


def find_parts(statement: Statement, reader: OrderReader) -> list[FoundOrder | Item]:
    """The items of a sentence: orders, behind words that lead in and before talk too, or wrong."""
    items = statement.items
    parts: list[FoundOrder | Item] = []
    for item in items:
        if item.verb == "clash":
            parts.append(item)
        elif not item.slots:
            parts.append(_cut_out(statement, reader, item) or item)
        elif (
            item.verb != "unit"
            or len(items) == 1
            or any(isinstance(one, FoundOrder) for one in parts)
            or all(one.verb == "unit" for one in items)
        ):
            parts.append(FoundOrder(item, item.first, item.behind))
    return parts


def part_at_joints(statement: Statement, reader: OrderReader) -> Statement:
    """A sentence whose wrong items end where an "and" or "or" leads to an order that is plain.

    As in "Either A Rom - Apu or A Rom - Nap".
    """
    parted: list[Item] = []
    for item in statement.items:
        parts, mine = [item], statement.list_tokens(item)
        for index, token in enumerate(mine[:-1]) if item.error else ():
            if token.classes.isdisjoint(_JOINTS) or token.place:
                continue
            if not any(one.classes & _GOING or one.sign in _SIGNS for one in mine[:index]):
                continue  # "Rome and Venice stand"
            rest = read_part(statement, reader, token.behind, item.behind)
            if len(rest) == 1 and _is_deed(rest[0]):
                parts = [*read_part(statement, reader, item.first, token.first), *rest]
                break
        parted += parts
    return statement._replace(items=parted)


def read_part(statement: Statement, reader: OrderReader, first: int, behind: int) -> list[Item]:
    """The items of a stretch of lexemes, counted as the line's are."""
    items: list[Item] = []
    for one in reader.read(statement.line.text, statement.line.lexemes[first:behind]):
        error = one.error and MisreadError(one.error.at + first, one.error.why, one.error.accepted)
        items.append(one._replace(first=one.first + first, behind=one.behind + first, error=error))
    return items if len(items) > 1 else [one._replace(first=first, behind=behind) for one in items]


def _cut_out(statement: Statement, reader: OrderReader, item: Item) -> FoundOrder | None:
    """An order behind words that lead to one, or in notation before words that are none."""
    mine = statement.list_tokens(item)
    start, error = _find_start(statement, reader, item, mine), item.error
    if start > item.first:
        read = read_part(statement, reader, start, item.behind)
        if len(read) == 1 and _is_deed(read[0]):
            return FoundOrder(read[0], item.first, item.behind)
        error = read[0].error if read else None
    if error is None:
        return None
    terse = all(one.classes & _COURTEOUS for one in mine if one.first >= error.at)
    if terse or is_notation(statement.line.lexemes[start : item.behind], reader):
        return _cut_before(error.at, statement, reader, item, start)
    return None


def _find_start(
    statement: Statement, reader: OrderReader, item: Item, tokens: Sequence[Token]
) -> int:
    """The lexeme behind the words of an item that lead to an order."""
    start, lexemes = item.first, statement.line.lexemes
    for token in tokens:
        leads = token.sign in _SIGNS or token.classes & _LEADS or statement.is_dated(token)
        stands_for_order = token.number and "orders" in token.classes  # "one", where others led
        if not (leads or (stands_for_order and start > item.first)):
            break
        meanings = reader.lexicon.list_meanings(lexemes, token.first)
        if not token.sign and any(acts(one) for one, end in meanings if end > token.behind):
            break  # a phrase of orders begins, as "no bid on" does
        start = token.behind
    colons = [
        at for at, one in enumerate(tokens) if one.sign == ":" and start < one.behind < item.behind
    ]
    behind = tokens[colons[-1]].behind if colons else start
    if colons and (colons[-1] < _TITLE or is_notation(lexemes[behind : item.behind], reader)):
        return behind  # "Contrordine: A Ven - Tyr"
    return start


def _cut_before(
    at: int, statement: Statement, reader: OrderReader, item: Item, start: int
) -> FoundOrder | None:
    """The order that ends shortly before the mistake ``at``, if nothing behind it belongs to it.

    What names more places does, as the order's last word may go on, unless a no or an "or" stands
    there.
    """
    lexemes, mine = statement.line.lexemes, statement.list_tokens(item)
    last, first = min(at, item.behind - 1), start + _SHORTEST
    dashes = [end for end in range(last - _TRIES, first - 1, -1) if lexemes[end][1] == "--"]
    for end in (*range(last, max(last - _TRIES, first - 1), -1), *dashes):
        before = read_part(statement, reader, start, end)
        if len(before) == 1 and _is_deed(before[0]):
            tail = [token for token in mine if token.first >= end]
            names = any(token.place for token in tail)
            about = says(tail, "no") or says(tail, "or")
            words = [token for token in mine if token.behind > end]
            adds = before[0].verb == "bid" and says(words, "more")  # "2 for Spain on top"
            if adds or (names and not about):
                return None
            said = any(
                not (token.classes & _COURTEOUS or statement.is_dated(token)) for token in tail
            )
            runs_on = said and lexemes[end][0] == WORD == lexemes[end - 1][0]
            return FoundOrder(before[0], item.first, item.behind, runs_on)
    return None


def _is_deed(item: Item) -> bool:
    return item.verb not in _NO_DEED


def is_notation(lexemes: Iterable[Lexeme], reader: OrderReader) -> bool:
    """Whether words begin with a unit's letter, as an order in notation does."""
    for kind, key, _, _ in lexemes:
        if kind == WORD:
            return len(key) == 1 and key in reader.lexicon.arms
    return False


def list_beside(
    statement: Statement, orders: Sequence[FoundOrder], reader: OrderReader
) -> list[Token]:
    """The tokens of a sentence that are no words of its orders, those in their brackets too."""
    beside: list[Token] = []
    bracketed = False
    tokens, lexemes = statement.tokens, statement.line.lexemes
    for index, token in enumerate(tokens):
        inside = any(one.item.first <= token.first < one.item.behind for one in orders)
        bracketed = (bracketed or token.sign in ("(", "[", "{")) and token.sign not in (")", "]")
        meant = reader.lexicon[lexemes[token.first][1]].readings
        counts = token.classes & _ALWAYS and not is_verbal(meant)
        around = (*tokens[max(index - 1, 0) : index], *tokens[index + 1 : index + 2])
        if token.sign == "/" and [bool(one.place) for one in around] == [True, True]:
            beside.append(replace(token, classes=frozenset(("or",))))  # "F Aeg - Gre/Ion"
        elif not inside or bracketed or token.sign == "?" or counts:
            beside.append(token)
    return beside
