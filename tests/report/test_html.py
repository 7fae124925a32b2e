"""The HTML part: well-formed, self-contained, and whatever people typed is escaped in it."""

from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.kernel.engine import PUBLIC, Event, Standing, Task
from judge.kernel.notice import Answer, Notice
from judge.report import render
from tests.report.samples import EVENTS, FRANCE, NOTICES

EMPTY = {"meta", "br"}
TAGS = EMPTY | {
    "html",
    "head",
    "title",
    "body",
    "p",
    "pre",
    "b",
    "small",
    "h1",
    "h2",
    "table",
    "tr",
    "th",
    "td",
    "span",
    "div",
    "a",
}
ATTRIBUTES = set(
    "lang charset name content style href colspan scope cellpadding align valign".split()  # noqa: SIM905
)


class Checker(HTMLParser):
    """Raises AssertionError for a tag that is unknown, not closed or closed wrongly."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a tag with its attributes."""
        assert tag in TAGS
        assert {name for name, _ in attrs} <= ATTRIBUTES
        self.links += [value or "" for name, value in attrs if name == "href"]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Take a closing tag."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Take text."""
        self.words.append(data)

    def handle_comment(self, data: str) -> None:
        """Take a comment: there should be none."""
        raise AssertionError(data)


def check(html: str) -> Checker:
    """Read ``html`` to its end."""
    checker = Checker()
    checker.feed(html)
    checker.close()
    assert not checker.open
    return checker


@pytest.mark.parametrize("name", NOTICES)
def test_the_html_is_well_formed_and_needs_nothing_from_outside(name: str) -> None:
    html = render.render(NOTICES[name]).html
    checker = check(html)
    assert all(link.startswith("mailto:judge@judge.example?") for link in checker.links)
    assert not any(word in html for word in ("http", "src=", "url(", "<style", "<script"))


@pytest.mark.parametrize("name", NOTICES)
def test_the_html_leaves_ground_and_text_to_the_readers_light_or_dark_mode(name: str) -> None:
    html = render.render(NOTICES[name]).html
    assert '<meta name="color-scheme" content="light dark">' in html
    assert "background" not in html
    assert html.count("color:#") == html.count('<span style="color:#'), "only signs are coloured"


def test_the_button_opens_a_mail_to_the_seat_with_the_form_in_it() -> None:
    link, *_ = check(render.render(NOTICES["results"]).html).links
    assert link == (
        "mailto:judge@judge.example"
        "?subject=%5Balpha%5D%20Fall%201901%20movement%3A"
        "&body=SIGNON%20France%40alpha%0D%0AF%20BRE%20-%20%0D%0AA%20MAR%20-%20%0D%0AA%20PAR%20-%20%0D%0A"
    )


@pytest.mark.parametrize(
    ("early", "waits", "lines"),
    [
        ("", False, ["DRAW"]),
        ("as soon as the last power is ready", False, ["WAIT", "DRAW"]),
        ("as soon as the last power is ready", True, ["NOWAIT", "DRAW"]),
    ],
)
@pytest.mark.parametrize("kind", ["results", "started", "reminder"])
def test_one_tap_waits_or_votes_for_a_draw(
    kind: str, early: str, waits: bool, lines: list[str]
) -> None:
    notice = NOTICES[kind]
    facts = replace(notice.facts, early=early, waits=waits)
    _, *links = check(render.render(replace(notice, facts=facts)).html).links
    said = [unquote(link).split("body=")[1].split() for link in links]
    assert said == [["SIGNON", "France@alpha", line] for line in lines]


def test_nobody_votes_in_a_game_that_is_over_or_that_he_only_runs() -> None:
    notice = NOTICES["results"]
    for facts in (replace(notice.facts, status="over"), replace(notice.facts, power="GM")):
        assert "DRAW" not in render.render(replace(notice, facts=facts)).html


HOSTILE = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "<script>alert(1)</script>",
            "</td></table><img src=x onerror=y>",
            "<!--",
            "<![CDATA[",
            "&lt;b&gt;",
            "\" onclick='x'",
            "{{ 7 * 7 }}",
            "{% raw %}",
            "\nDeadline: never",
            "\x00\x1b[2J",
            "\u202e",
            "\ud800",
            "-- write orders above this line --",
        ]
    ),
)


def hostile(text: str) -> Notice:
    """An answer with ``text`` wherever people can put something."""
    events = (
        Event("press", {"sender": "France", "recipients": ["Italy"], "text": text}, PUBLIC),
        Event("registered", {"name": text, "named": True, "address": text, "zone": "UTC"}, PUBLIC),
        Event("seats", {"rows": [{"power": "France", "player": text}]}, PUBLIC),
        Event("failing", {**EVENTS["failing"].data, "to": text, "reason": text}, PUBLIC),
    )
    answers = (
        Answer(1, text, "taken", "A PAR - BUR", text),
        Answer(2, text, "problem", "", text, 3, (text,)),
        Answer(3, text, "done", "", text),
        Answer(4, text, "ignored", message=text),
    )
    standing = Standing((Task("A PAR", text, "holds", ""),), (text,), (text,), (text,))
    facts = replace(FRANCE, zone=text, reader_zone=text)
    return Notice("key", "a@example.org", "answer", facts, text, text, answers, events, standing)


@given(HOSTILE)
def test_whatever_people_typed_is_escaped(text: str) -> None:
    mail = render.render(hostile(text))
    check(mail.html)
    assert mail.html
    assert (mail.text + mail.html + mail.subject).encode()
    assert "\n" not in mail.subject
