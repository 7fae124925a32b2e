"""MIME with a seat belt: limits before the parser sees a byte, then the one text that is read."""

import re
from binascii import a2b_qp
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import CloseBoundaryNotFoundDefect
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import compat32
from typing import Any

from judge.mail.charset import decode
from judge.mail.parameters import parameters

MAX_BYTES = 1_000_000
"""A mail of orders has some kilobytes; what is larger is not parsed."""
MAX_HEAD = 1 << 16
MAX_FIELDS = 500
"""Headers above the text; a mail that went through many servers has a hundred."""
MAX_FIELD = 1 << 14
"""Bytes of one header: room for a thread of two hundred mails."""
MAX_PARTS = 100
MAX_BOUNDARIES = 2000
"""Lines that begin like a boundary; each could begin a part without any header."""
MAX_NESTED = 30
"""Parts that may hold parts: each costs a level of the parser's stack."""
MAX_LINES = 100_000
"""A megabyte of base64 has 13,000."""
MAX_WORK = 1_000_000
"""The parser holds each line against the boundary of each part around it."""
MAX_BLOCKS = 2000
"""Empty lines in a mail with a delivery report: each begins what the parser takes for a mail."""
MAX_STRUCTURE = 2000
"""Bytes of a Content header. The standard library needs seconds for a Content-Type of 190 KB."""

_HEAD_END = re.compile(rb"\r?\n\r?\n")
_FIELD = re.compile(rb"^[^ \t\n][^\n]*(?:\n[ \t][^\n]*)*", re.MULTILINE)
_STRUCTURE = re.compile(
    rb"^content-[a-z-]{1,30}:[^\n]*(?:\n[ \t][^\n]*)*", re.IGNORECASE | re.MULTILINE
)
_NESTING = re.compile(rb"content-type:\s*(?:multipart|message)\b", re.IGNORECASE)
_REPORT = re.compile(rb"content-type:\s*message/delivery-status\b", re.IGNORECASE)
_HANDED_ON = re.compile(rb"^received:", re.IGNORECASE | re.MULTILINE)
_BOUNDARY = re.compile(rb"^--(?=\S)", re.MULTILINE)
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}", re.ASCII)
_COMMENT = re.compile(r"\([^()]*\)")
_PADDED_BREAK = re.compile(rb"=[ \t]+(?=\r?\n|\Z)")
_KIND = re.compile(r"[\w.+-]+/[\w.+-]+", re.ASCII)
_QUOTED_PRINTABLE = "quoted-printable"
_ENCODINGS = {"base64": "base64", "quotedprintable": _QUOTED_PRINTABLE}
_CALENDAR = "text/calendar"
_ANSWERS = {"REPLY", "COUNTER", "REFRESH"}
_METHOD = re.compile(rf"^METHOD:(?:{'|'.join(_ANSWERS)})\s*$", re.IGNORECASE | re.MULTILINE)
_TEXTS = {"text/plain", "text/html"}
_SEALS = ("application/pgp", "application/pkcs7", "application/x-pkcs7")
"""What signs a text stands behind it, and is no part of what its reader sees."""


@dataclass(frozen=True, slots=True)
class Part:
    """A leaf of a mail: its type ("text/plain"), text if it is text, and what it is called.

    ``cut``: it ends in the middle, of its encoding or of the mail's structure. ``choice`` numbers
    the ``multipart/alternative`` that it is in (parts of one say the same), 0 for none.
    """

    kind: str
    text: str
    name: str = ""
    attached: bool = False
    flowed: bool = False
    delsp: bool = False
    cut: bool = False
    choice: int = 0

    @property
    def is_text(self) -> bool:
        """Whether its text may be what the mail's writer typed."""
        return not self.attached and self.kind in _TEXTS

    @property
    def is_seal(self) -> bool:
        """Whether it only signs or encrypts."""
        return self.kind.startswith(_SEALS)


def head(raw: bytes) -> bytes:
    """The header section of a raw mail, at most ``MAX_HEAD`` bytes of it."""
    start = raw[:MAX_HEAD]
    end = _HEAD_END.search(start)
    return start[: end.start()] if end else start


