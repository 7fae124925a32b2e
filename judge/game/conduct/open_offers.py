"""What mails of a seat were offered in this phase and its player has not answered yet.

An offer ends with its phase, with an order or a newer offer for its unit, and with a no. Till then
answers and reminders tell of it, and a YES to one takes it.
"""

from collections.abc import Iterator, Sequence, Set
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import Connection

from judge.catalog import sheet as catalog_sheet
from judge.game.terms.tables import Table
from judge.kernel.engine import Event, Order
from judge.kernel.notice import WHICH, YES
from judge.kernel.text import Line
from judge.mail.ours import Ours, receipt_number
from judge.store import letters
from judge.store.record import Doubt, Sheet


class OpenOffer(NamedTuple):
    """What a line in doubt of an earlier mail was offered and is still to be decided.

    A yes takes all of the orders, or it has to be said which ``is_meant``.
    """

    doubt: Doubt
    orders: tuple[Order, ...]
    is_meant: bool


def list_open(
    db: Connection,
    ours: Ours,
    table: Table,
    sheet: Sheet,
    keys: Set[str] = frozenset(),
    whole: str = "",
) -> list[OpenOffer]:
    """The open offers of a sheet's mails, the newest mail's first.

    ``keys`` are those of orders that are offered anew. ``whole`` is the receipt of a mail of which
    all is listed that it offered, decided or not.
    """
    doubts = [one for one in sheet.doubts if not one.declined]
    if not doubts:
        return []
    readings = letters.readings_of(db, table.game.id, sheet.power)
    answers_of = {one.letter: one.answers for one in readings}
    found: list[OpenOffer] = []
    doubts.sort(key=lambda one: one.received, reverse=True)
    for receipt, group in groupby(doubts, key=lambda one: one.receipt):
        answers = answers_of.get(receipt_number(ours, receipt) or 0, ())
        offered = [
            OpenOffer(
                doubt, tuple(read(table, sheet.power, answer.suggestions)), answer.offer == WHICH
            )
            for doubt in group
            for answer in answers
            if answer.line == doubt.line and answer.offer  # none where it was refused
        ]
        offered_keys = {order.key for one in offered for order in one.orders}
        if receipt != whole:
            offered = [_leave_out_decided(sheet, one, keys) for one in offered]
        found += [one for one in offered if one.orders]
        keys = keys | offered_keys
    return found


def tell(offers: Sequence[OpenOffer], audience: str) -> Iterator[Event]:
    """What the player is told of open offers; a yes to the mail that tells him takes them."""
    texts_of: dict[str, list[str]] = {}
    for doubt, orders, is_meant in offers:
        texts = [one.text for one in orders]
        asks = f"{WHICH} {' | '.join(texts)}" if is_meant else f"{YES} {doubt.receipt}"
        texts_of.setdefault(asks, []).extend(texts)
    for asks, texts in texts_of.items():
        yield Event("open-offer", {"orders": texts, "asks": asks}, audience)


def read(table: Table, power: str, texts: Sequence[str]) -> list[Order]:
    """The orders that lines stand for, as they read now for a power."""
    if not texts:
        return []
    lines = [Line(number, text) for number, text in enumerate(texts, 1)]
    items = catalog_sheet.understand(lines, table.variant, table.state, power)
    return [item for item in items if isinstance(item, Order)]


def _leave_out_decided(sheet: Sheet, offer: OpenOffer, keys: Set[str]) -> OpenOffer:
    """An offer without what was ordered, or ordered or offered (``keys``) anew since."""
    entries = sheet.entries
    newer = {*keys, *(one.key for one in entries if one.received > offer.doubt.received)} - {""}
    left = tuple(
        one for one in offer.orders if one.text not in sheet.orders and one.key not in newer
    )
    return offer._replace(orders=() if offer.is_meant and left != offer.orders else left)
