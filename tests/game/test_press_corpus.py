"""Two hundred replies to press as people write them: each goes as it is, and none is an order."""

import html
from collections.abc import Callable
from itertools import product

import pytest

from tests.game.world import DAY, MINUTE, POWERS, World, mailbox

pytestmark = pytest.mark.long

MESSAGE = ("Shall we leave Burgundy empty this year?", "I would keep my army in Munich then.")
TALK = (
    ("Yes, that is fine with me. I stay in Paris until {0}.", "And who takes Belgium?"),
    ("Ja, gern. Ich bleibe bis {0} in Paris.", "Und wer nimmt Belgien?"),
    ("Oui, avec plaisir. Je reste à Paris jusqu'en {0}.", "Et qui prend la Belgique ?"),
    ("Sí, con mucho gusto. Me quedo en París hasta {0}.", "¿Y quién toma Bélgica?"),
    ("Sì, volentieri. Resto a Parigi fino al {0}.", "E chi prende il Belgio?"),
    ("Ja, graag. Ik blijf tot {0} in Parijs.", "En wie neemt België?"),
)
PLANS = (
    (),
    ("A Par - Bur", "A Mun - Ruh"),
    ("France: A Par - Pic, F Bre - Mao", "Germany: A Mun - Bur S A Ruh"),
    ("I suggest A Ven - Pie for Italy, and A Vie - Tyr for you.",),
    ("Then A Par - Bur, A Mar S A Par - Bur in the fall?",),
    ("WAIT until I say READY, and no DRAW yet.",),
)
Shape = Callable[[list[str]], tuple[str, str, str]]
"""Puts words into a mail: its kind, its body, and what of it is to be sent."""
HEAD = "On Mon, 2 Nov 2026 at 10:00, The Judge <judge@judge.example> wrote:"
BELOW = (*MESSAGE, "", "PRESS FROM GERMANY TO ALL POWERS", "", "Reply, and what you write", "")
QUOTE = "\n".join((HEAD, *(f"> {line}".rstrip() for line in BELOW)))
PLAIN = "text/plain; charset=utf-8"


def alone(words: list[str]) -> tuple[str, str, str]:
    """Nothing but the words."""
    return PLAIN, "\n".join(words), "\n".join(words)


def above(words: list[str]) -> tuple[str, str, str]:
    """Above the quote, as most programs do."""
    return PLAIN, "\n".join((*words, "", QUOTE)), "\n".join(words)


def below(words: list[str]) -> tuple[str, str, str]:
    """Below all of the quote."""
    return PLAIN, "\n".join((QUOTE, "", *words)), "\n".join(words)


def between(words: list[str]) -> tuple[str, str, str]:
    """Below the line that they answer."""
    body = "\n".join((HEAD, f"> {MESSAGE[0]}", "", *words, "", f"> {MESSAGE[1]}"))
    return PLAIN, body, "\n".join((f"> {MESSAGE[0]}", *words))


def signed(words: list[str]) -> tuple[str, str, str]:
    """With what stands for who wrote."""
    body = "\n".join((*words, "", "Best regards,", "Paolo", "-- ", "Paolo Rossi, Torino", QUOTE))
    return PLAIN, body, "\n".join(words)


def from_phone(words: list[str]) -> tuple[str, str, str]:
    """With a phone's own line, above a quote."""
    return PLAIN, "\n".join((*words, "", "Sent from my iPhone", "", QUOTE)), "\n".join(words)


def in_office(words: list[str]) -> tuple[str, str, str]:
    """Above the head of the mail below it, which bears no marks."""
    fields = ("From: The Judge", "Sent: Monday, 2 November 2026 10:00", "To: P2", "Subject: press")
    return PLAIN, "\n".join((*words, "", *fields, "", *BELOW)), "\n".join(words)


def in_html(words: list[str]) -> tuple[str, str, str]:
    """In HTML, above a block of quotes."""
    own = "".join(f"<div>{html.escape(line)}</div>" for line in words)
    quote = "".join(f"<div>{line}</div>" for line in BELOW)
    page = f"<html><body>{own}<br><div>{html.escape(HEAD)}</div><blockquote>{quote}</blockquote>"
    return "text/html; charset=utf-8", f"{page}</body></html>", "\n".join(words)


SHAPES: tuple[Shape, ...] = (
    *(alone, above, below, between, signed, from_phone, in_office, in_html),
)


def written() -> list[tuple[str, str, str]]:
    """Two hundred replies, each another one, of every shape, plan and language."""
    ways = enumerate(product(SHAPES, PLANS, TALK))
    return [
        shape([first.format(1902 + number), *plan, last])
        for number, (shape, plan, (first, last)) in ways
        if number % 10 < 7
    ][:200]


def test_no_press_becomes_an_order_and_none_needs_a_second_mail(world: World) -> None:
    world.begun("alpha", "moves=30d")
    to = world.address("Germany")
    text = "\n".join(MESSAGE)
    world.mail(mailbox("Germany"), f"PRESS TO ALL\n{text}\nENDPRESS", to=to)
    mails = {mail.to: mail for mail in world.run() if mail.subject.endswith("press from Germany")}
    writers = [power for power in POWERS if power != "Germany"]
    replies = written()
    assert len(set(replies)) == 200
    for number, (kind, body, _) in enumerate(replies):
        mail = mails[mailbox(writers[number % len(writers)])]
        headers = [f"In-Reply-To: {mail.message['Message-ID']}", f"Content-Type: {kind}"]
        world.mail(mail.to, body, to=mail.reply_to, headers=["MIME-Version: 1.0", *headers])
        if number % 60 == 59:
            world.run()
            world.now += DAY
    world.run(world.now + MINUTE)
    sent = [row[0] for row in world.rows("SELECT text FROM press WHERE answers > 0")]
    unsent = [expected for *_, expected in replies if expected not in sent]
    assert unsent == []
    assert len(sent) == len(replies)
    assert [world.orders(power) for power in POWERS] == [[]] * len(POWERS)
