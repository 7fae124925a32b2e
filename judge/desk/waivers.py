"""What a letter opens and what its player waives: questions asked back, points left unspent."""

from judge.desk.desk import Desk
from judge.store.record import DONE, SPARES, Doubt, Sheet


def find_waiver(desk: Desk, sheet: Sheet) -> str:
    """How far a sheet's player has waived what is open, after a letter of his."""
    if DONE in (desk.waiver, sheet.said) and not (desk.waiver == "" and _has_news(desk)):
        return DONE
    return desk.waiver or (SPARES if sheet.said else "")


def list_doubts(desk: Desk, sheet: Sheet) -> tuple[Doubt, ...]:
    """The lines that are open after a letter: orders anew answer what was asked before."""
    if desk.waiver == DONE:
        return ()
    lines = sorted({answer.line for answer in desk.answers if answer.verdict == "problem"})
    new_doubts = tuple(Doubt(desk.receipt, line, desk.letter.received) for line in lines)
    return new_doubts if desk.changed else (*sheet.doubts, *new_doubts)


def _has_news(desk: Desk) -> bool:
    return desk.changed or any(answer.verdict == "problem" for answer in desk.answers)
