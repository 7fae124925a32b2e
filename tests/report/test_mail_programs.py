"""What Gmail, Outlook and Apple Mail take out of HTML leaves every mail as it was."""

import re
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default

import pytest
from lxml import html

from judge.kernel.mail import Mail, Plate
from judge.mail import compose
from judge.report.render import render
from tests.mail.our import ARRIVED, OURS
from tests.report.samples import NOTICES

STRIPPED_TAGS = ("style", "link", "script", "svg", "form", "iframe", "object", "base", "picture")
"""Gmail drops the head's styles of many mails, all of them what runs or is fetched."""
STRIPPED_ATTRIBUTES = ("class", "id", "srcset", "background")
STRIPPED_STYLES = re.compile(
    r"(?:^|;)\s*(?:position|float|transform|grid[a-z-]*|flex[a-z-]*|background-image)\s*:[^;]*"
    r"|(?:^|;)\s*display\s*:\s*(?:inline-)?(?:flex|grid)[^;]*"
    r"|(?:^|;)[^;]*(?:var|calc|url)\([^;]*",
    re.IGNORECASE,
)
"""Gmail and Outlook's Word know none of these."""


def strip(text: str) -> str:
    """A mail as the most thorough of mail programs shows it."""
    page = html.document_fromstring(text)
    for node in list(page.iter(*STRIPPED_TAGS)):
        parent = node.getparent()
        if parent is not None:
            parent.remove(node)
    for node in page.iter():
        for name in STRIPPED_ATTRIBUTES:
            node.attrib.pop(name, "")
        style = node.get("style")
        if style:
            node.set("style", STRIPPED_STYLES.sub("", style))
    return str(html.tostring(page, encoding="unicode"))


def as_is(text: str) -> str:
    """A mail that nothing is taken out of."""
    return str(html.tostring(html.document_fromstring(text), encoding="unicode"))


def mails() -> Iterator[str]:
    """The HTML of every kind of mail."""
    for notice in NOTICES.values():
        yield render(notice).html


def test_nothing_is_lost() -> None:
    for text in filter(None, mails()):
        assert strip(text) == as_is(text)


def test_nothing_is_lost_with_a_map_in_it() -> None:
    page = f"<html><body>\n{compose.mark_for_pictures(0)}\n</body></html>"
    mail = compose.compose(Mail("key", "anna@mail.test", "A map", "", page), OURS, ARRIVED)
    plate = Plate(b"", "the board", "png", "board")
    whole = message_from_bytes(compose.put_pictures_in(mail, [(0, plate, b"")]), policy=default)
    body = whole.get_body(("html",))
    text = str(body.get_content()) if body else ""
    assert strip(text) == as_is(text)
    assert 'src="cid:' in strip(text)


@pytest.mark.parametrize(
    "spoilt",
    [
        "<style>p{color:red}</style>",
        '<p style="position:absolute;top:0">x</p>',
        '<p style="color:#000;display:flex">x</p>',
        '<p style="background:url(https://a.example/b.png)">x</p>',
        '<p class="x">x</p>',
    ],
)
def test_the_stripping_itself_sees_what_would_be_lost(spoilt: str) -> None:
    text = f"<html><body>{spoilt}</body></html>"
    assert strip(text) != as_is(text)
