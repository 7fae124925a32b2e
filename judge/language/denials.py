"""What says no, and what only explains why."""

from judge.language import conditions, taken_back
from judge.language.phrases import MarkedText, ideas

_NO = ("no", "non", "nee", "nein")
"""Words that answer as well as they deny."""


def denies(low: str) -> bool:
    """Whether it says no to something."""
    return _find_phrases(low).has("no")


def find_denial(low: str) -> int:
    """How many characters stand before the first word that says no; all if none does."""
    phrases = _find_phrases(low)
    return min((phrases.columns(hit)[0] for hit in phrases.list_hits("no")), default=len(low))


def is_denial(low: str) -> bool:
    """Whether a remark begins or ends with a denial."""
    phrases = _find_phrases(low)
    return phrases.has("opens denying") or phrases.has("ends denying")


def forbids_deed(low: str) -> bool:
    """Whether a sentence says that something shall not be done: "No support for Belgium"."""
    return _find_phrases(low).has("no deed")


def leaves_out(low: str) -> bool:
    """Whether words say that nothing is wanted of a place: "Nothing in Budapest"."""
    return _find_phrases(low).has("left out")


def is_unwanted(low: str) -> bool:
    """Whether words begin so that the order which they name is not wanted."""
    return _find_phrases(low).has("never")


def find_exchanged_end(low: str) -> int:
    """The column behind the unit that is wanted in "F Kie rather than A Kie", 0 of other words."""
    phrases = _find_phrases(low)
    return next((phrases.tokens[hit.first - 1].end for hit in phrases.list_hits("exchanges")), 0)


def find_end_of_not(low: str) -> int:
    """How many characters deny the order right behind them: "not A Par - Bur"; 0 of other words.

    A "no" may as well put right what stands before it.
    """
    behind = find_end_of_unwanted(low)
    alone = low[:behind].strip().split(" ")[0] not in _NO
    return behind if alone and low[behind:].lstrip()[:1].isalnum() else 0


def find_end_of_unwanted(low: str) -> int:
    """The column behind words that say that what follows is not wanted, 0 if none begin so."""
    phrases = _find_phrases(low)
    hits = phrases.list_hits("never")
    return phrases.columns(hits[0])[1] if hits else 0


def explains(low: str) -> bool:
    """Whether it gives a reason, so that what it denies is not the order."""
    return _find_phrases(low).has("explains")


def doubts(remark: str) -> bool:
    """Whether a remark beside an order takes it back, makes it conditional or asks."""
    if explains(remark):
        return _find_phrases(remark).has("cancels all the same")
    if is_denial(remark) or taken_back.takes_back(remark) or taken_back.says_no(remark):
        return True
    if conditions.is_unsure(remark) or conditions.is_conditional(remark):
        return True
    if conditions.is_one_of_several(remark):
        return True
    put_right = taken_back.corrects(remark) and taken_back.is_only_expletive(remark)
    return "?" in remark or put_right


def doubts_at_all(low: str) -> bool:
    """Whether a sentence denies, doubts or makes a condition."""
    return denies(low) or conditions.is_unsure(low) or conditions.is_conditional(low)


def find_denied_place(low: str) -> tuple[int, int] | None:
    """The columns of what is denied by words that do nothing else: "certainly not Tyrolia"."""
    phrases = _find_phrases(low)
    hits = phrases.list_hits("denies a place")
    most = 4
    if not hits or not 0 < len(phrases.tokens) - hits[-1].behind <= most:
        return None
    return phrases.tokens[hits[-1].behind].start, phrases.tokens[-1].end


def find_not_but(low: str) -> tuple[int, int] | None:
    """The columns of "not to Burgundy but to", up to the place that is wanted."""
    phrases = _find_phrases(low)
    hits = phrases.list_hits("not but")
    return phrases.columns(hits[0]) if hits else None


def _find_phrases(low: str) -> MarkedText:
    return ideas("denials").mark_text(low)
