"""Orders ahead as a letter brings them: lines for later phases, kept as they were typed."""

from dataclasses import replace

from judge.catalog import sheet as catalog_sheet
from judge.desk import orders
from judge.desk.desk import Desk, Section
from judge.game.turn import orders_ahead
from judge.kernel.engine import Order
from judge.kernel.notice import LATE
from judge.kernel.text import Command, Ignored, Problem, Span
from judge.store import ahead
from judge.store.record import OVER, Later

MOST = 400
"""Lines that wait for one power."""
_KEPT = ("wait", "nowait")
"""Commands that a later phase obeys; all others are obeyed at once."""


def belongs(desk: Desk, item: catalog_sheet.Answerable) -> bool:
    """Whether a line is for a later phase: orders, conditions, and a few commands are."""
    if desk.section is None:
        return False
    return may_wait(item)


def may_wait(item: catalog_sheet.Answerable) -> bool:
    """Whether a heading above a line decides for which phase it is."""
    if isinstance(item, Command):
        return item.verb in (*_KEPT, "clear")
    return not isinstance(item, Ignored)


def take(desk: Desk, item: catalog_sheet.Answerable) -> Desk:
    """Keep a line for the phase that its section names."""
    section = desk.section
    if section is None or isinstance(item, Ignored):
        return desk
    if isinstance(item, Problem) and item.ordered and section.offer:
        return desk.sets_aside(item.span, item.text, item.message, why=LATE, offer=section.offer)
    if isinstance(item, Problem):
        return orders.answer_mistake(desk, item)
    text = item.typed if isinstance(item, Order) else item.text
    if section.refusal:
        verdict = "problem" if section.alone else "ignored"
        return desk.answers_line(item.span, text, verdict, section.refusal)
    if isinstance(item, Command) and item.verb == "clear":
        return _forget_phase(desk, section, item)
    return _add_line(desk, section, item.span, text)


def _add_line(desk: Desk, section: Section, span: Span, text: str) -> Desk:
    if len(section.lines) + _count_waiting(desk) >= MOST:
        return desk.answers_line(span, text, "problem", f"more than {MOST} lines wait already")
    lines = tuple(dict.fromkeys((*section.lines, span.line)))
    order_texts = (*section.orders, text) if section.alone else ()
    waiting = replace(desk, section=replace(section, lines=lines, orders=order_texts))
    return waiting.answers_line(span, text, "later", "")


def _count_waiting(desk: Desk) -> int:
    return sum(len(later.lines) for later in _list_own_lines(desk))


def _forget_phase(desk: Desk, section: Section, command: Command) -> Desk:
    """Forget what waits for a phase."""
    if command.words:
        return desk.refuses(command, f"CLEAR alone forgets all lines for {section.title}")
    letters = [later for later in _list_own_lines(desk) if later.phase == section.phase]
    ahead.drop(desk.db, [later.id for later in letters])
    count = len(section.lines) + sum(len(later.lines) for later in letters)
    emptied = replace(desk, section=replace(section, lines=()))
    sentence = f"{count} line{'' if count == 1 else 's'} for {section.title} forgotten"
    return emptied.says(command, sentence)


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
        ahead.add(desk.db, later)
    return replace(desk, section=None)


def show_waiting(desk: Desk) -> Desk:
    """The desk with all that waits for its seat: every answer shows it."""
    if desk.table is None:
        return desk
    return desk.shows(*orders_ahead.show_waiting(desk.table, _list_own_lines(desk), desk.own))


def _list_own_lines(desk: Desk) -> list[Later]:
    if desk.table is None or desk.seat is None or desk.table.game.status == OVER:
        return []
    return orders_ahead.list_of_player(ahead.of_game(desk.db, desk.table.game.id), desk.seat)
