"""The parameters of a structured header (RFC 2045, RFC 2231); nothing here raises."""

import re
from urllib.parse import unquote_to_bytes

from judge.mail.charset import decode

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
        key, text = name.lower(), _unquote(content.strip())
        if number or is_extended:
            sections.setdefault(key, {}).setdefault(int(number or 0), (text, bool(is_extended)))
        else:
            plain.setdefault(key, text)
    return {
        name: _join_sections(numbered_sections) for name, numbered_sections in sections.items()
    } | plain


def _unquote(text: str) -> str:
    """A value without its quotes, whether or not the last one is there."""
    if not text.startswith('"'):
        return text
    inner = text[1:-1] if len(text) > 1 and text.endswith('"') else text[1:]
    return _ESCAPED.sub(r"\1", inner)


def _join_sections(sections: dict[int, tuple[str, bool]]) -> str:
    """The text of sections; the first may say its charset: ``utf-8'de'Z%C3%BCge``."""
    charset, octets = "", b""
    for index, number in enumerate(sorted(sections)):
        text, is_extended = sections[number]
        if not index and is_extended and text.count("'") >= 2:
            charset, _, text = text.split("'", 2)
        raw = text.encode("utf-8", "replace")
        octets += unquote_to_bytes(raw) if is_extended else raw
    return decode(octets, charset)
