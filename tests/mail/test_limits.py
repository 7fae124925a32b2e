"""Large and deep mails: refused before the parser sees them, or read up to a limit."""

import time

import pytest

from judge.kernel import limits
from judge.mail import body, bounces
from judge.mail.quotes import QUOTED
from tests.mail.our import ARRIVED, OURS

FROM = b"From: fr@example.org\n"
NEST = b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n"

NESTED = b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n"
REPORT = b"Content-Type: message/delivery-status\n\n"

TOO_MUCH = {
    "20 megabytes": (FROM + b"\n" + b"x" * 20_000_000, "larger than 1,000 KB"),
    "endless headers": (FROM + b"X: y\n" * 20_000 + b"\n", "64 KB of headers"),
    "nested 3000 deep": (FROM + b"".join(NEST % (i, i) for i in range(3000)), "100 parts"),
    "100,000 parts": (
        FROM + b"Content-Type: multipart/digest; boundary=b\n\n" + b"--b\n\nx\n" * 100_000,
        "100 parts",
    ),
    "2,000 parameters": (
        FROM + b"Content-Type: text/plain;\n" + b" a=b;\n" * 2000 + b"\nx",
        "too long to be true",
    ),
    "parameters in a part": (
        FROM + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n"
        b"Content-Type: text/plain;" + b" a*0*=b;" * 20_000 + b"\n\nx",
        "too long to be true",
    ),
    "290 nested, 900,000 lines": (
        FROM + b"".join(NESTED % (i, i) for i in range(290)) + b"\n" * 880_000,
        "100,000 lines",
    ),
    "40 nested": (FROM + b"".join(NESTED % (i, i) for i in range(40)), "30 parts inside parts"),
    "mails in mails": (FROM + b"Content-Type: message/rfc822\n\n" * 99, "30 parts inside parts"),
    "20 nested, 90,000 lines": (
        FROM + b"".join(NESTED % (i, i) for i in range(20)) + b"\n" * 90_000,
        "too many lines in them",
    ),
    "parts by CR alone": (
        FROM + b"Content-Type: multipart/digest; boundary=b\n\n" + b"--b\r\rx\r" * 100_000,
        "100 parts",
    ),
    "900,000 lines": (FROM + b"\n" * 900_000, "100,000 lines"),
    "600 headers": (FROM + b"X: y\n" * 600 + b"\nx", "500 headers"),
    "a header of 20 KB": (FROM + b"To: " + b"a@b.c, " * 3000 + b"\n\nx", "too long to be true"),
    "a report of 30,000 blocks": (FROM + REPORT + b"a: b\n\n" * 30_000, "2,000 blocks"),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_a_mail_that_is_too_much_is_refused_by_a_sentence_and_its_sender_known(name: str) -> None:
    raw, words = TOO_MUCH[name]
    letter = body.read_letter(raw, ARRIVED, OURS)
    assert words in letter.refusal
    assert letter.refusal.endswith(".")
    assert letter.lines == ()
    assert letter.sender in {"fr@example.org", ""}


def test_the_beginning_of_a_large_mail_tells_who_sent_it() -> None:
    letter = body.read_letter(FROM + b"\nA Par - B", ARRIVED, OURS, whole=False, limit=30_000)
    assert (letter.sender, letter.lines) == ("fr@example.org", ())
    assert letter.refusal == "The mail is larger than 30 KB."


def test_a_keeper_may_set_another_limit() -> None:
    assert body.read_letter(FROM + b"\n" + b"x" * 900, ARRIVED, OURS, limit=500).refusal
    assert not body.read_letter(FROM + b"\n" + b"x" * 900, ARRIVED, OURS, limit=5000).refusal


def test_of_10000_lines_the_first_are_read_and_the_rest_counted() -> None:
    lines = body.read_letter(FROM + b"\n" + b"A Par - Bur\n" * 10_000, ARRIVED, OURS).lines
    assert len(lines) == limits.LINES + 1
    assert not any(line.ignored for line in lines[:-1])
    assert lines[-1].text == "(9000 more lines)"
    assert lines[-1].ignored == "a mail is read up to line 1000"


def test_of_a_novel_the_beginning_is_read() -> None:
    lines = body.read_letter(FROM + b"\n" + b"A Par - Bur; " * 40 * 200, ARRIVED, OURS).lines
    assert len(lines) == 1
    raw = FROM + b"\n" + (b"A Par - Bur; " * 40 + b"\n") * 200
    lines = body.read_letter(raw, ARRIVED, OURS).lines
    said = [line.ignored for line in lines]
    read = [line.text for line in lines if not line.ignored]
    assert sum(map(len, read)) <= limits.TEXT_LETTERS < sum(map(len, read)) + len(lines[0].text)
    assert said == sorted(said)
    assert said[-1] == "a mail is read up to 40,000 characters"


def test_a_quote_below_a_novel_is_told_as_a_quote() -> None:
    novel = (b"A Par - Bur; " * 40 + b"\n") * 200
    lines = body.read_letter(FROM + b"\n" + novel + b"> A Mar H\n", ARRIVED, OURS).lines
    assert lines[-2].ignored == "a mail is read up to 40,000 characters"
    assert lines[-1].ignored == QUOTED


def test_what_a_reply_quotes_costs_none_of_what_is_read() -> None:
    quoted = b"> " + b"x" * 900 + b"\n"
    lines = body.read_letter(FROM + b"\n" + quoted * 200 + b"A Par - Bur\n", ARRIVED, OURS).lines
    assert (lines[-1].text, lines[-1].ignored) == ("A Par - Bur", "")


KILLERS = {
    "introductions of quotes": (b"On " + b"wrote " * 150 + b":\n") * 1000,
    "30 levels of parts": b"".join(NESTED % (i, i) for i in range(29)) + b"\n" * 33_000,
    "empty parts": b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n" * 1990,
    "headers of a part": b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + b"X: y\n" * 90_000,
    "blocks of a report": REPORT + b"a: b\n\n" * 1990,
    "signatures": b"\n" + b"-- \n" * 90_000,
    "presses": b"\n" + b"PRESS\nEND\n" * 45_000,
    "soft line ends": b"Content-Type: text/plain; format=flowed\n\n" + b"a \n" * 90_000,
    "quoted-printable": b"Content-Transfer-Encoding: quoted-printable\n\n" + b"=" * 950_000,
    "shifts of ISO-2022": b"Content-Type: text/plain; charset=iso-2022-jp\n\n"
    + b"\x1b$B!!\x1b(B" * 120_000,
    "breaks": b"Content-Type: text/html\n\nx" + b"<br>" * 60_000,
    "cells": b"Content-Type: text/html\n\nx" + b"<td>x" * 50_000,
    "words of a subject": b"Subject: " + b"=?utf-8?q?a?= " * 1000 + b"\n\nx",
    "brackets of a stamp": b"Received: by mail.judge.test;" + b"(" * 16_000 + b"\n\nx",
    "dots of a From": b"From: " + b"a." * 8000 + b"\n\nx",
    "percents of a name": b"Content-Type: text/plain; name*=" + b"%41" * 600 + b"\n\nx",
}


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", KILLERS)
def test_nothing_costs_seconds(name: str) -> None:
    """Two are the limit; the bound here is for machines that are slow."""
    before = time.process_time()
    body.read_letter(FROM + KILLERS[name], ARRIVED, OURS)
    bounces.read(FROM + KILLERS[name], "judge+=x@judge.test")
    assert time.process_time() - before < 10


def test_an_endless_line_is_not_read() -> None:
    (line,) = body.read_letter(FROM + b"\n" + b"a" * 900_000, ARRIVED, OURS).lines
    assert line.ignored == "a line this long is not read"
    assert len(line.text) < limits.LINE_BYTES


def test_a_long_paragraph_of_press_is_one_line() -> None:
    words = b"word " * 1500
    press = body.read_letter(
        FROM + b"\nPRESS TO X\n" + words + b"\nENDPRESS\n", ARRIVED, OURS
    ).lines
    assert press[1].text.split() == ["word"] * 1500
    assert not press[1].ignored


@pytest.mark.sweep(2)
@pytest.mark.parametrize("filling", [b"<td>x", b"<div>", b"<a ", b"<!--", b"<![", b"<ul><li>x"])
def test_hostile_html_is_read_in_bounds(filling: bytes) -> None:
    raw = FROM + b"Content-Type: text/html\n\n<p>A Par - Bur</p>" + filling * 60_000
    lines = body.read_letter(raw, ARRIVED, OURS).lines
    assert lines[0].text == "A Par - Bur"
    assert len(lines) <= limits.LINES + 2


@pytest.mark.long
def test_of_endless_html_the_beginning_is_read_and_the_cut_told() -> None:
    raw = FROM + b"Content-Type: text/html\n\n<p>A Par - Bur</p>" + b"<p>x</p>" * 60_000
    lines = body.read_letter(raw, ARRIVED, OURS).lines
    assert lines[0].text == "A Par - Bur"
    assert (lines[-1].text, lines[-1].ignored) == ("(more HTML)", "HTML is read up to 256 KB")
