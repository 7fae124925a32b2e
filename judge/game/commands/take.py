"""TAKE R17: the orders of an earlier mail that were not used, for the present phase."""

from judge.game import orders, reread
from judge.game.books import receipts
from judge.game.desk import Desk
from judge.game.post import intake
from judge.game.seats import addresses
from judge.game.store import letters, readings
from judge.kernel.text import Command

VERBS = ("take",)


def run(desk: Desk, command: Command) -> Desk:
    """Read a kept mail of this seat anew and take its orders."""
    reason = orders.closed(desk)
    if reason or desk.table is None or desk.seat is None:
        return desk.refuses(command, reason)
    role = desk.role or addresses.name(desk.seat)
    mine = {read.letter for read in readings.of_role(desk.db, desk.table.game.id, role)}
    wanted = receipts.number(command.words[0])
    taken = letters.get(desk.db, wanted) if wanted in mine else None
    if taken is None:
        return desk.refuses(command, f"you have no receipt {command.words[0]} here", "RECEIPTS")
    return reread.take(desk, command, intake.kept(desk.house, taken).lines)