def excess(raw: bytes, limit: int = MAX_BYTES) -> str:
    """Why this mail (of at most ``limit`` bytes) is not to be parsed, as a sentence, or ""."""
    if len(raw) > limit:
        return size_excess(limit)
    return _header_excess(head(raw)) or _part_excess(_unify_line_ends(raw))


def _unify_line_ends(raw: bytes) -> bytes:
    """The mail with one kind of line end: to the parser CR alone ends a line as well."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _header_excess(section: bytes) -> str:
    if len(section) == MAX_HEAD:
        return f"The mail has more than {MAX_HEAD >> 10} KB of headers."
    fields = _FIELD.findall(_unify_line_ends(section))
    if len(fields) > MAX_FIELDS:
        return f"The mail has more than {MAX_FIELDS} headers."
    if any(len(field) > MAX_FIELD for field in fields):
        return "The mail has a header that is too long to be true."
    return ""


def _part_excess(text: bytes) -> str:
    fields = _STRUCTURE.findall(text)
    if len(fields) > 3 * MAX_PARTS or len(_BOUNDARY.findall(text)) > MAX_BOUNDARIES:
        return f"The mail has more than {MAX_PARTS} parts."
    if any(len(field) > MAX_STRUCTURE for field in fields):
        return "The mail has a Content header that is too long to be true."
    lines = text.count(b"\n")
    if lines > MAX_LINES:
        return f"The mail has more than {MAX_LINES:,} lines."
    nested = sum(bool(_NESTING.match(field)) for field in fields)
    if nested > MAX_NESTED or nested * lines > MAX_WORK:
        return f"The mail has more than {MAX_NESTED} parts inside parts, or too many lines in them."
    if any(map(_REPORT.match, fields)) and text.count(b"\n\n") > MAX_BLOCKS:
        return f"The mail has a delivery report of more than {MAX_BLOCKS:,} blocks."
    return ""


def size_excess(limit: int) -> str:
    """What to say of a mail of more than ``limit`` bytes."""
    return f"The mail is larger than {limit // 1000:,} KB."


def parse_headers(raw: bytes) -> Message:
    """Parse the header section alone; good for a mail that is too much."""
    return BytesHeaderParser(policy=compat32).parsebytes(head(raw) + b"\n\n")


class _Message(Message):
    """The standard library's, but we read the parameters: its own reader raises on odd ones."""

    def get_boundary(self, failobj: Any = None) -> Any:
        """What separates the parts."""
        return parameter(self, "boundary").rstrip() or failobj

    def get_param(self, *_asked: Any, **_more: Any) -> Any:
        """The charset of text that is still encoded: no codec that a stranger names is tried."""
        return "ascii"


def parse(raw: bytes) -> Message:
    """Parse a mail that is not ``excess``."""
    return BytesParser(_Message, policy=compat32).parsebytes(raw)


def parts(message: Message) -> tuple[Part, ...]:
    """The leaves of a mail in reading order, none from inside an attached mail."""
    leaves = list(_leaves(message))
    last = leaves[-1][0] if leaves and is_unclosed(message) else None
    return tuple(_read_part(leaf, choice, cut=leaf is last) for leaf, choice in leaves)


def is_calendar_answer(message: Message) -> bool:
    """Whether a mail holds what a calendar answers to an invitation (RFC 5546)."""
    calendars = (leaf for leaf, _ in _leaves(message) if leaf.get_content_type() == _CALENDAR)
    return any(
        parameter(leaf, "method").upper() in _ANSWERS or _METHOD.search(_text(leaf))
        for leaf in calendars
    )


def has_end(raw: bytes) -> bool:
    """Whether a mail that a server handed on ends with a line end, as all of them do.

    What SMTP brings is made of whole lines (RFC 5321 section 4.1.1.4); a pipe or a file that broke
    off seldom is. A mail without Received lines was put here by hand, and may end as it likes.
    """
    return raw.endswith((b"\n", b"\r")) or _HANDED_ON.search(head(raw)) is None


