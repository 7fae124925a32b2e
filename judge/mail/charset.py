"""Bytes to text, whatever the mail claims their charset is."""

import re
from collections.abc import Iterator
from encodings import normalize_encoding
from encodings.aliases import aliases

from webencodings import lookup

_CODE_PAGE = re.compile(r"(?:x-)?(?:windows|win|cp|ibm|ms)[-_]?0*(?=\d{3,5}$)")
_NO_CHARSETS = frozenset({"replacement", "x-user-defined"})
"""What a browser makes of charsets that it does not read."""
_PYTHONS = aliases | {name: name for name in aliases.values()}
"""IANA's names for Python's codecs; what is none of IANA's (unicode_escape) is not among them."""
_WINDOWS_REALLY = frozenset({"ascii", "latin_1"})
_UTF_8, _UTF_16, _WINDOWS = "utf-8", "utf-16", "cp1252"


def decode(data: bytes, charset: str = "") -> str:
    """Return ``data`` as text; never raises.

    The label is believed if it names a known charset and the bytes fit it. Else UTF-8 is tried,
    since bytes that are valid UTF-8 by chance are rare. Then what fits the label is read; without
    a label, or one of ISO-8859-1 or US-ASCII, 8-bit bytes really are Windows-1252.
    """
    codec = _find_codec(charset)
    if codec.startswith(_UTF_16):
        codec = _find_byte_order(data, codec)
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
    names = (label, _CODE_PAGE.sub("cp", label), label.removeprefix("x-"))
    return next((codec for name in names if name.isascii() for codec in _find_known(name)), _UTF_8)


def _find_known(label: str) -> Iterator[str]:
    encoding = lookup(label)
    if encoding is not None and encoding.name not in _NO_CHARSETS:
        yield "gb18030" if encoding.name == "gbk" else encoding.codec_info.name
    codec = _PYTHONS.get(normalize_encoding(label), "ascii")
    if codec not in _WINDOWS_REALLY:
        yield codec


def _find_byte_order(data: bytes, codec: str) -> str:
    """The UTF-16 that bytes are by their mark, or by where an ASCII letter's empty byte stands."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _UTF_16
    big, little = data[::2].count(0), data[1::2].count(0)
    if big == little:
        return codec if big else _UTF_8
    return "utf-16-be" if big > little else "utf-16-le"
