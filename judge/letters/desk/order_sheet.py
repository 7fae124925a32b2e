"""Orders of one letter: taken one by one, the last for a unit counts, stored once at the end.

Beside them stands what a letter opens and what its player waives: questions asked back, points
left unspent. NO POINTS and READY are said of a sheet as it is. CLEAR takes them back, and so does
whatever is said of points afterwards, be it refused; other orders anew leave of READY what it says
of points.
"""

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace
from sqlalchemy import Connection

from judge.catalog import sheet as catalog_sheet
from judge.game.clocks import ready
from judge.game.conduct import awaited, open_offers
from judge.game.conduct.open_offers import OpenOffer
from judge.game.terms.policy import WAIT
from judge.game.terms.tables import Table
from judge.game.turn import orders_ahead
from judge.kernel import limits
from judge.kernel.engine import Order
from judge.kernel.notice import LATE, MEANT, OFFERED, WHICH, YES, Answer
from judge.kernel.text import Command, Ignored, Line, Offer, Problem, Span
from judge.letters.desk import speakers
from judge.letters.desk.desk import SAME, Desk
from judge.store import games, sheets
from judge.store.record import (
    DONE,
    FORMING,
    OVER,
    RUNNING,
    SPARES,
    Doubt,
    Entry,
    Later,
    Seat,
    Sheet,
)


def find_sheet(db: Connection, table: Table, seat: Seat) -> Sheet | None:
    """The seat's sheet of the present phase; None where the game is not being played."""
    if table.game.status != RUNNING:
        return None
    return sheets.get(db, table.game.id, table.game.number, seat.power)


def list_legal(table: Table, power: str, entries: Sequence[Entry]) -> list[Order]:
    """Those of some orders that the board, as it is now, allows."""
    lines = [Line(number, entry.text) for number, entry in enumerate(entries, 1)]
    items = catalog_sheet.understand(lines, table.variant, table.state, power)
    return [item for item in items if isinstance(item, Order)]


def take(desk: Desk, order: Order) -> Desk:
    """Take an order that the engine took, unless the game or the clock forbids it."""
    reason = explain_closed(desk)
    if _is_late(desk, reason):
        return set_aside(desk, order.span, order.typed, reason)
    if reason or desk.sheet is None:
        if reason and any(answer.message == reason for answer in desk.answers):
            return _answer_order(desk, order, "ignored", SAME)
        return _answer_order(desk, order, "problem", reason)
    others, replaced_texts = [], set()
    for old in desk.sheet.entries:
        # Of a mail that our server took later but we read earlier.
        if order.key and old.key == order.key and old.received > desk.letter.received:
            later = f"a mail of yours that came later says {old.text}"
            return _answer_order(desk, order, "ignored", later)
        if not old.gives_way(order, desk.receipt):
            others.append(old)
        elif old.receipt == desk.receipt:
            replaced_texts.add(old.text)
    entry = Entry(order.text, order.key, order.typed, desk.receipt, desk.letter.received)
    replaced_texts.discard(order.text)
    note = f"line {order.span.line} orders this unit anew, and the last order counts"
    answers = tuple(
        replace(answer, verdict="noted", message=note) if answer.order in replaced_texts else answer
        for answer in desk.answers
    )
    sheet = replace(desk.sheet, entries=(*others, entry))
    next_desk = replace(desk, sheet=sheet, changed=True, answers=answers)
    next_desk = reconsider(next_desk) if spends(order.text) else next_desk
    return _answer_order(next_desk, order, "taken", order.note)


def _answer_order(desk: Desk, order: Order, verdict: str, message: str) -> Desk:
    """The desk with one line of the transcript about an order; of one taken the message notes."""
    is_taken = verdict == "taken"
    if is_taken and message:
        verdict = "noted"
    text, column = order.text if is_taken else "", _find_column(desk, order.span, order.typed)
    answer = Answer(order.span.line, order.typed, verdict, text, message, column=column)
    return replace(desk, answers=(*desk.answers, answer))


def _find_column(desk: Desk, span: Span, text: str) -> int:
    """Where a span begins in what is shown of its line, which may be a part of it."""
    lines = desk.letter.lines
    line = lines[span.line - 1].text if span.line <= len(lines) else text
    return span.column - max(line.rfind(text, 0, span.column - 1 + len(text)), 0)


