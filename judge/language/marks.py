"""Words about an order that undo it: a closed class each (docs/reading.md, 2)."""

from collections.abc import Sequence

from judge.language.statement import words_of
from judge.language.tokens import Token

UNDONE, DENIED = "you take this back", "you say that it shall not be"
CONDITION, CHOICE = "it depends on something", "it leaves a choice"
DOUBT, QUESTION = "you are not sure of it", "it reads as a question"
HEARSAY = "another's words"

_OPENING = {"if": CONDITION, "or": CHOICE, "doubt": DOUBT}
"""Marks after which an order is offered."""
_PARTING = frozenset((",", ":", "-", "--", "."))
_DEEDS = frozenset(("hold", "move", "retreat", "disband"))
_FEW = 4
"""Words behind an order that are hardly talk."""
_POLITE, _LEADS = frozenset(("doubt", "me")), frozenset(("and", "lead"))


def find(tokens: Sequence[Token], name: str) -> list[int]:
    """Where words of a class stand; none that only look so ("if possible")."""
    return [
        index
        for index, token in enumerate(tokens)
        if name in token.classes and "not-if" not in token.classes
    ]


def has(tokens: Sequence[Token], name: str) -> bool:
    """Whether a word of a class stands among tokens."""
    return any(name in token.classes and "not-if" not in token.classes for token in tokens)


def why_open(tokens: Sequence[Token]) -> str:
    """Why what a sentence orders is only offered, "" if it is plain."""
    words = words_of(tokens)
    if len(words) > 1 and "if-first" in words[0].classes and "me" not in words[1].classes:
        return CONDITION  # "Should England enter the Channel, ..."
    for name, reason in _OPENING.items():
        if has(tokens, name):
            return reason
    return QUESTION if any(token.sign == "?" for token in tokens) else ""


def reports(tokens: Sequence[Token]) -> bool:
    """Whether words lead to another's: "Italy wants", not "I want" nor "as he said"."""
    return any(not _is_own(tokens, index) for index in find(tokens, "report"))


def _is_own(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word of report is but a word of wishing of the writer's, or stands behind "as"."""
    before, behind = tokens[max(index - 1, 0) : index], tokens[index + 1 : index + 2]
    if any("as" in one.classes for one in before):
        return True
    wishes = "want" in tokens[index].classes
    return wishes and any("self" in one.classes for one in (*before, *behind))


def tells(tokens: Sequence[Token]) -> bool:
    """Whether a sentence tells what somebody said, or what was."""
    return reports(tokens) or has(tokens, "last-turn")


def undoes(tokens: Sequence[Token]) -> bool:
    """Whether words beside an order take it back."""
    return has(tokens, "undo")


def is_parted(before: Sequence[Token]) -> bool:
    """Whether a sign stands between words and the order behind them: "Scrap that, A Par H"."""
    return any(token.sign in _PARTING for token in before)


def cut_off(before: Sequence[Token]) -> Sequence[Token]:
    """The words before an order that stand behind the last sign there: "but no: A Con H"."""
    signs = [index for index, token in enumerate(before) if token.sign in _PARTING]
    return before[signs[-1] + 1 :] if signs else before


def denies(tokens: Sequence[Token], *, everywhere: bool = False) -> bool:
    """Whether words in an order's own clause deny it.

    "not Spain" behind it names no more than where the unit does not go; ``everywhere``: no place
    may stand in the words at all.
    """
    if everywhere and any(token.place for token in tokens):
        return False
    for index in find(tokens, "no"):
        behind = words_of(tokens[index + 1 :])
        if not (behind and behind[0].place):
            return True
    return False


def is_only_no(behind: Sequence[Token]) -> bool:
    """Whether nothing but a no stands behind an order: "A Par - Bur [no]"."""
    words = words_of(behind)
    return has(words, "no") and all(token.classes & {"no", "lead", "again"} for token in words)


def why_changed(behind: Sequence[Token]) -> str:
    """Why an order is open where something else is said of its unit behind it: "(better hold)"."""
    words = words_of(behind)
    said = any(token.place or token.classes & _DEEDS for token in words)
    return CHOICE if said and has(words, "again") and len(words) <= _FEW else ""


def asks_politely(tokens: Sequence[Token]) -> bool:
    """Whether a question asks the judge to do something: "Would you kindly ...?"."""
    words = words_of(tokens)
    if any("please" in one.classes for one in words):
        return True
    first = next((one for one in words if one.classes & _POLITE or not one.classes & _LEADS), None)
    return first is not None and bool(first.classes & _POLITE) and "if-first" not in first.classes
