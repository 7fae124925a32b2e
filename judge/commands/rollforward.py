"""ROLLFORWARD: the orders that a phase had before it was taken back are given again."""

from dataclasses import replace

from judge.catalog import sheet as catalog_sheet
from judge.desk import mastery, orders, waivers
from judge.desk.desk import Desk
from judge.game.clocks import ready
from judge.game.readers.notices import MASTER
from judge.game.terms.tables import Table
from judge.kernel.engine import Order
from judge.kernel.text import Command, Line
from judge.store import later, sheets
from judge.store.record import RUNNING, Entry

VERBS = ("rollforward",)
NONE = "no orders of this phase are kept: it was not taken back, or they are given already"


def run(desk: Desk, command: Command) -> Desk:
    """A player takes his own; the game master those of all who have given none anew."""
    table, seat = desk.table, desk.seat
    if desk.role == MASTER and table is not None:
        return _for_all(desk, command, table)
    reason = orders.explain_closed(desk)
    if reason or table is None or seat is None:
        return desk.refuses(command, reason)
    entries = later.of_phase(desk.db, table.game.id, mastery.find_phase(table)).get(seat.power, ())
    if not entries:
        return desk.refuses(command, NONE)
    legal = _legal(table, seat.power, entries)
    next_desk = desk
    for order in legal:
        new_order = Order(order.text, order.key, command.span, order.text, order.note)
        next_desk = orders.take(next_desk, new_order)
    return next_desk.says(command, _count_sentence(len(legal), len(entries)))


def _for_all(desk: Desk, command: Command, table: Table) -> Desk:
    """Give the kept orders of every power that has none, where they are still legal."""
    game = table.game
    if game.status != RUNNING or game.held:
        return desk.refuses(command, f"no phase of {game.name} is open")
    kept_entries_of_power = later.of_phase(desk.db, game.id, mastery.find_phase(table))
    sheet_of = sheets.of_phase(desk.db, game.id, game.number)
    entries_of_power = {
        power: kept_entries
        for power, kept_entries in kept_entries_of_power.items()
        if not sheet_of[power].entries
    }
    if not entries_of_power:
        return desk.refuses(command, NONE)
    opening = game.opened or desk.letter.received
    order_count = 0
    for power, kept_entries in entries_of_power.items():
        legal = _legal(table, power, kept_entries)
        entries = tuple(
            Entry(order.text, order.key, order.typed, desk.receipt, opening) for order in legal
        )
        said = waivers.after_change(sheet_of[power], (entry.text for entry in entries))
        sheet = replace(sheet_of[power], entries=entries, said=said)
        judged_sheet = ready.judge_sheet(sheet, table.standing(power, sheet.orders))
        sheets.save(desk.db, game.id, game.number, judged_sheet)
        order_count += len(entries)
    deed = f"gave the old orders of {mastery.word_title(table)} again"
    mastery.record_deed(desk, table, "rollforward", deed, phase=mastery.find_phase(table))
    powers = ", ".join(entries_of_power)
    sentence = _count_sentence(order_count, sum(map(len, entries_of_power.values())))
    return desk.says(command, f"{sentence}, for {powers}; PROCESS plays the phase")


def _legal(table: Table, power: str, entries: tuple[Entry, ...]) -> list[Order]:
    """Those of the kept orders that the board, as it is now, still allows."""
    lines = [Line(number, entry.text) for number, entry in enumerate(entries, 1)]
    items = catalog_sheet.understand(lines, table.variant, table.state, power)
    return [item for item in items if isinstance(item, Order)]


def _count_sentence(legal_count: int, count: int) -> str:
    if legal_count == count:
        return f"the old orders are given again: {count}"
    return (
        f"{legal_count} of {count} old orders are given again; the others can't be given any more"
    )
