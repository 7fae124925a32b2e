"""Words about an order that undo it: a closed class each (docs/reading.md, 2)."""

from collections.abc import Sequence

from judge.language.tokens import Token

UNDONE, DENIED = "you take this back", "you say that it shall not be"
CONDITION, CHOICE = "it depends on something", "it leaves a choice"
DOUBT, QUESTION = "you are not sure of it", "it reads as a question"
HEARSAY = "another's words"
EARLIER = "it tells of an earlier turn"

_OPENING = {"if": CONDITION, "or": CHOICE, "doubt": DOUBT}
"""Marks after which an order is offered."""


def find(tokens: Sequence[Token], name: str) -> list[int]:
    """Where words of a class stand; none that only look so ("if possible")."""
    return [
        index
        for index, token in enumerate(tokens)
        if name in token.classes and "not-if" not in token.classes
    ]


def has(tokens: Sequence[Token], name: str) -> bool:
    """Whether a word of a class stands among tokens."""
    return bool(find(tokens, name))


def why_open(tokens: Sequence[Token]) -> str:
    """Why what a sentence orders is only offered, "" if it is plain."""
    words = [token for token in tokens if not token.sign]
    if words and "if-first" in words[0].classes and len(words) > 1 and "me" not in words[1].classes:
        return CONDITION
    for name, reason in _OPENING.items():
        if has(tokens, name):
            return reason
    return QUESTION if any(token.sign == "?" for token in tokens) else ""


def reports(tokens: Sequence[Token]) -> bool:
    """Whether tokens end in words that lead to another's: "Italy suggests ..."."""
    return any(
        index == 0 or "as" not in tokens[index - 1].classes for index in find(tokens, "report")
    )


def undoes(tokens: Sequence[Token]) -> bool:
    """Whether words beside an order take it back."""
    return has(tokens, "undo")


def denies(tokens: Sequence[Token]) -> bool:
    """Whether words in an order's own clause deny it; "not Spain" behind it names no more than
    where the unit does not go.
    """
    for index in find(tokens, "no"):
        behind = [token for token in tokens[index + 1 :] if not token.sign]
        if not (behind and behind[0].place):
            return True
    return False
