"""What a refusal is about: this recipient, us who send, or only this moment.

A server answers while it is spoken to, with a reply code (RFC 5321) and mostly an enhanced status
(RFC 3463), or later, in a bounce that quotes such an answer. What its words say first (of a
mailbox, of the room in it, of who sends) counts before the numbers, which servers choose
carelessly: "5.7.1 User unknown", "5.1.1 Mailbox full". Only what says that there is no such
mailbox says that nothing will ever reach it; everything else that is refused for good (no login,
policy, a blacklist, our own address) is the server's trouble with us, and may be mended.
"""

import re
from typing import Literal

from judge.mail.outbox import Outcome

Subject = Literal["recipient", "room", "sender", "network"]
"""There is no such mailbox; it is full; we, or what we send, are not wanted; the way is blocked."""

STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])", re.ASCII)
_OF_SENDER = frozenset({"1.7", "1.8", "2.3", "3.4"})
"""The sender's address; a mail that is too large."""
_OF_MAILBOX = frozenset({"2.1", "4.1", "4.4", "4.6", "7.13"})
"""Disabled, no such host, no route to it, a loop there, an account that is closed."""
_FULL = frozenset({"2.2", "3.1"})
_CLASSES: dict[str, Subject] = {
    "1": "recipient",
    "3": "network",
    "4": "network",
    "6": "sender",
    "7": "sender",
}
"""What the second number of a status means where the third says nothing else."""
_BARE = frozenset({550, 551, 553})
"""Reply codes for RCPT that mean the mailbox where nothing else is said."""
_ROOM = 552
_NOISE = re.compile(r"\S*(?:@|://)\S*|[<\[(]\S*[>\])]|\b[245]\d\d(?=[ -])|\b[245]\.\d+\.\d+\b|\s+")
"""Addresses, links and codes: what is called so says nothing."""
_LONGEST = 2000
_NEAR = r"\W+(?:\w+\W+){0,4}?"
_WHO = (
    r"(?:users?|recipients?|mail ?box(?:es)?|addresse?e?s?|accounts?|alias|customers?|names?"
    r"|destinataires?)\b"
)
_HOST = r"(?:hosts?|domains?|mx)\b"
_GONE = (
    r"(?:unknown|not (?:found|known|exist|listed|recogni[sz]ed|valid|active|our)"
    r"|(?:does ?n.t|do not|don.t) (?:exist|have)|no longer|non-?existent|invalid\w*|illegal"
    r"|disabled|inactive|suspended|closed|deleted|terminated|discontinued|frozen|moved|unrout\w+"
    r"|locked|blocked)\b"
)
_SPACE = r"(?:quota|mail ?box|inbox|maildir|storage|disk|account|space|allocation)\b"
_SPENT = r"(?:full|exceed\w*|over|out of|insufficient|not enough|no)\b"
_UNWANTED = r"(?:rejected|refused|rejete|denied|blocked|limited|not accepted)"
_ABOUT = re.compile(
    rf"(?P<room>over ?quota|\b{_SPACE}{_NEAR}(?:full|exceed\w*|over)\b"
    rf"|\b{_SPENT}{_NEAR}(?:quota|storage|(?:disk )?space|allocation)\b|exceed\w*{_NEAR}mail ?box)"
    rf"|(?P<sender>\bsender\W+(?:\w+\W+){{0,2}}?(?:rejected|denied|verif\w+|not|invalid|unknown|is)"
    rf"|\bclient\b|\b(?:h|e)h?elo\b|\bspam|\bblocked\b|\b(?:black|block|deny|ban)\w*list|\bbanned\b"
    rf"|\bub?ce?\b|\bube\b|\bpolic(?:y|ies)\b|\breputation\b|\bunauthenticated|\bauthenticat"
    rf"|\b(?:dmarc|spf|dkim|rbl|dnsbl|ptr|s?rdns|tls|starttls|ip)\b|\breverse\b|\babuse|\bunwanted\b"
    rf"|\b(?:no|open|insecure|unable to|cannot|not)\b{_NEAR}relay|\brelay\w*{_NEAR}(?:denied|not)"
    rf"|\bvirus|\bmalware|\bphish|\bcontent\b|\bcompliant|\bheaders?\b|\bcomplaints?\b|\bprohibited"
    rf"|\b(?:e-?mail|message|mail)s?\b{_NEAR}(?:{_UNWANTED}|too (?:big|large|long)|size)"
    rf"|\bunsolicited|\b(?:message|mail) size\b|\bnot (?:allowed|permitted|authori[sz]ed|accepted)"
    rf"|\brate\b|\btoo many\b(?! hops)|\bsecurity\b"
    rf"|(?<!recipient address rejected: )\baccess denied)"
    rf"|(?P<recipient>\b{_WHO}(?:{_NEAR})?{_GONE}|\b{_GONE}{_NEAR}{_WHO}|\bnot a\b{_NEAR}{_WHO}"
    rf"|\bno (?:such |valid )?{_WHO}|\b{_HOST}{_NEAR}(?:not (?:found|reachable)|unknown|invalid)"
    rf"|\b(?:unknown|invalid|no such|no) {_HOST}|\bbad destination|not accept mail|not our"
    rf"|\bno smtp service|recip\w*notfound)",
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
        if subject := _read_status(f"{status[2]}.{status[3]}", status[2]):
            return subject
    if code == _ROOM:
        return "room"
    return "recipient" if bare and code in _BARE else None


def _read_status(about: str, group: str) -> Subject | None:
    if about in _OF_SENDER:
        return "sender"
    if about in _OF_MAILBOX:
        return "recipient"
    return "room" if about in _FULL else _CLASSES.get(group)


def recipient_outcome(code: int, words: bytes | str) -> Outcome:
    """What the answer to RCPT TO means."""
    return _outcome(code, words, bare=True)


def content_outcome(code: int, words: bytes | str) -> Outcome:
    """What the answer to DATA means: a bare code is about the mail, not about its recipient."""
    return _outcome(code, words, bare=False)


def _outcome(code: int, words: bytes | str, *, bare: bool) -> Outcome:
    text = words.decode(errors="replace") if isinstance(words, bytes) else words
    reason = f"{code} {text}"[:300]
    subject = find_subject(code, text, bare=bare)
    if code < 500 or subject == "room":
        return Outcome("retry", reason)
    return Outcome("refused" if subject == "recipient" else "trouble", reason)
