"""The text of press, made anew: what tells one mail program or person from another is gone.

Quotes, signatures and what mail programs add are marked where the mail is read; here lines that
were broken to fit are joined, typographic signs become plain ones, and secrets are masked.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from judge.kernel.mask import STARS
from judge.mail.ours import Ours, pattern

LONGEST = 20_000
"""Characters of one message."""

_NARROW = 66
"""Mail programs that break lines do it at 66 columns or later."""
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′´`", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "…": "...",
    }
)
_BULLET = re.compile(r"[*\u2022\u25e6\u25aa\u00b7] ")
_OWN_LINE = re.compile(r"-|\d+[.)]\s|$")
"""What a line begins with that was not broken off the line before it."""


def clean_text(lines: Iterable[str], game: str, ours: Ours) -> str:
    """The text of ``lines``, to be sent in the judge's own mail; "" if nothing is left."""
    plain = [_mask_line(_plain_line(line), game, ours) for line in lines]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(_join_broken_lines(plain))).strip("\n")


def _plain_line(line: str) -> str:
    """A line with plain signs and single blanks: HTML has no others, and its own bullets."""
    signs = unicodedata.normalize("NFC", line).translate(_SIGNS)
    return _BULLET.sub("- ", " ".join(signs.split()))


def _mask_line(line: str, game: str, ours: Ours) -> str:
    """A line without a seat's secret address or a password for a seat of this game."""
    line = pattern(ours).sub(ours.address, line)
    before = rf"(?i)(\b(?:\w+@|sign\s?on\s+\w?){re.escape(game)}\s+|^\W*(?:set\s+)?password\s+)\S+"
    return re.sub(before, rf"\g<1>{STARS}", line)


def _join_broken_lines(lines: Sequence[str]) -> Iterable[str]:
    """Lines that a mail program broke, whole again: the next word had no room on them."""
    whole = ""
    for number, line in enumerate(lines):
        whole = f"{whole} {line}" if whole else line
        follows = lines[number + 1] if number + 1 < len(lines) else ""
        if not _was_broken(line, follows):
            yield whole
            whole = ""


def _was_broken(line: str, follows: str) -> bool:
    if _OWN_LINE.match(follows) or _OWN_LINE.match(line):
        return False
    word = follows.partition(" ")[0]
    return len(line) <= 80 and len(line) + 1 + len(word) > _NARROW
