"""MIME with a seat belt: limits before the parser sees a byte, then the one text that is read."""

import binascii
import re
from binascii import a2b_qp
from collections.abc import Collection, Iterator, Sequence
from email.errors import CloseBoundaryNotFoundDefect
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from email.policy import compat32
from encodings import normalize_encoding
from encodings.aliases import aliases
from typing import Any
from urllib.parse import unquote_to_bytes

from msgspec import Struct
from webencodings import lookup

from judge.kernel import limits

_FOLD = re.compile(r"\r?\n(?=[ \t])")
_WORD = re.compile(r"=\?([\w.:*+-]{1,40})\?([bBqQ])\?([^?\s]*)\?=", re.ASCII)
_BETWEEN = re.compile(r"(\?=)[ \t]+(?==\?[\w.:*+-]{1,40}\?[bBqQ]\?)", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,900}>")


class Headers(Struct, frozen=True):
    """Names in lower case with their raw values, in the order of the mail.

    8-bit bytes stand as lone surrogates, as the standard library leaves them.
    """

    fields: tuple[tuple[str, str], ...]
    values: dict[str, list[str]] = {}

    def __post_init__(self) -> None:
        """Sort the values by their names."""
        for name, value in self.fields:
            self.values.setdefault(name, []).append(value)

    @property
    def names(self) -> Collection[str]:
        """The names of all headers."""
        return self.values.keys()

    def every(self, name: str) -> Sequence[str]:
        """The values of all headers called ``name`` (lower case), topmost first."""
        return self.values.get(name, ())

    def first(self, name: str) -> str:
        """The topmost value of ``name``, stripped, or ""."""
        return self.values[name][0].strip() if name in self.values else ""


def headers_of(message: Message) -> Headers:
    """The headers of a parsed message."""
    return Headers(
        tuple((name.lower(), _FOLD.sub("", str(value))) for name, value in message.raw_items())
    )


def header_words(value: str, limit: int = 300) -> str:
    """A header's text for people: encoded words decoded, controls gone, at most ``limit`` long."""
    return _CONTROL.sub(" ", decode_words(value[: 4 * limit])).strip()[:limit]


def decode_words(value: str) -> str:
    """A header's text with its encoded words decoded, whatever they hold."""

    def decode(match: re.Match[str]) -> str:
        charset, kind, data = match.groups()
        try:
            if kind in "bB":
                octets = binascii.a2b_base64(data + "=" * (-len(data) % 4))
            else:
                octets = binascii.a2b_qp(data, header=True)
        except ValueError:
            return match.group()
        return decode_bytes(octets, charset.partition("*")[0])

    whole = decode_bytes(value.encode("utf-8", "surrogateescape"))
    return _WORD.sub(decode, _BETWEEN.sub(r"\1", whole))


def message_ids(value: str) -> tuple[str, ...]:
    """The last thirty well-formed ids ("<x@y>", printable ASCII) of a header value."""
    return tuple(_MESSAGE_ID.findall(value)[-30:])


