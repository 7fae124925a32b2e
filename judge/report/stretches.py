"""Text as a phone shows it well: headings, prose that flows, and columns as the rows of a table.

Events and help pages are written for terminals. Nothing of them is lost here but the line breaks
and the blanks that were there for a line of 78 letters.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

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
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    latest: Stretch | None = None
    for index, line in enumerate(lines):
        if not line:
            if latest:
                yield latest
            latest = None
        elif latest is None or not latest.adds(line):
            if latest:
                yield latest
            latest = _begin(line, lines[index + 1 :], first=not index, opens=latest is None)
    if latest:
        yield latest


def _begin(line: str, rest: Sequence[str], *, first: bool, opens: bool) -> Stretch:
    """The stretch that a line begins; ``opens``: it is the first one after a blank line."""
    cells = _GAP.split(line.strip())
    if opens and _is_head(line, rest, first=first):
        return Stretch("head", lines=[line])
    if len(cells) == 1:
        return Stretch("text", _depth(line), [line.strip()])
    stretch = Stretch("table", _depth(line))
    stretch.add_row(line, cells)
    return stretch


def _is_head(line: str, rest: Sequence[str], *, first: bool) -> bool:
    """Whether a line in capitals stands above others; a line of a form stands above its like."""
    follows = next(iter(rest), "")
    return (
        line.isupper()
        and not line.startswith(" ")
        and bool(follows if not first else any(rest))
        and not follows.isupper()
    )


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
