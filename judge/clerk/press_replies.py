"""A reply to press that no PRESS line begins: it goes to nobody, and its writer is told how to.

Orders that stand in it may be part of what he says to the other power: they are asked back, unless
the mail holds nothing else or heads them as orders.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.catalog.sheet import Answerable
from judge.desk.desk import Desk
from judge.game.press import delivery
from judge.kernel.engine import Event, Order
from judge.kernel.text import Command, Ignored, Problem
from judge.language import answers
from judge.language.phase import find_phase
from judge.language.prose import greets

ANSWERS = ("press", "broadcast")
"""Commands by which a reply is an answer to press."""
_HEADED = "a heading"
_ASKED = (answers.QUESTION, answers.UNSURE, answers.TOLD, answers.CONDITION)
"""What is asked about words on orders that are hardly meant for the judge."""
_COURTESY = 4
"""The most words of a greeting or of thanks that say nothing else."""
_HEADING = re.compile(
    r"\W*(?:(?:here are )?(?:my |our |the )?orders\b.*|.*\borders?)\W*", re.IGNORECASE
)


def find_unsent_words(desk: Desk, items: Sequence[Answerable]) -> list[str]:
    """What a reply to press says without any line that would send it; [] for any other letter."""
    if desk.answered is None or not desk.answered.press:
        return []
    if any(isinstance(item, Command) and item.verb in ANSWERS for item in items):
        return []
    own_lines = {line.number for line in desk.letter.lines if not line.ignored}
    return [item.text for item in items if item.span.line in own_lines and _says(item)]


def _says(item: Answerable) -> bool:
    """Whether a line that orders nothing says something: no heading, greeting or signature."""
    if isinstance(item, Problem):  # a command that went wrong is offered as it was meant
        return item.message.startswith(_ASKED) or not (item.ordered or item.suggestions)
    if not isinstance(item, Ignored):
        return False
    courtesy = greets(item.text) and len(item.text.split()) <= _COURTESY
    return item.reason != _HEADED and not courtesy


def may_be_words(desk: Desk, items: Sequence[Answerable]) -> bool:
    """Whether the orders of a reply to press may be words to the other power."""
    has_order = any(isinstance(item, Order | Problem) for item in items)
    return has_order and bool(find_unsent_words(desk, items)) and not _has_heading(desk)


def _has_heading(desk: Desk) -> bool:
    """Whether a line of a letter says that orders follow."""
    texts = [line.text.strip() for line in desk.letter.lines if not line.ignored]
    own = desk.table.variant.vocabulary.seasons if desk.table else ()
    return any(_HEADING.fullmatch(text) or find_phase(text, own=own) for text in texts if text)


def word_question(desk: Desk) -> str:
    """What is asked of orders that may be words to the other power."""
    return f"are these your orders, or part of your answer? Reply TAKE {desk.receipt} to use them"


def tell_unsent(desk: Desk, items: Sequence[Answerable]) -> Desk:
    """The desk telling that words went to nobody, and how they would go to the other power."""
    words = find_unsent_words(desk, items)
    if not words or desk.answered is None:
        return desk
    writer = desk.answered.writer
    line = delivery.line_to(writer) if writer else ""
    text = "\n".join(words)
    rows = [{"who": writer, "line": line, "text": text}] if line else []
    event = Event("unanswered", {"writer": writer, "line": line, "text": text, "replies": rows})
    return replace(desk, events=(event, *desk.events)).titles("your answer was not sent to anyone")
