"""A variant's RULES.md as HTML."""

from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup


def read(folder: Path) -> Markup:
    """The rulings of the variant in ``folder``, without raw HTML; "" where there are none."""
    path = folder / "RULES.md"
    if not path.exists():
        return Markup()
    shown = _parser().render(path.read_text())
    for level in (3, 2, 1):  # the page has a heading of its own
        shown = shown.replace(f"<h{level}>", f"<h{level + 1}>")
        shown = shown.replace(f"</h{level}>", f"</h{level + 1}>")
    return Markup(shown)  # MarkdownIt escapes all that is not its own


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")
