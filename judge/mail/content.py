"""What a mail says, apart from how it came: by that a second copy of it is known again."""

import hashlib
import re

from judge.mail import mime

_WRITTEN = frozenset(
    (
        *(b"from", b"sender", b"to", b"cc", b"subject", b"date"),
        *(b"message-id", b"in-reply-to", b"references"),
        *(b"content-type", b"content-transfer-encoding", b"content-disposition"),
    )
)
"""Headers that a mail's writer makes. All others may differ between two copies: each server on the
way writes its own (Received, Delivered-To, Return-Path, Authentication-Results, Received-SPF,
ARC-*, DKIM-Signature when it signs anew, marks of filters), and so does a mailbox (Status, X-UID).
"""

_FIELD = re.compile(rb"^([!-9;-~]+):([^\n]*(?:\n[ \t][^\n]*)*)", re.MULTILINE)


def digest(raw: bytes, *also: str) -> str:
    """SHA-256, in hexadecimal, of what a mail says and of ``also``.

    Line ends, folded headers and empty lines at the end make no difference; IMAP, a pipe and a
    Maildir give one mail in three forms.
    """
    headers, text = _find_written(raw)
    texts = (one.encode("utf-8", "replace") for one in also)
    parts = (*texts, *headers, text.strip(b"\n"))
    sha256 = hashlib.sha256()
    for part in parts:
        sha256.update(b"%d:%s" % (len(part), part))
    return sha256.hexdigest()


def is_beginning(first: bytes, other: bytes) -> bool:
    """Whether a mail is another one that was cut off on its way: it says the same, but less.

    They have all headers of their writer in common. Programs that give each mail the same
    Message-ID give it no Date, or another one: without a Date only a text that stops in the
    middle of a line is surely a part.
    """
    (headers, text), (others, whole) = _find_written(first), _find_written(other)
    if headers != others or len(text) >= len(whole) or not whole.startswith(text):
        return False
    if not whole[len(text) :].strip(b"\n"):
        return False
    return not text.endswith(b"\n") or any(each.startswith(b"date:") for each in headers)


def _find_written(raw: bytes) -> tuple[list[bytes], bytes]:
    """What a mail's writer made: headers in one form and order, and the text below them."""
    section = mime.head(raw)
    headers = [
        b"%s:%s" % (name.lower(), b" ".join(value.split()))
        for name, value in _FIELD.findall(section.replace(b"\r\n", b"\n"))
        if name.lower() in _WRITTEN
    ]
    return sorted(headers), raw[len(section) :].replace(b"\r\n", b"\n")