def answer_mistake(desk: Desk, problem: Problem) -> Desk:
    """Answer a line that can't be taken; no earlier order is touched by it.

    Of an order that came too late only that is said: it was read without the board.
    """
    reason = explain_closed(desk) if problem.ordered else ""
    if _is_late(desk, reason):
        return set_aside(desk, problem.span, problem.text, reason)
    if reason and speakers.ask_which_game(desk):
        said = any(answer.message == reason for answer in desk.answers)
        verdict, reason = ("ignored", SAME) if said else ("problem", reason)
        return desk.answers_line(problem.span, problem.text, verdict, reason)
    answer = Answer(
        problem.span.line,
        problem.text,
        "problem",
        message=problem.message,
        column=_find_column(desk, problem.span, problem.text),
        suggestions=problem.suggestions,
    )
    if problem.meant and not reason:
        why = OFFERED if problem.ordered else MEANT
        message = f"{answer.message} Reply YES and it counts"  # a yes takes the only one
        if len(answer.suggestions) > 1:
            answer = replace(answer, offer=WHICH)
        else:
            answer = replace(answer, message=message, aside=why, offer=YES)
    is_about_points = problem.ordered and _OF_POINTS.search(problem.text)
    next_desk = reconsider(desk) if is_about_points else desk
    traces = (*desk.faults, problem.fault) if problem.fault else desk.faults
    return replace(next_desk, answers=(*desk.answers, answer), faults=traces)


def offer(desk: Desk, wish: Offer) -> Desk:
    """Show what a line seems to order, which a YES takes; a line that came too late says so."""
    reason = explain_closed(desk)
    if _is_late(desk, reason):
        return set_aside(desk, wish.span, wish.text, reason)
    if reason:
        verdict = "problem" if desk.table is None and desk.person is not None else "ignored"
        return desk.answers_line(wish.span, wish.text, verdict, reason)
    listing = ", ".join(wish.orders)
    is_plain = not (wish.why or wish.otherwise)
    if desk.sheet and is_plain and {*wish.orders} <= {*desk.sheet.orders}:
        stands = "stand" if len(wish.orders) > 1 else "stands"
        return desk.answers_line(wish.span, wish.text, "ignored", f"{listing} {stands} already")
    why = f"; {wish.why}" if wish.why else ""
    message = f"I read line {wish.span.line} as {listing}{why}. Reply YES and it counts"
    return desk.sets_aside(
        wish.span,
        wish.text,
        message,
        why=OFFERED,
        offer=YES,
        count=len(wish.orders),
        suggestions=wish.orders,
    )


def set_aside(desk: Desk, span: Span, text: str, reason: str) -> Desk:
    """Answer a line that came too late, and what uses it all the same if anything does."""
    offer = f"TAKE {desk.receipt}"
    return desk.sets_aside(span, text, reason, why=LATE, offer=offer if offer in reason else "")


def _is_late(desk: Desk, reason: str) -> bool:
    """Whether it is the hour, or the phase, for which orders can't be taken."""
    return reason.startswith(LATE) or f"TAKE {desk.receipt}" in reason


def explain_closed(desk: Desk) -> str:
    """Why the letter's orders can't be taken, or "": no seat, no phase, too late."""
    if desk.table is None or desk.seat is None:
        return speakers.explain_seatless(desk)
    game = desk.table.game
    if game.status == FORMING:
        return f"{game.name} has not begun; you get a mail with your units when it does"
    if game.status == OVER or game.opened is None:
        return f"{game.name} is over"
    if desk.overdue:
        return desk.overdue
    if desk.letter.received < game.opened and desk.table.is_seatless:
        phase = game.phase_title
        return f"this mail came before {phase} began: if you mean it for that, send it again"
    if desk.letter.received < game.opened:
        return (
            "this mail reached us before the present phase began: look at the results first. If "
            f"you mean it for {game.phase.title if game.phase else ''}, reply TAKE {desk.receipt}"
        )
    if game.held:
        return "the phase is over; its results wait for the game master"
    return _explain_late(desk, desk.table)


def _explain_late(desk: Desk, table: Table) -> str:
    """Why the deadline shuts a letter out, or ""; a paused game has none."""
    deadline, arrival = table.game.deadline, desk.arrival
    if deadline is None or arrival < deadline:
        return ""
    if arrival < deadline + table.clock.grace and not ready.is_grace_over(desk.db, table):
        return ""
    if awaited.list_unheard(desk.db, desk.house, table):
        return ""
    if table.policy.nmr == WAIT and ready.keeps_waiting(desk.db, table, arrival):
        return ""
    came = "the reply that it waited for" if desk.confirmed == arrival else "this mail"
    seconds, length = int((arrival - deadline).total_seconds()), "less than a minute"
    for unit, size in (("minute", 60), ("hour", 3600), ("day", 86400)):
        if count := seconds // size:
            length = f"{count} {unit}{'s' if count > 1 else ''}"
    return f"{LATE}: {came} came {length} after the deadline"


