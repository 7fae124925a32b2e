"""A mail that says no more than yes: nobody knows to what, unless it answers a one-time address."""

from collections.abc import Sequence

from judge.catalog.sheet import Answerable
from judge.desk.desk import Desk
from judge.kernel.text import Ignored, Problem
from judge.language import answers, prose, requests
from judge.language.fold import level
from judge.language.typed_line import NO_ORDER
from judge.mail import identity


def ask_back(desk: Desk, items: Sequence[Answerable]) -> Sequence[Answerable]:
    """The items of a player's letter, the yes asked back that is all it says.

    What a reply to a one-time address says yes to is known; one to press is told that nobody got
    it.
    """
    replied = identity.once_token(desk.letter.recipient)
    press = desk.answered is not None and desk.answered.press
    if desk.seat is None or replied or press:
        return items
    if any(not isinstance(item, Ignored) for item in items):
        return items
    return [_ask_what_for(item) if isinstance(item, Ignored) else item for item in items]


def _ask_what_for(item: Ignored) -> Answerable:
    """Talk as it is, or the question what is meant where it says yes and not only thanks."""
    low = level(item.text)
    if item.reason != NO_ORDER or not requests.consents(low) or prose.greets(low):
        return item
    return Problem(item.span, item.text, answers.YES)
