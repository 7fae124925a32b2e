"""Sentences that take orders of their own mail back and say which."""

from collections.abc import Sequence
from typing import NamedTuple

from judge.kernel.text import Command, Ignored, Problem, Sentence, Span
from judge.language.typed_line import LineReading

ALL, LAST = "all", "last"
_NONE = (
    "this takes an order back, but none above it in this mail. Write CLEAR and the unit's place "
    "for one that you sent before."
)


class Withdrawal(NamedTuple):
    """Words that take orders above them back: those of units in ``spaces``, of a line, or all.

    ``which`` is ALL, LAST, or the number of a line (of an order where a line has none);
    ``strict``: the words are talk where they mean no order above.
    """

    span: Span
    text: str
    spaces: tuple[str, ...]
    which: str
    strict: bool = False


def take_back(items: list[LineReading], back: Withdrawal) -> LineReading:
    """Make the orders among ``items`` that ``back`` means no orders; the answer to its line."""
    meant = _find_meant(items, back)
    if not meant and back.strict:
        return Ignored(back.span, back.text, "no order")
    if not meant:
        return Problem(back.span, back.text, _NONE)
    units = {space for index in meant for space in _unit(items[index])[:1]}
    lines = sorted({items[index].span.line for index in meant})
    for index in meant:
        item = items[index]
        items[index] = Ignored(item.span, item.text, f"line {back.span.line} takes it back")
    if len(units) == 1:
        return Command("clear", back.span, back.text, tuple(units))
    listing = ", ".join(map(str, lines))
    return Problem(back.span, back.text, f"lines {listing} are taken back.")


def _find_meant(items: Sequence[LineReading], back: Withdrawal) -> list[int]:
    """Which of the items are orders that words of taking back mean."""
    orders = [index for index, item in enumerate(items) if isinstance(item, Sentence)]
    if back.spaces:
        spaces = set(back.spaces)
        units = [index for index in orders if not spaces.isdisjoint(_unit(items[index]))]
        return units or [index for index in orders if not spaces.isdisjoint(_goals(items[index]))]
    if back.which.isdigit():
        number = int(back.which)
        there = [index for index in orders if items[index].span.line == number]
        return there if len(there) > 1 else orders[number - 1 : number]
    if back.which == LAST:
        near = [index for index in orders if back.span.line - items[index].span.line <= 1]
        return near[-1:]
    return orders


def _unit(order: LineReading) -> tuple[str, ...]:
    """Where the unit stands that an order is for, a minor power's that points are paid for too.

    A bid is for a minor power.
    """
    if not isinstance(order, Sentence):
        return ()
    if order.piece is None and order.about is not None:
        return _unit(order.about)
    if order.verb == "bid":
        return order.powers[:1]
    return order.piece.place.spaces if order.piece else ()


def _goals(order: LineReading) -> set[str]:
    """Where an order leads, or the one that it helps."""
    if not isinstance(order, Sentence):
        return set()
    spaces = {space for place in order.path for space in place.spaces}
    return spaces | (_goals(order.about) if order.about else set())
