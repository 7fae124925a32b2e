"""CLEAR [unit | DP]: forget the orders of the present phase, one unit's, or all points and bids."""

import re
from dataclasses import replace

from judge.commands import words
from judge.desk import orders
from judge.desk.desk import Desk
from judge.kernel.notice import ORDER
from judge.kernel.text import Command
from judge.store.record import Entry

VERBS = ("clear",)
NATURE = ORDER
_PLACE = r"([A-Z]{3}(?:/[A-Z]C|-A)?)(?= |$)"
_UNIT = re.compile(rf"\b([A-Z])\d* {_PLACE}")
"""A unit of an order in canonical form, its arm and its place ("A PAR", "N5 LON")."""
WHAT = "what is to be cancelled: all your orders, one of them, a vote, your seat?"
_POINTS = "DP"
"""What CLEAR names for all lines that spend points or influence."""
_SPENDING = ("DP ", "BID ", "SWITCH ", "ALLOCATE ")
"""How these lines begin."""
_ALONE = re.compile(rf"^\w+ (){_PLACE}")
"""The place of an order that names no unit ("STACK ANG - LON")."""


def run(desk: Desk, command: Command) -> Desk:
    """Empty the seat's sheet, or take one unit's orders or all points from it."""
    reason = orders.explain_closed(desk)
    if reason or desk.sheet is None:
        return desk.refuses(command, reason)
    if command.text.strip(" .!").lower() == "cancel":
        unit = str(words.board(desk)["unit"]).upper()
        return desk.refuses(command, WHAT, "CLEAR", f"CLEAR {unit}", "NO DRAW", "RESIGN")
    piece = " ".join(command.words)
    others = tuple(entry for entry in desk.sheet.entries if piece and not _is_of(entry, piece))
    count = len(desk.sheet.entries) - len(others)
    if piece and not count:
        object_words = "that spends points" if piece == _POINTS else f"for {piece}"
        return desk.refuses(command, f"there is no order {object_words}")
    next_desk = replace(desk, sheet=replace(desk.sheet, entries=others), changed=True)
    of_piece = f" for {piece}" if piece and piece != _POINTS else ""
    return next_desk.says(command, f"{count} order{'' if count == 1 else 's'}{of_piece} forgotten")


def _is_of(entry: Entry, piece: str) -> bool:
    """Whether an order is of ``piece`` ("A PAR", "PAR"), the unit it names first, or of points."""
    if piece == _POINTS:
        return entry.text.startswith(_SPENDING)
    arm, _, place = piece.rpartition(" ")
    unit = _UNIT.search(entry.text) or _ALONE.match(entry.text)
    if unit is None or place not in (unit[2], unit[2].partition("/")[0]):
        return False
    return arm.rstrip("0123456789") in ("", unit[1])
