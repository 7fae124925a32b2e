"""Which of the orders above words mean: a line's, the last, all, those of the fleet."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from judge.kernel.text import Ignored, Piece, Problem, Sentence
from judge.language import answers, pronouns, requests, taken_back
from judge.language.fold import level
from judge.language.typed_line import ALL, BEHIND, LAST, NO_ORDER, Read, TakenBack, span_of

_ANSWERED = (answers.QUESTION, answers.TAKEN_BACK)
"""What another order behind it settles."""


def all_or_last(low: str) -> str:
    """Which of the orders above a sentence puts right that names none."""
    return ALL if requests.all_go(low) else pronouns.named_arm(low) or LAST


def arm_put_right(low: str) -> str:
    """The arm whose orders above are in doubt where words put right what "the fleet" shall do."""
    return pronouns.named_arm(low) if taken_back.corrects(low) else ""


def which(low: str) -> str:
    """Which of the orders above some words mean that name no place."""
    return points(low) or (LAST if taken_back.of_the_last(low) else "")


def points(low: str) -> str:
    """Which of the orders above some words point to: "line 2", "all", "that", "the fleet"."""
    named = taken_back.line_named(low)
    if named or (taken_back.points_back(low) and not taken_back.of_everything(low)):
        return named or LAST
    if taken_back.of_everything(low):
        return ALL
    return pronouns.named_arm(low) or (ALL if pronouns.names_an_arm(low) else "")


def back(
    number: int, text: str, asked: Problem | None, spaces: Iterable[str], which: str
) -> TakenBack:
    """Orders taken back: those of units in ``spaces``, or ``which`` where none is named."""
    named = tuple(sorted(spaces))
    return TakenBack(asked, named, "" if named else which, span_of(number, text))


def of_another(read: Iterable[Read | TakenBack], met: set[str]) -> bool:
    """Whether orders are of no unit that had one before."""
    return met.isdisjoint(units(read))


def built(read: Iterable[Read | TakenBack]) -> set[str]:
    """Where orders build units."""
    builds = (one for one in ordered(read) if one.verb == "build")
    return {space for one in builds for space in spaces_of(one.piece)}


def cited(
    read: Iterable[Read | TakenBack], spaces: Callable[[str], Iterable[str]]
) -> list[Read | TakenBack]:
    """What was read, asked back: somebody else may have said it.

    ``spaces`` are those that a text names: what nobody understood is about units there, if any.
    """
    return [_cited(one, spaces) for one in read]


def _cited(one: Read | TakenBack, spaces: Callable[[str], Iterable[str]]) -> Read | TakenBack:
    if isinstance(one, Sentence):
        return Problem(one.span, one.text, answers.TOLD, (), (one,))
    if isinstance(one, Problem) and not one.repairs:
        return Ignored(one.span, one.text, NO_ORDER, tuple(sorted(spaces(one.text))), one.message)
    return one


def less_answered(read: Sequence[Read | TakenBack]) -> Iterator[Read | TakenBack]:
    """Without what an order behind it answers: "Kie - Den? Better not, Kiel holds."."""
    answered = False
    for at, one in enumerate(read):
        said = answered and isinstance(one, TakenBack) and not one.spaces
        answered = said or _is_answered(one, islice(read, at + 1, None))
        if not answered:
            yield one


def less_replaced(
    read: Sequence[Read | TakenBack], met: set[str], newest: Iterable[str]
) -> list[Read | TakenBack]:
    """Without a no to what the next words put right: "Scrap that. Budapest to Rumania instead".

    ``met``: where the units stand that had orders before, ``newest``: where that of the last one.
    """
    return [
        one
        for at, one in enumerate(read)
        if not (_denies_that(one) and _put_right(read[at + 1 :], met, newest))
    ]


def _denies_that(one: Read | TakenBack) -> bool:
    """Whether words take back "that", which they do not name."""
    return isinstance(one, TakenBack) and not one.spaces and one.which in (LAST, BEHIND)


def _put_right(read: Iterable[Read | TakenBack], met: set[str], newest: Iterable[str]) -> bool:
    """Whether only orders for units in ``met`` are left: for the ``newest``, or with "instead"."""
    left = [one for one in read if not isinstance(one, Ignored)]
    if not left or any(
        not isinstance(one, Sentence) or met.isdisjoint(spaces_of(one.piece)) for one in left
    ):
        return False
    instead = any(taken_back.corrects(level(one.text)) for one in ordered(left))
    return instead or not units(left).isdisjoint(newest)


def _is_answered(one: Read | TakenBack, later: Iterable[Read | TakenBack]) -> bool:
    """Whether what is asked back or taken back is followed by orders for all of its units."""
    if isinstance(one, Ignored):
        return "?" in one.text and not units(later).isdisjoint(one.spaces)
    if not isinstance(one, Problem) or one.message not in _ANSWERED or not one.repairs:
        return False
    spaces = units(later)
    return all(spaces.intersection(spaces_of(order.piece)) for order in one.repairs)


def ordered(read: Iterable[Read | TakenBack]) -> list[Sentence]:
    """The orders of what was read."""
    return [one for one in read if isinstance(one, Sentence)]


def units(read: Iterable[Read | TakenBack]) -> set[str]:
    """Where the units stand that have orders."""
    return {space for order in ordered(read) for space in spaces_of(order.piece)}


def words_asked(one: Read | TakenBack) -> str:
    """Words that are no order and are asked back, or may be; "" of others."""
    if isinstance(one, TakenBack):
        return one.talk.text if one.talk else ""
    if isinstance(one, Problem) and not one.repairs:
        return one.text
    return one.text if isinstance(one, Ignored) and one.question else ""


def spaces_of(piece: Piece | None) -> tuple[str, ...]:
    """The spaces that a unit can stand in."""
    return piece.place.spaces if piece else ()
