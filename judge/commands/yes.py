"""YES and NO: the answer to what a mail of the judge asked.

A bare YES is the line that the answered mail asks for: a vote, READY, or what takes the orders that
it offered. Offered are sentences that seem to order, and what stood in the quoted text or the
Subject. A game master's YES makes the position that he wrote in that mail the game's.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from judge import commands
from judge.catalog import sheet as catalog_sheet
from judge.commands import reposition
from judge.desk import offers, orders, receipts, threads
from judge.desk.desk import Desk
from judge.game.readers.addresses import MASTER
from judge.kernel.engine import Order
from judge.kernel.mail import Letter
from judge.kernel.notice import OFFERED, ORDER
from judge.kernel.text import Command, Line
from judge.post import intake
from judge.store import letters, readings
from judge.store.record import Read

VERBS = ("yes", "no")
NATURE = ORDER
_READY = "READY"
_NOTHING = "nothing waits for your word on that"


class _Accepted(NamedTuple):
    """The letter that a YES is about, the lines it names (none: all), and the commands in it."""

    reading: Read
    letter: Letter
    numbers: Sequence[int]
    requests: Sequence[Command]


def run(desk: Desk, command: Command) -> Desk:
    """Do what was asked, as if this mail held it; or say that it is left."""
    if command.words:
        return _take_offered(desk, command)
    lines_asked = threads.find_lines_asked(desk)
    meanings = [one for line in lines_asked for one in threads.list_meanings(line)]
    questions = _list_questions(lines_asked)
    if not questions and not meanings:
        return desk.answers_line(command.span, command.text, "ignored", "no order")
    if desk.answered is not None and desk.answered.past:
        return desk.refuses(command, f"that was asked in {desk.answered.past}, which is over")
    if len(questions) > 1:
        return desk.refuses(command, "which is meant?", *(lines[0] for lines in questions))
    return _do_asked(desk, command, questions[0] if questions else (), meanings)


def _do_asked(desk: Desk, command: Command, lines: Sequence[str], meanings: Sequence[str]) -> Desk:
    """Do the lines that a mail asked for, or leave them; ask which of ``meanings`` is meant."""
    if command.verb == "no":
        return _decline(desk, command, lines[0] if lines else "")
    items = [item for line in lines for item in _understand(desk, (line,))]
    desk = _obey(desk, command, [item for item in items if isinstance(item, Command)])
    return desk.refuses(command, "which is meant?", *meanings) if meanings else desk


def _list_questions(lines: Sequence[str]) -> list[Sequence[str]]:
    """The lines that a mail asked for, each question's together.

    All that it offered is one question, and READY no second one beside any; of what a line may mean
    another is asked.
    """
    offered = [line for line in lines if threads.is_offer(line)]
    others = [
        (line,)
        for line in lines
        if line not in offered and line != _READY and not threads.list_meanings(line)
    ]
    return [*others, *([offered] if offered else ())] or [(_READY,)] * (_READY in lines)


def _decline(desk: Desk, command: Command, line: str) -> Desk:
    """Leave what was asked, "" for what a slip may mean.

    What is open stays so: only orders, or READY, say that all is done.
    """
    if line == _READY:
        return desk.says(command, "you do not count as ready")
    offered = "nothing of what I offered is done"
    is_offered = not line or threads.is_offer(line)
    return desk.says(command, offered if is_offered else "you do not ask for it")


def _take_offered(desk: Desk, command: Command) -> Desk:
    """Do what was offered under a receipt, or some lines of it; make a master's position so."""
    name, numbers = _read_slots(command)
    reading = receipts.find_own_letter(desk, name) if name else find_question(desk)
    letter = _read_letter(desk, reading)
    requests = offers.requests_meant(desk, letter) if letter and not numbers else []
    position = desk.role == MASTER or reposition.waits(desk, name)
    if name and position and (not requests or reposition.waits(desk, name)):
        return reposition.confirm(_obey(desk, command, requests), command)
    if name and letter is None:
        return desk.refuses(command, f"you have no receipt {name} here", "RECEIPTS")
    if reading is None or letter is None:
        return desk.refuses(command, _NOTHING)
    if _is_over(desk, reading):
        return desk.refuses(command, f"that was offered for {reading.phase}, which is over")
    return _accept(desk, command, _Accepted(reading, letter, numbers, requests))


def _read_slots(command: Command) -> tuple[str, list[int]]:
    """The receipt that a line names, "" for none, and the numbers of lines."""
    name = next((word for word in command.words if word[:1] in "Rr"), "")
    return name, [int(word) for slot in command.words if slot != name for word in slot.split()]


def _accept(desk: Desk, command: Command, one: _Accepted) -> Desk:
    """Obey and take what a letter offered."""
    orders_offered = _list_offered(desk, one.reading, one.numbers)
    if not one.numbers:
        orders_offered += [(order, "") for order in offers.find_orders_meant(desk, one.letter)]
    if orders_offered or one.requests:
        return _take(_obey(desk, command, one.requests), command, orders_offered)
    return desk.refuses(command, _NOTHING)


def find_question(desk: Desk) -> Read | None:
    """How the letter was read whose answer this one answers, else the newest with an offer."""
    if desk.table is None:
        return None
    role = desk.role or (desk.seat.power if desk.seat else "")
    own = [
        one
        for one in readings.of_role(desk.db, desk.table.game.id, role)
        if any(answer.aside for answer in one.answers)
    ]
    answered = desk.answered.letter if desk.answered else 0
    return next((one for one in own if one.letter == answered), own[-1] if own else None)


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


def _list_offered(desk: Desk, reading: Read, numbers: Sequence[int]) -> list[tuple[Order, str]]:
    """The orders offered in a letter, each with why it counts no more ("": it does)."""
    offered = [
        answer
        for answer in reading.answers
        if answer.aside == OFFERED and (not numbers or answer.line in numbers)
    ]
    items = [item for answer in offered for item in _understand(desk, answer.suggestions)]
    found = [item for item in items if isinstance(item, Order)]
    return [(order, _find_newer(desk, reading, order)) for order in found]


def _understand(desk: Desk, texts: Sequence[str]) -> Sequence[catalog_sheet.Answerable]:
    """Lines of ours, as they read now for who answers them."""
    if desk.table is None:
        return ()
    power = desk.seat.power if desk.seat else ""
    lines = [Line(number, text) for number, text in enumerate(texts, 1)]
    return catalog_sheet.understand(lines, desk.table.variant, desk.table.state, power)


def _find_newer(desk: Desk, reading: Read, order: Order) -> str:
    """The order that a later mail gave the same unit, "" if none did."""
    letter = letters.get(desk.db, reading.letter)
    entries = desk.sheet.entries if desk.sheet else ()
    newer = (
        one.text
        for one in entries
        if letter and order.key and one.key == order.key and one.received > letter.received
    )
    return next(newer, "")


def _take(desk: Desk, command: Command, offered_orders: Sequence[tuple[Order, str]]) -> Desk:
    """Take the orders that were offered, those that a later mail replaced left out."""
    reason = orders.explain_closed(desk)
    if offered_orders and reason:
        return desk.refuses(command, reason)
    for order, newer in offered_orders:
        if newer and newer != order.text:
            message = f"{order.text} was offered, and you ordered {newer} since: that stays"
            desk = desk.answers_line(command.span, command.text, "ignored", message)
        else:
            desk = orders.take(desk, replace(order, span=command.span))
    return desk


def _is_over(desk: Desk, reading: Read) -> bool:
    """Whether the phase is over in which a letter came."""
    return desk.table is None or reading.number != desk.table.game.number
