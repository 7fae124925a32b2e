"""EDIT power order: the game master corrects an order of the open phase.

EDIT alone opens a block of lines that change the position.
"""

from dataclasses import replace

from judge.catalog import sheet as catalog_sheet
from judge.commands import reposition
from judge.desk import mastery, waivers
from judge.desk.desk import Desk
from judge.game.clocks import ready
from judge.game.terms.tables import Table
from judge.kernel.engine import Event, Order
from judge.kernel.text import Command, Line, Problem
from judge.store import sheets
from judge.store.record import Entry, Sheet

VERBS = ("edit",)


@mastery.for_master_only
def run(desk: Desk, command: Command, table: Table) -> Desk:
    """Take orders for a power; its player is told which, all are told that it was done."""
    if not command.words:
        return reposition.propose(desk, command, table)
    power, text = command.words
    if power not in table.powers:
        return desk.refuses(command, f"nobody plays {power}; there are {', '.join(table.powers)}")
    items = catalog_sheet.understand([Line(1, text)], table.variant, table.state, power)
    new_orders = [item for item in items if isinstance(item, Order)]
    if not new_orders or len(new_orders) < len(items):
        return _answer_misread(desk, command, table, items)
    sheet = sheets.get(desk.db, table.game.id, table.game.number, power)
    entries = [_entry(desk, table, order) for order in new_orders]
    for order, entry in zip(new_orders, entries, strict=True):
        others = tuple(old for old in sheet.entries if not old.gives_way(order, desk.receipt))
        sheet = replace(sheet, entries=(*others, entry))
    said = waivers.after_change(sheet, (entry.text for entry in entries))
    sheet, standing = replace(sheet, said=said), table.standing(power, sheet.orders)
    judged_sheet = ready.judge_sheet(sheet, standing)
    sheets.save(desk.db, table.game.id, table.game.number, judged_sheet)
    sentence = f"changed an order of {power} for {mastery.word_title(table)}"
    mastery.record_deed(desk, table, "edit", sentence, power=power, phase=mastery.find_phase(table))
    return _tell_player(desk, command, table, judged_sheet, [entry.text for entry in entries])


def _entry(desk: Desk, table: Table, order: Order) -> Entry:
    """The order as an entry that is never late, and that the player's next mail replaces."""
    opening = table.game.opened or desk.letter.received
    return Entry(order.text, order.key, order.typed, desk.receipt, opening)


def _answer_misread(desk: Desk, command: Command, table: Table, items: tuple[object, ...]) -> Desk:
    for item in items:
        if isinstance(item, Problem):
            lines = (f"EDIT {command.words[0]} {line}" for line in item.suggestions)
            return desk.refuses(command, item.message, *lines)
    return desk.refuses(
        command,
        "that is not an order; lines between EDIT and ENDEDIT change a position: HELP POSITIONS",
        *_list_examples(table, command.words[0]),
    )


def _list_examples(table: Table, power: str) -> list[str]:
    """The first order that a power may be given now, if there is any."""
    choice = next(iter(table.engine.legal_orders(table.state, power)), None)
    return [f"EDIT {power} {choice.order}"] if choice else []


def _tell_player(
    desk: Desk, command: Command, table: Table, sheet: Sheet, order_texts: list[str]
) -> Desk:
    """Tell the player his orders as they are now."""
    event = Event("edited", {"power": sheet.power, "orders": order_texts}, sheet.power)
    title = "your orders were changed"
    sent = [
        replace(notice, standing=table.standing(sheet.power, sheet.orders))
        for notice in mastery.announce(desk, command, title, event, only_to=sheet.power)
    ]
    reply = desk.sends(sent).titles("an order is changed")
    return reply.says(command, f"{sheet.power} now orders {', '.join(order_texts)}")
