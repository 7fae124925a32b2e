"""Whether a reply to press is orders or commands: it is then asked about, neither sent nor taken.

People answer whatever mail of the judge lies on top, and a plan would go to the enemy.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from judge.catalog import sheet as catalog_sheet
from judge.catalog.sheet import Answerable
from judge.desk.desk import Desk
from judge.desk.press_words import is_courtesy, is_name, list_own_names
from judge.game.terms.tables import Table
from judge.kernel.engine import Order
from judge.kernel.text import Command, Ignored, Line, Offer, Problem
from judge.language.branches import Branch

_HEADED = "a heading"
_SHOWS = frozenset(
    ("help", "history", "list", "map", "options", "rules", "stats", "status", "summary")
)
"""Commands that show a page and do nothing."""
_LETTER = re.compile(r"[^\W\d_]")


def count_orders(desk: Desk, table: Table, own_lines: Sequence[Line]) -> int:
    """How many orders lines are that say nothing else; 0 if they do, courtesies aside.

    Orders for another power's units are no sheet, but a plan that two discuss.
    """
    if desk.seat is None:
        return 0
    power, names = desk.seat.power, list_own_names(desk)
    lines = [line for line in own_lines if not is_name(line.text, names)]
    items = _list_items(table, lines, power)
    order_lines = [line for line in lines if _orders(table, line, items[line.number])]
    others = [line for line in lines if line not in order_lines]
    says_more = not all(_says_nothing(line, items[line.number]) for line in others)
    if says_more or any(_is_others(table, line, items[line.number], power) for line in order_lines):
        return 0
    return sum(_is_order(item) for line in order_lines for item in items[line.number])


def count_commands(desk: Desk, table: Table, own_lines: Sequence[Line]) -> int:
    """How many commands to the judge lines are that say nothing else; 0 if they do.

    In small letters "draw" and "wait" are words between players; what shows a page never is.
    """
    names = list_own_names(desk)
    lines = [line for line in own_lines if not is_name(line.text, names)]
    lines = [line for line in lines if not is_courtesy(line.text.strip())]
    items_of_line = _list_items(table, lines, "")
    is_commanded = all(_commands(line, items_of_line[line.number]) for line in lines)
    return len(lines) if is_commanded else 0


def _commands(line: Line, items: Sequence[Answerable]) -> bool:
    """Whether a line is nothing but a command that nobody says to another player."""
    text = line.text.strip()
    if text.endswith(("?", "!")) or not items:
        return False
    return all(
        isinstance(item, Command)
        and item.verb not in ("yes", "no")
        and (text.isupper() or item.verb in _SHOWS)
        for item in items
    )


def _list_items(
    table: Table, lines: Sequence[Line], power: str
) -> Mapping[int, Sequence[Answerable]]:
    """What the reader makes of each line, by its number."""
    items_of_line = defaultdict(list)
    for item in _understand(table, lines, power):
        items_of_line[item.span.line].append(item)
    return items_of_line


def _understand(table: Table, lines: Sequence[Line], power: str) -> Sequence[Answerable]:
    return catalog_sheet.understand(lines, table.variant, table.state, power)


def _orders(table: Table, line: Line, items: Sequence[Answerable]) -> bool:
    """Whether a line orders something and says nothing beside it; a question never does."""
    spans = {_find_span(line, item) for item in items if _is_order(item)}
    if not spans or line.text.rstrip().endswith("?"):
        return False
    beside = line.text
    for start, end in spans:
        beside = beside[:start] + " " * (end - start) + beside[end:]
    first = min(spans)[0]
    head, words = beside[:first], re.findall(r"[^\W\d_]+", beside[first:])
    return len(words) < len(spans) and (not _LETTER.search(head) or _is_heading(table, head))


def _find_span(line: Line, item: Answerable) -> tuple[int, int]:
    """Where an item stands in its line; of a mistake the reader tells where it is made."""
    text = item.typed if isinstance(item, Order) else item.text
    start = line.text.find(text)
    return (start, start + len(text)) if start >= 0 else (item.span.column - 1, item.span.end - 1)


def _is_order(item: Answerable) -> bool:
    """Whether an item orders something, rightly or not, as notation does and sentences do not."""
    if isinstance(item, Offer):
        return any(not isinstance(one, Problem) or one.ordered for one in item.otherwise)
    return isinstance(item, Order | Branch) or (isinstance(item, Problem) and item.ordered)


def _is_heading(table: Table, text: str) -> bool:
    """Whether the words before an order head it: "Orders:", "France:", "In fall:"."""
    items = _understand(table, (Line(1, text.strip()),), "")
    return bool(items) and all(_is_heading_item(item) for item in items)


def _is_heading_item(item: Answerable) -> bool:
    if isinstance(item, Ignored):
        return item.reason == _HEADED
    return isinstance(item, Command) and item.verb == "phase"


def _says_nothing(line: Line, items: Sequence[Answerable]) -> bool:
    """Whether a line beside orders is a heading, a command, a greeting or thanks."""
    if is_courtesy(line.text.strip()):
        return True
    return bool(items) and all(
        _is_heading_item(item) or (isinstance(item, Command) and item.verb != "yes")
        for item in items
    )


def _is_others(table: Table, line: Line, items: Sequence[Answerable], power: str) -> bool:
    """Whether an order line is one that another power could give, and its writer can't."""
    if not any(isinstance(item, Problem) for item in items):
        return False
    return any(
        isinstance(item, Order)
        for other in table.powers
        if other != power
        for item in _understand(table, (line,), other)
    )
