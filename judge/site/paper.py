"""Pages by templates of templates/site."""

from typing import Any

from judge.report import render


def page(template: str, site: Any, root: str = "", **data: Any) -> bytes:
    """A page; ``root`` leads from it to the site's first page ("../")."""
    return render.page_of(template, site=site, root=root, **data).encode()


def plain(template: str, **data: Any) -> bytes:
    """A file that is no page."""
    return render.page_of(template, **data).encode()
