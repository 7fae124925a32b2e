"""Which lines of a mail its sender wrote for the judge: quotes, signatures and footers are marked.

Nothing is dropped: a line that is not to be read keeps its text and says why. Where a rule could
hit an order it doesn't apply; whoever answers can show the player what was left out.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from judge.kernel.mail import REPLY_MARKER
from judge.kernel.text import Line
from judge.mail.attributions import Sure, divides, head_length, introduction, is_wrapped
from judge.resources import read_patterns

QUOTED = "quoted text"
INTRODUCTION = "the introduction of a quote"
EARLIER = "an earlier mail"
SIGNATURE = "signature"


class Rule(Struct, frozen=True):
    """Lines that begin with ``pattern`` are not read: they alone, their paragraph, or the rest."""

    reason: str
    pattern: str
    extent: Literal["line", "paragraph", "rest"]


_WORDS = read_patterns("quotes")
_RULES = (
    Rule(
        "below the line 'write orders above this line', where no order counts",
        rf"\W*{re.escape(REPLY_MARKER.strip(' -'))}",
        "rest",
    ),
    Rule(SIGNATURE, r"(?:--|—|–)$", "rest"),
    Rule("what follows a long line", r"_{20,}$", "rest"),
    Rule("list footer", _WORDS["list footer"], "rest"),
    Rule(SIGNATURE, r"-----BEGIN PGP SIGNATURE-----$", "rest"),
    Rule("a signed mail's mark", r"-----BEGIN PGP SIGNED MESSAGE-----$|Hash: SHA\d+$", "line"),
    Rule("added by the mail program", _WORDS["mail program"], "line"),
    Rule("disclaimer", _WORDS["disclaimer"], "paragraph"),
)
NOT_SAID = frozenset((QUOTED, INTRODUCTION, EARLIER, *(rule.reason for rule in _RULES)))
"""Why lines are not read that are another's words, or nobody's."""
_ANY_RULE = re.compile(
    "|".join(f"(?P<r{number}>{rule.pattern})" for number, rule in enumerate(_RULES)), re.IGNORECASE
)

_MARKED = re.compile(r">(?!>> )")
"""The mark before quoted lines that all programs know, GroupWise's head aside."""
_PREFIXED = re.compile(r">|＞|[A-Z]{2}> ")
"""The marks before quoted lines; The Bat! puts initials before them."""
_OTHER_MARK = re.compile(r"[|¦│┃]\s*\S|: \s*\S")
"""Marks that some programs use, and persons before lines of their own."""
_STRUCK = re.compile(r"~~.+~~$")
_MINE = re.compile(rf"\W*(?:\w+ ){{0,3}}(?:{_WORDS['own orders']})\b.{{0,30}}$", re.IGNORECASE)
_PRESS = re.compile(r"\s*(?:press|broadcast)\b", re.IGNORECASE)
_END_OF_PRESS = re.compile(r"\s*end[\s_-]?(?:pres{1,2}|broadcast)?\W*$", re.IGNORECASE)
"""Also "END", "End press." and "ENDPRES": the reader is as lenient."""


class _Passage(NamedTuple):
    """Lines of one kind: why they are not read, and what that means for those below them."""

    length: int
    reason: str = ""
    below: Sure | None = None
    """They are another's words: surely, or perhaps."""


def read(lines: Sequence[str]) -> tuple[Line, ...]:
    """Number the lines of a mail's text from 1 and mark those that are not to be read.

    What stands below the introduction of a quote that bears no marks is another's, and not read.
    Where that is not certain (a person's own "Anna wrote:", or a mail that begins with an earlier
    one, so that its writer's words can only stand below) the lines are doubted instead.
    """
    ends = [-1, *(number for number, line in enumerate(lines) if ends_press(line))]
    marked_lines: list[Line] = []
    doubt, is_certain = "", False
    while (start := len(marked_lines)) < len(lines):
        if _MARKED.match(lines[start]):
            marked_lines.append(Line(start + 1, lines[start], QUOTED))
            continue
        if doubt and not is_certain and _is_mine(lines, start):
            doubt = ""
        passage = _find_next_passage(lines, start)
        if passage.below is Sure.YES and any(map(is_said, marked_lines)):
            end = start + passage.length
            marked_lines += _mark_lines(lines[:end], start, passage.reason)
            return (*marked_lines, *_mark_lines(lines, end, EARLIER))
        if passage.below is not None:
            is_certain = passage.below is Sure.YES
            doubt = f"it stands below '{lines[start].strip()[:60]}', as another's words do"
        marked_lines += _mark_lines(lines[: start + passage.length], start, passage.reason, doubt)
        # A block of press that nobody closes is none: all rules apply, lest it swallow a quote.
        if not (passage.reason or doubt) and ends[-1] > start and _PRESS.match(lines[start]):
            marked_lines += _mark_press(lines[: ends[bisect_right(ends, start)]], start + 1)
    return tuple(marked_lines)


