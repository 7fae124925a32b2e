"""The last look at a mail's text: nothing invisible in it, no line too long for a terminal."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from textwrap import TextWrapper
from urllib.parse import quote

from judge.kernel.notice import Facts

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
_INDENT = re.compile(r" *")


def clean(text: str) -> str:
    """``text`` without characters that nobody can see or no mail may hold."""
    is_clean = text.replace("\n", "").isprintable()  # ten times as quick as to look for them
    return text if is_clean else _UNSEEN.sub("", text)


def clean_header(text: str) -> str:
    """A subject: one line, at most 120 characters."""
    return " ".join(clean(text).split())[:120]


def clean_body(text: str) -> str:
    """The text part: clean, at most one blank line in a row, long lines folded at blanks."""
    lines = "\n".join(map(_tidy, text.split("\n"))).strip("\n")
    while "\n\n\n" in lines:  # a fifth of what a pattern takes
        lines = lines.replace("\n\n\n", "\n\n")
    return unglue(lines + "\n")


def screen(text: str) -> str:
    """As much of a text part as fits a screen, and how to get the rest."""
    lines = text.rstrip("\n").split("\n")
    if len(lines) <= SCREEN:
        return text
    return "\n".join([*lines[: SCREEN - 2], "", MORE.format(len(lines) - SCREEN + 2), ""])


def unglue(text: str) -> str:
    """``text`` with its own blanks again."""
    return text.replace(GLUE, " ")


@lru_cache(maxsize=1024)
def _tidy(line: str) -> str:
    """A line, clean; a long one folded, what follows a little further in, a long word left whole.

    Much that one reader is told others are told as well.
    """
    line = clean(line).rstrip()
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


_FULL = 60
"""A line as long as this was broken because it was full."""
_ITEM = re.compile(r"(\d+\.|[-*|]) ")
"""What an item of a list begins with."""
_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")


@dataclass(slots=True)
class Stretch:
    """Lines that are shown in one way: "head", "table" (``rows``), or "text" (``lines``)."""

    kind: str
    indent: int = 0
    lines: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    column: int = 0
    """Where the last column of the latest row began."""

    def adds(self, line: str) -> bool:
        """Take a line that goes on with what is here; whether it does."""
        depth, text = _depth(line), line.strip()
        if self.kind == "table":
            cells = _GAP.split(text)
            if len(cells) > 1 and depth == self.indent:
                self.add_row(line, cells)
            elif len(cells) == 1 and self.column - 1 <= depth:
                self.rows[-1][-1] += f" {text}"
            else:
                return False
            return True
        if self.kind != "text" or _GAP.search(text):
            return False
        item = _ITEM.match(text)
        if not item and len(self.lines[-1]) >= _FULL - self.indent and depth >= self.indent:
            self.lines[-1] += f" {text}"
        elif depth == self.indent:
            self.lines.append(text)
        else:
            return False
        return True

    def add_row(self, line: str, cells: Sequence[str]) -> None:
        """A row of cells."""
        self.rows.append(list(cells))
        self.column = len(line) - len(cells[-1])


def stretches(text: str) -> Iterator[Stretch]:
    """The stretches of a text, in order."""
    lines = [*(line.rstrip() for line in text.strip("\n").split("\n")), ""]
    latest: Stretch | None = None
    for index, line in enumerate(lines):
        if line and latest and latest.adds(line):
            continue
        if latest:
            yield latest
        opens, latest = latest is None, None
        if not line:
            continue
        # A line in capitals stands above others; a line of a form stands above its like.
        cells, follows = _GAP.split(line.strip()), lines[index + 1]
        has_more = bool(follows) if index else any(lines[1:])
        is_form = follows.isupper() and not _depth(follows)
        if opens and has_more and line.isupper() and not (line.startswith(" ") or is_form):
            latest = Stretch("head", lines=[line])
        elif len(cells) == 1:
            latest = Stretch("text", _depth(line), [line.strip()])
        else:
            latest = Stretch("table", _depth(line))
            latest.add_row(line, cells)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def link_to_judge(facts: Facts, subject: str, lines: Sequence[str]) -> str:
    """A link that opens a mail to the judge's open address with these lines for a reader's seat.

    Its first line says for which seat they are (SIGNON without a password): they count if the
    mail is proven to come from its player, or once he has replied to the judge's question.
    """
    seat = f"SIGNON {facts.power.replace(' ', '-')}@{facts.game}"
    body = "".join(f"{_quote(line)}%0D%0A" for line in (seat, *lines))
    return f"mailto:{quote(facts.judge, safe='@')}?subject={_quote(subject)}&body={body}"


@lru_cache(maxsize=512)
def _quote(line: str) -> str:
    """A line as it stands in a link; those of order forms come again and again."""
    return quote(line)
