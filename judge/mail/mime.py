"""MIME with a seat belt: limits before the parser sees a byte, then the one text that is read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import CloseBoundaryNotFoundDefect
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import compat32

from judge.mail.charset import decode

MAX_BYTES = 1_000_000
"""A mail of orders has some kilobytes; what is larger is not parsed."""
MAX_HEAD = 1 << 16
MAX_PARTS = 100
MAX_BOUNDARIES = 2000
"""Lines that begin like a boundary; each could begin a part without any header."""
MAX_FIELD = 2000
"""The standard library needs seconds for a Content-Type of 190 KB."""

_HEAD_END = re.compile(rb"\r?\n\r?\n")
_STRUCTURE = re.compile(
    rb"^content-[a-z-]{1,30}:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE
)
_BOUNDARY = re.compile(rb"^--(?=\S)", re.MULTILINE)
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}", re.ASCII)
_ENCODINGS = {"base64", "quoted-printable"}
_ODD_CHARSET = (LookupError, ValueError)
"""What a parameter with an impossible RFC 2231 charset raises, in the parser or when asked for."""


@dataclass(frozen=True, slots=True)
class Part:
    """A leaf of a mail: its type ("text/plain"), text if it is text, and what it is called.

    ``cut``: it ends in the middle, of its encoding or of the mail's structure.
    """

    kind: str
    text: str
    name: str = ""
    attached: bool = False
    flowed: bool = False
    delsp: bool = False
    cut: bool = False


def head(raw: bytes) -> bytes:
    """The header section of a raw mail, at most ``MAX_HEAD`` bytes of it."""
    start = raw[:MAX_HEAD]
    end = _HEAD_END.search(start)
    return start[: end.start()] if end else start


def too_much(raw: bytes, limit: int = MAX_BYTES) -> str:
    """Why this mail (of at most ``limit`` bytes) is not to be parsed, as a sentence, or ""."""
    if len(raw) > limit:
        return too_large(limit)
    if len(head(raw)) == MAX_HEAD:
        return "The mail has more than 64 KB of headers."
    fields = _STRUCTURE.findall(raw)
    if len(fields) > 3 * MAX_PARTS or len(_BOUNDARY.findall(raw)) > MAX_BOUNDARIES:
        return f"The mail has more than {MAX_PARTS} parts."
    if any(len(field) > MAX_FIELD for field in fields):
        return "The mail has a Content header that is too long to be true."
    return ""


def too_large(limit: int) -> str:
    """What to say of a mail of more than ``limit`` bytes."""
    return f"The mail is larger than {limit // 1000:,} KB."


def headers(raw: bytes) -> Message:
    """Parse the header section alone; good for a mail that is too much."""
    return BytesHeaderParser(policy=compat32).parsebytes(head(raw) + b"\n\n")


def parse(raw: bytes) -> Message | None:
    """Parse a mail that is not ``too_much``; None where the structure can't be read."""
    try:
        return BytesParser(policy=compat32).parsebytes(raw)
    except _ODD_CHARSET:
        return None


def parts(message: Message) -> tuple[Part, ...]:
    """The leaves of a mail in reading order, none from inside an attached mail."""
    leaves = list(_leaves(message))
    last = leaves[-1] if leaves and is_unclosed(message) else None
    return tuple(_part(leaf, cut=leaf is last) for leaf in leaves)


def is_unclosed(message: Message) -> bool:
    """Whether a mail of several parts has no end: its last part may have had more."""
    node = message
    while node.get_content_maintype() == "multipart" and (below := children(node)):
        if any(isinstance(defect, CloseBoundaryNotFoundDefect) for defect in node.defects):
            return True
        node = below[-1]
    return False


def _leaves(message: Message) -> Iterator[Message]:
    """Depth first without recursion; a message/rfc822 is a leaf: somebody else wrote it."""
    stack = [message]
    while stack:
        node = stack.pop()
        if node.get_content_maintype() == "multipart" and node.is_multipart():
            stack.extend(reversed(children(node)))
        else:
            yield node


def children(node: Message) -> list[Message]:
    """The parts directly inside a part; asking a part without any could raise."""
    below = node.get_payload() if node.is_multipart() else []
    return [child for child in below if isinstance(child, Message)]


def _part(leaf: Message, *, cut: bool) -> Part:
    kind = leaf.get_content_type()
    shown = "text/plain" if kind.startswith("multipart/") else kind
    return Part(
        kind=shown,
        text=_text(leaf) if shown in {"text/plain", "text/html"} else "",
        name=parameter(leaf, "filename", "content-disposition") or parameter(leaf, "name"),
        attached=str(leaf.get("content-disposition", "")).strip().lower().startswith("attachment"),
        flowed=parameter(leaf, "format").lower() == "flowed",
        delsp=parameter(leaf, "delsp").lower() == "yes",
        cut=cut or _is_half(leaf),
    )


def _is_half(leaf: Message) -> bool:
    """Whether base64 ends within a group of four (RFC 2045 section 6.8)."""
    try:
        payload = leaf.get_payload()
    except (*_ODD_CHARSET, TypeError):
        return False
    coded = str(leaf.get("content-transfer-encoding", "")).strip().lower() == "base64"
    letters = "".join(payload.split()) if coded and isinstance(payload, str) else ""
    return len(letters) % 4 != 0 and _BASE64.fullmatch(letters) is not None


def parameter(leaf: Message, name: str, header: str = "content-type") -> str:
    """A parameter of a structured header, or ""; never raises."""
    try:
        value = leaf.get_param(name, "", header)
    except _ODD_CHARSET:
        return ""
    return str(value[2] if isinstance(value, tuple) else value or "")


def _text(leaf: Message) -> str:
    """The text of a leaf, transfer encoding and charset undone."""
    if str(leaf.get("content-transfer-encoding", "")).strip().lower() not in _ENCODINGS:
        # Nobody sends uuencoded text; what claims to be is read as it stands.
        del leaf["content-transfer-encoding"]
    try:
        payload = leaf.get_payload(decode=True)
    except _ODD_CHARSET:
        return ""
    return decode(payload if isinstance(payload, bytes) else b"", parameter(leaf, "charset"))