def store(desk: Desk) -> Desk:
    """Store the seat's orders if the letter changed them; work out how they stand."""
    table, sheet = desk.table, desk.sheet
    if table is None or sheet is None or desk.seat is None:
        return desk
    waiver = find_waiver(desk, sheet)
    # A letter that comes too late opens nothing: the book is closed for it.
    doubts = sheet.doubts if explain_closed(desk) else list_doubts(desk, sheet)
    standing = ready.decide_points(table.standing(desk.seat.power, sheet.orders), waiver)
    now = replace(sheet, complete=standing.complete, said=waiver, doubts=doubts)
    now = replace(now, ready=ready.is_ready(now, standing))
    if desk.changed or now != sheets.get(desk.db, table.game.id, table.game.number, sheet.power):
        sheets.save(desk.db, table.game.id, table.game.number, now)
        if sheet.ready and not now.ready:
            games.mark_unready(desk.db, table.game.id)
        # A game that waits after its deadline may wait for no other orders.
        deadline = table.game.deadline
        if now.ready or (deadline is not None and deadline <= desk.letter.received):
            games.touch(desk.db, table.game.id)
    unready = tuple(ready.open_ends(now, standing, desk.receipt))
    stored = replace(desk, sheet=now, standing=standing, unready=unready)
    return stored.shows(*open_offers.tell(list_open_offers(stored), stored.own))


_KEPT = ("wait", "nowait")
"""Commands that a later phase obeys; all others are obeyed at once."""


def belongs_ahead(desk: Desk, item: catalog_sheet.Answerable) -> bool:
    """Whether a line is for a later phase: orders, conditions, and a few commands are."""
    return desk.section is not None and may_wait(item)


def may_wait(item: catalog_sheet.Answerable) -> bool:
    """Whether a heading above a line decides for which phase it is."""
    if isinstance(item, Command):
        return item.verb in (*_KEPT, "clear")
    return not isinstance(item, Ignored)


def take_ahead(desk: Desk, item: catalog_sheet.Answerable) -> Desk:
    """Keep a line for the phase that its section names."""
    section = desk.section
    if section is None or isinstance(item, Ignored):
        return desk
    if isinstance(item, Problem):
        if not (item.ordered and section.offer):
            return answer_mistake(desk, item)
        return desk.sets_aside(item.span, item.text, item.message, why=LATE, offer=section.offer)
    text = item.typed if isinstance(item, Order) else item.text
    if section.refusal:
        verdict = "problem" if section.alone else "ignored"
        return desk.answers_line(item.span, text, verdict, section.refusal)
    waiting = _list_own_lines(desk)
    if isinstance(item, Command) and item.verb == "clear":  # forgets what waits for the phase
        if item.words:
            return desk.refuses(item, f"CLEAR alone forgets all lines for {section.title}")
        letters = [later for later in waiting if later.phase == section.phase]
        sheets.drop_ahead(desk.db, [later.id for later in letters])
        count = len(section.lines) + sum(len(later.lines) for later in letters)
        sentence = f"{count} line{'' if count == 1 else 's'} for {section.title} forgotten"
        return replace(desk, section=replace(section, lines=())).says(item, sentence)
    waiting_count = sum(len(later.lines) for later in waiting)
    if len(section.lines) + waiting_count >= limits.LINES_AHEAD:
        too_many = f"more than {limits.LINES_AHEAD} lines wait already"
        return desk.answers_line(item.span, text, "problem", too_many)
    lines = tuple(dict.fromkeys((*section.lines, item.span.line)))
    order_texts = (*section.orders, text) if section.alone else ()
    kept = replace(desk, section=replace(section, lines=lines, orders=order_texts))
    return kept.answers_line(item.span, text, "later", "")


def close_section(desk: Desk) -> Desk:
    """The desk at the end of a section, which is stored."""
    before = desk.section
    if before is not None and before.lines and desk.table and desk.seat and desk.seat.person:
        text_of_line = {line.number: line.text for line in desk.letter.lines}
        later = Later(
            game=desk.table.game.id,
            power=desk.seat.power,
            person=desk.seat.person,
            phase=before.phase,
            title=before.title,
            receipt=desk.receipt,
            received=desk.letter.received,
            lines=before.orders or tuple(text_of_line[number] for number in before.lines),
        )
        sheets.add_ahead(desk.db, later)
    return replace(desk, section=None)


def show_waiting(desk: Desk) -> Desk:
    """The desk with all that waits for its seat: every answer shows it."""
    if desk.table is None:
        return desk
    return desk.shows(*orders_ahead.show_waiting(desk.table, _list_own_lines(desk), desk.own))


