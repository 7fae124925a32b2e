"""CLEAR [unit | DP]: forget the orders of the present phase, one unit's, or all points and bids.

CLEAR alone leaves the sheet as if nothing had been said: NO POINTS and READY go, too. WAIT is a
wish for the clock, and stays.
"""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from judge.catalog import sheet
from judge.game.readers.addresses import MASTER
from judge.game.terms.tables import Table
from judge.kernel.engine import Order, Phase
from judge.kernel.notice import LATE, MEANT, OFFERED, QUOTED, SUBJECT
from judge.kernel.text import Command, list_names
from judge.language import phases
from judge.language.cues import word_withdrawal
from judge.letters import commands
from judge.letters.commands import command_words
from judge.letters.commands.editing import confirm, waits
from judge.letters.desk import mastery, offers, order_sheet, receipts, seatless, threads
from judge.letters.desk.desk import Desk, Section
from judge.mail import ours
from judge.store import letters
from judge.store.record import DONE, RUNNING, Entry, Read, Sheet

_TAKEN_BY_YES = (OFFERED, MEANT, QUOTED, SUBJECT)
_PLACE = r"([A-Z]{3}(?:/[A-Z]C|-A)?)(?= |$)"
_UNIT = re.compile(rf"\b([A-Z])\d* {_PLACE}")
"""A unit of an order in canonical form, its arm and its place ("A PAR", "N5 LON")."""
WHAT = "what is to be cancelled: all your orders, one of them, a vote, your seat?"
_POINTS = "DP"
"""What CLEAR names for all lines that spend points or influence."""
_ALONE = re.compile(rf"^\w+ (){_PLACE}")
"""The place of an order that names no unit ("STACK ANG - LON")."""


def obey_clear(desk: Desk, command: Command) -> Desk:
    """Empty the seat's sheet, or take one unit's orders or all points from it."""
    reason = order_sheet.explain_closed(desk)
    if reason or desk.sheet is None:
        return desk.refuses(command, reason)
    if command.text.strip(" .!").lower() == "cancel":
        unit = str(command_words.board(desk)["unit"]).upper()
        return desk.refuses(command, WHAT, "CLEAR", f"CLEAR {unit}", "NO DRAW", "RESIGN")
    piece = " ".join(command.words)
    lost_entries = [entry for entry in desk.sheet.entries if not piece or _is_of(entry, piece)]
    # What was said of points or of the whole sheet, in this letter or before, and still holds.
    word = (desk.waiver or desk.sheet.said) if piece in ("", _POINTS) else ""
    if piece and not lost_entries and not word:
        # The order stood in this very mail, and has gone with the words that took it back.
        if any(one.message == word_withdrawal(command.span.line) for one in desk.answers):
            return desk.says(command, f"the order for {piece} is taken back")
        object_words = "that spends points" if piece == _POINTS else f"for {piece}"
        return desk.refuses(command, f"there is no order {object_words}")
    return _forget(desk, command, desk.sheet, lost_entries, word)


def _forget(
    desk: Desk, command: Command, sheet: Sheet, lost_entries: Sequence[Entry], word: str
) -> Desk:
    """Take entries from the sheet; with points goes what was said of them (``word``)."""
    piece, count = " ".join(command.words), len(lost_entries)
    others = tuple(entry for entry in sheet.entries if entry not in lost_entries)
    sheet = replace(sheet, entries=others, doubts=sheet.doubts if piece else ())
    emptied = replace(desk, sheet=sheet, changed=True)
    if word or any(order_sheet.spends(entry.text) for entry in lost_entries):
        emptied = order_sheet.withdraw_waiver(emptied)
    of_piece = f" for {piece}" if piece not in ("", _POINTS) else ""
    gone = [f"{count} order{'' if count == 1 else 's'}{of_piece}"] if count else []
    waived = ["READY" if word == DONE else "NO POINTS"] if word else []
    told = " and ".join((*gone, *waived))
    return emptied.says(command, f"{told} forgotten" if told else "there are no orders to forget")


def _is_of(entry: Entry, piece: str) -> bool:
    """Whether an order is of ``piece`` ("A PAR", "PAR"), the unit it names first, or of points."""
    if piece == _POINTS:
        return order_sheet.spends(entry.text)
    arm, _, place = piece.rpartition(" ")
    unit = _UNIT.search(entry.text) or _ALONE.match(entry.text)
    if unit is None or place not in (unit[2], unit[2].partition("/")[0]):
        return False
    return arm.rstrip("0123456789") in ("", unit[1])


ASTRAY = "is for a phase that can't come"


