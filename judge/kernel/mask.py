"""Masking: a password that stands in a mail is never mailed back, however its line was typed."""

import re

from msgspec.structs import replace

from judge.kernel.notice import Answer

STARS = "******"
_PATTERNS = (
    re.compile(r"(?i)^(\W*(?:sign\s?on|log\s?in|take\s?over)\W+\S+\s+)(?=\S)"),
    re.compile(r"(?i)^(\W*reset\s+(?:[^@]*@\S+\s+|(?![^@]*@)))(?=\S)"),
    re.compile(r"(?i)^(\W*i\s*a?m\s*also\s+\S+\s+)(?=\S)"),
    re.compile(r"(?i)^(\W*forget\s*me\s+)(?=\S)"),
    re.compile(r"(?i)(\bpassword\W+)(?=\w)"),
    re.compile(r"(\w@[\w-]+\s+)(?=\S)"),
)
"""What stands before a password or code: a command, the word itself, or any power@game."""
_SIGNS = ("sign", "log", "take", "reset", "also", "forget", "password", "@")
"""What stands in whatever one of these finds, which most lines have nothing of."""


def text(line: str) -> str:
    """A typed line without the password that it may hold."""
    lower = line.lower()
    may_hold_one = not line.isascii() or any(sign in lower for sign in _SIGNS)
    for pattern in _PATTERNS if may_hold_one else ():
        match = pattern.search(line)
        if match:
            return line[: match.end()] + STARS
    return line


def answer(line: Answer) -> Answer:
    """A line of the transcript without the password; a complaint must not quote it either."""
    masked_text = text(line.text)
    if masked_text == line.text:
        return line
    message = line.message
    password = line.text[len(masked_text) - len(STARS) :].strip()
    if any(word in message for word in password.split()):
        message = "this line can't be read"
    return replace(line, text=masked_text, message=message, column=0, suggestions=())
