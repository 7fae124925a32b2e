"""Yes, no and ready in a player's own words: what they answer is what the answered mail asked.

Where that asked nothing a yes is talk. READY answers no question: it may be said at any time.
"""

from collections.abc import Iterator, Sequence

from judge.catalog.sheet import Answerable
from judge.desk.desk import Desk
from judge.kernel.engine import Order
from judge.kernel.text import Command, Problem, Span
from judge.mail import consent
from judge.mail.consent import Consent, Said

_IN_DOUBT = "I can't tell whether that is a yes to what I asked. Reply YES or NO, and nothing else"


def hear(desk: Desk, items: Sequence[Answerable]) -> tuple[Answerable, ...]:
    """The items of a letter with its yes, its no and its ready as the commands that they are.

    A reply to press says them to the other power.
    """
    mail = desk.answered
    if desk.table is None or mail is None or mail.press:
        return tuple(items)
    sentences = [
        one
        for one in consent.find_sentences(desk.letter)
        if (mail.asks or (one.is_ready and desk.sheet)) and not _is_said_otherwise(one, items)
    ]
    in_doubt = {Consent.YES, Consent.NO} <= {one.consent for one in sentences}
    heard = [item for one in sentences for item in _interpret(desk, one, in_doubt=in_doubt)]
    kept = [item for item in items if not _is_heard(desk, item, sentences)]
    return tuple(sorted((*kept, *heard), key=lambda item: (item.span.line, item.span.column)))


def _is_said_otherwise(said: Said, items: Sequence[Answerable]) -> bool:
    """Whether a sentence is a command already, or a yes that goes on with an order of its own."""
    here = [item for item in items if _is_within(item.span, said)]
    is_command = any(
        isinstance(item, Command) and (item.verb != "yes" or item.words) for item in here
    )
    return is_command or (
        said.consent is not Consent.NO and any(isinstance(item, Order) for item in here)
    )


def _is_within(span: Span, said: Said) -> bool:
    return span.line == said.line and said.column <= span.column and span.end <= said.end


def _interpret(desk: Desk, said: Said, *, in_doubt: bool) -> Iterator[Command | Problem]:
    """What a sentence says, as the commands that say it."""
    span = Span(said.line, said.column, said.end)
    text = _find_text(desk, said.line)[said.column - 1 : said.end - 1].strip()
    if said.is_ready and desk.sheet is not None:
        yield Command("ready", span, text)
    if desk.answered is None or not desk.answered.asks or said.consent is Consent.EMPTY:
        return
    if in_doubt or said.consent is Consent.OTHER:
        yield Problem(span, text, _IN_DOUBT)
    elif said.consent is Consent.YES:
        yield Command("yes", span, text, (" ".join(said.numbers),) if said.numbers else ())
    else:
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
