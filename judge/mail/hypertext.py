"""HTML to text, for mails that have no text part; what a program marked as a quote gets a ">"."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from judge.mail.looks import Look, Sheet

if TYPE_CHECKING:
    from lxml.html import HtmlElement

MAX_HTML = 1 << 18
MAX_DEPTH = 2048
"""libxml2 reads no further down, whatever it is told; what walks the tree calls itself as often."""
MAX_WORK = 10_000_000
"""Elements and all that are around them: each line's indent is added up from those."""

_DECLARATION = re.compile(r"<\?[^>]*>?")
_INDENT = re.compile(r"(?:margin|padding)[a-z-]{0,10}\s{0,4}:[^;\"'<>}]{0,200}", re.IGNORECASE)
_ARROW = re.compile(r"(wingdings[^>]{0,200}>)\s{0,9}(?:à|&agrave;|&#224;)", re.IGNORECASE)
"""Outlook turns a typed --> into a letter of a picture font."""
_STRUCK = re.compile(r"<(/?)(?:s|strike)(?=[\s>])", re.IGNORECASE)
"""lxml ends these where a paragraph begins, and a page does not; it knows that of <del>."""
_TAG = re.compile(r"<[^<>]*>")
_HIDING = re.compile(
    r"<(?:s|del|strike|template)\b|line-through|\bhidden\b|display|visibility|collapse|opacity"
    r"|mso-hide|font(?:-size)?\s*:[^;]{0,40}?\b[01](?:\D|$)|transparent|rgba|-\d{3}"
    r"|(?<![\w-])color\s*[:=][\s'\"]*(?:white|#f{3}|rgb\(\s*255)",
    re.IGNORECASE,
)
_UNSHOWN = (("<!--", "-->"), ("<head", "</head"), ("<style", "</style"), ("<script", "</script"))
_BETWEEN = re.compile(r"[\W_]+")
_UNFIT = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""No character of XML: lxml refuses to take it into a text."""
_QUOTED = "\ue000"
"""Stands in every text inside a quotation while the page is laid out: tables move text about."""
_QUOTE_NAMES = re.compile(
    r""
    r"(?:^|[\s_-])quot(?:e|ed|ation)(?:$|[\s_-])|moz-cite-prefix|moz-forward-container|zmail_extra"
    r"|gmail_attr|ms-outlook-mobile-reference-message|mail-editor-reference-message-container"
    r"|OLK_SRC_BODY_SECTION|isReplyContent|messageReplySection",
    re.IGNORECASE,
)
"""What programs call a quotation, in its class, id or name."""
_PICTURES = frozenset(
    ("img", "svg", "picture", "object", "embed", "canvas", "video", "audio", "iframe")
)
"""Elements that show what is no text."""
_GMAIL_QUOTE = re.compile(r"gmail_quote(?:$|\s|_container)")


class Page(NamedTuple):
    """A page as its reader sees it, one line a block; what was left out of it, and why."""

    text: str = ""
    left_out: tuple[tuple[str, str], ...] = ()


def read(html: str) -> Page:
    """Read ``html`` (cut at 256 KB); never raises.

    Links lose their targets, elements that nobody sees their text. Lines inside a quotation
    begin "> "; what is left out there is not told of. Pictures are, where there are no words.
    """
    # Imported here: lxml costs 40 ms, and most mails have a text part.
    from inscriptis.css_profiles import CSS_PROFILES  # noqa: PLC0415
    from inscriptis.html_engine import Inscriptis  # noqa: PLC0415
    from inscriptis.model.config import ParserConfig  # noqa: PLC0415
    from lxml.etree import ErrorLevels, ParserError  # noqa: PLC0415
    from lxml.html import HTMLParser, document_fromstring  # noqa: PLC0415

    parser = HTMLParser(huge_tree=True)
    try:
        page = document_fromstring(_tame(html[:MAX_HTML]), parser)
    except ParserError:  # Nothing in it but comments and blanks.
        return Page()
    if _count_work(page) > MAX_WORK:
        return Page("", (("(HTML)", "its elements are too many and too deep"),))
    left_out, pictures = _prepare(page)
    with _deep_calls():
        plain = Inscriptis(page, ParserConfig(css=CSS_PROFILES["strict"])).get_text()
    lines = [_line(line) for line in plain.split("\n")]
    if pictures and not any(line and not line.startswith(">") for line in lines):
        left_out.append(("(HTML)", "it shows a picture and no text"))
    if len(html) > MAX_HTML:
        left_out.append(("(more HTML)", f"HTML is read up to {MAX_HTML >> 10} KB"))
    elif any(error.level == ErrorLevels.FATAL for error in parser.error_log):
        left_out.append(("(more HTML)", f"HTML is read {MAX_DEPTH:,} elements deep"))
    if not any(lines) and not left_out and _list_words(html):
        left_out.append(("(HTML)", "nothing of its text can be seen"))
    return Page("\n".join(lines), tuple(left_out))


def _count_work(page: "HtmlElement") -> int:
    """The depths of all elements, added up."""
    depths: dict[HtmlElement | None, int] = {None: 0}
    for node in page.iter():
        depths[node] = depths[node.getparent()] + 1
    return sum(depths.values())


@contextmanager
def _deep_calls() -> Iterator[None]:
    """Let what walks a page go as deep as a page may be."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(usual + 2 * MAX_DEPTH)
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)


