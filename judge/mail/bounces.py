"""Bounces: whether a mail of ours came back for good, and why."""

import re
from typing import Literal

from msgspec import Struct

from judge.mail import hypertext, mime
from judge.mail.transport import Outcome
from judge.resources import read_patterns

Subject = Literal["recipient", "room", "sender", "network"]
"""There is no such mailbox; it is full; we, or what we send, are not wanted; the way is blocked."""

STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])", re.ASCII)
_OF_STATUS: dict[str, Subject] = {
    **dict.fromkeys(("1.7", "1.8", "2.3", "3.4"), "sender"),  # its address, or too large a mail
    # Disabled, no such host, no route to it, a loop there, an account that is closed.
    **dict.fromkeys(("2.1", "4.1", "4.4", "4.6", "7.13"), "recipient"),
    **dict.fromkeys(("2.2", "3.1"), "room"),
    "1": "recipient",
    "3": "network",
    "4": "network",
    "6": "sender",
    "7": "sender",
}
"""What the second and third number of a status mean, or the second where the two say nothing."""
_BARE = frozenset({550, 551, 553})
"""Reply codes for RCPT that mean the mailbox where nothing else is said."""
_NOISE = re.compile(r"\S*(?:@|://)\S*|[<\[(]\S*[>\])]|\b[245]\d\d(?=[ -])|\b[245]\.\d+\.\d+\b|\s+")
"""Addresses, links and codes: what is called so says nothing."""
_LONGEST = 2000
_WORDS = read_patterns("bounces")


def _about(subject: Subject) -> str:
    """What a text about a subject holds, with the sections that the file names within it."""
    return re.sub(r"<(\w+)>", lambda slot: f"(?:{_WORDS[slot[1]]})", _WORDS[subject])


_ABOUT = re.compile(
    rf"(?P<room>{_about('room')})|(?P<sender>{_about('sender')})|(?P<recipient>{_about('recipient')})",
    re.IGNORECASE,
)


def find_in_prose(words: str) -> Subject | None:
    """What a text around a server's answer says of a mailbox; all else in it is anybody's."""
    said = {match.lastgroup for match in _ABOUT.finditer(_NOISE.sub(" ", words[:_LONGEST]))}
    return "room" if "room" in said else "recipient" if "recipient" in said else None


def find_subject(code: int, words: str, *, bare: bool = True) -> Subject | None:
    """What an answer of a server, or of what wrote a bounce, is about; None: it does not say.

    ``bare``: a reply code alone is about the mailbox, as one to RCPT is.
    """
    said = _ABOUT.search(_NOISE.sub(" ", words[:_LONGEST]))
    if said:
        return said.lastgroup  # type: ignore[return-value]
    for status in STATUS.finditer(words):
        about = f"{status[2]}.{status[3]}"
        if subject := _OF_STATUS.get(about) or _OF_STATUS.get(status[2]):
            return subject
    if code == 552:
        return "room"
    return "recipient" if bare and code in _BARE else None


def answer_outcome(code: int, words: bytes | str, *, bare: bool) -> Outcome:
    """What an answer means: to RCPT, or, not ``bare``, to DATA, where a code is about the mail."""
    text = words.decode(errors="replace") if isinstance(words, bytes) else words
    reason = f"{code} {text}"[:300]
    subject = find_subject(code, text, bare=bare)
    if code < 500 or subject == "room":
        return Outcome("retry", reason)
    return Outcome("refused" if subject == "recipient" else "trouble", reason)


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
_MOST, _SHOWN = 20_000, 300


class Bounce(Struct, frozen=True):
    """One failure: the envelope sender that it came back to names the mail.

    ``hard`` means that nothing will ever reach the address; ``status`` is the code it was told by
    ("5.1.1", "550") or "". ``trouble``: what the server has against us or our mails, in its words.
    """

    address: str
    hard: bool
    status: str = ""
    trouble: str = ""


def read(raw: bytes, recipient: str) -> Bounce | None:
    """What a mail to a bounce address reports; None if it is no failure (a delay, a relay note).

    Of several recipients it is about the first whom a mail of ours will not reach.

    A delivery report says so in its fields, other bounces in their text. One that says nothing
    of the mailbox nor of us is soft.
    """
    if mime.excess(raw):
        return Bounce(recipient, hard=False)
    message = mime.parse(raw)
    texts = [part for part in mime.parts(message) if part.text.strip()]
    first = next((one for one in texts if one.kind == "text/plain"), next(iter(texts), None))
    prose = ""  # what it says of itself, down to the mail that it returns
    if first is not None:
        text = hypertext.read(first.text).text if first.kind == "text/html" else first.text
        prose = _RETURNED.split(text[:_MOST], maxsplit=1)[0]
    for part in message.walk():
        kind = part.get_content_type()
        if kind in {"message/feedback-report", "message/disposition-notification"}:
            return None
        if kind == "message/delivery-status":
            blocks = [block for block in mime.children(part) if block.get("action")]
            for block in blocks:  # RFC 3464: one says of each recipient what became of the mail
                if not str(block["action"]).strip().lower().startswith(_SETTLED):
                    status = STATUS.search(str(block.get("status", "")))
                    words = str(block.get("diagnostic-code", "")).partition(";")[2] or prose
                    return _weigh(words, prose, recipient, status[0] if status else "")
            if blocks:
                return None
    waits = _ON_ITS_WAY.search(" ".join(prose.split()))
    return None if waits else _weigh(prose, prose, recipient)


def _weigh(words: str, prose: str, recipient: str, status: str = "") -> Bounce | None:
    """What a server's answer, quoted in ``words``, says; with the status that a report gives it.

    ``prose`` tells what it was an answer to. None if it is good news.
    """
    quoted = _REPLY.search(words) or STATUS.search(words)
    reply = int(quoted[1]) if quoted and quoted.re is _REPLY else 0
    answer = words[quoted.start(1) :].partition("\n\n")[0] if quoted else ""
    told = STATUS.search(answer)
    code = told[0] if told else status or str(reply or "")
    if status and not status.endswith(".0.0"):  # else the answer's own says more
        code = status
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
