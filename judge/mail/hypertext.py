"""HTML to text, for mails that have no text part; what a program marked as a quote gets a ">"."""

import re
import sys
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from judge.kernel import limits

if TYPE_CHECKING:
    from lxml.html import HtmlElement


_STRUCK_TAGS = frozenset(("s", "del", "strike"))
_COMMENTS = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
_AT_RULE = re.compile(r"@[^{};@]{0,200}(?:;|\{(?:[^{}]|\{[^{}]*\})*\})")
_RULE = re.compile(r"([^{}]{1,400})\{([^{}]*)\}")
_SIMPLE = re.compile(r"([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)", re.IGNORECASE)
_STRUCK_STYLE = re.compile(r"text-decoration(?:-line)?\s*:[^;]*\bline-through\b", re.IGNORECASE)
_ZERO = r"0*\.?0+(?:px|pt|em|rem|ex|%)?\s*(?:!\s*important\s*)?(?:;|$)"
_GONE = re.compile(
    rf"display\s*:\s*none\b|mso-hide\s*:\s*all\b|(?<![\w-])opacity\s*:\s*{_ZERO}"
    r"|text-indent\s*:\s*-\d{3,}|(?<![\w-])(?:left|top|right)\s*:\s*-\d{3,}",
    re.IGNORECASE,
)
"""What no element inside can undo."""
_FLAT = re.compile(rf"(?<![\w-])(?:max-)?(?:height|width)\s*:\s*{_ZERO}", re.IGNORECASE)
_CLIPPED = re.compile(r"overflow(?:-[xy])?\s*:\s*hidden\b", re.IGNORECASE)
_VISIBILITY = re.compile(r"visibility\s*:\s*(\w+)", re.IGNORECASE)
_SIZE = re.compile(r"font(?:-size)?\s*:\s*([^;]+)", re.IGNORECASE)
_NO_SIZE = re.compile(
    rf"(?:^|\s){_ZERO}|(?:^|\s)0*\.?0+(?:px|pt|em|%)?\s*/|(?:^|\s)0*[01](?:\.\d+)?(?:px|pt)\b",
    re.IGNORECASE,
)
"""A font of less than two points is not seen either."""
_COLOUR = re.compile(r"(?<![\w-])color\s*:\s*([^;]+)", re.IGNORECASE)
_WHITE = re.compile(r"white\b|#f{3}(?:f{3})?\b|rgba?\(\s*255\s*,\s*255\s*,\s*255\b", re.IGNORECASE)
_GROUND = re.compile(r"(?<![\w-])background(?:-color|-image)?\s*:\s*([^;]+)", re.IGNORECASE)
_CLEAR = re.compile(r"\s*(?:transparent|rgba\([^)]*,\s*0?\.?0+\s*\))", re.IGNORECASE)
_HEEDED = (_STRUCK_STYLE, _GONE, _VISIBILITY, _SIZE, _COLOUR, _GROUND, _FLAT)
"""What in a style sheet may hide a text."""


class Look(NamedTuple):
    """How an element's own text looks, by itself and by what it stands in."""

    struck: bool = False
    gone: bool = False
    invisible: bool = False
    tiny: bool = False
    clear: bool = False
    white: bool = False
    painted: bool = False
    """On a ground that may be another colour than white."""

    @property
    def unseen(self) -> bool:
        """Nobody sees the text."""
        return self.gone or self.invisible or self.tiny or self.clear

    @property
    def pale(self) -> bool:
        """White on white, as far as we know the ground."""
        return self.white and not self.painted


class _Rule(NamedTuple):
    """A style sheet's rule: the chain of simple selectors, the element's own last."""

    chain: tuple[tuple[str, frozenset[str]], ...]
    style: str


