"""One line's orders: lexemes through the table, order by order, and loose ends joined."""

from functools import cache, lru_cache
from typing import NamedTuple

from judge.language import table as tables
from judge.language.builder import Builder
from judge.language.dialect import Dialect, Verbs
from judge.language.lexer import Lexer
from judge.language.lexicon import FILES, Lexicon
from judge.language.misread import MisreadError
from judge.language.month_builder import MonthBuilder
from judge.language.scan import SIGN, Lexeme, scan
from judge.language.slots import Slots
from judge.language.table import StuckError, Table
from judge.language.vocabulary import Vocabulary

_BUILDERS = {"dip": Builder, "d100": MonthBuilder}
_FEW = 4
"""Parts of a line that may have been one order, as in a table: "Austria, 2, S A Ber - Boh"."""
_REMEMBERED = 10_000
_SHORT = 120
"""Lines longer than this many characters are not worth remembering."""


class Item(NamedTuple):
    """One order of a line: lexemes ``first`` to ``behind``, and what they were read as.

    ``separator`` is what stands behind it; ``reported``: a result followed it.
    """

    first: int
    behind: int
    slots: Slots | None
    error: MisreadError | None = None
    separator: str = ""
    reported: bool = False

    @property
    def verb(self) -> str:
        """The order's verb, "" for what could not be read."""
        verb: str = self.slots["verb"] if self.slots else ""
        return verb


KnownLine = tuple[list[Lexeme], tuple[Item, ...]]
"""A line's lexemes and its orders."""


