"""Replies to press: what no PRESS line begins goes to nobody, and its writer is told how to."""

from urllib.parse import unquote

import pytest

from tests.game.world import Sent, World


def pressed(world: World, heading: str = "PRESS TO France, Italy", *options: str) -> Sent:
    """What France gets when Germany writes."""
    world.begun("alpha", *options)
    closer = "ENDBROADCAST" if heading.startswith("BROADCAST") else "ENDPRESS"
    to = world.address("Germany")
    world.mail("germany@players.example", f"{heading}\nShall we?\n{closer}", to=to)
    (found,) = [
        one for one in world.run() if one.to.startswith("france") and "press" in one.subject
    ]
    return found


def replied(world: World, mail: Sent, lines: str) -> Sent:
    """France's reply, and the answer to it."""
    thread = f"In-Reply-To: {mail.message['Message-ID']}"
    return world.order("France", lines, headers=[thread])


def html(mail: Sent) -> str:
    """The HTML of a mail, links readable."""
    part = mail.message.get_body(("html",))
    assert part is not None
    return unquote(str(part.get_content()))


def test_a_reply_without_a_command_is_sent_to_nobody_and_says_how_it_would_be(
    world: World,
) -> None:
    answer = replied(world, pressed(world), "Yes, gladly. I stay out of it.")
    told = "Not sent to anyone. To answer Germany, begin with PRESS TO GERMANY, or use the link"
    assert told in answer.flat
    assert "\nPRESS TO GERMANY\nYes, gladly. I stay out of it.\nENDPRESS\n" in answer.text
    lines = "SIGNON France@alpha|PRESS TO GERMANY|Yes, gladly. I stay out of it.|ENDPRESS"
    assert f"body={lines}".replace("|", "\r\n") in html(answer)
    assert answer.flat.partition("line -- ")[2].startswith("Your answer was not sent to anyone.")


def test_a_yes_to_press_is_an_answer_and_asks_for_no_receipt(world: World) -> None:
    answer = replied(world, pressed(world), "Yes.")
    assert "Not sent to anyone. To answer Germany, begin with PRESS TO GERMANY" in answer.flat
    assert "a yes alone says too little" not in answer.flat.lower()


def test_a_reply_is_to_the_press_that_it_answers_and_to_no_other(world: World) -> None:
    first = pressed(world)
    to = world.address("Italy")
    world.mail("italy@players.example", "PRESS TO France\nAnd we?\nENDPRESS", to=to)
    (second,) = [one for one in world.run() if one.to.startswith("france")]
    assert "To answer Italy, begin with PRESS TO ITALY" in replied(world, second, "Gladly.").flat
    assert "To answer Germany, begin" in replied(world, first, "Gladly.").flat


def test_orders_beside_an_answer_are_asked_back(world: World) -> None:
    answer = replied(world, pressed(world), "Of course I will.\nA Par - Bur")
    take = f"TAKE {world.receipt(2)}"
    told = f"Are these your orders, or part of your answer? Reply {take} to use them."
    assert told in answer.flat
    assert world.orders("France") == []
    world.order("France", take)
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_question_in_an_answer_went_to_nobody_either(world: World) -> None:
    answer = replied(world, pressed(world), "ok, A Mar - Pie and A Par - Bur then?")
    assert "This reads as a question" in answer.flat
    assert "Not sent to anyone. To answer Germany, begin with PRESS TO GERMANY" in answer.flat
    assert "\nPRESS TO GERMANY\nok, A Mar - Pie and A Par - Bur then?\nENDPRESS\n" in answer.text


def test_an_answer_without_its_end_is_no_order(world: World) -> None:
    answer = replied(world, pressed(world), "PRESS TO GERMANY\nYes!")
    assert "PRESS has no ENDPRESS below it" in answer.flat
    assert "Are these your orders" not in answer.flat
    assert "\nPRESS TO GERMANY\nYes!\nENDPRESS\n" in answer.text


@pytest.mark.parametrize(
    "lines",
    [
        "Sure, deal!\n\nOrders:\nA Par - Bur",
        "A Par - Bur",
        "A Par - Bur\nThanks!",
        "A Par - Bur\n\nOn 2 Nov 2026 the judge wrote:\n> Shall we?",
    ],
)
def test_orders_under_a_heading_or_alone_are_taken(world: World, lines: str) -> None:
    replied(world, pressed(world), lines)
    assert world.orders("France") == ["A PAR - BUR"]


@pytest.mark.parametrize("lines", ["Orders:\nA Par - Bur", "S1901M\nA Par - Bur", "HLEP"])
def test_a_heading_or_a_mistyped_command_is_nothing_said(world: World, lines: str) -> None:
    answer = replied(world, pressed(world), lines)
    assert "not sent to anyone" not in answer.flat.lower()


def test_an_answer_that_is_addressed_is_sent(world: World) -> None:
    mail = pressed(world)
    world.order("France", "PRESS TO GERMANY\nYes!\nENDPRESS")
    answer = replied(world, mail, "PRESS TO GERMANY\nYes, gladly.\nENDPRESS\nA Par - Bur")
    assert "Not sent to anyone" not in answer.flat
    assert world.orders("France") == ["A PAR - BUR"]


@pytest.mark.parametrize(
    ("heading", "lines"),
    [
        ("PRESS TO France", ["PRESS TO GERMANY"]),
        ("PRESS TO France, Italy", ["PRESS TO GERMANY", "PRESS TO GERMANY, ITALY"]),
        ("PRESS TO France, GM", ["PRESS TO GERMANY", "PRESS TO GERMANY, GM"]),
        ("PRESS TO ALL", ["PRESS TO GERMANY", "PRESS TO ALL"]),
        (
            "PRESS TO ALL BUT Russia, Turkey",
            ["PRESS TO GERMANY", "PRESS TO ALL BUT RUSSIA, TURKEY"],
        ),
        ("BROADCAST", ["PRESS TO GERMANY", "BROADCAST"]),
    ],
)
def test_every_press_mail_says_how_to_answer(world: World, heading: str, lines: list[str]) -> None:
    mail = pressed(world, heading)
    below = mail.text.partition("TO ANSWER")[2]
    whom = ["Germany", "all of these"]
    shown = [" ".join(line.split()) for line in below.splitlines() if "Answer to" in line]
    assert shown == [f"{line} Answer to {who}" for line, who in zip(lines, whom, strict=False)]
    for line, who in zip(lines, whom, strict=False):
        assert f">Answer to {who}</a>" in html(mail)
        assert f"body=SIGNON France@alpha\r\n{line}\r\n" in html(mail)
        sent = world.order("France", f"{line}\nHello\nEND{line.split()[0]}").flat
        assert "sent to" in sent


def test_unsigned_press_has_no_answer_to_its_writer(world: World) -> None:
    mail = pressed(world, "PRESS TO France, Italy", "press=grey")
    assert "Answer to" not in mail.text
    answer = replied(world, mail, "Who are you?")
    assert "Not sent to anyone. To answer, begin with PRESS TO and a name" in answer.flat
    assert "GERMANY" not in answer.text.upper().partition("YOUR ORDERS")[0]
