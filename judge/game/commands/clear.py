"""CLEAR [unit]: forget the orders of the present phase, or those of one unit."""

from dataclasses import replace

from judge.game import orders
from judge.game.desk import Desk
from judge.game.record import Entry
from judge.kernel.text import Command

VERBS = ("clear",)


def run(desk: Desk, command: Command) -> Desk:
    """Empty the seat's sheet, or take one unit's orders from it."""
    reason = orders.closed(desk)
    if reason or desk.sheet is None:
        return desk.refuses(command, reason)
    piece = " ".join(command.words)
    kept = tuple(entry for entry in desk.sheet.entries if piece and not _is_of(entry, piece))
    count = len(desk.sheet.entries) - len(kept)
    if piece and not count:
        return desk.refuses(command, f"there is no order for {piece}")
    cleared = replace(desk, sheet=replace(desk.sheet, entries=kept), changed=True)
    return cleared.says(command, f"{count} order{'' if count == 1 else 's'} forgotten")


def _is_of(entry: Entry, piece: str) -> bool:
    """Whether an order is one of the unit ``piece`` ("A PAR", "PAR")."""
    place = piece.rpartition(" ")[2]
    return place in {word.partition("/")[0] for word in entry.text.split()[:2]}