_PARAMETER = re.compile(
    r';\s*([^\s;=*"]+)(?:\*(\d{1,3}))?(\*)?\s*=\s*("(?:[^"\\]|\\.)*"?|[^;]*)', re.ASCII | re.DOTALL
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def parameters(value: str) -> dict[str, str]:
    """The parameters of a header's value by name (lower case).

    Of two of one name the first counts; a plain one (``name=``) before one in sections or of
    another charset (``name*0=``, ``name*=``), whose sections are joined in their order.
    """
    plain: dict[str, str] = {}
    sections: dict[str, dict[int, tuple[str, bool]]] = {}
    for name, number, is_extended, content in _PARAMETER.findall(value):
        key, text = name.lower(), content.strip()
        if text.startswith('"'):  # whether or not the last quote is there
            text = _ESCAPED.sub(r"\1", text[1:-1] if text[1:].endswith('"') else text[1:])
        if number or is_extended:
            sections.setdefault(key, {}).setdefault(int(number or 0), (text, bool(is_extended)))
        else:
            plain.setdefault(key, text)
    joined: dict[str, str] = {}
    for name, section_of in sections.items():
        charset, octets, first = "", b"", min(section_of)
        text, is_extended = section_of[first]
        if is_extended and text.count("'") >= 2:  # it says its charset: ``utf-8'de'Z%C3%BCge``
            charset, _, text = text.split("'", 2)
            section_of[first] = text, is_extended
        for _, (section, is_extended) in sorted(section_of.items()):
            raw = section.encode("utf-8", "replace")
            octets += unquote_to_bytes(raw) if is_extended else raw
        joined[name] = decode_bytes(octets, charset)
    return joined | plain


_CODE_PAGE = re.compile(r"(?:x-)?(?:windows|win|cp|ibm|ms)[-_]?0*(?=\d{3,5}$)")
_NO_CHARSETS = frozenset({"replacement", "x-user-defined"})
"""What a browser makes of charsets that it does not read."""
_PYTHONS = aliases | {name: name for name in aliases.values()}
"""IANA's names for Python's codecs; what is none of IANA's (unicode_escape) is not among them."""
_WINDOWS_REALLY = frozenset({"ascii", "latin_1"})
_UTF_8, _UTF_16, _WINDOWS = "utf-8", "utf-16", "cp1252"


def decode_bytes(data: bytes, charset: str = "") -> str:
    """Return ``data`` as text; never raises.

    The label is believed if it names a known charset and the bytes fit it. Else UTF-8 is tried,
    since bytes that are valid UTF-8 by chance are rare. Then what fits the label is read; without
    a label, or one of ISO-8859-1 or US-ASCII, 8-bit bytes really are Windows-1252.
    """
    codec = _find_codec(charset)
    if codec.startswith(_UTF_16) and data.startswith((b"\xff\xfe", b"\xfe\xff")):
        codec = _UTF_16
    elif codec.startswith(_UTF_16):  # by where the empty byte of an ASCII letter stands
        big, little = data[::2].count(0), data[1::2].count(0)
        if big != little:
            codec = "utf-16-be" if big > little else "utf-16-le"
        elif not big:
            codec = _UTF_8
    ways: tuple[tuple[str, str], ...]
    if codec in {_UTF_8, _WINDOWS}:
        ways = ((_UTF_8, "strict"), (_WINDOWS, "strict"))
    else:
        ways = ((codec, "strict"), (_UTF_8, "strict"), (codec, "replace"))
    for name, errors in ways:
        try:
            return data.decode(name, errors).removeprefix("\ufeff")
        except (UnicodeError, LookupError):
            continue
    return data.decode("latin-1")


def _find_codec(charset: str) -> str:
    """Python's name for a label: by the WHATWG's table, else by IANA's names, else UTF-8."""
    label = charset.strip().strip("\"'").strip().lower()
    for name in (label, _CODE_PAGE.sub("cp", label), label.removeprefix("x-")):
        if not name.isascii():
            continue
        encoding = lookup(name)
        if encoding is not None and encoding.name not in _NO_CHARSETS:
            return "gb18030" if encoding.name == "gbk" else encoding.codec_info.name
        codec = _PYTHONS.get(normalize_encoding(name), "ascii")
        if codec not in _WINDOWS_REALLY:
            return codec
    return _UTF_8


_PLAIN_HEAD = re.compile(
    rb"(?:From [^\r\n]*\r?\n)?[!-9;-~]++:[^\r\n]*+(?:\r?\n(?:[ \t]|[!-9;-~]++:)[^\r\n]*+)*+"
)
_FIELD = re.compile(rb"^[^ \t\n][^\n]*(?:\n[ \t][^\n]*)*", re.MULTILINE)
_NESTING = re.compile(rb"content-type:\s*(?:multipart|message)\b", re.IGNORECASE)
_REPORT = re.compile(rb"content-type:\s*message/delivery-status\b", re.IGNORECASE)
_HANDED_ON = re.compile(rb"^received:", re.IGNORECASE | re.MULTILINE)
# These begin with a sign and not with a place: so the engine finds it before it tries them.
_HEAD_END = re.compile(rb"\n\r?\n")
_BOUNDARY = re.compile(rb"\n--(?=\S)")
_STRUCTURE = re.compile(rb"\n(content-[a-z-]{1,30}:[^\n]*(?:\n[ \t][^\n]*)*)", re.IGNORECASE)
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}", re.ASCII)
_COMMENT = re.compile(r"\([^()]*\)")
_PADDED_BREAK = re.compile(rb"=[ \t]+(?=\r?\n|\Z)")
_KIND = re.compile(r"[\w.+-]+/[\w.+-]+", re.ASCII)
_QUOTED_PRINTABLE = "quoted-printable"
_ENCODINGS = {"base64": "base64", "quotedprintable": _QUOTED_PRINTABLE}
_ANSWERS = {"REPLY", "COUNTER", "REFRESH"}
_METHOD = re.compile(rf"^METHOD:(?:{'|'.join(_ANSWERS)})\s*$", re.IGNORECASE | re.MULTILINE)
_TEXTS = {"text/plain", "text/html"}
_SEALS = ("application/pgp", "application/pkcs7", "application/x-pkcs7")
"""What signs a text stands behind it, and is no part of what its reader sees."""