def ends_press(line: str) -> bool:
    """Whether a line ends a block of press."""
    return _END_OF_PRESS.match(line) is not None


def is_said(line: Line) -> bool:
    """Whether a line is its writer's own."""
    return bool(line.text.strip()) and not line.ignored and not line.doubt


def _is_mine(lines: Sequence[str], start: int) -> bool:
    """Whether a person says that he has done with another's words: a paragraph "My orders:"."""
    begins = start > 1 and not lines[start - 1].strip() and bool(lines[start - 2].strip())
    return (
        begins and _MINE.match(lines[start]) is not None and not introduction(lines, start - 2)[0]
    )


def _mark_lines(lines: Sequence[str], start: int, reason: str, doubt: str = "") -> list[Line]:
    """The lines from ``start`` on, which are of one kind.

    Blank lines need no excuse, and a quote stays a quote inside a longer passage.
    """
    marked_lines: list[Line] = []
    for number, text in enumerate(lines[start:], start + 1):
        bare = text.strip()
        why = QUOTED if bare.startswith(">") else reason if bare else ""
        looks_quoted = "it begins as quoted lines do" if _OTHER_MARK.match(bare) else ""
        marked_lines.append(
            Line(number, text, why, "" if why or not bare else doubt or looks_quoted)
        )
    return marked_lines


def _find_next_passage(lines: Sequence[str], start: int) -> _Passage:
    """How many lines from ``start`` on are of one kind, and what they are."""
    line = lines[start].strip()
    if not line:
        return _Passage(1)
    if divides(line):
        return _Passage(1, EARLIER, None if _is_quote_below(lines, start + 1) else Sure.YES)
    if _PREFIXED.match(line):
        return _Passage(1, QUOTED)
    if match := _ANY_RULE.match(line):
        rule = _RULES[int(str(match.lastgroup)[1:])]
        length = len(lines) - start if rule.extent == "rest" else 1
        if rule.extent == "paragraph":
            ends = (end for end in range(start, len(lines)) if not lines[end].strip())
            length = next(ends, len(lines)) - start
        return _Passage(length, rule.reason)
    if _STRUCK.match(line):
        return _Passage(1, "struck out")
    if length := head_length(lines, start):
        return _Passage(length, EARLIER, Sure.YES)
    # An "On ..., X wrote:" and the quote below it, which has marks of its own or ends the mail.
    length, certainty = introduction(lines, start)
    if length and _is_quote_below(lines, start + length):
        return _Passage(length, INTRODUCTION)
    if not length or not is_wrapped(lines, start, length):
        return _Passage(1)
    marks = 0  # lines that, but for blanks, bear the other marks of a quote
    for number, below in enumerate(lines[start + length :], 1):
        if _OTHER_MARK.match(below.strip()):
            marks = number
        elif below.strip():
            break
    return _Passage(length + marks, INTRODUCTION, None if marks else certainty)


def _is_quote_below(lines: Sequence[str], start: int) -> bool:
    lines_below = (line.lstrip() for line in lines[start : start + 3] if line.strip())
    return _PREFIXED.match(next(lines_below, "")) is not None


def _mark_press(lines: Sequence[str], start: int) -> list[Line]:
    """The lines of a press block from ``start`` on.

    A message may hold anything but what would give its writer away: a quote, the names and
    addresses above one, a signature. No other rule applies inside.
    """
    marked_lines: list[Line] = []
    reason, length, is_signature = "", 0, False
    for number in range(start, len(lines)):
        line = lines[number].strip()
        is_signature = is_signature or line == "--"
        if not length:
            length, _ = introduction(lines, number)
            if length and _is_quote_below(lines, number + length):
                reason = INTRODUCTION
            elif "@" in line and (length := head_length(lines, number)):
                reason = "the head of an earlier mail"
            else:
                length = 0
        kind = QUOTED if line.startswith(">") else SIGNATURE if is_signature else reason
        marked_lines.append(Line(number + 1, lines[number], kind if line else ""))
        length = max(0, length - 1)
        reason = reason if length else ""
    return marked_lines


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
    if not any(words in text for words in ("order form", "your orders", "send help")):
        return ()
    found: list[Line] = []
    inside = False
    for line in lines:
        if not line.ignored:
            continue
        bare = Line(line.number, _MARKS.sub("", line.text.strip(), count=1).strip())
        if form_heading(bare):
            inside = True
            found.append(bare)
        elif _OTHERS.match(bare.text):
            inside = False
        elif inside and bare.text and not _ASIDE.match(bare.text):
            found.append(Line(bare.number, _NOTE.sub("", bare.text)))
    return tuple(found[:MAX_FILLED])


def form_heading(line: Line) -> str:
    """The heading that a fillable line is ("YOUR ORDERS FOR ...", the foot: FOOT), or ""."""
    if _FOOT.match(line.text):
        return FOOT
    match = _HEADING.match(line.text)
    return match[1] if match else ""
