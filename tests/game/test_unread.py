"""A mail of which nothing was read says so first, and never that all orders are in."""

import pytest

from tests.game.world import World, mailbox
from tests.mail.our import SAMPLES

UNREAD = {
    "0719-html-3000-deep": "HTML is read 2,048 elements deep",
    "0720-html-with-a-picture-alone": "it shows a picture and no text",
    "0721-html-all-hidden": "nothing of its text can be seen",
    "0723-picture-alone": "an attachment; orders are read from the text only",
}


def send(world: World, sample: str) -> str:
    """Let France write a sample in a game where all its orders are in; the answer."""
    world.begun()
    world.order("France", "HOLD ALL")
    return ask(world, sample)


def ask(world: World, sample: str) -> str:
    """Let France write a sample."""
    raw = (SAMPLES / f"{sample}.eml").read_bytes()
    raw = raw.replace(b"fr@example.org", mailbox("France").encode())
    raw = raw.replace(b"judge@judge.test", world.address("France").encode())
    world.raw(b"Delivered-To: " + world.address("France").encode() + b"\n" + raw)
    (answer,) = world.run()
    return f"{answer.subject}\n{answer.text}"


@pytest.mark.parametrize(("sample", "reason"), UNREAD.items(), ids=UNREAD)
def test_a_mail_of_which_nothing_was_read_says_so_first(
    world: World, sample: str, reason: str
) -> None:
    answer = send(world, sample)
    subject, _, text = answer.partition("\n")
    assert subject.endswith("nothing in your mail was read")
    head = " ".join(text.partition("YOUR ORDERS")[0].split())
    assert f"Nothing in your mail was read: {reason}." in head
    assert "orders are in" not in text


def test_a_quote_alone_was_not_read_either(world: World) -> None:
    world.begun()
    answer = world.order("France", "> A Par - Bur")
    assert "Nothing in your mail was read: quoted text." in answer.flat


def test_an_empty_mail_holds_nothing_that_could_be_read(world: World) -> None:
    assert "was read" not in send(world, "0722-html-empty")


def test_what_was_read_beside_a_picture_is_answered_as_ever(world: World) -> None:
    world.begun()
    answer = ask(world, "0724-apple-picture-within-the-text")
    assert "A PAR - BUR" in answer
    assert "F BRE - MAO" in answer
    assert "was read" not in answer


def test_a_stranger_is_told_as_well(world: World) -> None:
    raw = (SAMPLES / "0723-picture-alone.eml").read_bytes()
    world.raw(raw.replace(b"judge@judge.test", b"judge@judge.example"))
    (answer,) = world.run()
    assert "Nothing in your mail was read: an attachment" in answer.flat