class Sheet:
    """The style sheets of a page."""

    def __init__(self, page: "HtmlElement") -> None:
        texts = (node.text or "" for node in page.iter("style"))
        self._rules = list(
            islice((rule for text in texts for rule in _rules(text)), limits.STYLE_RULES)
        )
        self._tries = limits.STYLE_TRIES

    def look(self, node: "HtmlElement", around: Look) -> Look:
        """How an element looks that stands in another one that looks like ``around``."""
        if not isinstance(node.tag, str):
            return around
        style = self._collect_style(node)
        if not style:
            return around._replace(struck=True) if node.tag in _STRUCK_TAGS else around
        is_flat = _FLAT.search(style) and _CLIPPED.search(style)
        is_gone = bool(is_flat or _GONE.search(style))
        return Look(
            struck=around.struck or node.tag in _STRUCK_TAGS or bool(_STRUCK_STYLE.search(style)),
            gone=around.gone or is_gone,
            invisible=_hides_at_last(_VISIBILITY, style, around.invisible, _HIDES),
            tiny=_hides_at_last(_SIZE, style, around.tiny, _NO_SIZE),
            clear=_hides_at_last(_COLOUR, style, around.clear, _CLEAR),
            white=_hides_at_last(_COLOUR, style, around.white, _WHITE),
            painted=around.painted or not all(map(_WHITE.match, _GROUND.findall(style))),
        )

    def _collect_style(self, node: "HtmlElement") -> str:
        """All declarations that hold for an element, its own last; what hides is enough to hide."""
        own_style = (node.get("style") or "")[: limits.STYLE_LETTERS]
        styles = [
            f"{name}:{value[: limits.STYLE_LETTERS]}"
            for mark, name in (("color", "color"), ("bgcolor", "background"))
            if (value := node.get(mark))
        ]
        for rule in self._rules:  # of which one holds if it fits, and elements around it, in order
            *outer, own = rule.chain
            self._tries -= 1
            if self._tries < 0:
                self._rules = []
            if not _fits(own, node):
                continue
            around = node.getparent()
            while outer and around is not None:
                self._tries -= 1
                if _fits(outer[-1], around):
                    outer.pop()
                around = around.getparent()
            if not outer:
                styles.append(rule.style)
        hides = node.get("hidden") is not None or node.tag == "template"
        return ";".join(filter(None, (*styles, own_style, "display:none" if hides else "")))


_HIDES = re.compile(r"hidden|collapse", re.IGNORECASE)


def _hides_at_last(name: re.Pattern[str], style: str, before: bool, hides: re.Pattern[str]) -> bool:
    """Whether the last declaration of an inherited property hides; ``before`` where there is none.

    A font that is small by another unit than ours is not tiny: text is rather read than lost.
    """
    values = name.findall(style)
    return bool(hides.search(values[-1].strip())) if values else before


def _rules(sheet: str) -> Iterator[_Rule]:
    bare = _AT_RULE.sub("", _COMMENTS.sub("", sheet[:20_000]))
    for selectors, style in _RULE.findall(bare):
        if not any(pattern.search(style) for pattern in _HEEDED):
            continue
        for selector in selectors.split(","):
            # The simple selectors of "table.x td > p"; one like a:hover makes it another kind.
            simple = [_SIMPLE.fullmatch(part) for part in selector.replace(">", " ").split()]
            chain = [
                ((one[1] or "*").lower(), frozenset(re.findall(r"[.#][\w-]+", one[2])))
                for one in simple
                if one
            ]
            if chain and len(chain) == len(simple):
                yield _Rule(tuple(chain), style[: limits.STYLE_LETTERS])


