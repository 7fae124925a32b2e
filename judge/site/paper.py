"""Pages by templates of templates/site."""

from typing import Any

from judge.mail.identity import hide_secrets
from judge.report import render


def lay_out_page(template: str, site: Any, root: str = "", **data: Any) -> bytes:
    """A page; ``root`` leads from it to the site's first page ("../")."""
    return lay_out_plain(template, site=site, root=root, **data)


def lay_out_plain(template: str, **data: Any) -> bytes:
    """A file that is no page."""
    return hide_secrets(render.fill(template, data)).encode()
