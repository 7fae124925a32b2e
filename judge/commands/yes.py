"""YES R48213: the orders that stood in the quoted text or the Subject of that mail are given.

A game master's makes the position that he wrote in that mail the game's.
"""

from msgspec.structs import replace

from judge.commands import reposition
from judge.desk import offers, orders, receipts
from judge.desk.desk import Desk
from judge.game.readers.addresses import MASTER
from judge.kernel.notice import ORDER
from judge.kernel.text import Command
from judge.post import intake
from judge.store import letters

VERBS = ("yes",)
NATURE = ORDER


def run(desk: Desk, command: Command) -> Desk:
    """Take the orders that were offered, as if this mail held them; or a master's new position."""
    if desk.role == MASTER:
        return reposition.confirm(desk, command)
    reason = orders.explain_closed(desk)
    if reason or desk.table is None:
        return desk.refuses(command, reason)
    name = command.words[0]
    reading = receipts.find_own_letter(desk, name)
    letter = letters.get(desk.db, reading.letter) if reading else None
    if reading is None or letter is None:
        return desk.refuses(command, f"you have no receipt {name} here", "RECEIPTS")
    if reading.number != desk.table.game.number:
        return desk.refuses(command, f"{name} was for {reading.phase}, which is over")
    offered_orders = offers.find_orders_meant(desk, intake.read(desk.db, desk.house, letter))
    if not offered_orders:
        return desk.refuses(command, f"no orders of {name} wait for your word")
    for order in offered_orders:
        desk = orders.take(desk, replace(order, span=command.span))
    return desk
