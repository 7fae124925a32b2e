"""A kept letter read again: its lines taken as orders for the present phase."""

from collections.abc import Sequence

from msgspec.structs import replace as restruct

from judge.catalog import sheet as catalog_sheet
from judge.desk import orders
from judge.desk.desk import Desk
from judge.game.terms.tables import Table
from judge.kernel.engine import Order
from judge.kernel.text import Command, Line, Problem


def take_orders(desk: Desk, command: Command, lines: Sequence[Line]) -> Desk:
    """Take the orders among ``lines`` as if they stood in place of ``command``.

    What they say beside orders is not obeyed, and lines for a later phase are left out.
    """
    table = desk.table
    if table is None or desk.seat is None:
        return desk
    all_items = catalog_sheet.understand(
        _select_lines(table, lines), table.variant, table.state, desk.seat.power
    )
    items = [item for item in all_items if isinstance(item, Order | Problem)]
    if not items:
        return desk.refuses(command, "there is no order in that mail")
    count = sum(isinstance(item, Order) for item in items)
    desk = desk.says(command, f"{count} order{'' if count == 1 else 's'} of that mail")
    for item in items:
        item_here = restruct(item, span=restruct(item.span, line=command.span.line))
        desk = (
            orders.take(desk, item_here)
            if isinstance(item_here, Order)
            else orders.answer_mistake(desk, item_here)
        )
    return desk


def _select_lines(table: Table, lines: Sequence[Line]) -> list[Line]:
    """The lines without headings of phases, and without those below a heading of a later phase."""
    now = table.engine.phase(table.state).id
    headings = {
        item.span.line: "".join(item.words)
        for item in catalog_sheet.understand(lines, table.variant, None, "")
        if isinstance(item, Command) and item.verb == "phase"
    }
    present, is_present = [], True
    for line in lines:
        if line.number in headings:
            phase = headings[line.number]
            is_present = phase in ("", now) or table.engine.later(table.state, phase) is None
        elif is_present:
            present.append(line)
    return present
