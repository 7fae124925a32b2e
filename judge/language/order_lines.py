"""One line's orders: lexemes through the table, order by order, and loose ends joined."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from judge.kernel.text import Piece, Place
from judge.language import table as tables
from judge.language.builder import Builder, MonthBuilder, Slots
from judge.language.fold import SIGN, Lexeme, scan
from judge.language.lexer import Lexer, MisreadError
from judge.language.lexicon import FILES, Lexicon
from judge.language.table import StuckError, Table
from judge.language.vocabulary import Vocabulary

_BUILDERS = {"dip": Builder, "d100": MonthBuilder}
_FEW = 4
"""Parts of a line that may have been one order, as in a table: "Austria, 2, S A Ber - Boh"."""


class Item(NamedTuple):
    """One order of a line: lexemes ``first`` to ``behind``, and what they were read as, if at all.

    ``separator`` is what stands behind it; ``reported``: a result followed it.
    """

    first: int
    behind: int
    slots: Slots
    error: MisreadError | None = None
    separator: str = ""
    reported: bool = False

    @property
    def verb(self) -> str:
        """The order's verb, "" for what could not be read."""
        verb: str = self.slots.get("verb", "")
        return verb


class OrderReader:
    """Reads orders with one grammar and one map. Raises InputError for wrong ones of a variant."""

    def __init__(self, vocabulary: Vocabulary, grammar: str) -> None:
        self.vocabulary = vocabulary
        self.lexicon = Lexicon(vocabulary, grammar)
        dialect = vocabulary.dialect
        self.table = (
            tables.build(FILES[grammar], _BUILDERS[grammar](), dialect.rules, dialect.words)
            if dialect.rules
            else common_table(grammar)
        )

    def line(self, text: str) -> tuple[list[Lexeme], tuple[Item, ...]]:
        """The lexemes and the orders of a plain line."""
        lexemes = scan(text)
        return lexemes, self.read(text, lexemes)

    def read(self, text: str, lexemes: list[Lexeme]) -> tuple[Item, ...]:
        """The orders of a plain line; what can't be read is an Item with an error."""
        lexer = Lexer(text, lexemes, self.lexicon)
        items: list[Item] = []
        while _has_more(lexer):
            items.append(self._read_item(lexer))
        if len(items) < 2:
            return tuple(items)
        units = sum(item.verb == "unit" for item in items)
        if len(items) <= _FEW and units < 2 and any(item.error for item in items):
            unparted = [one for one in lexemes if one[1] not in ",;"]
            if only := self._read_one(Lexer(text, unparted, self.lexicon)):
                return (Item(0, items[-1].behind, only.slots, None, "", only.reported),)
        return tuple(_combine(self._pair_items(text, lexemes, items)))

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
            return Item(first, behind, {}, error.with_traceback(None), sign)
        behind = lexer.reported or lexer.at - (lexer.separator not in ("", " "))
        return Item(first, behind, slots, None, lexer.separator, lexer.reported > 0)

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
        parts: list[Item] = []
        for start, end, sign in (
            (item.first, comma, ","),
            (comma + 1, item.behind, item.separator),
        ):
            lexer = Lexer(text, lexemes[:end], self.lexicon)
            lexer.at = start
            parts.append(self._read_item(lexer)._replace(separator=sign))
        return parts


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
    """The reader of a map's orders, which remembers words."""
    return OrderReader(vocabulary, grammar)


_DEEDS = ("hold", "move", "support", "convoy", "retreat")
"""Verbs that speak of one unit: a unit alone before one of them makes two units of it."""
_AND = ("and", "und", "et", "e", "y", "en", "ed")
"""Words between units that do the same; a sign may part two orders."""


