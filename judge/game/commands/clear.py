"""CLEAR [unit]: forget the orders of the present phase, or those of one unit."""

from dataclasses import replace

from judge.catalog.variant import Variant
from judge.game import orders
from judge.game.commands import words
from judge.game.desk import Desk
from judge.game.record import Entry
from judge.kernel.text import Command
from judge.language import fold

VERBS = ("clear",)


def run(desk: Desk, command: Command) -> Desk:
    """Empty the seat's sheet, or take one unit's orders from it."""
    reason = orders.closed(desk)
    if reason or desk.sheet is None or desk.table is None:
        return desk.refuses(command, reason)
    typed = words.of(command)
    kept = tuple(
        entry
        for entry in desk.sheet.entries
        if typed and not _is_of(entry, typed, desk.table.variant)
    )
    count = len(desk.sheet.entries) - len(kept)
    if typed and not count:
        return desk.refuses(command, "there is no order for such a unit")
    cleared = replace(desk, sheet=replace(desk.sheet, entries=kept), changed=True)
    return cleared.says(command, f"{count} order{'' if count == 1 else 's'} forgotten")


def _is_of(entry: Entry, typed: list[str], variant: Variant) -> bool:
    """Whether an order is one of the unit that words name ("A PAR", "Paris")."""
    place = entry.text.split()[1].partition("/")[0]
    for start in range(len(typed)):
        name = fold.words(" ".join(typed[start:]))
        known = variant.vocabulary.word(name[0]) if len(name) == 1 else None
        found = known or (variant.vocabulary.phrase(name) if name else None)
        if found and place in found.spaces:
            return True
    return False