def squeeze(text: str) -> str:
    """A text's letters and digits alone."""
    return _BETWEEN.sub("", text).casefold()


def gist(html: str) -> str:
    """The letters and digits of a page, or "" if something in it may be hidden."""
    if _HIDING.search(html[:MAX_HTML]):
        return ""
    return _list_words(html)


def _list_words(html: str) -> str:
    """The letters and digits of what is neither a tag nor within one that shows nothing."""
    visible_html = html[:MAX_HTML]
    for start_tag, end_tag in _UNSHOWN:
        visible_html = _cut_out(visible_html, start_tag, end_tag)
    return squeeze(unescape(_TAG.sub("", visible_html)))


def _cut_out(html: str, start_mark: str, end_mark: str) -> str:
    """A page without all that stands between two strings."""
    low, parts, position = html.lower(), [], 0
    while (start := low.find(start_mark, position)) >= 0:
        end = low.find(end_mark, start)
        parts.append(html[position:start])
        position = len(html) if end < 0 else end
    return "".join((*parts, html[position:]))


def _tame(html: str) -> str:
    """Without what the converter stumbles over: declarations, NUL, indents of a million columns."""
    safe = html.encode("utf-8", "replace").decode().replace("\0", "").replace(_QUOTED, "")
    safe = _STRUCK.sub(r"<\1del", safe)
    return _INDENT.sub("", _ARROW.sub(r"\1-&gt;", _DECLARATION.sub("", safe)))


def _prepare(page: "HtmlElement") -> tuple[list[tuple[str, str]], list["HtmlElement"]]:
    """Mark quotations and take out what is not to be seen.

    Returns what was struck out or may be seen on a ground that we don't know of, and which of both;
    then the pictures.

    An element's tail stands behind it, in the element around it.
    """
    sheet = Sheet(page)
    looks: dict[HtmlElement, Look] = {}
    inside: set[HtmlElement] = set()
    left_out: list[tuple[str, str]] = []
    pictures: list[HtmlElement] = []
    for node in page.iter():
        parent = node.getparent()
        around = looks.get(parent, Look())
        look = looks[node] = sheet.look(node, around)
        is_quoted = parent in inside
        node.tail = _show_piece(node.tail, around, is_quoted, left_out)
        if is_quoted or node.tag == "blockquote" or _is_quotation(node):
            inside.add(node)
        elif node.tag in _PICTURES and not look.unseen:
            pictures.append(node)
        if isinstance(node.tag, str) and node.tag not in ("style", "script", "title"):
            node.text = _show_piece(node.text, look, node in inside, left_out)
    return left_out, pictures


def _is_quotation(node: "HtmlElement") -> bool:
    if not isinstance(node.tag, str):
        return False
    if _GMAIL_QUOTE.search(node.get("class") or ""):
        # Where it stands around a quotation its writer's words may follow that.
        return node.find("blockquote") is None
    return any(_QUOTE_NAMES.search(node.get(mark) or "") for mark in ("class", "id", "name"))


def _show_piece(
    content: str | None, look: Look, is_quoted: bool, left_out: list[tuple[str, str]]
) -> str:
    """A piece of text as it is to be read: nothing, marked as quoted, or as it is."""
    if look.unseen:
        return ""
    if look.struck or look.pale:
        if content and content.strip() and not is_quoted:
            why = "struck out" if look.struck else "white on white"
            left_out.append((" ".join(content.split()), why))
        return ""
    safe = _UNFIT.sub(" ", content or "")
    return _mark_quoted(safe) if is_quoted else safe


def _mark_quoted(safe: str) -> str:
    return _QUOTED + safe.replace("\n", f"\n{_QUOTED}") if safe.strip() else safe


def _line(line: str) -> str:
    plain = line.replace(_QUOTED, "").strip()
    return f"> {plain}" if plain and _QUOTED in line else plain