def _combine(items: Sequence[Item]) -> list[Item]:
    """Loose ends joined to the order before: further wishes, further builds; clashes found."""
    joined_items: list[Item] = []
    for item in items:
        last = joined_items[-1] if joined_items else None
        if last is None or not last.slots or not item.slots:
            joined_items.append(item)
        elif last.verb == "unit":
            _join_unit(joined_items, last, item)
        elif slots := _add_wish(last.slots, item.slots):
            joined_items[-1] = Item(last.first, item.behind, slots, None, item.separator)
        elif item.verb == "unit" and "leads" in last.slots:
            joined_items.append(item._replace(slots=_continue_list(last.slots, item.slots)))
        elif (
            item.verb == "unit"
            and last.verb in _DEEDS
            and not (item.separator.strip() and item.slots["piece"].arm)
        ):  # "apoya a Armenia a Sebastopol"
            joined_items[-1] = _clash(last, item)
        else:
            joined_items.append(item)
    return joined_items


def _join_unit(joined_items: list[Item], last: Item, item: Item) -> None:
    """Put an item below a unit that stands alone: the deed may be both units'."""
    unit, slots = last.slots, item.slots
    if item.verb == "unit" and "leads" in unit:
        joined_items.append(item._replace(slots=_continue_list(unit, slots)))
    elif item.verb == "none":
        joined_items[-1] = Item(last.first, item.behind, slots)
    elif item.verb == "hold":
        joined_items[:] = [*_share_deed(joined_items, {"verb": "hold"}), item]
    elif item.verb == "support" and last.separator in _AND:
        joined_items[:] = [*_share_deed(joined_items, slots), item]
    elif item.verb in _DEEDS:
        joined_items[-1] = _clash(last, item)
    else:
        joined_items.append(item)


def _share_deed(items: Sequence[Item], deed: Slots) -> list[Item]:
    """The units that stand alone at the end of a list do the same: "A Par and F Bre hold"."""
    first = len(items)
    while first and items[first - 1].verb == "unit":
        first -= 1
    orders = [
        item._replace(slots={**deed, **item.slots, "verb": deed["verb"]}) for item in items[first:]
    ]
    return [*items[:first], *orders]


def _clash(last: Item, item: Item) -> Item:
    """A unit beside an order, where nobody knows whose deed it is.

    But for one that holds where it stands: "Brest stays in Brest".
    """
    spaces = [one.slots["piece"].place.spaces for one in (last, item) if "piece" in one.slots]
    if (last.verb, item.verb) == ("hold", "unit") and spaces[0] == spaces[-1]:
        return Item(last.first, item.behind, last.slots, None, item.separator)
    return Item(last.first, item.behind, {"verb": "clash"})


def _continue_list(before: Slots, unit: Slots) -> Slots:
    """One more unit of a list that began with its verb: "build A Par, F Bre", "fleets Lon, Edi"."""
    if before["leads"] == "convoy":
        return {**before, "piece": Piece(unit["piece"].place, "F"), "more": ()}
    piece = unit["piece"]
    if before["leads"] == "build" and not piece.arm:
        unit = {**unit, "piece": replace(piece, arm=before["piece"].arm)}
    return {**unit, "verb": before["leads"], "leads": before["leads"]}


def _add_wish(order: Slots, end: Slots) -> Slots | None:
    """An order with one more wish of a retreat, or one more sea of a convoy's way; None for others.

    What is typed as a move may be a retreat: "Ven - Rom, Tus"; the phase decides.
    """
    if order["verb"] not in ("retreat", "move") or "piece" not in order or "also" in order:
        return None
    path: tuple[Place, ...] = order["path"] if order["verb"] == "move" else ()
    has_way = len(path) > 1
    wish: Slots = {"verb": "disband"}
    if end["verb"] == "unit":
        piece = end["piece"]
        if (piece.arm or piece.power) and not (has_way and piece.arm == "F"):
            return None
        if has_way:
            return {**order, "path": (*path[:-1], piece.place, path[-1])}
        wish = {"verb": "retreat", "path": (piece.place,)}
    elif end["verb"] != "disband" or "piece" in end or has_way:
        return None
    return {**order, "choices": (*order.get("choices", ()), wish, *end.get("choices", ()))}
