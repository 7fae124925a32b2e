"""Whole mails against the expected ones; recordings.py says how these are written anew."""

from pathlib import Path

import pytest

from judge.kernel.mail import REPLY_MARKER
from judge.report import render
from judge.report.layout import WIDTH
from tests import recordings
from tests.report.samples import NOTICES

EXPECTED = Path(__file__).parent / "expected"


def expected(name: str, now: str) -> str:
    """The expected text of the file ``name``; ``now`` becomes it if we are told why."""
    path = EXPECTED / name
    recordings.keep(path, now)
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NOTICES)
def test_the_text_is_the_expected_one(name: str) -> None:
    mail = render.render(NOTICES[name])
    now = f"Subject: {mail.subject}\n\n{mail.text}"
    assert now == expected(f"{name}.txt", now)


@pytest.mark.parametrize("name", NOTICES)
def test_the_html_is_the_expected_one(name: str) -> None:
    html = render.render(NOTICES[name]).html
    assert html == expected(f"{name}.html", html)


@pytest.mark.parametrize("name", [name for name in NOTICES if name != "press"])
def test_every_mail_but_press_begins_with_the_reply_marker(name: str) -> None:
    mail = render.render(NOTICES[name])
    assert mail.text.startswith(REPLY_MARKER + "\n")
    assert mail.html.partition("<body")[2].partition(">")[2].lstrip().startswith("<p")
    assert REPLY_MARKER in mail.html.partition("</p>")[0]


@pytest.mark.parametrize("name", NOTICES)
def test_no_line_is_wider_than_a_terminal(name: str) -> None:
    assert all(len(line) <= WIDTH for line in render.render(NOTICES[name]).text.splitlines())


@pytest.mark.parametrize("name", NOTICES)
def test_the_mail_is_addressed_as_its_notice_says(name: str) -> None:
    notice = NOTICES[name]
    mail = render.render(notice)
    assert (mail.key, mail.to, mail.reply_to) == (notice.key, notice.to, notice.reply_to)
    assert (mail.thread, mail.answers, mail.references, mail.automatic) == (
        notice.thread,
        notice.in_reply_to,
        notice.references,
        notice.automatic,
    )


@pytest.mark.parametrize("name", NOTICES)
def test_a_notice_always_gives_the_same_mail(name: str) -> None:
    assert render.render(NOTICES[name]) == render.render(NOTICES[name])


@pytest.mark.parametrize("name", ["answer", "results", "reminder", "late"])
def test_the_first_screen_of_a_phone_says_what_matters(name: str) -> None:
    text = render.render(NOTICES[name]).text
    screen = "\n".join(text.splitlines()[:16])
    assert "Fri 27 Nov, 18:30 Europe/Paris" in screen or name == "late"
    assert {
        "answer": "1 line was not taken",
        "results": "Your A PAR is dislodged: it may retreat to BRE or PIC.",
        "reminder": "1 order of 3 is still to come",
        "late": "To do: send an order for",
    }[name] in screen


def test_a_unit_without_an_order_is_named_once() -> None:
    assert render.render(NOTICES["answer"]).text.count("A PAR has no order") == 0
    assert "  A PAR                   no order: holds\n" in render.render(NOTICES["answer"]).text
