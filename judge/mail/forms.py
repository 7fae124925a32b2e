"""The judge's own mail, sent back: what a player may have filled in where only quotes stand."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from judge.kernel.text import Line

MAX_FILLED = 100
"""Lines that are looked at."""

FOOT = "BELOW THE FOOT"

_MARKS = re.compile(r"(?:[>|＞]\s?)+")
_HEADING = re.compile(
    r"\s*\*?((?:ORDER FORM|YOUR ORDERS)(?: FOR .+?)?)(?: \([^()]+\))?\*?\s*$", re.IGNORECASE
)
"""The headings of templates/mail/parts.txt.j2 with lines below them that a player may finish, and
the power behind them."""
_NOTE = re.compile(r'\s*\((?:as before|your ".*")\)$')
"""What stands there beside an order."""
_FOOT = re.compile(r"\s*Send HELP for help\b", re.IGNORECASE)
"""The last line of every mail of the judge: what stands below it is not the judge's."""
_ANY = ("order form", "your orders", "send help")
_ASIDE = re.compile(r"\s*(?:Reply, copy|no order)|.*\bno order:", re.IGNORECASE)
_OTHERS = re.compile(
    r"\s*\*?(?:WHAT THEY|NOT READ|LOOK AT|ORDERS AND|UNITS|CENTRES|RECEIPTS?\b|To change|Next:"
    r"|Deadline:|YOUR MAIL|-- )",
    re.IGNORECASE,
)


def fillable_lines(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines of the judge's quoted mail that may be filled in, with the heading above each run.

    They are those below an order form's heading, below that of the orders as they stood, and
    below the mail's foot. Marks of quotes are gone; which of them are orders is for others to say.
    """
    text = "\n".join([line.text for line in lines]).lower()
    if not any(words in text for words in _ANY):
        return ()
    return tuple(islice(_sections(lines), MAX_FILLED))


def heading(line: Line) -> str:
    """The heading that a fillable line is ("YOUR ORDERS FOR ...", the foot: FOOT), or ""."""
    if _FOOT.match(line.text):
        return FOOT
    match = _HEADING.match(line.text)
    return match[1] if match else ""


def _sections(lines: Sequence[Line]) -> Iterator[Line]:
    inside = False
    for line in lines:
        if not line.ignored:
            continue
        bare = Line(line.number, _MARKS.sub("", line.text.strip(), count=1).strip())
        if heading(bare):
            inside = True
            yield bare
        elif _OTHERS.match(bare.text):
            inside = False
        elif inside and bare.text and not _ASIDE.match(bare.text):
            yield Line(bare.number, _NOTE.sub("", bare.text))
