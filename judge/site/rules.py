"""A variant's RULES.md as HTML."""

from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup


def read(folder: Path) -> str:
    """The rulings of the variant in ``folder`` as they are written; "" where there are none."""
    path = folder / "RULES.md"
    return path.read_text() if path.exists() else ""


def as_html(source: str) -> Markup:
    """Rulings in Markdown as HTML, a level below the page's own heading; raw HTML is text."""
    html = _parser().render(source)
    for level in (3, 2, 1):
        html = html.replace(f"<h{level}>", f"<h{level + 1}>")
        html = html.replace(f"</h{level}>", f"</h{level + 1}>")
    return Markup(html)  # MarkdownIt escapes all that is not its own


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")
