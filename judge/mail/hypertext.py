"""HTML to text, for mails that have no text part; what a program marked as a quote gets a ">"."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.html import HtmlElement

MAX_HTML = 1 << 18

_DECLARATION = re.compile(r"<\?[^>]*>?")
_INDENT = re.compile(r"(?:margin|padding)[a-z-]{0,10}\s{0,4}:[^;\"'<>}]{0,200}", re.IGNORECASE)
_ARROW = re.compile(r"(wingdings[^>]{0,200}>)\s{0,9}(?:à|&agrave;|&#224;)", re.IGNORECASE)
"""Outlook turns a typed --> into a letter of a picture font."""
_UNFIT = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""No character of XML: lxml refuses to take it into a text."""
_QUOTED = "\ue000"
"""Stands in every text inside a quotation while the page is laid out: tables move text about."""
_QUOTE_CLASSES = {"gmail_attr", "yahoo_quoted", "moz-cite-prefix"}


def text(html: str) -> str:
    """Return the text of ``html`` (cut at 256 KB), one line a block; never raises.

    Links lose their targets, hidden elements their text. Lines inside a quotation begin "> ".
    """
    # Imported here: lxml costs 40 ms, and most mails have a text part.
    from inscriptis.css_profiles import CSS_PROFILES  # noqa: PLC0415
    from inscriptis.html_engine import Inscriptis  # noqa: PLC0415
    from inscriptis.model.config import ParserConfig  # noqa: PLC0415
    from lxml.etree import ParserError  # noqa: PLC0415
    from lxml.html import document_fromstring  # noqa: PLC0415

    try:
        page = document_fromstring(_tamed(html[:MAX_HTML]))
    except ParserError:  # Nothing in it but comments and blanks.
        return ""
    _mark_quotations(page)
    plain = Inscriptis(page, ParserConfig(css=CSS_PROFILES["strict"])).get_text()
    return "\n".join(_line(line) for line in plain.split("\n"))


def _tamed(html: str) -> str:
    """Without what the converter stumbles over: declarations, NUL, indents of a million columns."""
    safe = html.encode("utf-8", "replace").decode().replace("\0", "").replace(_QUOTED, "")
    return _INDENT.sub("", _ARROW.sub(r"\1-&gt;", _DECLARATION.sub("", safe)))


def _mark_quotations(page: "HtmlElement") -> None:
    inside = set()
    for node in page.iter():
        quoted = node.getparent() in inside
        if quoted:
            node.tail = _marked(node.tail)
        if quoted or node.tag == "blockquote" or _QUOTE_CLASSES & set(_classes(node)):
            inside.add(node)
            node.text = _marked(node.text)


def _classes(node: "HtmlElement") -> list[str]:
    return (node.get("class") or "").split() if isinstance(node.tag, str) else []


def _marked(content: str | None) -> str:
    safe = _UNFIT.sub(" ", content or "")
    return _QUOTED + safe.replace("\n", f"\n{_QUOTED}") if safe.strip() else safe


def _line(line: str) -> str:
    plain = line.replace(_QUOTED, "").strip()
    return f"> {plain}" if plain and _QUOTED in line else plain
