"""Composed mails: deterministic, whole behind every parser, and closed to injected headers."""

from datetime import UTC, datetime, timedelta, timezone
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from judge.kernel.mail import Attachment, Mail
from judge.mail import body
from judge.mail.compose import compose, message_id
from judge.mail.ours import Ours
from tests.mail.our import ARRIVED, OURS

DATE = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
LONG = f"<{'A' * 240}@outlook.example>"
MAIL = Mail(
    key="alpha.S1901M.1.France.results",
    to="fr@example.org",
    subject="alpha: Spring 1901 movement",
    text="A PAR - BUR succeeds.\nA MÜN H holds.\n",
    html="<p>A PAR - BUR succeeds.</p>",
    thread="alpha.France",
    reply_to="judge+alpha.france.abcdefghijklmnop@judge.test",
    answers=LONG,
    references=("<first@example.org>", LONG.replace("A", "B")),
    automatic="auto-replied",
)


def parsed(mail: Mail, ours: Ours = OURS) -> EmailMessage:
    message = message_from_bytes(compose(mail, ours, DATE), policy=default)
    assert isinstance(message, EmailMessage)
    return message


def test_the_same_mail_has_the_same_bytes() -> None:
    assert compose(MAIL, OURS, DATE) == compose(MAIL, OURS, DATE)
    elsewhere = DATE.astimezone(timezone(timedelta(hours=2)))
    assert compose(MAIL, OURS, elsewhere) == compose(MAIL, OURS, DATE)


def test_lines_end_in_crlf_and_fit() -> None:
    raw = compose(MAIL, OURS, DATE)
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert max(map(len, raw.split(b"\r\n"))) < 998
    assert raw.isascii()


def test_the_headers_of_an_answer() -> None:
    message = parsed(MAIL)
    assert {name: str(value) for name, value in message.items()} == {
        "Date": "Fri, 20 Nov 2026 09:00:00 +0000",
        "To": "fr@example.org",
        "Reply-To": "judge+alpha.france.abcdefghijklmnop@judge.test",
        "Subject": "alpha: Spring 1901 movement",
        "Message-ID": message_id(MAIL.key, OURS),
        "In-Reply-To": LONG,
        "References": str(message["References"]),
        "Auto-Submitted": "auto-replied",
        "From": "The Judge <judge@judge.test>",
        "List-Id": "The Judge <judge.judge.test>",
        "List-Help": "<mailto:judge@judge.test?body=HELP>",
        "List-Unsubscribe": "<mailto:judge@judge.test?body=HELP%20RESIGN>",
        "Precedence": "list",
        "X-Auto-Response-Suppress": "All",
        "X-Loop": "judge@judge.test",
        "MIME-Version": "1.0",
        "Content-Type": str(message["Content-Type"]),
    }


def test_a_message_id_reveals_nothing_and_names_one_mail() -> None:
    assert "alpha" not in message_id(MAIL.key, OURS)
    assert message_id(MAIL.key, OURS) != message_id(MAIL.key + "2", OURS)
    assert message_id(MAIL.key, OURS) != message_id(MAIL.key, replace(OURS, secret=b"x"))


def test_long_ids_stay_whole_in_the_thread() -> None:
    raw = compose(MAIL, OURS, DATE)
    assert b"In-Reply-To: " + LONG.encode() + b"\r\n" in raw
    root, *thread = str(parsed(MAIL)["References"]).split()
    assert root.endswith("@judge.test>")
    assert thread == [*MAIL.references, LONG]


def test_mails_of_one_thread_hang_on_one_root() -> None:
    first = parsed(replace(MAIL, key="1", answers="", references=()))
    second = parsed(replace(MAIL, key="2", answers="", references=()))
    assert first["In-Reply-To"] == first["References"] == second["References"]
    other = parsed(replace(MAIL, thread="alpha.Germany", answers="", references=()))
    assert other["References"] != first["References"]


def test_a_long_thread_keeps_its_root_and_its_newest() -> None:
    ids = tuple(f"<{number}@example.org>" for number in range(100))
    thread = str(parsed(replace(MAIL, references=ids))["References"]).split()
    assert thread[0].endswith("@judge.test>")
    assert thread[-1] == LONG
    assert len(thread) == 21


