"""Bytes to text, whatever the mail claims their charset is."""

import re

_KNOWN = re.compile(
    r"(?:utf-?(?:8|16|32)(?:-?[bl]e)?|iso-?8859-?\d{1,2}|latin-?\d{1,2}|windows-?125\d|cp\d{3,4}"
    r"|koi8-?[rtu]|gb2312|gbk|gb18030|big5(?:-?hkscs)?|euc-?(?:jp|kr|cn)|iso-?2022-(?:jp|kr)"
    r"|shift[_-]?jis|mac-?roman|macintosh|tis-620)"
)
"""Only real text encodings: Python would also try punycode or unicode_escape by these names."""

_LATIN = re.compile(r"iso-?8859-?1|latin-?1")


def decode(data: bytes, charset: str = "") -> str:
    """Return ``data`` as text; never raises.

    The label is believed if it names a known charset and the bytes fit it. Else UTF-8 is tried,
    since bytes that are valid UTF-8 by chance are rare, and then Windows-1252, which is also
    what mail labelled ISO-8859-1 or US-ASCII with 8-bit bytes really holds.
    """
    label = charset.strip().strip("\"'").lower()
    likely_codec = label if _KNOWN.fullmatch(label) and not _LATIN.fullmatch(label) else "utf-8"
    for codec in (likely_codec, "utf-8", "cp1252"):
        try:
            return data.decode(codec).removeprefix("\ufeff")
        except (UnicodeError, LookupError):
            continue
    return data.decode("latin-1")
