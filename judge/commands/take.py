"""TAKE R48213: the orders of an earlier mail that were not used, for the present phase."""

from judge.desk import orders, receipts, reread
from judge.desk.desk import Desk
from judge.kernel.notice import ORDER
from judge.kernel.text import Command
from judge.post import intake
from judge.store import letters

VERBS = ("take",)
NATURE = ORDER


def run(desk: Desk, command: Command) -> Desk:
    """Read a kept mail of this seat anew and take its orders."""
    reason = orders.explain_closed(desk)
    if reason:
        return desk.refuses(command, reason)
    reading = receipts.find_own_letter(desk, command.words[0])
    letter = letters.get(desk.db, reading.letter) if reading else None
    if letter is None:
        return desk.refuses(command, f"you have no receipt {command.words[0]} here", "RECEIPTS")
    return reread.take_orders(desk, command, intake.read(desk.db, desk.house, letter).lines)
