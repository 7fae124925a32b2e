"""Orders where none count, in the quote of the judge's own mail or the Subject: they are offered.

Nothing of them is obeyed before the player says so with YES and the mail's receipt number.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from judge.catalog import sheet as catalog_sheet
from judge.desk import orders
from judge.desk.desk import Desk
from judge.game.readers import addresses
from judge.kernel.engine import Order
from judge.kernel.mail import Letter
from judge.kernel.notice import Answer
from judge.kernel.text import Line
from judge.mail import forms
from judge.store import readings

SUBJECT = 0
"""The number of the "line" that the Subject is."""
_REPLY = re.compile(
    r"(?:\s*(?:re|fwd?|aw|wg|sv|vs|tr|rv|res|enc|odp|pd|ynt|antw|r|i|回复|答复|转发)\s*(?:\[\d+\])?\s*[:：])+",
    re.IGNORECASE,
)
_TAG = re.compile(r"\s*\[[^\]]*\]\s*")
_OURS = re.compile(
    r"\[[\w-]+\] [^:\]]+: ?(?:(?:corrected )?results|the game begins|all orders in|answer"
    r"|no orders? in yet|your bids are not in yet|\d+ of \d+ orders in|your orders are [a-z ]+"
    r"|\d+ orders? still to come|press(?: from [\w' -]+)?)\s*"
)
"""A subject of ours, which mails that order anything nearly always answer: it orders nothing."""


def ask_back_orders(desk: Desk) -> Desk:
    """The desk with the orders that its letter may mean, asked back; as it is without any."""
    subject, quoted = _list_subject_lines(desk.letter), desk.letter.filled
    if desk.sheet is None or not (subject or quoted) or orders.explain_closed(desk):
        return desk
    for where, lines in (("the quoted text", _list_quoted_lines(desk)), ("the Subject", subject)):
        quoted_orders = _read_orders(desk, lines)
        keys_given = {order.key for order in _find_own_orders(desk)} if quoted_orders else set()
        possible_orders = [order for order in quoted_orders if order.key not in keys_given]
        if possible_orders:
            desk = _ask_back(desk, where, possible_orders)
    return desk


def find_orders_meant(desk: Desk, letter: Letter) -> list[Order]:
    """The orders that an earlier letter of this seat was asked back about, as they read now."""
    earlier_desk = replace(desk, letter=letter, answers=())
    keys_given = {order.key for order in _find_own_orders(earlier_desk)}
    lines = (*_list_quoted_lines(earlier_desk), *_list_subject_lines(letter))
    return [order for order in _read_orders(earlier_desk, lines) if order.key not in keys_given]


def _ask_back(desk: Desk, where: str, possible_orders: Sequence[Order]) -> Desk:
    listing = ", ".join(order.text for order in possible_orders)
    message = (
        f"I found orders in {where}: {listing}. Nothing there counts by itself."
        f" Reply YES {desk.receipt} to use them"
    )
    first = possible_orders[0]
    answer = Answer(
        line=first.span.line,
        text=first.typed,
        verdict="problem",
        message=message,
        suggestions=(f"YES {desk.receipt}",),
    )
    return replace(desk, answers=(*desk.answers, answer))


def _find_own_orders(desk: Desk) -> list[Order]:
    """The orders that a letter gives where they count."""
    return _read_orders(desk, desk.letter.lines)


def _read_orders(desk: Desk, lines: Sequence[Line]) -> list[Order]:
    table, seat = desk.table, desk.seat
    if table is None or seat is None or not lines:
        return []
    items = catalog_sheet.understand(lines, table.variant, table.state, seat.power)
    return [item for item in items if isinstance(item, Order)]


def select_own_words(subject: str) -> str:
    """A Subject without what programs and the judge put before it; "" of one that is ours."""
    words = _REPLY.sub("", subject).strip()
    return "" if _OURS.fullmatch(words) else _TAG.sub(" ", words, count=1).strip()


def _list_subject_lines(letter: Letter) -> tuple[Line, ...]:
    bare = select_own_words(letter.subject)
    return (Line(SUBJECT, bare),) if bare else ()


def _list_quoted_lines(desk: Desk) -> tuple[Line, ...]:
    """The lines of the quoted form that are not as the judge sent them."""
    if not desk.letter.filled:
        return ()
    return tuple(_list_changed_lines(desk, desk.letter.filled))


def _list_changed_lines(desk: Desk, filled_lines: Iterable[Line]) -> Iterator[Line]:
    """Lines below a heading of the present phase that repeat no order of this phase.

    The judge lists the orders that it took, so that one of them is only quoted.
    """
    taken_texts, present = _list_taken_orders(desk), False
    for line in filled_lines:
        if title := forms.heading(line):
            present = _is_present(desk, title)
        elif present and not {order.text for order in _read_orders(desk, (line,))} <= taken_texts:
            yield line


def _is_present(desk: Desk, heading: str) -> bool:
    """Whether a heading is that of the present phase, or of none."""
    phase = desk.table.game.phase if desk.table else None
    _, preposition, title = heading.upper().partition(" FOR ")
    return not preposition or phase is None or title.strip() == phase.title.upper()


def _list_taken_orders(desk: Desk) -> frozenset[str]:
    """All orders that the seat has given in this phase, those since replaced among them."""
    table, sheet = desk.table, desk.sheet
    if table is None or sheet is None:
        return frozenset()
    role = desk.role or addresses.name(desk.seat)
    texts = (
        answer.order
        for one in readings.of_role(desk.db, table.game.id, role)
        if one.number == table.game.number
        for answer in one.answers
    )
    return frozenset((*sheet.orders, *texts))
