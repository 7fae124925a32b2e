"""Bounces: which mail of ours came back, whether for good, and why.

Every mail leaves with its own envelope sender, so that a bounce's recipient names the mail
however odd its text is.
"""

import re
from dataclasses import dataclass
from email.message import Message

from judge.mail import mime
from judge.mail.ours import Ours

BOUNCE_BITS = 130

_STATUS = re.compile(r"(?<![\d.])([245])\.\d{1,3}\.\d{1,3}(?![\d.])", re.ASCII)
_REPLY = re.compile(r"(?:^|[:;>] ?)([45]\d\d)(?=[ -])", re.ASCII | re.MULTILINE)
"""An SMTP reply stands at the start of a line or behind "said:"; other numbers are just numbers."""


@dataclass(frozen=True, slots=True)
class Bounce:
    """One failure: the envelope sender that it came back to names the mail.

    ``hard`` means that trying again is useless; ``status`` is the code it was told by
    ("5.1.1", "550") or "".
    """

    address: str
    hard: bool
    status: str = ""


def bounce_address(ours: Ours, key: str) -> str:
    """The envelope sender of the mail ``key``; "=" keeps it apart from every game's name."""
    return ours.plus("=" + ours.token("bounce", key, bits=BOUNCE_BITS))


def is_bounce(recipient: str) -> bool:
    """Whether a mail to this address of ours is a bounce, whatever its headers say."""
    return "+=" in recipient.partition("@")[0]


def read(raw: bytes, recipient: str) -> Bounce | None:
    """What a mail to a bounce address reports; None if it is no failure (a delay, a relay note).

    A delivery report says so in its fields; else the first status code in its text decides, and
    a bounce without any code is soft.
    """
    if mime.excess(raw):
        return Bounce(recipient, hard=False)
    message = mime.parse(raw)
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status":
            return _read_report(part, recipient)
    text = "\n".join(part.text for part in mime.parts(message) if part.text)[:20_000]
    match = _STATUS.search(text) or _REPLY.search(text)
    code = match.group().strip(":;> ") if match else ""
    return Bounce(recipient, hard=code.startswith("5"), status=code)


def _read_report(report: Message, recipient: str) -> Bounce | None:
    """The failed recipient of a delivery report (RFC 3464)."""
    for block in mime.children(report):
        if str(block.get("action", "")).strip().lower() == "failed":
            status = _STATUS.search(str(block.get("status", "")))
            code = status.group() if status else ""
            return Bounce(recipient, hard=not code.startswith("4"), status=code)
    return None
