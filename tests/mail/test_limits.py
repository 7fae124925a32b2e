"""Large and deep mails: refused before the parser sees them, or read up to a limit."""

import pytest

from judge.mail import body
from judge.mail.body import MAX_LINE, MAX_LINES
from tests.mail.our import ARRIVED, OURS

FROM = b"From: fr@example.org\n"
NEST = b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n"

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
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_a_mail_that_is_too_much_is_refused_by_a_sentence_and_its_sender_known(name: str) -> None:
    raw, words = TOO_MUCH[name]
    letter = body.letter(raw, ARRIVED, OURS)
    assert words in letter.refusal
    assert letter.refusal.endswith(".")
    assert letter.lines == ()
    assert letter.sender in {"fr@example.org", ""}


def test_the_beginning_of_a_large_mail_tells_who_sent_it() -> None:
    letter = body.letter(FROM + b"\nA Par - B", ARRIVED, OURS, whole=False, limit=30_000)
    assert (letter.sender, letter.lines) == ("fr@example.org", ())
    assert letter.refusal == "The mail is larger than 30 KB."


def test_a_keeper_may_set_another_limit() -> None:
    assert body.letter(FROM + b"\n" + b"x" * 900, ARRIVED, OURS, limit=500).refusal
    assert not body.letter(FROM + b"\n" + b"x" * 900, ARRIVED, OURS, limit=5000).refusal


def test_of_10000_lines_the_first_are_read_and_the_rest_counted() -> None:
    lines = body.letter(FROM + b"\n" + b"A Par - Bur\n" * 10_000, ARRIVED, OURS).lines
    assert len(lines) == MAX_LINES + 1
    assert not any(line.ignored for line in lines[:-1])
    assert lines[-1].text == "(9000 more lines)"
    assert lines[-1].ignored == "a mail is read up to line 1000"


def test_an_endless_line_is_not_read() -> None:
    (line,) = body.letter(FROM + b"\n" + b"a" * 900_000, ARRIVED, OURS).lines
    assert line.ignored == "a line this long is not read"
    assert len(line.text) < MAX_LINE


def test_a_long_paragraph_of_press_is_one_line() -> None:
    words = b"word " * 1500
    press = body.letter(FROM + b"\nPRESS TO X\n" + words + b"\nENDPRESS\n", ARRIVED, OURS).lines
    assert press[1].text.split() == ["word"] * 1500
    assert not press[1].ignored


@pytest.mark.parametrize("filling", [b"<td>x", b"<div>", b"<a ", b"<!--", b"<![", b"<ul><li>x"])
def test_hostile_html_is_read_in_bounds(filling: bytes) -> None:
    raw = FROM + b"Content-Type: text/html\n\n<p>A Par - Bur</p>" + filling * 60_000
    lines = body.letter(raw, ARRIVED, OURS).lines
    assert lines[0].text == "A Par - Bur"
    assert len(lines) <= MAX_LINES + 2


def test_of_endless_html_the_beginning_is_read_and_the_cut_told() -> None:
    raw = FROM + b"Content-Type: text/html\n\n<p>A Par - Bur</p>" + b"<p>x</p>" * 60_000
    lines = body.letter(raw, ARRIVED, OURS).lines
    assert lines[0].text == "A Par - Bur"
    assert (lines[-1].text, lines[-1].ignored) == ("(more HTML)", "HTML is read up to 256 KB")
