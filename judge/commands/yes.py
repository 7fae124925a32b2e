"""YES R48213: what stood in the quoted text or the Subject of that mail is given.

A game master's makes the position that he wrote in that mail the game's.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from judge import commands
from judge.commands import reposition
from judge.desk import offers, orders, receipts
from judge.desk.desk import Desk
from judge.game.readers.addresses import MASTER
from judge.kernel.mail import Letter
from judge.kernel.notice import ORDER
from judge.kernel.text import Command
from judge.post import intake
from judge.store import letters
from judge.store.record import Read

VERBS = ("yes",)
NATURE = ORDER


def run(desk: Desk, command: Command) -> Desk:
    """Do what was offered, as if this mail held it; or make a master's new position so."""
    reading = receipts.find_own_letter(desk, command.words[0])
    letter = _read_letter(desk, reading)
    requests = offers.requests_meant(desk, letter) if letter else []
    if desk.role == MASTER and not requests:
        return reposition.confirm(desk, command)
    if not requests or reading is None or letter is None:
        return _take_orders(desk, command, reading, letter)
    if _is_over(desk, reading):
        return _refuse_over(desk, command, reading)
    desk = _obey(desk, command, requests)
    has_orders = desk.sheet is not None and bool(offers.find_orders_meant(desk, letter))
    return _take_orders(desk, command, reading, letter) if has_orders else desk


def _read_letter(desk: Desk, reading: Read | None) -> Letter | None:
    """The letter of a receipt, as it came."""
    kept = letters.get(desk.db, reading.letter) if reading else None
    return intake.read(desk.db, desk.house, kept) if kept else None


def _obey(desk: Desk, command: Command, requests: Sequence[Command]) -> Desk:
    """Obey commands as if they stood in place of ``command``; each keeps who may read of it."""
    for request in requests:
        since = len(desk.answers)
        nature = commands.NATURES.get(request.verb, request.verb)
        desk = commands.obey(desk, replace(request, span=command.span)).calls(nature, since=since)
    return desk


def _take_orders(desk: Desk, command: Command, reading: Read | None, letter: Letter | None) -> Desk:
    """Take the orders that were offered."""
    name = command.words[0]
    reason = orders.explain_closed(desk)
    if reason or desk.table is None:
        return desk.refuses(command, reason)
    if reading is None or letter is None:
        return desk.refuses(command, f"you have no receipt {name} here", "RECEIPTS")
    if _is_over(desk, reading):
        return _refuse_over(desk, command, reading)
    offered_orders = offers.find_orders_meant(desk, letter)
    if not offered_orders:
        return desk.refuses(command, f"no orders of {name} wait for your word")
    for order in offered_orders:
        desk = orders.take(desk, replace(order, span=command.span))
    return desk


def _is_over(desk: Desk, reading: Read) -> bool:
    """Whether the phase is over in which a letter came."""
    return desk.table is None or reading.number != desk.table.game.number


def _refuse_over(desk: Desk, command: Command, reading: Read) -> Desk:
    return desk.refuses(command, f"{command.words[0]} was for {reading.phase}, which is over")
