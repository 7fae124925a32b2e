"""A mail whose text and HTML order different things: it is asked back, and both are shown."""

import re
from collections.abc import Iterator

from judge.catalog import sheet as catalog_sheet
from judge.catalog.sheet import Answerable
from judge.catalog.variant import Variant
from judge.desk.desk import Desk
from judge.kernel import mask
from judge.kernel.engine import Order
from judge.kernel.text import Command, Line
from judge.language.branches import Branch

MOST = 6
"""Orders that are shown of either."""
_BETWEEN = re.compile(r"[\W_]+")


def find_contradiction(desk: Desk, variant: Variant) -> str:
    """What a mail's text and its HTML order differently, as a sentence; "" if they agree.

    Mail programs make one from the other, so that they differ in looks alone. Which of the two
    its writer saw nobody can say.
    """
    if not desk.letter.other:
        return ""
    text = _list_orders_and_commands(desk, variant, desk.letter.lines)
    page = _list_orders_and_commands(desk, variant, desk.letter.other)
    if text == page:
        return ""
    only_text = _list_items(each for each in text if each not in page)
    only_page = _list_items(each for each in page if each not in text)
    return (
        f"Your mail says two different things: its plain text says {only_text}, and its HTML,"
        f" which most programs show, {only_page}. Please send it again as plain text."
    )


def _list_orders_and_commands(desk: Desk, variant: Variant, lines: tuple[Line, ...]) -> list[str]:
    """The orders and commands of lines, in their order, without any password."""
    table = desk.table
    state = table.state if table and table.game.opened is not None else None
    power = desk.seat.power if desk.seat else ""
    items = catalog_sheet.understand(lines, variant, state, power)
    return [text for item in items if (text := _word_item(item))]


def _word_item(item: Answerable) -> str:
    """An order in canonical form, a command as typed; wrapping and marks make no difference."""
    if isinstance(item, Order):
        return item.text
    if isinstance(item, Command | Branch):
        block = item.block if isinstance(item, Command) else ()
        return _BETWEEN.sub(" ", " ".join((mask.text(item.text), *block))).strip().upper()
    return ""


def _list_items(texts: Iterator[str]) -> str:
    items = [f"'{each[:60]}'" for each in texts]
    more = f" and {len(items) - MOST} more" if len(items) > MOST else ""
    return ", ".join(items[:MOST]) + more if items else "nothing else"