def test_a_mail_to_a_stranger_has_no_thread() -> None:
    message = parsed(replace(MAIL, thread="", answers="", references=(), reply_to=""))
    assert message["References"] is None
    assert message["Reply-To"] == "judge@judge.test"


def test_both_parts_arrive_as_written() -> None:
    message = parsed(MAIL)
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None
    assert html is not None
    assert plain.get_content().splitlines() == MAIL.text.splitlines()
    assert html.get_content().splitlines() == [MAIL.html]


def test_attachments_arrive_as_they_are() -> None:
    files = (
        Attachment("alpha.ics", "text/calendar; method=PUBLISH", b"BEGIN:VCALENDAR\r\n"),
        Attachment('map "of" Zürich;.png', "image/png", bytes(range(256))),
    )
    found = list(parsed(replace(MAIL, attachments=files)).iter_attachments())
    assert [part.get_filename() for part in found] == [file.name for file in files]
    assert [part.get_payload(decode=True) for part in found] == [file.content for file in files]
    assert found[0]["Content-Type"].params["method"] == "PUBLISH"


TEXT = st.text(st.characters(codec="utf-8"), max_size=300)


@given(TEXT, TEXT)
def test_any_text_arrives_as_written(text: str, html: str) -> None:
    expected = text.replace("\r\n", "\n")
    message = parsed(replace(MAIL, text=text, html=html))
    part = message.get_body(("plain",))
    assert part is not None
    octets = part.get_payload(decode=True)
    assert isinstance(octets, bytes)
    arrived = octets.decode().replace("\r\n", "\n")
    assert arrived == (expected if expected.endswith("\n") else expected + "\n")


@given(TEXT)
def test_a_subject_arrives_or_is_refused_and_never_becomes_a_header(subject: str) -> None:
    expected = parsed(MAIL)
    try:
        message = parsed(replace(MAIL, subject=subject))
    except ValueError:
        assert not subject.isprintable()
        return
    assert [*message] == [*expected]
    assert str(message["Subject"]).split() == subject.split()


@pytest.mark.parametrize(
    "subject",
    ["a\nBcc: x@y.z", "a\r\n\r\nbody", "a\0", "a\x0bb", "a\x85b", "a\u2028b", "\ud800"],
)
def test_a_control_character_in_a_subject_is_refused(subject: str) -> None:
    with pytest.raises(ValueError, match="control character"):
        compose(replace(MAIL, subject=subject), OURS, DATE)


def test_an_encoded_line_break_in_a_subject_stays_text() -> None:
    subject = "=?utf-8?q?x=0ABcc:_evil=40example.net?="
    raw = compose(replace(MAIL, subject=subject), OURS, DATE)
    assert b"\nBcc" not in raw
    assert parsed(replace(MAIL, subject=subject))["Subject"] == subject


@pytest.mark.parametrize(
    "change",
    [
        {"to": "fr@example.org, evil@example.net"},
        {"to": "fr@example.org\nBcc: evil@example.net"},
        {"to": ""},
        {"reply_to": "x"},
        {"answers": "<a b>"},
        {"references": ("<a>\r\nBcc: x",)},
        {"automatic": "no\r\nBcc: x"},
        {"attachments": (Attachment("a\nb", "text/plain", b""),)},
        {"attachments": (Attachment("a", "text/plain\nX: y", b""),)},
    ],
    ids=str,
)
def test_what_would_break_a_header_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        compose(replace(MAIL, **change), OURS, DATE)


@pytest.mark.parametrize("name", ['The "Judge"', "Der Schiedsrichter für Zürich", "a, b <c@d>"])
def test_any_name_of_the_judge_stays_a_name(name: str) -> None:
    (sender,) = parsed(MAIL, replace(OURS, name=name))["From"].addresses
    assert (sender.display_name, sender.addr_spec) == (name, "judge@judge.test")


def test_a_mail_of_ours_is_not_answered_by_ourselves() -> None:
    letter = body.read_letter(compose(MAIL, OURS, DATE), ARRIVED, OURS)
    assert letter.silence == "it comes from the judge itself"


@given(st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1))
def test_an_attachments_name_never_becomes_a_parameter(name: str) -> None:
    assume("/" not in name)
    message = parsed(replace(MAIL, attachments=(Attachment(name, "text/plain", b"x"),)))
    (part,) = message.iter_attachments()
    assert part["Content-Disposition"].params == {"filename": name}
