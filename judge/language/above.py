"""Which of the orders above words mean: a line's, the last, all, those of the fleet."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from judge.kernel.text import Ignored, Piece, Problem, Sentence
from judge.language import answers, pronouns, requests, taken_back
from judge.language.fold import level
from judge.language.typed_line import (
    ALL,
    BEHIND,
    LAST,
    NO_ORDER,
    LineReading,
    Withdrawal,
    find_span,
)

_ANSWERED = (answers.QUESTION, answers.TAKEN_BACK)
"""What another order behind it settles."""


def choose_all_or_last(low: str) -> str:
    """Which of the orders above a sentence puts right that names none."""
    return ALL if requests.all_go(low) else pronouns.find_named_arm(low) or LAST


def find_corrected_arm(low: str) -> str:
    """The arm whose orders above are in doubt where words put right what "the fleet" shall do."""
    return pronouns.find_named_arm(low) if taken_back.corrects(low) else ""


def find_order_meant(low: str) -> str:
    """Which of the orders above some words mean that name no place."""
    return find_order_pointed_to(low) or (LAST if taken_back.means_the_last(low) else "")


def find_order_pointed_to(low: str) -> str:
    """Which of the orders above some words point to: "line 2", "all", "that", "the fleet"."""
    line_number = taken_back.find_line_number(low)
    if line_number or (taken_back.points_back(low) and not taken_back.means_everything(low)):
        return line_number or LAST
    if taken_back.means_everything(low):
        return ALL
    return pronouns.find_named_arm(low) or (ALL if pronouns.names_an_arm(low) else "")


def make_withdrawal(
    number: int, text: str, question: Problem | None, spaces: Iterable[str], which: str
) -> Withdrawal:
    """Orders taken back: those of units in ``spaces``, or ``which`` where none is named."""
    unit_spaces = tuple(sorted(spaces))
    return Withdrawal(question, unit_spaces, "" if unit_spaces else which, find_span(number, text))


def orders_another_unit(
    readings: Iterable[LineReading | Withdrawal], ordered_spaces: set[str]
) -> bool:
    """Whether orders are of no unit that had one before."""
    return ordered_spaces.isdisjoint(list_ordered_units(readings))


def list_build_sites(readings: Iterable[LineReading | Withdrawal]) -> set[str]:
    """Where orders build units."""
    builds = (one for one in list_orders(readings) if one.verb == "build")
    return {space for one in builds for space in list_spaces(one.piece)}


def question_citation(
    readings: Iterable[LineReading | Withdrawal], spaces: Callable[[str], Iterable[str]]
) -> list[LineReading | Withdrawal]:
    """What was read, asked back: somebody else may have said it.

    ``spaces`` are those that a text names: what nobody understood is about units there, if any.
    """
    return [_question_cited(one, spaces) for one in readings]


def _question_cited(
    one: LineReading | Withdrawal, spaces: Callable[[str], Iterable[str]]
) -> LineReading | Withdrawal:
    if isinstance(one, Sentence):
        return Problem(one.span, one.text, answers.TOLD, (), (one,))
    if isinstance(one, Problem) and not one.repairs:
        return Ignored(one.span, one.text, NO_ORDER, tuple(sorted(spaces(one.text))), one.message)
    return one


def drop_answered(
    readings: Sequence[LineReading | Withdrawal],
) -> Iterator[LineReading | Withdrawal]:
    """Without what an order behind it answers: "Kie - Den? Better not, Kiel holds."."""
    is_answered = False
    for index, one in enumerate(readings):
        is_answer = is_answered and isinstance(one, Withdrawal) and not one.spaces
        is_answered = is_answer or _is_answered(one, islice(readings, index + 1, None))
        if not is_answered:
            yield one


def drop_replaced(
    readings: Sequence[LineReading | Withdrawal], ordered_spaces: set[str], newest: Iterable[str]
) -> list[LineReading | Withdrawal]:
    """Without a no to what the next words put right: "Scrap that. Budapest to Rumania instead".

    ``ordered_spaces``: where the units stand that had orders before, ``newest``: where the unit of
    the last one.
    """
    return [
        one
        for index, one in enumerate(readings)
        if not (
            _denies_that(one) and _orders_same_units(readings[index + 1 :], ordered_spaces, newest)
        )
    ]


def _denies_that(one: LineReading | Withdrawal) -> bool:
    """Whether words take back "that", which they do not name."""
    return isinstance(one, Withdrawal) and not one.spaces and one.which in (LAST, BEHIND)


def _orders_same_units(
    readings: Iterable[LineReading | Withdrawal], ordered_spaces: set[str], newest: Iterable[str]
) -> bool:
    """Whether only new orders for units with orders are left: the ``newest``, or with "instead"."""
    orders = [one for one in readings if not isinstance(one, Ignored)]
    if not orders or any(
        not isinstance(one, Sentence) or ordered_spaces.isdisjoint(list_spaces(one.piece))
        for one in orders
    ):
        return False
    instead = any(taken_back.corrects(level(one.text)) for one in list_orders(orders))
    return instead or not list_ordered_units(orders).isdisjoint(newest)


def _is_answered(one: LineReading | Withdrawal, later: Iterable[LineReading | Withdrawal]) -> bool:
    """Whether what is asked back or taken back is followed by orders for all of its units."""
    if isinstance(one, Ignored):
        return "?" in one.text and not list_ordered_units(later).isdisjoint(one.spaces)
    if not isinstance(one, Problem) or one.message not in _ANSWERED or not one.repairs:
        return False
    spaces = list_ordered_units(later)
    return all(spaces.intersection(list_spaces(order.piece)) for order in one.repairs)


def list_orders(readings: Iterable[LineReading | Withdrawal]) -> list[Sentence]:
    """The orders of what was read."""
    return [one for one in readings if isinstance(one, Sentence)]


def list_ordered_units(readings: Iterable[LineReading | Withdrawal]) -> set[str]:
    """Where the units stand that have orders."""
    return {space for order in list_orders(readings) for space in list_spaces(order.piece)}


def find_words_asked(one: LineReading | Withdrawal) -> str:
    """Words that are no order and are asked back, or may be; "" of others."""
    if isinstance(one, Withdrawal):
        return one.talk.text if one.talk else ""
    if isinstance(one, Problem) and not one.repairs:
        return one.text
    return one.text if isinstance(one, Ignored) and one.question else ""


def list_spaces(piece: Piece | None) -> tuple[str, ...]:
    """The spaces that a unit can stand in."""
    return piece.place.spaces if piece else ()