def _list_own_lines(desk: Desk) -> list[Later]:
    if desk.table is None or desk.seat is None or desk.table.game.status == OVER:
        return []
    return orders_ahead.list_of_player(sheets.ahead_of(desk.db, desk.table.game.id), desk.seat)


def take_kept_orders(
    desk: Desk, command: Command, table: Table, seat: Seat, lines: Sequence[Line]
) -> Desk:
    """Take the orders among ``lines`` as if they stood in place of ``command``.

    What they say beside orders is not obeyed, and lines for a later phase are left out.
    """
    now = table.engine.phase(table.state).id
    headings = {
        item.span.line: "".join(item.words)
        for item in catalog_sheet.understand(lines, table.variant, None, "")
        if isinstance(item, Command) and item.verb == "phase"
    }
    present, is_present = [], True
    for line in lines:
        if line.number in headings:
            phase = headings[line.number]
            is_present = phase in ("", now) or table.engine.later(table.state, phase) is None
        elif is_present:
            present.append(line)
    all_items = catalog_sheet.understand(present, table.variant, table.state, seat.power)
    items = [item for item in all_items if isinstance(item, Order | Problem)]
    if not items:
        return desk.refuses(command, "there is no order in that mail")
    count = sum(isinstance(item, Order) for item in items)
    desk = desk.says(command, f"{count} order{'' if count == 1 else 's'} of that mail")
    for item in items:
        here = replace(item, span=replace(item.span, line=command.span.line))
        desk = take(desk, here) if isinstance(here, Order) else answer_mistake(desk, here)
    return desk


SPENDING = ("DP ", "BID ", "SWITCH ", "ALLOCATE ", "BUY ")
"""How lines begin that spend points or influence."""
_OF_POINTS = re.compile(r"\d|\b(?:dp|bids?|points?|allocate|buy|spend)\b", re.IGNORECASE)


def spends(order: str) -> bool:
    """Whether a canonical order spends points."""
    return order.startswith(SPENDING)


def withdraw_waiver(desk: Desk) -> Desk:
    """The desk as if neither NO POINTS nor READY had been said."""
    sheet = replace(desk.sheet, said="") if desk.sheet else None
    return replace(desk, sheet=sheet, waiver="")


def reconsider(desk: Desk) -> Desk:
    """The desk after a line about points: NO POINTS is taken back; READY of this mail covers it."""
    return desk if desk.waiver == DONE else withdraw_waiver(desk)


def waiver_after_change(sheet: Sheet, orders: Iterable[str]) -> str:
    """What is left of what was said of a sheet when somebody else gives ``orders`` on it."""
    return "" if any(map(spends, orders)) else SPARES if sheet.said else ""


def find_waiver(desk: Desk, sheet: Sheet) -> str:
    """How far a sheet's player has waived what is open, after a letter of his."""
    has_news = desk.changed or any(answer.verdict == "problem" for answer in desk.answers)
    before = SPARES if sheet.said and has_news else sheet.said
    return max(desk.waiver, before, key=_REACH.index)


def list_open_offers(desk: Desk, whole: str = "") -> list[OpenOffer]:
    """What earlier mails of the seat were offered, and this one leaves open.

    Of the mail with the receipt ``whole`` all that it was offered is listed.
    """
    table, sheet = desk.table, desk.sheet
    doubts = [one for one in sheet.doubts if one.receipt != desk.receipt] if sheet else []
    if table is None or sheet is None or not doubts:
        return []
    suggestions = [text for answer in desk.answers for text in answer.suggestions]
    keys = {order.key for order in open_offers.read(table, sheet.power, suggestions)}
    earlier = replace(sheet, doubts=tuple(doubts))
    return open_offers.list_open(desk.db, desk.house.ours, table, earlier, keys, whole)


def list_doubts(desk: Desk, sheet: Sheet) -> tuple[Doubt, ...]:
    """The lines that are open after a letter: orders anew answer what was asked before.

    Of what was offered they answer what is about their units alone. READY answers all, which its
    player says of what he was told of: never of a line in the same letter.
    """
    lines = sorted({answer.line for answer in desk.answers if answer.verdict == "problem"})
    new_doubts = tuple(Doubt(desk.receipt, line, desk.letter.received) for line in lines)
    kept: Sequence[Doubt] = sheet.doubts
    if desk.changed or desk.waiver == DONE:
        offered = [] if desk.waiver == DONE else [one.doubt for one in list_open_offers(desk)]
        kept = [one for one in sheet.doubts if one.receipt == desk.receipt or one in offered]
    return tuple(dict.fromkeys((*kept, *new_doubts)))


_REACH = ("", SPARES, DONE)
"""What may be waived, by how much it is."""
