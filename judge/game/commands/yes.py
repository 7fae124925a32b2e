"""YES R17: the orders that stood in the quoted text or the Subject of mail R17 are given."""

from msgspec.structs import replace

from judge.game import orders
from judge.game.desk import Desk
from judge.game.post import offers, receipt
from judge.game.record import Read, Taken
from judge.game.seats import addresses
from judge.game.store import letters, readings
from judge.game.table import Table
from judge.kernel.mail import Letter
from judge.kernel.text import Command
from judge.mail import body

VERBS = ("yes",)


def run(desk: Desk, command: Command) -> Desk:
    """Take the orders that were offered, as if this mail held them."""
    reason = orders.closed(desk)
    if reason or desk.table is None or desk.seat is None:
        return desk.refuses(command, reason)
    wanted = receipt.number(desk.house.ours, command.words[0])
    read = _read(desk, desk.table, wanted or 0)
    if read is None:
        return desk.refuses(command, f"you have no receipt {command.words[0]} here", "RECEIPTS")
    if read.number != desk.table.game.number:
        return desk.refuses(command, f"{command.words[0]} was for {read.phase}, which is over")
    letter = _letter(desk, read.letter)
    meant = offers.meant(desk, letter) if letter else []
    if not meant:
        return desk.refuses(command, f"no orders of {command.words[0]} wait for your word")
    for order in meant:
        desk = orders.take(desk, replace(order, span=command.span))
    return desk


def _read(desk: Desk, at: Table, number: int) -> Read | None:
    role = desk.role or addresses.name(desk.seat)
    mine = readings.of_role(desk.db, at.game.id, role)
    return next((read for read in mine if read.letter == number), None)


def _letter(desk: Desk, number: int) -> Letter | None:
    """A letter as it came, from the archive."""
    taken: Taken | None = letters.get(desk.db, number)
    archive = desk.house.archive
    if taken is None or archive is None:
        return None
    raw = (archive / f"{taken.digest}.eml").read_bytes()
    return body.letter(raw, taken.received, desk.house.ours, whole=taken.whole)
