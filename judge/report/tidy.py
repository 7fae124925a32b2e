"""The last look at a mail's text: nothing invisible in it, no line too long for a terminal."""

import re
from textwrap import TextWrapper

WIDTH = 78
"""The longest line of the text part, in columns."""

SCREEN = 48
"""The most lines of a mail to somebody whom nothing proves."""
MORE = "({} more lines: reply YES to this mail, and you get all of it.)"

GLUE = "\ue000"
"""Stands for a blank at which no line is folded, until the text is done."""

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
"""Control characters, marks that turn the reading direction, and halves of surrogate pairs."""
_GAPS = re.compile(r"\n{3,}")
_INDENT = re.compile(r" *")


def clean(text: str) -> str:
    """``text`` without characters that nobody can see or no mail may hold."""
    return _UNSEEN.sub("", text)


def header(text: str) -> str:
    """A subject: one line, at most 120 characters."""
    return " ".join(clean(text).split())[:120]


def body(text: str) -> str:
    """The text part: clean, at most one blank line in a row, long lines folded at blanks."""
    lines = [_fold(line.rstrip()) for line in clean(text).strip("\n").split("\n")]
    return unglue(_GAPS.sub("\n\n", "\n".join(lines)) + "\n")


def screen(text: str) -> str:
    """As much of a text part as fits a screen, and how to get the rest."""
    lines = text.rstrip("\n").split("\n")
    if len(lines) <= SCREEN:
        return text
    return "\n".join([*lines[: SCREEN - 2], "", MORE.format(len(lines) - SCREEN + 2), ""])


def unglue(text: str) -> str:
    """``text`` with its own blanks again."""
    return text.replace(GLUE, " ")


def _fold(line: str) -> str:
    """Fold a long line, what follows a little further in; a long word is left whole."""
    if len(line) <= WIDTH:
        return line
    match = _INDENT.match(line)
    indent = match.group()[: WIDTH // 2] if match else ""
    later = indent if len(indent) != 2 else "      "
    wrapper = TextWrapper(
        WIDTH,
        initial_indent=indent,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapper.fill(line.strip()) or line
