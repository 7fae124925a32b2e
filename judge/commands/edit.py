"""EDIT power order: the game master corrects an order of the open phase."""

from dataclasses import replace

from judge.catalog import sheet as catalog_sheet
from judge.desk import mastery
from judge.desk.desk import Desk
from judge.game.clocks import ready
from judge.game.terms.table import Table
from judge.kernel.engine import Event, Order
from judge.kernel.text import Command, Line, Problem
from judge.store import sheets
from judge.store.record import Entry, Sheet

VERBS = ("edit",)


@mastery.only
def run(desk: Desk, command: Command, at: Table) -> Desk:
    """Take orders for a power; its player is told which, all are told that it was done."""
    power, typed = command.words
    if power not in at.powers:
        return desk.refuses(command, f"nobody plays {power}; there are {', '.join(at.powers)}")
    read = catalog_sheet.understand([Line(1, typed)], at.variant, at.state, power)
    taken = [item for item in read if isinstance(item, Order)]
    if not taken or len(taken) < len(read):
        return _misread(desk, command, at, read)
    sheet = sheets.get(desk.db, at.game.id, at.game.number, power)
    entries = [_entry(desk, at, order) for order in taken]
    for order, entry in zip(taken, entries, strict=True):
        kept = tuple(old for old in sheet.entries if not old.gives_way(order, desk.receipt))
        sheet = replace(sheet, entries=(*kept, entry))
    standing = at.standing(power, sheet.orders)
    stored = ready.judged(sheet, standing)
    sheets.save(desk.db, at.game.id, at.game.number, stored)
    sentence = f"changed an order of {power} for {mastery.title_of(at)}"
    mastery.done(desk, at, "edit", sentence, power=power, phase=mastery.phase_of(at))
    return _told(desk, command, at, stored, [entry.text for entry in entries])


def _entry(desk: Desk, at: Table, order: Order) -> Entry:
    """The order as an entry that is never late, and that the player's next mail replaces."""
    opened = at.game.opened or desk.letter.received
    return Entry(order.text, order.key, order.typed, desk.receipt, opened)


def _misread(desk: Desk, command: Command, at: Table, read: tuple[object, ...]) -> Desk:
    for item in read:
        if isinstance(item, Problem):
            lines = (f"EDIT {command.words[0]} {line}" for line in item.suggestions)
            return desk.refuses(command, item.message, *lines)
    return desk.refuses(command, "that is no order", f"EDIT {command.words[0]} {at.variant.sample}")


def _told(desk: Desk, command: Command, at: Table, sheet: Sheet, changed: list[str]) -> Desk:
    """Tell the player his orders as they are now."""
    event = Event("edited", {"power": sheet.power, "orders": changed}, sheet.power)
    title = "your orders were changed"
    sent = [
        replace(notice, standing=at.standing(sheet.power, sheet.orders))
        for notice in mastery.announced(desk, command, title, event, only_to=sheet.power)
    ]
    done = desk.sends(sent).titled("an order is changed")
    return done.says(command, f"{sheet.power} now orders {', '.join(changed)}")
