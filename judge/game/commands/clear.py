"""CLEAR [unit]: forget the orders of the present phase, or those of one unit."""

import re
from dataclasses import replace

from judge.game import orders
from judge.game.desk import Desk
from judge.game.record import Entry
from judge.kernel.text import Command

VERBS = ("clear",)
_PLACE = r"([A-Z]{3}(?:/[A-Z]C|-A)?)(?= |$)"
_UNIT = re.compile(rf"\b([A-Z])\d* {_PLACE}")
"""A unit of an order in canonical form, its arm and its place ("A PAR", "N5 LON")."""
_ALONE = re.compile(rf"^\w+ (){_PLACE}")
"""The place of an order that names no unit ("STACK ANG - LON")."""


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
    """Whether an order is one of the unit ``piece`` ("A PAR", "PAR"): the unit it names first."""
    arm, _, place = piece.rpartition(" ")
    named = _UNIT.search(entry.text) or _ALONE.match(entry.text)
    if named is None or place not in (named[2], named[2].partition("/")[0]):
        return False
    return arm.rstrip("0123456789") in ("", named[1])