def _fits(simple: tuple[str, frozenset[str]], node: "HtmlElement") -> bool:
    tag, marks = simple
    if not isinstance(node.tag, str) or tag not in ("*", node.tag):
        return False
    own = {f".{name}" for name in (node.get("class") or "").split()} | {f"#{node.get('id')}"}
    return marks <= own


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
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
"""No character of XML: lxml refuses to take it into a text."""
_QUOTED = "\ue000"
"""Stands in every text inside a quotation while the page is laid out: tables move text about."""
_QUOTE_NAMES = re.compile(
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

    # What the converter stumbles over: declarations, NUL, indents of a million columns.
    safe = html[: limits.HTML_LETTERS].encode("utf-8", "replace").decode()
    safe = _STRUCK.sub(r"<\1del", safe.replace("\0", "").replace(_QUOTED, ""))
    safe = _INDENT.sub("", _ARROW.sub(r"\1-&gt;", _DECLARATION.sub("", safe)))
    parser = HTMLParser(huge_tree=True)
    try:
        page = document_fromstring(safe, parser)
    except ParserError:  # Nothing in it but comments and blanks.
        return Page()
    depths: dict[HtmlElement | None, int] = {None: 0}
    for node in page.iter():
        depths[node] = depths[node.getparent()] + 1
    if sum(depths.values()) > limits.HTML_WORK:
        return Page("", (("(HTML)", "its elements are too many and too deep"),))
    left_out, pictures = _prepare(page)
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(usual + 2 * limits.HTML_DEPTH)  # it calls itself as deep as the page is
    try:
        plain = Inscriptis(page, ParserConfig(css=CSS_PROFILES["strict"])).get_text()
    finally:
        sys.setrecursionlimit(usual)
    lines = []
    for line in plain.split("\n"):
        words = line.replace(_QUOTED, "").strip()
        lines.append(f"> {words}" if words and _QUOTED in line else words)
    if pictures and not any(line and not line.startswith(">") for line in lines):
        left_out.append(("(HTML)", "it shows a picture and no text"))
    if len(html) > limits.HTML_LETTERS:
        left_out.append(("(more HTML)", f"HTML is read up to {limits.HTML_LETTERS >> 10} KB"))
    elif any(error.level == ErrorLevels.FATAL for error in parser.error_log):
        left_out.append(("(more HTML)", f"HTML is read {limits.HTML_DEPTH:,} elements deep"))
    if not any(lines) and not left_out and _list_words(html):
        left_out.append(("(HTML)", "nothing of its text can be seen"))
    return Page("\n".join(lines), tuple(left_out))


def squeeze(text: str) -> str:
    """A text's letters and digits alone."""
    return _BETWEEN.sub("", text).casefold()


def gist(html: str) -> str:
    """The letters and digits of a page, or "" if something in it may be hidden."""
    if _HIDING.search(html[: limits.HTML_LETTERS]):
        return ""
    return _list_words(html)


def _list_words(html: str) -> str:
    """The letters and digits of what is neither a tag nor within one that shows nothing."""
    visible_html = html[: limits.HTML_LETTERS]
    for start_tag, end_tag in _UNSHOWN:
        low, parts, position = visible_html.lower(), [], 0
        while (start := low.find(start_tag, position)) >= 0:
            end = low.find(end_tag, start)
            parts.append(visible_html[position:start])
            position = len(visible_html) if end < 0 else end
        visible_html = "".join((*parts, visible_html[position:]))
    return squeeze(unescape(_TAG.sub("", visible_html)))


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
        if not isinstance(node.tag, str):
            continue
        is_quoted |= node.tag == "blockquote"
        if not is_quoted:
            names = [node.get(mark) or "" for mark in ("class", "id", "name")]
            is_quoted = any(map(_QUOTE_NAMES.search, names))
            # Where Gmail's stands around a quotation its writer's words may follow that.
            if _GMAIL_QUOTE.search(names[0]):
                is_quoted = node.find("blockquote") is None
        if is_quoted:
            inside.add(node)
        elif node.tag in _PICTURES and not look.unseen:
            pictures.append(node)
        if node.tag not in ("style", "script", "title"):
            node.text = _show_piece(node.text, look, is_quoted, left_out)
    return left_out, pictures


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
    if is_quoted and safe.strip():
        return _QUOTED + safe.replace("\n", f"\n{_QUOTED}")
    return safe