class Part(Struct, frozen=True):
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
    """The header section of a raw mail, at most ``limits.HEAD_BYTES`` bytes of it."""
    start = raw[: limits.HEAD_BYTES]
    end = _HEAD_END.search(start)
    return start[: end.start()].removesuffix(b"\r") if end else start


def excess(raw: bytes, limit: int = limits.MAIL_BYTES) -> str:
    """Why this mail (of at most ``limit`` bytes) is not to be parsed, as a sentence, or ""."""
    if len(raw) > limit:
        return size_excess(limit)
    section = head(raw)
    if len(section) == limits.HEAD_BYTES:
        return f"The mail has more than {limits.HEAD_BYTES >> 10} KB of headers."
    fields = _FIELD.findall(_unify_line_ends(section))
    if len(fields) > limits.HEAD_FIELDS:
        return f"The mail has more than {limits.HEAD_FIELDS} headers."
    if max(map(len, fields), default=0) > limits.FIELD_BYTES:
        return "The mail has a header that is too long to be true."
    # The same of its parts.
    text = _unify_line_ends(b"\n" + raw)
    fields = _STRUCTURE.findall(text)
    if len(fields) > 3 * limits.PARTS or len(_BOUNDARY.findall(text)) > limits.BOUNDARIES:
        return f"The mail has more than {limits.PARTS} parts."
    if max(map(len, fields), default=0) > limits.STRUCTURE_BYTES:
        return "The mail has a Content header that is too long to be true."
    lines = text.count(b"\n") - 1
    if lines > limits.MAIL_LINES:
        return f"The mail has more than {limits.MAIL_LINES:,} lines."
    nested = sum(bool(_NESTING.match(field)) for field in fields)
    if nested > limits.NESTED_PARTS or nested * lines > limits.MIME_WORK:
        most = limits.NESTED_PARTS
        return f"The mail has more than {most} parts inside parts, or too many lines in them."
    if any(map(_REPORT.match, fields)) and text.count(b"\n\n") > limits.REPORT_BLOCKS:
        return f"The mail has a delivery report of more than {limits.REPORT_BLOCKS:,} blocks."
    return ""


def _unify_line_ends(raw: bytes) -> bytes:
    """The mail with one kind of line end: to the parser CR alone ends a line as well."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def size_excess(limit: int) -> str:
    """What to say of a mail of more than ``limit`` bytes."""
    return f"The mail is larger than {limit // 1000:,} KB."


def is_plain_head(section: bytes) -> bool:
    """Whether every program finds the same headers in a header section, and the text behind them.

    The parser ends it at a carriage return that stands alone, at a name with a blank before its
    colon, at a last line that begins with "From "; who vouches for a mail may read on. So who hands
    a mail on could put a text of his own between what another one signed.
    """
    return _PLAIN_HEAD.fullmatch(section) is not None


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
    found = []
    for leaf, choice in leaves:
        match = _KIND.match(leaf.get_content_type())
        kind = match[0] if match else "text/plain"
        shown_kind = "text/plain" if kind.startswith("multipart/") else kind
        given = parameters(str(leaf.get("content-type", "")))
        disposition = str(leaf.get("content-disposition", ""))
        payload = leaf.get_payload()
        is_base64 = _transfer_encoding(leaf) == "base64"
        letters = "".join(payload.split()) if is_base64 and isinstance(payload, str) else ""
        # base64 that ends within a group of four (RFC 2045 section 6.8)
        is_half = len(letters) % 4 != 0 and _BASE64.fullmatch(letters) is not None
        part = Part(
            kind=shown_kind,
            text=_text(leaf) if shown_kind in _TEXTS else "",
            name=parameters(disposition).get("filename", "") or given.get("name", ""),
            attached=disposition.strip().lower().startswith("attachment"),
            flowed=given.get("format", "").lower() == "flowed",
            delsp=given.get("delsp", "").lower() == "yes",
            cut=leaf is last or is_half,
            choice=choice,
        )
        found.append(part)
    return tuple(found)


def is_calendar_answer(message: Message) -> bool:
    """Whether a mail holds what a calendar answers to an invitation (RFC 5546)."""
    calendars = (leaf for leaf, _ in _leaves(message) if leaf.get_content_type() == "text/calendar")
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
    return _HEAD_END.search(raw[: limits.HEAD_BYTES]) is not None


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


def parameter(leaf: Message, name: str) -> str:
    """A parameter of a part's Content-Type, or ""; never raises."""
    return parameters(str(leaf.get("content-type", ""))).get(name, "")


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
    return decode_bytes(octets, parameter(leaf, "charset"))
