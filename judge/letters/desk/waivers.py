"""What a letter opens and what its player waives: questions asked back, points left unspent.

NO POINTS and READY are said of a sheet as it is. CLEAR takes them back, and so does whatever is
said of points afterwards, be it refused; other orders anew leave of READY what it says of points.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from judge.kernel.text import Problem
from judge.letters.desk.desk import Desk
from judge.store.record import DONE, SPARES, Doubt, Sheet

SPENDING = ("DP ", "BID ", "SWITCH ", "ALLOCATE ", "BUY ")
"""How lines begin that spend points or influence."""
_OF_POINTS = re.compile(r"\d|\b(?:dp|bids?|points?|allocate|buy|spend)\b", re.IGNORECASE)


def spends(order: str) -> bool:
    """Whether a canonical order spends points."""
    return order.startswith(SPENDING)


def current_waiver(desk: Desk) -> str:
    """What was said of points or of the whole sheet, in this letter or before, and still holds."""
    return desk.waiver or (desk.sheet.said if desk.sheet else "")


def withdraw(desk: Desk) -> Desk:
    """The desk as if neither NO POINTS nor READY had been said."""
    sheet = replace(desk.sheet, said="") if desk.sheet else None
    return replace(desk, sheet=sheet, waiver="")


def reconsider(desk: Desk) -> Desk:
    """The desk after a line about points: NO POINTS is taken back; READY of this mail covers it."""
    return desk if desk.waiver == DONE else withdraw(desk)


def reconsider_over(desk: Desk, problem: Problem) -> Desk:
    """The desk after a line that was not taken, which may have been about points."""
    is_about_points = problem.ordered and _OF_POINTS.search(problem.text)
    return reconsider(desk) if is_about_points else desk


def after_change(sheet: Sheet, orders: Iterable[str]) -> str:
    """What is left of what was said of a sheet when somebody else gives ``orders`` on it."""
    return "" if any(map(spends, orders)) else SPARES if sheet.said else ""


def find_waiver(desk: Desk, sheet: Sheet) -> str:
    """How far a sheet's player has waived what is open, after a letter of his."""
    before = SPARES if sheet.said and _has_news(desk) else sheet.said
    return max(desk.waiver, before, key=_REACH.index)


def list_doubts(desk: Desk, sheet: Sheet) -> tuple[Doubt, ...]:
    """The lines that are open after a letter: orders anew answer what was asked before.

    So does READY, which its player says of what he was told of: never of a line in the same letter.
    """
    lines = sorted({answer.line for answer in desk.answers if answer.verdict == "problem"})
    new_doubts = tuple(Doubt(desk.receipt, line, desk.letter.received) for line in lines)
    is_answered = desk.changed or desk.waiver == DONE
    return new_doubts if is_answered else (*sheet.doubts, *new_doubts)


_REACH = ("", SPARES, DONE)
"""What may be waived, by how much it is."""


def _has_news(desk: Desk) -> bool:
    return desk.changed or any(answer.verdict == "problem" for answer in desk.answers)