class OrderReader:
    """Reads orders with one grammar and one map."""

    def __init__(self, vocabulary: Vocabulary, grammar: str) -> None:
        self.vocabulary = vocabulary
        self.lexicon = Lexicon(vocabulary, grammar)
        self.table = _table(vocabulary.dialect, grammar)
        self._known: dict[str, KnownLine] = {}
        self._met: set[int] = set()

    def line(self, text: str) -> KnownLine:
        """The lexemes and orders of a plain line; a line that comes again is remembered.

        Players of one map write the same few thousand lines over and over.
        """
        line = self._known.get(text)
        if line is None:
            lexemes = scan(text)
            line = lexemes, self.read(text, lexemes)
            self._remember(text, line)
        return line

    def _remember(self, text: str, line: KnownLine) -> None:
        """Keep a line that has been met before; of the others only that they have been met."""
        if len(self._met) >= _REMEMBERED:
            self._met.clear()
            self._known.clear()
        mark = hash(text)
        if mark in self._met and len(text) <= _SHORT:
            self._known[text] = line
        self._met.add(mark)

    def read(self, text: str, lexemes: list[Lexeme]) -> tuple[Item, ...]:
        """The orders of a plain line; what can't be read is an Item with an error."""
        lexer = Lexer(text, lexemes, self.lexicon)
        items: list[Item] = []
        while _has_more(lexer):
            items.append(self._read_item(lexer))
        return tuple(items if len(items) < 2 else self._join_over_comma(text, lexemes, items))

    def reread(self, lexer: Lexer) -> Slots | None:
        """The one order that ``lexer`` holds; None if it holds another number of them."""
        item = self._read_one(lexer)
        return None if item is None or item.reported else item.slots

    def _read_one(self, lexer: Lexer) -> Item | None:
        """The one order that ``lexer`` holds, maybe with its verdict behind it; None if several."""
        if not _has_more(lexer):
            return None
        item = self._read_item(lexer)
        return None if item.error or _has_more(lexer) else item

    def _read_item(self, lexer: Lexer) -> Item:
        first = lexer.first = lexer.at
        lexer.last = ""
        try:
            slots = self.table.parse(lexer)
        except (MisreadError, StuckError) as stuck:
            error = stuck if isinstance(stuck, MisreadError) else lexer.explain_stuck(stuck)
            behind = max(error.at, first)
            while behind < len(lexer.lexemes) and lexer.lexemes[behind][1] not in ",;":
                behind += 1
            lexer.at = behind + 1
            sign = lexer.lexemes[behind][1] if behind < len(lexer.lexemes) else ""
            return Item(first, behind, None, error.with_traceback(None), sign)
        behind = lexer.reported or lexer.at - (lexer.separator not in ("", " "))
        return Item(first, behind, slots, None, lexer.separator, lexer.reported > 0)

    def _join_over_comma(self, text: str, lexemes: list[Lexeme], items: list[Item]) -> list[Item]:
        """Items that only a misplaced comma parted put together: "A Gre, hold"."""
        whole = self._read_u_as_support(text, lexemes, items) or self._read_without_commas(
            text, lexemes, items
        )
        return [whole] if whole else self._pair_items(text, lexemes, items)

    def _read_u_as_support(
        self, text: str, lexemes: list[Lexeme], items: list[Item]
    ) -> Item | None:
        """A line whose "U" means support, as Germans write, where it is before an order.

        By itself it says no more than "unordered".
        """
        if items[0].verb != "unordered" or items[0].separator.strip():
            return None
        index = items[0].behind - 1
        support_word = (*lexemes[index][:1], "s", *lexemes[index][2:])
        slots = self.reread(
            Lexer(text, [*lexemes[:index], support_word, *lexemes[index + 1 :]], self.lexicon)
        )
        return Item(0, items[-1].behind, slots) if slots else None

    def _read_without_commas(
        self, text: str, lexemes: list[Lexeme], items: list[Item]
    ) -> Item | None:
        """A line that is one order when all its commas are left out."""
        units = sum(item.verb == "unit" for item in items)
        if len(items) > _FEW or units > 1 or not any(item.error for item in items):
            return None
        lexer = Lexer(text, [one for one in lexemes if one[1] not in ",;"], self.lexicon)
        only = self._read_one(lexer)
        return Item(0, items[-1].behind, only.slots, None, "", only.reported) if only else None

    def _pair_items(self, text: str, lexemes: list[Lexeme], items: list[Item]) -> list[Item]:
        """Each item together with the one before it, if the two are one order."""
        pairs: list[Item] = []
        waiting = items[::-1]
        while waiting:
            item = waiting.pop()
            before = pairs[-1] if pairs else None
            if before and before.verb == "unit" and item.error:
                item, *rest = self._part_at_comma(text, lexemes, item)
                waiting += rest
            alone = before is not None and before.error and before.error.why == "alone"
            if before and not alone and (item.error or before.error):
                span = lexemes[before.first : before.behind] + lexemes[item.first : item.behind]
                slots = self.reread(Lexer(text, span, self.lexicon))
                if slots:
                    pairs[-1] = Item(before.first, item.behind, slots, None, item.separator)
                    continue
            pairs.append(item)
        return pairs

    def _part_at_comma(self, text: str, lexemes: list[Lexeme], item: Item) -> list[Item]:
        """A wrong item in two, if a comma stands in it: "A Bud, hold, F Tri H"."""
        comma = next((at for at in range(item.first, item.behind) if lexemes[at][1] == ","), 0)
        if not comma:
            return [item]
        first = Lexer(text, lexemes[:comma], self.lexicon)
        rest = Lexer(text, lexemes[: item.behind], self.lexicon)
        first.at, rest.at = item.first, comma + 1
        second = self._read_item(rest)._replace(separator=item.separator)
        return [self._read_item(first)._replace(separator=","), second]


def _table(dialect: Dialect, grammar: str) -> Table:
    """The table of a grammar and of a variant's own orders; raises InputError for wrong ones."""
    if not dialect.rules:
        return common_table(grammar)
    builder = Verbs(_BUILDERS[grammar]())
    return tables.build(FILES[grammar], builder, dialect.rules, dialect.words)


@cache
def common_table(grammar: str) -> Table:
    """The table of a grammar of ours, one for all boards: Lark takes its time over it."""
    return tables.build(FILES[grammar], _BUILDERS[grammar]())


def _has_more(lexer: Lexer) -> bool:
    """Whether anything but blank signs is left."""
    lexemes = lexer.lexemes
    for index in range(lexer.at, len(lexemes)):
        if lexemes[index][0] != SIGN or lexemes[index][1] in "?([":
            return True
    return False


@lru_cache(maxsize=32)
def order_reader(vocabulary: Vocabulary, grammar: str) -> OrderReader:
    """The reader of a map's orders, which remembers what it has read."""
    return OrderReader(vocabulary, grammar)
