"""What earlier mails of a phase were offered and nobody has answered yet.

An offer ends with its phase, with an order or a newer offer for its unit, and with a no. Till then
every answer tells of it, and a YES to that takes it beside what is new.
"""

from collections.abc import Container, Iterator, Sequence, Set
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from judge.catalog import sheet as catalog_sheet
from judge.kernel.engine import Event, Order
from judge.kernel.notice import WHICH, YES
from judge.kernel.text import Line
from judge.letters.desk import receipts
from judge.letters.desk.desk import Desk
from judge.store.record import Doubt


class OpenOffer(NamedTuple):
    """What a line in doubt of an earlier mail was offered and is still to be decided.

    A yes takes all of the orders, or it has to be said which ``is_meant``.
    """

    doubt: Doubt
    orders: tuple[Order, ...]
    is_meant: bool


def list_open(desk: Desk) -> list[OpenOffer]:
    """The open offers of earlier mails of the seat, the newest mail's first."""
    doubts = [one for one in desk.sheet.doubts if _may_be_open(desk, one)] if desk.sheet else []
    if not doubts:
        return []
    found: list[OpenOffer] = []
    keys = {one.key for answer in desk.answers for one in read(desk, answer.suggestions)}
    doubts.sort(key=lambda one: one.received, reverse=True)
    for _, group in groupby(doubts, key=lambda one: one.receipt):
        offered = [offer for one in group for offer in _list_offered(desk, one)]
        left = (_leave_out_decided(desk, one, keys) for one in offered)
        found += [one for one in left if one.orders]
        keys |= {order.key for one in offered for order in one.orders}
    return found


def _may_be_open(desk: Desk, doubt: Doubt) -> bool:
    return doubt.receipt != desk.receipt and not doubt.declined


def tell(desk: Desk) -> Desk:
    """The desk with its answer telling what is still open; a yes to it takes that, too."""
    texts_of: dict[str, list[str]] = {}
    for doubt, orders, is_meant in list_open(desk):
        texts = [one.text for one in orders]
        asks = f"{WHICH} {' | '.join(texts)}" if is_meant else f"{YES} {doubt.receipt}"
        texts_of.setdefault(asks, []).extend(texts)
    events = (
        Event("open-offer", {"orders": texts, "asks": asks}, desk.own)
        for asks, texts in texts_of.items()
    )
    return desk.shows(*events)


def decline(desk: Desk, names: Container[str]) -> Desk:
    """The desk after a no to what was offered in the answers to the mails of these receipts."""
    if desk.sheet is None:
        return desk
    doubts = (
        replace(one, declined=True) if one.receipt in names else one for one in desk.sheet.doubts
    )
    return replace(desk, sheet=replace(desk.sheet, doubts=tuple(doubts)))


def _list_offered(desk: Desk, doubt: Doubt) -> Iterator[OpenOffer]:
    """What a line in doubt was offered, as it reads now; nothing if it was refused."""
    reading = receipts.find_own_letter(desk, doubt.receipt)
    for answer in reading.answers if reading else ():
        if answer.line == doubt.line and answer.offer:
            orders = tuple(read(desk, answer.suggestions))
            yield OpenOffer(doubt, orders, answer.offer == WHICH)


def read(desk: Desk, texts: Sequence[str]) -> Iterator[Order]:
    """The orders that lines stand for, as they read now for the seat."""
    if desk.table is None or desk.seat is None or not texts:
        return
    lines = [Line(number, text) for number, text in enumerate(texts, 1)]
    items = catalog_sheet.understand(lines, desk.table.variant, desk.table.state, desk.seat.power)
    yield from (item for item in items if isinstance(item, Order))


def _leave_out_decided(desk: Desk, offer: OpenOffer, keys: Set[str]) -> OpenOffer:
    """An offer without what was ordered, or ordered or offered (``keys``) anew since."""
    entries = desk.sheet.entries if desk.sheet else ()
    texts = {one.text for one in entries}
    newer = {*keys, *(one.key for one in entries if one.received > offer.doubt.received)} - {""}
    left = tuple(one for one in offer.orders if one.text not in texts and one.key not in newer)
    return offer._replace(orders=() if offer.is_meant and left != offer.orders else left)