def obey_phase(desk: Desk, command: Command) -> Desk:
    """Open a section of the letter for a later phase, or close it.

    A command without text is a phase that one order names for itself: only the order is answered.
    """
    desk = order_sheet.close_section(desk)
    if not command.words:
        return _say(desk, command, "what follows is for the present phase")
    is_silent = not command.text
    astray_desk = replace(desk, section=Section(command.words[0], refusal=ASTRAY, alone=is_silent))
    table, own = desk.table, seatless.find_own_table(desk)
    if own is not None:  # above all powers' names; where it is another phase's none of them counts
        now, pace = own.engine.phase(own.state), sheet.pace_of(own.variant)
        phase_id = phases.resolve_phase(command.words[0], now.id, pace) or command.words[0]
        if phase_id == now.id:
            return desk.answers_line(command.span, command.text, "ignored", "a heading")
        refused = desk.refuses(command, _explain_astray(own, phase_id, now))
        return replace(refused, closed="stands below another phase's heading")
    if table is None or desk.seat is None or table.game.status != RUNNING:
        return desk if is_silent else astray_desk.refuses(command, order_sheet.explain_closed(desk))
    now = table.engine.phase(table.state)
    if command.words[0] == now.id:
        return desk.says(command, f"that is now: {now.title}")
    phase = None if table.is_seatless else table.engine.later(table.state, command.words[0])
    if phase is None and is_silent:
        return astray_desk
    past_title = threads.find_played_title(desk, table, command.words[0])
    if past_title:
        offer = f"TAKE {astray_desk.receipt}"
        section = Section(command.words[0], past_title, refusal=ASTRAY, offer=offer)
        message = threads.word_over(astray_desk, table, past_title)
        over_desk = replace(astray_desk, section=section)
        return over_desk.sets_aside(
            command.span, command.text, message, why=LATE, offer=offer, count=0
        )
    if phase is None:
        return astray_desk.refuses(command, _explain_astray(table, command.words[0], now))
    section_desk = replace(desk, section=Section(phase.id, phase.title, alone=is_silent))
    return _say(section_desk, command, f"what follows waits for {phase.title}")


def _say(desk: Desk, command: Command, message: str) -> Desk:
    """The desk saying what a line does, if it is one of its own."""
    return desk.says(command, message) if command.text else desk


def _explain_astray(table: Table, phase: str, now: Phase) -> str:
    """Why nothing is taken for a phase."""
    pace = sheet.pace_of(table.variant)
    if phases.is_over(phase, now.id):
        return f"{phases.spell(phase, pace)} is over; it is {now.title} now"
    if table.is_seatless:
        return f"{table.game.name} takes orders for {now.title} alone"
    phase_name = phases.spell(phase.strip(" ."), pace)
    return f"there is no phase '{phase_name}' ahead; it is {now.title} ({now.id}) now"


def obey_signoff(desk: Desk, command: Command) -> Desk:
    """Stop reading."""
    return replace(desk.says(command, ""), closed="below SIGNOFF")


_READY = "READY"
_NOTHING = "nothing waits for your word on that"


def obey_yes(desk: Desk, command: Command) -> Desk:
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
    lines = questions[0] if questions else ()
    if command.verb == "no":
        return _decline(desk, command, lines)
    items = [item for line in lines for item in command_words.understand(desk, (line,))]
    reply = _obey(desk, command, [item for item in items if isinstance(item, Command)])
    if not meanings or lines:  # what is left is told as open still
        return reply
    return reply.refuses(command, f"which is meant? Reply {list_names(meanings, 'or')}", *meanings)


def _decline(desk: Desk, command: Command, lines: Sequence[str]) -> Desk:
    """Leave what a mail asked for; it is offered no more.

    The lines stay in doubt: only orders, or READY, say that all is done.
    """
    line, message = lines[0] if lines else "", "you do not ask for it"
    if line == _READY:
        message = "you are not counted as ready"
    elif not line or threads.is_offer(line):  # none: what a slip may mean
        message = "nothing of what I offered is done"
    named = [line.split()[1] for line in lines if threads.is_offer(line)]
    answered = desk.answered.letter if desk.answered else 0
    names = {*named, ours.receipt_name(desk.house.ours, answered)}
    if desk.sheet:
        doubts = (
            replace(one, declined=True) if one.receipt in names else one
            for one in desk.sheet.doubts
        )
        desk = replace(desk, sheet=replace(desk.sheet, doubts=tuple(doubts)))
    return desk.says(command, message)


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


