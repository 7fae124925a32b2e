"""Lines that introduce somebody else's words: "X wrote:", heads and dividers of earlier mails.

Mail programs write them in every language, but all in few shapes: a date or an address and a
colon at the end; a field's name, a colon and a value, thrice; words between two rows of dashes.
The shape decides where it can; words only help. tests/mail/attributions.txt has them by program.
"""

import re
from collections.abc import Sequence
from enum import Enum
from itertools import takewhile

from judge.resources import read_patterns

LONGEST = 4
"""Lines over which a program wraps such a line."""
_LENGTH = 400
"""Characters that such a line, or a field of a head, has at most."""
_WIDTH = 60
"""Where programs wrap at the earliest."""
_FEW = 10
"""Words of a line that merely names who wrote; beyond that it is somebody's own sentence."""


class Sure(Enum):
    """How sure it is that what follows are another's words."""

    YES = "a program wrote the line"
    NO = "a person may have written it"


_DATED = re.compile(
    r"\b20\d\d\b|20\d\d\s?[年년]|\b\d{1,4}([-./])\s?\d{1,2}\1\s?\d{1,4}\b|\b\d{1,2}[:.h]\d\d\b"
)
_ADDRESS = r"[\w.+=-]+@[\w-]+(?:\.[\w-]+)+"
_ADDRESSED = re.compile(_ADDRESS)
_BRACKETED = re.compile(rf"[<(\[](?:mailto:)?\s?{_ADDRESS}")
_NAMED = re.compile(r"[^<>]{2,60}<\s?\S+@\S+")
_SHOUT = re.compile(r"[A-Z]{4,}\b")
"""A line that begins in capitals may be a command with an address and a date."""
_WORDS = read_patterns("quotes")
_WROTE = re.compile(
    rf"(?:\b(?:{_WORDS['wrote']})(?!\w)|(?:{_WORDS['wrote without edges']}))"
    r"((?:[^:：]|:(?=\d)){0,120})[:：]$",
    re.IGNORECASE,
)
_ADVISED = re.compile(rf"\b(?:{_WORDS['advises']})\b[^:：]{{0,60}}[:：]$", re.IGNORECASE)
_INLINE = re.compile(rf"\b(?:{_WORDS['wrote']})\s?:\s+\S", re.IGNORECASE)
"""Yahoo on a telephone goes on behind the colon."""
_OWN = re.compile(rf"\b(?:{_WORDS['own words']})\b", re.IGNORECASE)
_SENTENCE = re.compile(rf"\b(?:{_WORDS['sentence']})\b", re.IGNORECASE)
"""What stands behind "wrote" in a person's sentence, and never in a program's line."""
_HOUR = r"\d{1,2}[:.]\d\d(?::\d\d)?"
_CHAT = re.compile(
    rf"\[[^\[\]]{{0,24}}{_HOUR}[^\[\]]{{0,24}}\]\s?[^:]{{2,40}}:\s"
    rf"|\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}},? {_HOUR}(?:\s?[AP]M)? [-–] [^:]{{2,40}}:\s"
    rf"|[^\[\]]{{2,40}}, \[[^\[\]]{{0,24}}{_HOUR}[^\[\]]{{0,6}}\]:?$"
    rf"|[^—]{{2,40}} — (?:\w+ (?:at|um|à|às|alle|om) |[\d./-]{{6,10}},? ){_HOUR}(?:\s?[AP]M)?$",
    re.IGNORECASE,
)
"""Messages copied out of WhatsApp, Telegram, Signal and Discord, with name and hour."""
_OPENING = re.compile(
    r"\W{0,6}(?:On|Le|Am|El|Il(?: giorno)?|Op|Em|Den|På|W dniu|Dnia|Dne|At|Quoting|Zitat von"
    r"|\d{1,4}[-./]\d{1,2}[-./]\d{1,4})\s",
    re.IGNORECASE,
)

_MESSAGE = re.compile(_WORDS["divider in rows"], re.IGNORECASE)
_ROWS = "-_=*~"
"""What the rows of marks before and behind a divider's words are made of."""
_BARE_DIVIDER = re.compile(_WORDS["divider"], re.IGNORECASE)
_NOTES = re.compile(r"[^\s-].{1,60}---\s?\d{1,4}[-./]\d{1,2}[-./].{2,40}---")
"""Lotus Notes: "Karl Braun---02.11.2026 09:12:33---Hello"."""
_FROM = re.compile(rf"\*{{0,2}}(?:{_WORDS['from']})\s?[:：]\*{{0,2}}\s*\S", re.IGNORECASE)
_FIELD = re.compile(rf"\*{{0,2}}(?:{_WORDS['field']})\s?[:：]", re.IGNORECASE)
_LABELLED = re.compile(r"\*{0,2}[^\W\d_][^:：\d]{0,24}[:：]\*{0,2}\s*\S")


