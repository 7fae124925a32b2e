"""What makes an order depend on something, and what leaves it undecided."""

from judge.language.phrases import Said, ideas


def conditional(low: str) -> bool:
    """Whether it makes something depend on something else; "if possible" does not."""
    return _said(low).has("condition") or supposes(low)


def unconditioned(text: str, low: str) -> str:
    """``text`` with conditions that are only manners ("if that's all right") blanked."""
    said = _said(low)
    for found in said.all("manners"):
        start, end = said.columns(found)
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def limits(low: str) -> bool:
    """Whether words say when alone the order before them shall be done: "only if ..."."""
    return _said(low).has("limits")


def opens_with_if(low: str) -> bool:
    """Whether words are a condition that begins as one."""
    return conditional(low) and _said(low).has("opens with if")


def unsure(low: str) -> bool:
    """Whether its writer has not decided yet."""
    return _said(low).has("unsure")


def supposes(low: str) -> bool:
    """Whether words begin as a condition does that is said without "if": "Should Berlin move"."""
    return _said(low).has("supposes")


def another_choice(low: str) -> bool:
    """Whether a sentence names what shall be done if the order before it can't be."""
    return _said(low).has("other choice")


def one_of_several(low: str) -> bool:
    """Whether a sentence begins so that the order before it is one of several."""
    return _said(low).has("or else")


def opens_below(low: str) -> bool:
    """Whether a line ends so that what it says is for the lines below it."""
    return low.rstrip().endswith((":", ",")) or _said(low).has("opens below")


def _said(low: str) -> Said:
    return ideas("conditions").said(low)
