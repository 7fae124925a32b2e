"""Lines where none count, in the quote of the judge's own mail or the Subject: they are offered.

Nothing of them is obeyed before the player says so with YES and the mail's receipt number.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from judge.catalog import sheet as catalog_sheet
from judge.game.readers.addresses import MASTER
from judge.kernel import mask
from judge.kernel.engine import Order
from judge.kernel.mail import Letter
from judge.kernel.notice import QUOTED, REQUESTED, SUBJECT
from judge.kernel.text import Command, Line
from judge.letters.desk import order_sheet, receipts, subjects, threads
from judge.letters.desk.desk import Desk
from judge.mail import quotes
from judge.store.record import DONE

Items = Sequence[catalog_sheet.Answerable]
"""What the reader makes of lines."""
READY = "ready"
"""What the line READY is."""
_NEVER = frozenset({"broadcast", "game", "phase", "press", "signoff", "signon"})
"""Commands that say how other lines are to be read: alone in a Subject they ask for nothing."""


def ask_back(desk: Desk) -> Desk:
    """The desk with the commands and orders that its letter may mean asked back."""
    subject = _understand(desk, subjects.read_line(desk, desk.letter) if desk.table else ())
    requests = _requests(desk, desk.letter, subject)
    if requests:
        listing = ", ".join(mask.text(request.text) for request in requests)
        may_say_yes = desk.seat is not None or desk.role == MASTER
        offer = f"YES {desk.receipt}" if may_say_yes else ""
        way = f"Reply {offer} to use it" if offer else "Write it in the mail itself"
        message = f"I found {listing} in the Subject. Nothing there counts by itself. {way}"
        first, count, since = requests[0], len(requests), len(desk.answers)
        desk = desk.sets_aside(
            first.span, listing, message, why=REQUESTED, offer=offer, count=count
        ).calls(first.verb, since=since)
    return _ask_back_orders(desk, subject)


def _ask_back_orders(desk: Desk, subject: Items) -> Desk:
    """The desk with orders in the quote and in the ``subject`` asked back."""
    if (
        desk.sheet is None
        or not (subject or desk.letter.filled)
        or order_sheet.explain_closed(desk)
    ):
        return desk
    quoted_orders = _read_orders(desk, _list_quoted_lines(desk))
    for where, orders_found in ((QUOTED, quoted_orders), (SUBJECT, _present_orders(desk, subject))):
        own_orders = _read_orders(desk, desk.letter.lines) if orders_found else ()
        keys_given = {order.key for order in own_orders}
        possible_orders = [order for order in orders_found if order.key not in keys_given]
        if not possible_orders:
            continue
        first, offer = possible_orders[0], f"YES {desk.receipt}"
        texts = tuple(order.text for order in possible_orders)
        message = (
            f"I found orders in {where}: {', '.join(texts)}. Nothing there counts by itself."
            f" Reply {offer} to use them"
        )
        desk = desk.sets_aside(
            first.span,
            first.typed,
            message,
            why=where,
            offer=offer,
            count=len(texts),
            suggestions=texts,
        )
    present_orders = _present_orders(desk, subject)
    orders_ahead = [
        item for item in subject if isinstance(item, Order) and item not in present_orders
    ]
    if not orders_ahead:
        return desk
    message = (
        "I found orders for a later phase in the Subject. Nothing there counts: write them in the "
        "mail itself"
    )
    first, count = orders_ahead[0], len(orders_ahead)
    return desk.sets_aside(first.span, first.typed, message, why=SUBJECT, count=count)


def requests_meant(desk: Desk, letter: Letter) -> list[Command]:
    """The commands in the Subject of an earlier letter of this seat that it was asked about."""
    earlier_desk = threads.look_back(desk, letter)
    return _requests(desk, letter, _understand(desk, subjects.read_line(earlier_desk, letter)))


def _requests(desk: Desk, letter: Letter, subject: Items) -> list[Command]:
    """The commands of a ``subject`` that no line of its letter gives."""
    requests = _commands(subject)
    verbs_given = _NEVER | (
        {one.verb for one in _commands(_understand(desk, letter.lines))} if requests else set()
    )
    return [one for one in requests if one.verb not in verbs_given]


def _commands(items: Items) -> list[Command]:
    return [item for item in items if isinstance(item, Command) and item.text]


def _understand(desk: Desk, lines: Sequence[Line]) -> Items:
    """Lines as the writer's power reads, ``()`` without a game."""
    if desk.table is None or not lines:
        return ()
    power = desk.seat.power if desk.seat else ""
    return catalog_sheet.understand(lines, desk.table.variant, desk.table.state, power)


def tell_lapsed(desk: Desk) -> Desk:
    """The desk with its READY saying which offers that lets lapse, or what it waits for itself."""
    if desk.waiver != DONE:
        return desk
    orders_open = (order for one in order_sheet.list_open_offers(desk) for order in one.orders)
    lapsed = ", ".join(dict.fromkeys(order.text for order in orders_open))
    is_open = any(answer.verdict == "problem" for answer in desk.answers)
    lost = [f"what I offered is not taken ({lapsed})"] if lapsed else []
    waits = "READY counts once no line of your mail is in doubt" if is_open else ""
    answers = tuple(
        replace(one, message="; ".join((*lost, waits or one.message)))
        if one.nature == READY and one.verdict == "done"
        else one
        for one in desk.answers
    )
    return replace(desk, answers=answers)


def _read_orders(desk: Desk, lines: Sequence[Line]) -> list[Order]:
    return _present_orders(desk, _understand(desk, lines)) if desk.seat else []


def _present_orders(desk: Desk, items: Items) -> list[Order]:
    """The orders that no phase of their own puts off."""
    phase = desk.table.game.phase if desk.table else None
    here = ((), (phase.id,) if phase else ())
    found, is_present = [], True
    for item in items:
        if isinstance(item, Command) and item.verb == "phase":
            is_present = item.words in here
        elif isinstance(item, Order) and is_present:
            found.append(item)
    return found


def _list_quoted_lines(desk: Desk) -> Sequence[Line]:
    """The lines of the quoted form that are not as the judge sent them.

    These stand below a heading of the present phase, or of none, begin with an order ("One bid a
    line, as in BID 5 Finland" is the judge's example) and repeat none of this phase: the judge
    lists the orders that it took, so that one of them is only quoted.
    """
    if not desk.letter.filled:
        return ()
    game = desk.table.game if desk.table else None
    phase = game.phase if game else None
    # All orders that the seat has given in this phase, those since replaced among them.
    taken_texts = set(desk.sheet.orders if desk.sheet else ())
    taken_texts.update(
        answer.order
        for one in receipts.list_readings(desk)
        if game and one.number == game.number
        for answer in one.answers
    )
    is_present, changed = False, []
    for line in desk.letter.filled:
        if heading := quotes.form_heading(line):
            _, preposition, title = heading.upper().partition(" FOR ")
            is_present = not preposition or phase is None or title.strip() == phase.title.upper()
        elif is_present:
            orders = _read_orders(desk, (line,))
            begins = any(one.span.column == 1 for one in orders)
            if begins and not {one.text for one in orders} <= taken_texts:
                changed.append(line)
    return changed