def _take_offered(desk: Desk, command: Command) -> Desk:
    """Do what was offered under a receipt, or some lines of it; make a master's position so."""
    name = next((word for word in command.words if word[:1] in "Rr"), "")
    numbers = [int(word) for slot in command.words if slot != name for word in slot.split()]
    reading = receipts.find_own_letter(desk, name) if name else _find_question(desk)
    letter = receipts.read_letter(desk, reading)
    requests = offers.requests_meant(desk, letter) if letter and not numbers else []
    position = desk.role == MASTER and not (requests or receipts.has_aside(reading, *_TAKEN_BY_YES))
    if name and (position or waits(desk, name)):
        obeyed, edit = _obey(desk, command, requests), replace(command, verb="edit")
        return mastery.preside(obeyed, edit, mastery.BEGUN, confirm)
    if name and letter is None:
        return desk.refuses(command, f"you have no receipt {name} here", "RECEIPTS")
    if reading is None or letter is None:
        return desk.refuses(command, _NOTHING)
    if desk.table is None or reading.number != desk.table.game.number:
        return desk.refuses(command, f"that was offered for {reading.phase}, which is over")
    return _accept(desk, command, reading, numbers, requests)


def _accept(
    desk: Desk,
    command: Command,
    reading: Read,
    numbers: Sequence[int],
    requests: Sequence[Command],
) -> Desk:
    """Obey and take what a letter offered in some lines (none: all), and the commands in it."""
    # What it offered reads as it does now.
    items = [
        item
        for answer in reading.answers
        if answer.aside in _TAKEN_BY_YES and (not numbers or answer.line in numbers)
        for item in command_words.understand(desk, answer.suggestions)
    ]
    all_requests = [*requests, *(item for item in items if isinstance(item, Command))]
    orders = [order for order in items if isinstance(order, Order)]
    orders_offered = _list_offered(desk, orders, reading, named=bool(numbers))
    if orders_offered or all_requests:
        return _take(_obey(desk, command, all_requests), command, orders_offered)
    return desk.refuses(command, _NOTHING)


def _list_offered(
    desk: Desk, orders: Sequence[Order], reading: Read, *, named: bool
) -> list[tuple[Order, str]]:
    """Each order of an offer with what a later mail ordered the same unit ("": nothing).

    None that a later mail was offered anew, unless its line is ``named``.
    """
    letter, entries = letters.get(desk.db, reading.letter), desk.sheet.entries if desk.sheet else ()
    since = letter.received if letter else desk.letter.received
    later = {one.key: one.text for one in reversed(entries) if one.key and one.received > since}
    newer = [one for one in order_sheet.list_open_offers(desk) if one.doubt.received > since]
    anew = {order.key for one in newer for order in one.orders} - {""}  # no key: it adds
    return [(one, later.get(one.key, "")) for one in orders if named or one.key not in anew]


def _find_question(desk: Desk) -> Read | None:
    """How the letter was read whose answer this one answers, else the newest with an offer."""
    if desk.table is None:
        return None
    role = desk.role or (desk.seat.power if desk.seat else "")
    own = [
        one
        for one in letters.readings_of(desk.db, desk.table.game.id, role)
        if any(answer.aside for answer in one.answers)
    ]
    answered = desk.answered.letter if desk.answered else 0
    return next((one for one in own if one.letter == answered), own[-1] if own else None)


def _obey(desk: Desk, command: Command, requests: Sequence[Command]) -> Desk:
    """Obey commands as if they stood in place of ``command``; each keeps who may read of it."""
    for request in requests:
        since = len(desk.answers)
        nature = commands.find_nature(request.verb)
        text = command.text if request.verb == command.verb else request.text
        here = replace(request, span=command.span, text=text)
        desk = commands.obey(desk, here).calls(nature, since=since)
    return desk


def _take(desk: Desk, command: Command, offered_orders: Sequence[tuple[Order, str]]) -> Desk:
    """Take the orders that were offered, those that a later mail replaced left out.

    Where none is left that is said: who says yes may not know it.
    """
    reason = order_sheet.explain_closed(desk)
    if offered_orders and reason:
        return desk.refuses(command, reason)
    texts_of: dict[str, dict[str, None]] = {}
    for order, _ in offered_orders:
        if order.key and not order.key.endswith("+"):
            texts_of.setdefault(order.key, {})[order.text] = None
    for texts in texts_of.values():
        if len(texts) == 1:
            continue
        # One unit can't have all of them.
        message = f"which is meant? Reply {list_names(texts, 'or')}"
        desk = desk.refuses(command, message, *texts)
        offered_orders = [one for one in offered_orders if one[0].text not in texts]
    counting = [order for order, newer in offered_orders if newer in ("", order.text)]
    for order in counting:
        desk = order_sheet.take(desk, replace(order, span=command.span))
    for order, newer in () if counting else offered_orders:
        message = f"{order.text} was offered, and you ordered {newer} since: that stays"
        desk = desk.answers_line(command.span, command.text, "ignored", message)
    return desk