def has_text(raw: bytes) -> bool:
    """Whether a mail goes on after its headers."""
    return _HEAD_END.search(raw[:MAX_HEAD]) is not None


def is_last_line_half(raw: bytes, message: Message) -> bool:
    """Whether a mail of one text has no end, so that its last line may be half there.

    HTML that ends where a tag does has all of its last word.
    """
    if has_end(raw) or message.is_multipart():
        return False
    page = message.get_content_type() == "text/html"
    return not (page and str(message.get_payload()).endswith(">"))


def is_unclosed(message: Message) -> bool:
    """Whether a mail of several parts has no end: its last part may have had more."""
    node = message
    while node.get_content_maintype() == "multipart" and (below := children(node)):
        if any(isinstance(defect, CloseBoundaryNotFoundDefect) for defect in node.defects):
            return True
        node = below[-1]
    return False


def _leaves(message: Message) -> Iterator[tuple[Message, int]]:
    """Each with its choice, depth first without recursion.

    A message/rfc822 is a leaf: somebody else wrote it.
    """
    stack, choices = [(message, 0)], 0
    while stack:
        node, choice = stack.pop()
        if node.get_content_maintype() == "multipart" and node.is_multipart():
            if not choice and node.get_content_type() == "multipart/alternative":
                choice = choices = choices + 1
            stack.extend((child, choice) for child in reversed(children(node)))
        else:
            yield node, choice


def children(node: Message) -> list[Message]:
    """The parts directly inside a part; asking a part without any could raise."""
    below = node.get_payload() if node.is_multipart() else []
    return [child for child in below if isinstance(child, Message)]


def _read_part(leaf: Message, choice: int, *, cut: bool) -> Part:
    match = _KIND.match(leaf.get_content_type())
    kind = match[0] if match else "text/plain"
    shown_kind = "text/plain" if kind.startswith("multipart/") else kind
    return Part(
        kind=shown_kind,
        text=_text(leaf) if shown_kind in _TEXTS else "",
        name=parameter(leaf, "filename", "content-disposition") or parameter(leaf, "name"),
        attached=str(leaf.get("content-disposition", "")).strip().lower().startswith("attachment"),
        flowed=parameter(leaf, "format").lower() == "flowed",
        delsp=parameter(leaf, "delsp").lower() == "yes",
        cut=cut or _is_half(leaf),
        choice=choice,
    )


def _is_half(leaf: Message) -> bool:
    """Whether base64 ends within a group of four (RFC 2045 section 6.8)."""
    payload = leaf.get_payload()
    is_base64 = _transfer_encoding(leaf) == "base64"
    letters = "".join(payload.split()) if is_base64 and isinstance(payload, str) else ""
    return len(letters) % 4 != 0 and _BASE64.fullmatch(letters) is not None


def parameter(leaf: Message, name: str, header: str = "content-type") -> str:
    """A parameter of a structured header, or ""; never raises."""
    return parameters(str(leaf.get(header, ""))).get(name, "")


def _transfer_encoding(leaf: Message) -> str:
    """How a leaf is encoded, "" where it is not (RFC 2045 section 6.1).

    Comments, quotes, blanks, hyphens and what stands behind a semicolon make no difference. Nobody
    sends uuencoded text: what claims to be is read as it stands.
    """
    value = _COMMENT.sub("", str(leaf.get("content-transfer-encoding", "")).lower())
    return _ENCODINGS.get("".join(filter(str.isalnum, value.partition(";")[0])), "")


def _text(leaf: Message) -> str:
    """The text of a leaf, transfer encoding and charset undone."""
    encoding = _transfer_encoding(leaf)
    del leaf["content-transfer-encoding"]
    if encoding == "base64":
        leaf["content-transfer-encoding"] = encoding
    payload = leaf.get_payload(decode=True)
    octets = payload if isinstance(payload, bytes) else b""
    if encoding == _QUOTED_PRINTABLE:
        octets = a2b_qp(_PADDED_BREAK.sub(b"=", octets))  # RFC 2045 section 6.7, rule 3
    return decode(octets, parameter(leaf, "charset"))
