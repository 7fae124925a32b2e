"""Bounces: which mail of ours came back, whether for good, and why.

Every mail leaves with its own envelope sender, so that a bounce's recipient names the mail
however odd its text is.
"""

import re
from dataclasses import dataclass
from email.message import Message

from judge.mail import hypertext, mime
from judge.mail.ours import Ours
from judge.mail.refusals import STATUS, find_in_prose, find_subject

BOUNCE_BITS = 130

_REPLY = re.compile(r"(?:^[ \t<>-]{0,8}|[:;>\]] {0,4})([45]\d\d)(?=[ :-])", re.ASCII | re.MULTILINE)
"""An SMTP reply stands at the start of a line or behind "said:"; other numbers are just numbers."""
_RETURNED = re.compile(
    r"^\W{0,8}(?:received|return-path|dkim-signature|message-id):", re.IGNORECASE | re.MULTILINE
)
"""Where the mail begins that comes back."""
_ON_ITS_WAY = re.compile(
    r"\bnot (?:yet )?been delivered (?:yet|to one or more of its recipients after)|\bis delayed\b"
    r"|\b(?:temporary|warning)\W+(?:\w+\W+)?(?:failure|message) (?:report|only)"
    r"|\bdo not need to re-?send\b|\bwill (?:be retried|keep trying|continue to try)\b",
    re.IGNORECASE,
)
_OF_GREETING = re.compile(r"(?:after|reply to|>>>) ?(?:MAIL|HELO|EHLO|initial)", re.IGNORECASE)
_OF_CONTENT = re.compile(
    r"(?:after|reply to) (?:end of )?DATA|after end|TEXT command", re.IGNORECASE
)
"""What an answer was to that names no recipient."""
_SETTLED = ("delayed", "relayed", "delivered", "expanded")
_NO_FAILURES = ("message/feedback-report", "message/disposition-notification")
_MOST, _SHOWN = 20_000, 300


@dataclass(frozen=True, slots=True)
class Bounce:
    """One failure: the envelope sender that it came back to names the mail.

    ``hard`` means that nothing will ever reach the address; ``status`` is the code it was told by
    ("5.1.1", "550") or "". ``trouble``: what the server has against us or our mails, in its words.
    """

    address: str
    hard: bool
    status: str = ""
    trouble: str = ""


def bounce_address(ours: Ours, key: str) -> str:
    """The envelope sender of the mail ``key``; "=" keeps it apart from every game's name."""
    return ours.plus("=" + ours.token("bounce", key, bits=BOUNCE_BITS))


def is_bounce(recipient: str) -> bool:
    """Whether a mail to this address of ours is a bounce, whatever its headers say."""
    return "+=" in recipient.partition("@")[0]


def read(raw: bytes, recipient: str) -> Bounce | None:
    """What a mail to a bounce address reports; None if it is no failure (a delay, a relay note).

    A delivery report says so in its fields, other bounces in their text. One that says nothing
    of the mailbox nor of us is soft.
    """
    if mime.excess(raw):
        return Bounce(recipient, hard=False)
    message = mime.parse(raw)
    prose = _read_prose(message)
    for part in message.walk():
        if part.get_content_type() in _NO_FAILURES:
            return None
        if part.get_content_type() == "message/delivery-status" and (blocks := _list_blocks(part)):
            return _read_report(blocks, prose, recipient)
    waits = _ON_ITS_WAY.search(" ".join(prose.split()))
    return None if waits else _weigh(prose, prose, recipient)


def _read_prose(message: Message) -> str:
    """What a bounce says of itself, down to the mail that it returns."""
    parts = [part for part in mime.parts(message) if part.text.strip()]
    first = next((part for part in parts if part.kind == "text/plain"), next(iter(parts), None))
    if first is None:
        return ""
    text = hypertext.read(first.text).text if first.kind == "text/html" else first.text
    return _RETURNED.split(text[:_MOST], maxsplit=1)[0]


def _list_blocks(report: Message) -> list[Message]:
    """What a delivery report (RFC 3464) says of each recipient."""
    return [block for block in mime.children(report) if block.get("action")]


def _read_report(blocks: list[Message], prose: str, recipient: str) -> Bounce | None:
    """The first recipient whom a mail will not reach; None if it may still reach all."""
    for block in blocks:
        if not str(block["action"]).strip().lower().startswith(_SETTLED):
            status = STATUS.search(str(block.get("status", "")))
            words = str(block.get("diagnostic-code", "")).partition(";")[2] or prose
            return _weigh(words, prose, recipient, status[0] if status else "")
    return None


def _weigh(words: str, prose: str, recipient: str, status: str = "") -> Bounce | None:
    """What a server's answer, quoted in ``words``, says; with the status that a report gives it.

    ``prose`` tells what it was an answer to. None if it is good news.
    """
    reply, answer = _find_answer(words)
    code = _choose_code(status, reply, answer)
    if code.startswith("2"):
        return None
    bare = not _OF_CONTENT.search(prose)
    subject = find_subject(reply, f"{status} {answer}", bare=bare) or find_in_prose(words)
    if subject == "recipient" and _OF_GREETING.search(prose):
        subject = "sender"  # "No such domain" speaks of ours
    if subject == "recipient":
        return Bounce(recipient, hard=not code.startswith("4"), status=code)
    unexplained = subject is None and code.startswith("5")
    against_us = unexplained or (subject == "sender" and code)
    trouble = " ".join((answer or words).split())[:_SHOWN] if against_us else ""
    return Bounce(recipient, hard=False, status=code, trouble=trouble)


def _find_answer(words: str) -> tuple[int, str]:
    """The reply code of the answer that is quoted (0: it has none) and its words."""
    reply = _REPLY.search(words)
    if reply:
        return int(reply[1]), words[reply.start(1) :].partition("\n\n")[0]
    status = STATUS.search(words)
    return 0, words[status.start() :].partition("\n\n")[0] if status else ""


def _choose_code(status: str, reply: int, answer: str) -> str:
    """The code that says most: a report's status, unless it is X.0.0, or the answer's own."""
    if status and not status.endswith(".0.0"):
        return status
    told = STATUS.search(answer)
    return told[0] if told else status or str(reply or "")
