"""Blocks of lines that are no orders: press, broadcasts, tests, comments; cut out first."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from difflib import SequenceMatcher

from msgspec.structs import replace

from judge.kernel.text import Line
from judge.language.commands import find_power
from judge.language.fold import plain
from judge.language.vocabulary import Vocabulary
from judge.language.words import by_word, read_sections

CLOSERS = {
    "press": ("endpress", "end"),
    "broadcast": ("endbroadcast", "endpress", "end"),
    "test": ("endtest",),
    "study": ("endstudy",),
    "comment": ("endcomment",),
    "setup": ("endsetup", "end"),
    "edit": ("endedit", "end"),
    "register": ("end",),
}
"""Verb of a block -> the lines that close it, their letters alone."""
_CLOSE = 0.85
_TURNED = re.compile(
    r"(\s*)(white|gr[ea]y|signed|unsigned|anonymous|fake)(\s+)(press|broadcast)\b", re.IGNORECASE
)
"""People write "GREY PRESS TO Turkey" as well as "PRESS GREY TO Turkey"."""
_OPENER = re.compile(
    r"\s*(?:(?:(?:WHITE |GR[EA]Y |FAKE )?(?:PRESS|BROADCAST)|SIGNOFF|SIGN OFF)\b(?!:)"
    r"|(?i:broadcast\s*$|press\s+to\s+\w+(?:(?:\s*[,;&+/]\s*|\s+and\s+)\w+)*\s*:?\s*$))"
)
"""A line that no text of press has: the block before it was left open."""
_FAKE = re.compile(r"\s*fake\s+from\s+\w[\w .]*", re.IGNORECASE)
"""What njudge's players put above or below PRESS, on a line of its own."""
_LETTERS = re.compile(r"[^a-z]+")
_OTHERS = by_word(read_sections("commands")["recipients"])
_OTHER = re.compile(rf"(?:{'|'.join(sorted(_OTHERS, key=len, reverse=True))})\b", re.IGNORECASE)
_FROM = re.compile(r"(?:fake\s+)?(?:from|as)\b\s*", re.IGNORECASE)
_COLOUR = re.compile(
    r"(?:in\s+)?(?:(white|signed)|(gr[ea]y|unsigned|anonymous(?:ly)?))\b", re.IGNORECASE
)
_TO = re.compile(r"to\b\s*:?\s*", re.IGNORECASE)
_BUT = re.compile(r"(?:but|except)\b\s*", re.IGNORECASE)
_GLUE = re.compile(r"[\s,;&+/]*(?:and\b[\s,;&+/]*)?", re.IGNORECASE)


class Ends:
    """Where the blocks of a letter end; each line is looked at once for each kind of block."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._ends: dict[str, list[int]] = {}

    def find_end(self, verb: str, start: int) -> int | None:
        """The index of the line that closes a block opened before ``start``; None if none does.

        A line that opens another block before it leaves the first one without an end.
        """
        if verb not in self._ends:
            self._ends[verb] = [
                index
                for index, line in enumerate(self._lines)
                if not line.ignored and (_OPENER.match(line.text) or closes(verb, line.text))
            ]
        ends = self._ends[verb]
        index = bisect_left(ends, start)
        if index == len(ends) or _OPENER.match(self._lines[ends[index]].text):
            return None
        return ends[index]


def join_fakes(lines: Sequence[Line]) -> Sequence[Line]:
    """Lines with each FAKE FROM that stands alone put behind PRESS or BROADCAST beside it."""
    joined = list(lines)
    for at, line in enumerate(lines):
        if line.ignored or not _FAKE.fullmatch(line.text):
            continue
        for beside in (at + 1, at - 1):
            opener = lines[beside] if 0 <= beside < len(lines) else line
            addressed = not opener.ignored and ":" not in opener.text
            if addressed and _OPENER.match(opener.text):
                text = f"{opener.text.rstrip()} {line.text.strip()}"
                joined[beside], joined[at] = replace(opener, text=text), replace(line, text="")
                break
    return joined


def put_verb_first(text: str) -> str:
    """A line that names the colour of press before PRESS, with the verb first."""
    return _TURNED.sub(r"\1\4\3\2", text, count=1)


def find_missing_opener(text: str) -> str:
    """The opener that a line which closes a block asks for, or "" where it closes none."""
    letters = _LETTERS.sub("", text.lower()) if len(text) <= 24 else ""
    verbs = ("press", "broadcast", "test", "study")
    return next((verb.upper() for verb in verbs if letters == CLOSERS[verb][0]), "")


def closes(verb: str, text: str) -> bool:
    """Whether a line closes a block, also when it is mistyped ("end press.", "ENDPRES")."""
    if len(text) > 24:
        return False
    letters = _LETTERS.sub("", text.lower())
    words = CLOSERS[verb]
    if letters in words or len(letters) <= 5:
        return letters in words
    likeness = SequenceMatcher(None, letters, words[0])
    return likeness.quick_ratio() >= _CLOSE and likeness.ratio() >= _CLOSE


def read_heading(rest: str, vocabulary: Vocabulary) -> tuple[tuple[str, ...], str]:
    """What follows PRESS or BROADCAST: ((recipients, speaker[, colour]), text of the first line).

    Recipients are names in full, "ALL", "GM" or "OBSERVERS", with commas between, after "ALL BUT"
    those left out; the speaker is a name or "", the colour "white" or "grey" where one was typed.
    Words that are no name stay as typed.
    """
    text, column = plain(rest), 0
    speaker = ""
    colour: tuple[str, ...] = ()
    recipients: list[str] = []
    while column < len(text) and text[column] != ":":
        match = _FROM.match(text, column)
        if match:
            speaker, column = _read_recipient(text, match.end(), vocabulary)
        elif match := _COLOUR.match(text, column):
            colour, column = ("white" if match[1] else "grey",), match.end()
        elif (match := _TO.match(text, column)) or (match := _BUT.match(text, column)):
            column = match.end()
            if match.re is _BUT and recipients:
                recipients[-1] += " BUT"
        else:
            name, column = _read_recipient(text, column, vocabulary)
            recipients.append(name)
        column = _GLUE.match(text, column).end()  # type: ignore[union-attr]
    return (", ".join(recipients).replace(" BUT, ", " BUT "), speaker, *colour), rest[
        column + 1 :
    ].strip()


def _read_recipient(text: str, column: int, vocabulary: Vocabulary) -> tuple[str, int]:
    other = _OTHER.match(text, column)
    power_found = find_power(text, column, vocabulary)
    if power_found and not (other and other.end() > power_found[1]):
        return power_found
    if other:
        return _OTHERS[other[0].lower()], other.end()
    word = re.compile(r"[^\s,;:]+|.").match(text, column)
    return (word[0], word.end()) if word else (text[column:], len(text))


def read_form(lines: Sequence[str]) -> tuple[str, ...]:
    """Njudge's registration form ("Name: ...", "Zone: ...") as the words of REGISTER."""
    fields = {}
    for line in lines:
        key, colon, value = line.partition(":")
        if colon:
            fields[_LETTERS.sub("", key.lower())] = value.strip()
    name = fields.get("name", "")
    zone = fields.get("zone") or fields.get("timezone") or ""
    return tuple(part for part in (name, zone) if part)


