"""What makes an order depend on something, and what leaves it undecided."""

from judge.language.phrases import MarkedText, ideas


def is_conditional(low: str) -> bool:
    """Whether it makes something depend on something else; "if possible" does not."""
    return _find_phrases(low).has("condition") or supposes(low)


def blank_polite_conditions(text: str, low: str) -> str:
    """``text`` with conditions that are only manners ("if that's all right") blanked."""
    phrases = _find_phrases(low)
    for hit in phrases.list_hits("manners"):
        start, end = phrases.columns(hit)
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def limits(low: str) -> bool:
    """Whether words say when alone the order before them shall be done: "only if ..."."""
    return _find_phrases(low).has("limits")


def opens_with_if(low: str) -> bool:
    """Whether words are a condition that begins as one."""
    return is_conditional(low) and _find_phrases(low).has("opens with if")


def is_unsure(low: str) -> bool:
    """Whether its writer has not decided yet."""
    return _find_phrases(low).has("unsure")


def supposes(low: str) -> bool:
    """Whether words begin as a condition does that is said without "if": "Should Berlin move"."""
    return _find_phrases(low).has("supposes")


def names_another_choice(low: str) -> bool:
    """Whether a sentence names what shall be done if the order before it can't be."""
    return _find_phrases(low).has("other choice")


def is_one_of_several(low: str) -> bool:
    """Whether a sentence begins so that the order before it is one of several."""
    return _find_phrases(low).has("or else")


def opens_below(low: str) -> bool:
    """Whether a line ends so that what it says is for the lines below it."""
    return low.rstrip().endswith((":", ",")) or _find_phrases(low).has("opens below")


def _find_phrases(low: str) -> MarkedText:
    return ideas("conditions").mark_text(low)
