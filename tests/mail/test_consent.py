"""Yes and no: what people's own words say, in six languages, and what says neither."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge import resources
from judge.kernel.mail import Letter
from judge.mail import body, consent
from judge.mail.consent import Consent
from judge.mail.ours import Ours
from tests.mail import replies

NOW = datetime(2026, 11, 2, 10, tzinfo=UTC)
OURS = Ours("judge@judge.example", b"x" * 32)
LANGUAGES = {"english", "german", "french", "spanish", "italian", "dutch"}
PICTURE = "iVBORw0KGgo="


def letter(text: str, *headers: str, subject: str = "Re: was it you?") -> Letter:
    """A reply as it is read off the wire."""
    head = (
        "From: maria@new.example",
        "To: judge@judge.example",
        f"Subject: {subject}",
        *(headers or ("Content-Type: text/plain; charset=utf-8",)),
    )
    return body.read_letter("\n".join((*head, "", text, "")).encode(), NOW, OURS)


def every(said: Mapping[str, Sequence[str]]) -> list[str]:
    assert set(said) == LANGUAGES
    return [text for texts in said.values() for text in texts]


@pytest.mark.parametrize("text", every(replies.YES))
def test_a_yes_is_a_yes(text: str) -> None:
    assert consent.weigh(letter(text)) is Consent.YES


@pytest.mark.parametrize("text", every(replies.NO))
def test_a_no_is_a_no(text: str) -> None:
    assert consent.weigh(letter(text)) is Consent.NO


@pytest.mark.parametrize("text", every(replies.OTHER))
def test_what_is_neither_is_neither(text: str) -> None:
    assert consent.weigh(letter(text)) is Consent.OTHER


@pytest.mark.parametrize("text", replies.EMPTY)
def test_nothing_and_a_quote_alone_are_nothing(text: str) -> None:
    assert consent.weigh(letter(text)) is Consent.EMPTY


@pytest.mark.parametrize("text", every(replies.YES))
def test_a_yes_in_the_quote_is_none(text: str) -> None:
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    assert consent.weigh(letter(quoted)) is Consent.EMPTY
    assert consent.weigh(letter(f"{quoted}\nI will look at it tomorrow.")) is Consent.OTHER
    assert consent.weigh(letter(f"{quoted}\nNo.")) is Consent.NO


@pytest.mark.parametrize("text", every(replies.NO))
def test_a_no_in_the_quote_is_none(text: str) -> None:
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    assert consent.weigh(letter(f"Yes\n\n{quoted}")) is Consent.YES


def test_a_subject_may_say_no_and_never_yes() -> None:
    assert consent.weigh(letter("", subject="NO")) is Consent.NO
    assert consent.weigh(letter("", subject="Re: AW: unsubscribe")) is Consent.NO
    assert consent.weigh(letter("What is this?", subject="Yes")) is Consent.OTHER


def test_a_no_below_a_quote_without_marks_is_not_passed_over() -> None:
    quote = f"{replies.EMPTY[-1]}\n\n"
    assert consent.weigh(letter(f"{quote}No, that was not me")) is Consent.OTHER
    assert consent.weigh(letter(quote)) is Consent.EMPTY


MIXED = "Content-Type: multipart/mixed; boundary=b"
PARTS = {
    "a picture": f"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n{PICTURE}",
    "a file": "Content-Type: application/pdf\nContent-Disposition: attachment; filename=a.pdf\n\nx",
    "a text file": "Content-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\nx",
    "a mail": "Content-Type: message/rfc822\n\nFrom: a@b.example\n\nNo",
    "a date": "Content-Type: text/calendar\n\nBEGIN:VCALENDAR",
    "an encrypted part": "Content-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----",
}


@pytest.mark.parametrize("part", PARTS)
def test_a_mail_with_a_part_that_is_not_read_is_not_empty(part: str) -> None:
    empty = "--b\nContent-Type: text/plain\n\n \n--b\n"
    text = f"{empty}{PARTS[part]}\n--b--"
    assert consent.weigh(letter(text, MIXED)) is Consent.OTHER
    assert consent.weigh(letter(text.replace("\n\n \n", "\n\nYes\n", 1), MIXED)) is Consent.YES


@pytest.mark.parametrize(
    "page",
    [
        '<img src="https://new.example/no.png">',
        "<p><img alt=no src='data:image/png;base64,AAAA'></p><blockquote>was it you?</blockquote>",
        "<svg><path d='M0 0'/></svg>",
        "<p><s>No</s></p>",
        "<object data=no.svg></object>",
    ],
)
def test_a_page_with_a_picture_or_struck_words_is_not_empty(page: str) -> None:
    assert consent.weigh(letter(page, "Content-Type: text/html")) is Consent.OTHER


def test_a_page_without_anything_is_empty() -> None:
    page = "<div><br></div><blockquote>was it you? <img src=x.png></blockquote>"
    assert consent.weigh(letter(page, "Content-Type: text/html")) is Consent.EMPTY


def test_text_and_page_that_say_different_things_say_nothing() -> None:
    text = "--b\nContent-Type: text/plain\n\nYes\n--b\nContent-Type: text/html\n\n<p>No</p>\n--b--"
    kind = "Content-Type: multipart/alternative; boundary=b"
    assert consent.weigh(letter(text, kind)) is Consent.OTHER


def test_orders_say_yes_unless_words_say_no() -> None:
    assert consent.weigh(letter("A Par - Bur"), {1}) is Consent.YES
    assert consent.weigh(letter("Here are my orders:\nA Par - Bur\nThanks, Otto"), {2}) is (
        Consent.YES
    )
    assert consent.weigh(letter("No, that was not me\nA Par - Bur"), {2}) is Consent.NO
    assert consent.weigh(letter("I got this:\nA Par - Bur\nWhat is it?"), {2}) is Consent.OTHER


def test_every_phrase_has_one_meaning() -> None:
    meanings: dict[tuple[str, ...], set[str]] = {}
    for file in (resources.root("grammar") / "answers").glob("*.txt"):
        for phrase, idea in consent.read_phrases(file.read_text("utf-8")).items():
            meanings.setdefault(phrase, set()).add(idea)
    assert {phrase: ideas for phrase, ideas in meanings.items() if len(ideas) > 1} == {}
    says = {"clear yes", "yes", "no", "bare no", "ready", "doubt"}
    ideas = {*says, "greeting", "courtesy", "closing"}
    assert set().union(*meanings.values()) == ideas


_WORDS = "yes no ok me not it was but cancel hello thanks maria Monday holiday ja nein oui sí"
WORDS = st.sampled_from(_WORDS.split())


@given(st.lists(WORDS, max_size=12), st.sampled_from([" ", "\n", ", ", ". "]))
def test_no_words_beside_an_unknown_one_are_a_yes(words: list[str], between: str) -> None:
    text = between.join([*words, "xyzzy will see to it"])
    assert consent.weigh(letter(text)) in (Consent.OTHER, Consent.NO)


@given(st.text(max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    assert isinstance(consent.weigh(letter(text)), Consent)
