"""What a page shows of its text, by tags, styles and style sheets: what is struck out, or unseen.

A small part of CSS is enough: mail programs write simple selectors. What stands in @media and
the like holds for some screens only, and is left out.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lxml.html import HtmlElement

MAX_RULES = 100
"""Rules of style sheets that are obeyed; more belong to newsletters."""
MAX_TRIES = 100_000
"""Comparisons of rules with elements; a page that needs more was made to cost time."""
MAX_STYLE = 2000

_STRUCK_TAGS = frozenset(("s", "del", "strike"))
_COMMENTS = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
_AT_RULE = re.compile(r"@[^{};@]{0,200}(?:;|\{(?:[^{}]|\{[^{}]*\})*\})")
_RULE = re.compile(r"([^{}]{1,400})\{([^{}]*)\}")
_SIMPLE = re.compile(r"([a-z][\w-]*|\*)?((?:[.#][\w-]+)*)", re.IGNORECASE)
_STRUCK = re.compile(r"text-decoration(?:-line)?\s*:[^;]*\bline-through\b", re.IGNORECASE)
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
        self._rules = list(islice((rule for text in texts for rule in _rules(text)), MAX_RULES))
        self._tries = MAX_TRIES

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
            struck=around.struck or node.tag in _STRUCK_TAGS or bool(_STRUCK.search(style)),
            gone=around.gone or is_gone,
            invisible=_hides_at_last(_VISIBILITY, style, around.invisible, _HIDES),
            tiny=_hides_at_last(_SIZE, style, around.tiny, _NO_SIZE),
            clear=_hides_at_last(_COLOUR, style, around.clear, _CLEAR),
            white=_hides_at_last(_COLOUR, style, around.white, _WHITE),
            painted=around.painted or not all(map(_WHITE.match, _GROUND.findall(style))),
        )

    def _collect_style(self, node: "HtmlElement") -> str:
        """All declarations that hold for an element, its own last; what hides is enough to hide."""
        rule_styles = [rule.style for rule in self._rules if self._applies(rule, node)]
        own_style = (node.get("style") or "")[:MAX_STYLE]
        hides = node.get("hidden") is not None or node.tag == "template"
        attribute_styles = [
            f"{name}:{value[:MAX_STYLE]}"
            for mark, name in (("color", "color"), ("bgcolor", "background"))
            if (value := node.get(mark))
        ]
        return ";".join(
            filter(
                None, (*attribute_styles, *rule_styles, own_style, "display:none" if hides else "")
            )
        )

    def _applies(self, rule: _Rule, node: "HtmlElement") -> bool:
        """Whether a rule is about an element: it fits, and so do elements around it, in order."""
        *outer, own = rule.chain
        self._tries -= 1
        if self._tries < 0:
            self._rules = []
        if not _fits(own, node):
            return False
        around = node.getparent()
        while outer and around is not None:
            self._tries -= 1
            if _fits(outer[-1], around):
                outer.pop()
            around = around.getparent()
        return not outer


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
        if not _matters(style):
            continue
        for selector in selectors.split(","):
            if chain := _chain(selector):
                yield _Rule(chain, style[:MAX_STYLE])


def _matters(style: str) -> bool:
    patterns = (_STRUCK, _GONE, _VISIBILITY, _SIZE, _COLOUR, _GROUND, _FLAT)
    return any(pattern.search(style) for pattern in patterns)


def _chain(selector: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """The simple selectors of "table.x td > p"; () for one that is not simple (a:hover)."""
    chain = []
    for part in selector.replace(">", " ").split():
        match = _SIMPLE.fullmatch(part)
        if not match:
            return ()
        tag = (match[1] or "*").lower()
        chain.append((tag, frozenset(re.findall(r"[.#][\w-]+", match[2]))))
    return tuple(chain)


def _fits(simple: tuple[str, frozenset[str]], node: "HtmlElement") -> bool:
    tag, marks = simple
    if not isinstance(node.tag, str) or tag not in ("*", node.tag):
        return False
    own = {f".{name}" for name in (node.get("class") or "").split()} | {f"#{node.get('id')}"}
    return marks <= own
