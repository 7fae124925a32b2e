"""CLEAR [unit | DP]: forget the orders of the present phase, one unit's, or all points and bids.

CLEAR alone leaves the sheet as if nothing had been said: NO POINTS and READY go, too. WAIT is a
wish for the clock, and stays.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.commands import words
from judge.desk import orders, waivers
from judge.desk.desk import Desk
from judge.kernel.notice import ORDER
from judge.kernel.text import Command
from judge.store.record import DONE, Entry, Sheet

VERBS = ("clear",)
NATURE = ORDER
_PLACE = r"([A-Z]{3}(?:/[A-Z]C|-A)?)(?= |$)"
_UNIT = re.compile(rf"\b([A-Z])\d* {_PLACE}")
"""A unit of an order in canonical form, its arm and its place ("A PAR", "N5 LON")."""
WHAT = "what is to be cancelled: all your orders, one of them, a vote, your seat?"
_POINTS = "DP"
"""What CLEAR names for all lines that spend points or influence."""
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
    lost_entries = [entry for entry in desk.sheet.entries if not piece or _is_of(entry, piece)]
    word = waivers.current_waiver(desk) if piece in ("", _POINTS) else ""
    if piece and not lost_entries and not word:
        object_words = "that spends points" if piece == _POINTS else f"for {piece}"
        return desk.refuses(command, f"there is no order {object_words}")
    return _forget(desk, desk.sheet, lost_entries, word).says(
        command, _word_forgotten(len(lost_entries), piece, word)
    )


def _forget(desk: Desk, sheet: Sheet, lost_entries: Sequence[Entry], word: str) -> Desk:
    """The desk without these entries; with points goes what was said of them (``word``)."""
    others = tuple(entry for entry in sheet.entries if entry not in lost_entries)
    emptied = replace(desk, sheet=replace(sheet, entries=others), changed=True)
    spent = any(waivers.spends(entry.text) for entry in lost_entries)
    return waivers.withdraw(emptied) if word or spent else emptied


def _word_forgotten(count: int, piece: str, word: str) -> str:
    """What was forgotten, in words."""
    of_piece = f" for {piece}" if piece and piece != _POINTS else ""
    orders_gone = f"{count} order{'' if count == 1 else 's'}{of_piece}"
    if not word:
        return f"{orders_gone} forgotten"
    waived = "READY" if word == DONE else "NO POINTS"
    return f"{orders_gone} and {waived} forgotten" if count else f"{waived} forgotten"


def _is_of(entry: Entry, piece: str) -> bool:
    """Whether an order is of ``piece`` ("A PAR", "PAR"), the unit it names first, or of points."""
    if piece == _POINTS:
        return waivers.spends(entry.text)
    arm, _, place = piece.rpartition(" ")
    unit = _UNIT.search(entry.text) or _ALONE.match(entry.text)
    if unit is None or place not in (unit[2], unit[2].partition("/")[0]):
        return False
    return arm.rstrip("0123456789") in ("", unit[1])
