"""Yes, no and ready in a player's own words: what they answer is what the answered mail asked.

Where that asked nothing a yes is talk. READY answers no question: it may be sentence at any time.
"""

from collections.abc import Iterator, Sequence

from judge.catalog.sheet import Answerable
from judge.kernel.engine import Order
from judge.kernel.text import Command, Problem, Span
from judge.letters.desk import threads
from judge.letters.desk.desk import Desk
from judge.mail import consent
from judge.mail.consent import Consent, Said

_IN_DOUBT = "I can't tell whether that is a yes to what I asked. Reply YES or NO, and nothing else"


def hear(desk: Desk, items: Sequence[Answerable]) -> tuple[Answerable, ...]:
    """The items of a letter with its yes, its no and its ready as the commands that they are.

    A reply to press says them to the other power.
    """
    if desk.table is None or (desk.answered is not None and desk.answered.press):
        return tuple(items)
    sentences = _list_sentences(desk, items)
    if not sentences:
        return tuple(items)
    if not threads.find_lines_asked(desk):
        readiness = [one for one in sentences if one.is_ready and desk.sheet]
        return _put_in(desk, items, [one._replace(consent=Consent.EMPTY) for one in readiness])
    if {Consent.YES, Consent.NO} <= {one.consent for one in sentences}:
        sentences = [one._replace(consent=Consent.OTHER) for one in sentences]
    return _put_in(desk, items, sentences)


def _list_sentences(desk: Desk, items: Sequence[Answerable]) -> list[Said]:
    """The sentences that may answer; where there are no orders to be ready with, READY is none."""
    return [
        one
        for one in consent.find_sentences(desk.letter)
        if not _is_said_otherwise(one, items) and (desk.sheet or one.consent is not Consent.EMPTY)
    ]


def _put_in(
    desk: Desk, items: Sequence[Answerable], sentences: Sequence[Said]
) -> tuple[Answerable, ...]:
    """The items with what sentences say in the place of what these were taken for."""
    heard = [item for one in sentences for item in _interpret(desk, one)]
    kept = [item for item in items if not _is_heard(desk, item, sentences)]
    return tuple(sorted((*kept, *heard), key=lambda item: (item.span.line, item.span.column)))


def _is_said_otherwise(sentence: Said, items: Sequence[Answerable]) -> bool:
    """Whether a sentence is a command already, or a yes that goes on with an order of its own."""
    here = [item for item in items if _is_within(item.span, sentence)]
    is_command = any(
        isinstance(item, Command) and (item.verb != "yes" or item.words) for item in here
    )
    return is_command or (
        sentence.consent is not Consent.NO and any(isinstance(item, Order) for item in here)
    )


def _is_within(span: Span, sentence: Said) -> bool:
    return (
        span.line == sentence.line and sentence.column <= span.column and span.end <= sentence.end
    )


def _interpret(desk: Desk, sentence: Said) -> Iterator[Command | Problem]:
    """What a sentence says, as the commands that say it."""
    span = Span(sentence.line, sentence.column, sentence.end)
    text = _find_text(desk, sentence.line)[sentence.column - 1 : sentence.end - 1].strip()
    if sentence.is_ready and desk.sheet is not None:
        yield Command("ready", span, text)
    if sentence.consent is Consent.OTHER:
        yield Problem(span, text, _IN_DOUBT)
    elif sentence.consent is Consent.YES:
        yield Command("yes", span, text, (" ".join(sentence.numbers),) if sentence.numbers else ())
    elif sentence.consent is Consent.NO:
        yield Command("no", span, text)


def _is_heard(desk: Desk, item: Answerable, sentences: Sequence[Said]) -> bool:
    """Whether sentences say all the words of an item, which is no order."""
    if isinstance(item, Order) or (isinstance(item, Command) and item.verb != "yes"):
        return False
    parts = [one for one in sentences if one.line == item.span.line]
    text = _find_text(desk, item.span.line)
    rest = (
        sign
        for column, sign in enumerate(text[: item.span.end - 1], 1)
        if column >= item.span.column and not any(one.column <= column < one.end for one in parts)
    )
    return bool(parts) and not any(sign.isalnum() for sign in rest)


def _find_text(desk: Desk, number: int) -> str:
    return next((line.text for line in desk.letter.lines if line.number == number), "")
