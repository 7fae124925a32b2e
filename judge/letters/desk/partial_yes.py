"""Which of the orders that a mail offered its answer takes: "yes, but not the second".

The offers are named by their places, their units or their lines. A sentence chooses only if every
word of it is known; of any other the answer tells what is open still.
"""

from collections.abc import Container, Sequence
from itertools import takewhile
from operator import itemgetter
from typing import NamedTuple

from msgspec.structs import replace

from judge.catalog import sheet as catalog_sheet
from judge.catalog.sheet import Answerable
from judge.game.conduct import open_offers
from judge.kernel.engine import Order
from judge.kernel.text import Command, Line, Offer, Span
from judge.letters.desk import order_sheet
from judge.letters.desk.desk import Desk
from judge.mail import consent, ours, quotes
from judge.mail.consent import Said

_PLACES = {
    "first": slice(0, 1),
    "second": slice(1, 2),
    "third": slice(2, 3),
    "fourth": slice(3, 4),
    "last": slice(-1, None),
    "first two": slice(0, 2),
    "last two": slice(-2, None),
}
"""Ideas that name offers by their places."""
_YES = ("yes", "clear yes", "all")
_EXCEPT = ("except", "no", "bare no")
_SILENT = ("only", "also", "beside", "greeting", "courtesy")
"""Ideas that name no offer."""


class Offered(NamedTuple):
    """An order that was offered, for which line, and whether nothing was ordered instead since."""

    order: Order
    line: int
    is_open: bool
    is_ordered: bool
    """Whether it is what the letter itself orders its unit."""


def take(desk: Desk, items: Sequence[Answerable], names: Container[str]) -> Sequence[Answerable]:
    """The items of an answer with the orders that its sentences choose in place of their words.

    ``names`` are the receipts whose offers the answered mail told; places are counted as it told
    them, what stands already and what was ordered anew since among them.
    """
    answered = ours.receipt_name(desk.house.ours, desk.answered.letter) if desk.answered else ""
    open_still = {one.text for offer in order_sheet.list_open_offers(desk) for one in offer.orders}
    open_still.update(desk.sheet.orders if desk.sheet else ())
    beside = {one.key: one for one in items if isinstance(one, Order) and one.key}
    offered = [
        Offered(
            beside.get(order.key, order),
            one.doubt.line,
            order.text in open_still,
            order.key in beside,
        )
        for one in order_sheet.list_open_offers(desk, whole=answered)
        if one.doubt.receipt in names and not one.is_meant
        for order in one.orders
    ]
    for line in filter(quotes.is_said, desk.letter.lines) if offered else ():
        for match in consent.SENTENCE.finditer(line.text):
            if "?" not in match.group():
                span = Span(line.number, match.start() + 1, match.end() + 1)
                items = _take_sentence(desk, items, span, match.group(), offered)
    return items


def stands_in(sentence: Span | Said, item: Answerable) -> bool:
    """Whether the words of an item are among a sentence's."""
    return (
        item.span.line == sentence.line
        and sentence.column <= item.span.column
        and item.span.end <= sentence.end
    )


def _take_sentence(
    desk: Desk, items: Sequence[Answerable], span: Span, text: str, offered: Sequence[Offered]
) -> Sequence[Answerable]:
    """The items with what one sentence chooses of what was ``offered``."""
    here = [one for one in items if stands_in(span, one)]
    if any(isinstance(one, Command) and one.words for one in here):
        return items
    given = [one for one in here if isinstance(one, Order | Offer)]
    if given:
        joins = _joins(text, given[0].span.column - span.column)
        chosen = _spare(desk, given, offered) if joins else []
        span = replace(span, end=span.column)
    else:
        chosen = _choose(desk, text, offered)
    typed = text.strip(" .!;")
    orders = [replace(one, span=span, typed=typed) for one in _list_taken(chosen)]
    kept = [one for one in items if not orders or one not in here or one in given]
    return sorted((*kept, *orders), key=lambda one: (one.span.line, one.span.column))


def _list_taken(chosen: Sequence[Offered]) -> list[Order]:
    """The orders of offers that are open; else those beside the yes, which is spent on them."""
    left = [one.order for one in chosen if one.is_open and not one.is_ordered]
    return left or [one.order for one in chosen if one.is_ordered]


def _spare(desk: Desk, given: Sequence[Order | Offer], offered: Sequence[Offered]) -> list[Offered]:
    """The offers that orders beside a yes leave: all but their own units'; none with a doubt."""
    if any(isinstance(one, Offer) and one.why for one in given):
        return []
    texts = [text for one in given if isinstance(one, Offer) for text in one.orders]
    meant = (
        open_offers.read(desk.table, desk.sheet.power, texts) if desk.table and desk.sheet else ()
    )
    keys = {one.key for one in (*given, *meant) if isinstance(one, Order)}
    return [one for one in offered if one.order.key not in keys]


def _joins(text: str, begins: int) -> bool:
    """Whether a sentence joins the order that ``begins`` there to a yes: "Yes, but Rome holds"."""
    if not all(idea for idea, _ in consent.list_choices(text[:begins])):
        return False
    ideas = [idea for idea, _ in takewhile(itemgetter(0), consent.list_choices(text))]
    joined = next((n for n, idea in enumerate(ideas) if idea in ("except", "also")), 0)
    return bool({*_YES} & {*ideas[:joined]}) and {*ideas} <= {*_YES, *_SILENT, "except"}


def _choose(desk: Desk, text: str, offered: Sequence[Offered]) -> list[Offered]:
    """The offers that words choose; none where one of the words is strange or in doubt."""
    chosen: list[Offered] = []
    left: list[Offered] = []
    ideas: set[str] = set()
    for idea, words in consent.list_choices(text):
        ideas.add(idea)
        named = _find_named(desk, idea, words, offered, (*chosen, *left))
        if named:
            (left if ideas & {*_EXCEPT} else chosen).extend(named)
        elif idea in _YES:
            ideas -= {*_EXCEPT}
        elif idea not in (*_EXCEPT, *_SILENT):
            return []
    if left and not chosen and ideas & {*_YES}:
        return [one for one in offered if one not in left]
    # "The first and the last", but not "Thanks for the first!".
    takes = ideas & {*_YES, "only"} or (ideas & {*_PLACES} and "courtesy" not in ideas)
    return chosen if takes else []


def _find_named(
    desk: Desk, idea: str, words: str, offered: Sequence[Offered], before: Sequence[Offered]
) -> Sequence[Offered]:
    """The offers that an idea names by their place, or words by their line, unit or space."""
    if idea in _PLACES:
        return offered[_PLACES[idea]]
    if idea:
        return [one for one in offered if idea == "others" and one not in before]
    if words.isdigit():
        return [one for one in offered if str(one.line) == words]
    # By unit, or else by space: what CLEAR would forget.
    items = catalog_sheet.understand((Line(1, f"CLEAR {words}"),), desk.variant, None, "")
    pieces = [piece for one in items if isinstance(one, Command) for piece in one.words]
    places = {piece.rpartition(" ")[2] for piece in pieces} or {words.title()}
    owners = [one for one in offered if places & {*one.order.text.split()[1:2]}]
    return owners or [one for one in offered if places & {*one.order.text.split()}]