_WITH = re.compile(r"(?<= )w/(?= ?[^\W\d_]{2})(?!out\b)")
"""How hurried people type "with"."""
_SMILEY = re.compile(
    r"(?<![^\s.!?,])[>}]?[:;]-[)(DPpo|/](?!\w)|(?<![^\s.!?,])[>}]?[:;][)D](?=\s|$)"
)
_SMALL_PRINT = re.compile(
    r"\b(?:confidential\w*|privileged|disclaimer|vertraulich\w*|confidentiel\w*|riservat\w*"
    r"|confidencial\w*|vertrouwelijk\w*)\b.*\b(?:message|e-?mail|intended|recipient|addressee|only"
    r"|nachricht|empfanger|destinat\w*|messaggio|mensaje|bericht|geadresseerde)\b"
    r"|\b(?:intended (?:only|solely|for)|intended recipient|named addressee|scanned (?:for|by)"
    r"|virus[- ]free|virenfrei|please consider the environment|think before you print)\b"
    r"|\bthis (?:e-?mail|message)\b.*\b(?:confidential|privileged|intended)\b",
    re.IGNORECASE,
)

_OURS = re.compile(
    r"\s*(?:! |DP: \d+ to spend\b|Bonus: \S.* is your client\b|YOUR DIPLOMACY POINTS, "
    r"|You have \d+ diplomacy points? in |\d+ used of \d+\b|\d+\+\d+  \S|taken {3,}(?:BID|SWITCH) "
    r"|Purse: \d+ paying |You have \d+ in |\S.*: \d+ from earlier years\b"
    r"|\S.*, which you order too: )"
)
"""How lines of the judge's own mails begin that look like orders when they are sent back."""
_OURS_BEGIN = frozenset("!DYBPt0123456789")
"""First signs of those without a colon."""


def blank_smileys(text: str) -> str:
    """A line with "w" for "w/", and without its smileys, which hold arrows: ";-)".

    One ends the sentence before it.
    """
    if "w/" in text:
        text = _WITH.sub("w ", text)
    if ":" not in text and ";" not in text:
        return text
    ends = len(text.rstrip())
    return _SMILEY.sub(lambda one: (" ", ".")[one.end() < ends].ljust(len(one[0])), text)


def is_small_print(text: str) -> bool:
    """Whether a line is what firms and mail programs put below a mail."""
    return _SMALL_PRINT.search(text) is not None


def is_ours(text: str) -> bool:
    """Whether a line is one of the judge's own that orders nothing."""
    may_be_ours = ": " in text or ", which" in text or text.lstrip()[:1] in _OURS_BEGIN
    return may_be_ours and _OURS.match(text) is not None