_NOBODY = 0, Sure.NO
"""No line names who wrote what follows."""


def introduction(lines: Sequence[str], start: int) -> tuple[int, Sure]:
    """How many lines from ``start`` on name who wrote what follows, 0 for none; how sure it is."""
    first = lines[start].strip()
    if len(first) > _LENGTH:
        return _NOBODY
    if _CHAT.match(first):
        return 1, Sure.NO
    if not (first.endswith((":", "：")) or _opens(first)):
        return _NOBODY
    if all(pattern.search(first) for pattern in (_INLINE, _DATED, _BRACKETED)):
        return (1, Sure.YES) if _OPENING.match(first) else _NOBODY
    text = ""
    for end in range(start, min(start + LONGEST, len(lines))):  # to the line that ends in a colon
        line = lines[end].strip()
        if line[:1] in ("", ">") or len(line) > _LENGTH:
            break
        text = f"{text} {line}".lstrip()
        if line[-1] in ":：":
            certainty = _judge_colon_line(text)
            return _NOBODY if certainty is None else (end + 1 - start, certainty)
        if end == start and not _opens(line):
            break
    return _NOBODY


def is_wrapped(lines: Sequence[str], start: int, length: int) -> bool:
    """Whether a program broke one line into these: no next word would have fitted."""
    for end in range(start, start + length - 1):
        line, word = lines[end].strip(), lines[end + 1].split()[0]
        if not line.endswith("<") and len(line) + 1 + len(word) <= _WIDTH:
            return False
    return True


def _opens(line: str) -> bool:
    """Whether a line that ends in no colon can be the beginning of such a line."""
    return bool(_OPENING.match(line) or _DATED.search(line) or _NAMED.match(line))


def _judge_colon_line(text: str) -> Sure | None:
    """Whether a line that ends in a colon says who wrote what follows."""
    date_match, address_match = _DATED.search(text), _ADDRESSED.search(text)
    wrote = _WROTE.search(text)
    if wrote and not _SENTENCE.search(wrote.group(1)):
        if date_match or address_match:
            return Sure.YES
        return None if _is_own(text) else Sure.NO
    if date_match and address_match and not _SHOUT.match(text):
        return Sure.YES
    is_advised = _ADVISED.search(text) and not _is_own(text)
    return Sure.NO if is_advised else None


def _is_own(text: str) -> bool:
    """Whether a sentence is about its writer, or too long to name just another one."""
    return len(text.split()) > _FEW or _OWN.search(text) is not None


def divides(line: str) -> bool:
    """Whether a line says that an earlier mail stands below it."""
    whole = line.removesuffix(":")
    behind = whole.lstrip(_ROWS)  # words between two rows; a pattern would take minutes
    between = behind.rstrip(_ROWS)
    words, rows = between.strip(), min(len(whole) - len(behind), len(behind) - len(between))
    if rows >= 2 and 3 <= len(words) <= 200:
        return (
            bool(_MESSAGE.match(words)) or _judge_colon_line(f"{words.rstrip(' :')}:") is Sure.YES
        )
    if line[-1:] not in ":：>":
        return "---" in line and _NOTES.match(line) is not None
    return _BARE_DIVIDER.match(line) is not None


def head_length(lines: Sequence[str], start: int) -> int:
    """The length of the head of an earlier mail at ``start``, 0 for none.

    From: followed by two fields within five lines; or three fields on end, From: among them; or
    three lines of any labels on end, an address and a date among their values.
    """
    line = lines[start].strip()
    if len(line) > _LENGTH:
        return 0
    if _FROM.match(line):
        below = [_FIELD.match(each.strip()) for each in lines[start + 1 : start + 6]]
        if sum(map(bool, below)) >= 2:
            return 1 + next((n for n, each in enumerate(below) if not each), len(below))
    labelled = takewhile(_LABELLED.match, map(str.strip, lines[start : start + 8]))
    block = [each[:_LENGTH] for each in labelled]
    if len(block) < 3:
        return 0
    has_fields = all(_FROM.match(each) or _FIELD.match(each) for each in block[:3])
    if has_fields and any(map(_FROM.match, block)):
        return len(block)
    values = "\n".join(block)
    return len(block) if _DATED.search(values) and _ADDRESSED.search(values) else 0
