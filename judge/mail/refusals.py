"""What a server's refusal is about: this recipient, this server, or only this moment.

An SMTP answer has a reply code (RFC 5321) and mostly an enhanced status (RFC 3463). Only a status
that speaks of the recipient's mailbox says that nothing will ever reach him; everything else that
is refused for good (no login, policy, a blacklist, our own address) is the server's trouble with
us, and the next hour may mend it.
"""

import re

from judge.mail.outbox import Outcome

_STATUS = re.compile(r"^([245])\.(\d{1,3})\.(\d{1,3})\b", re.ASCII)
_OF_SENDER = frozenset({"1.7", "1.8"})
"""X.1.7 and X.1.8 speak of the sender's address."""
_OF_MAILBOX = frozenset({"2.0", "2.1", "4.1", "4.4", "4.6", "7.13"})
"""Disabled, no such host, no route to it, a loop there, an account that is closed."""
_BARE = frozenset({550, 551, 553})
"""Reply codes for RCPT that mean the mailbox where no status says anything else."""


def recipient_outcome(code: int, words: bytes | str) -> Outcome:
    """What the answer to RCPT TO means."""
    text = _text(words)
    status = _STATUS.match(text)
    if code < 500:
        return Outcome("retry", _reason(code, text))
    dead = _is_mailbox(status) if status else code in _BARE
    return Outcome("refused" if dead else "trouble", _reason(code, text))


def content_outcome(code: int, words: bytes | str) -> Outcome:
    """What the answer to DATA means: a bare code is about the mail, not about its recipient."""
    text = _text(words)
    status = _STATUS.match(text)
    if code < 500:
        return Outcome("retry", _reason(code, text))
    dead = status is not None and _is_mailbox(status)
    return Outcome("refused" if dead else "trouble", _reason(code, text))


def _is_mailbox(status: re.Match[str]) -> bool:
    about = f"{status[2]}.{status[3]}"
    return (status[2] == "1" and about not in _OF_SENDER) or about in _OF_MAILBOX


def _text(words: bytes | str) -> str:
    return words.decode(errors="replace") if isinstance(words, bytes) else words


def _reason(code: int, text: str) -> str:
    return f"{code} {text}"[:300]
