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


def head(mail: Sent) -> str:
    """The first lines of a mail: what happened, until when, what to do."""
    return " ".join(mail.text.split("\n\n")[1].split())


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
    assert "Are these your orders, or part of your answer?" in answer.flat
    assert "Not sent to anyone. To answer Germany, begin with PRESS TO GERMANY" in answer.flat
    assert "\nPRESS TO GERMANY\nok, A Mar - Pie and A Par - Bur then?\nENDPRESS\n" in answer.text


def test_an_answer_without_its_end_is_no_order(world: World) -> None:
    answer = replied(world, pressed(world), "PRESS TO GERMANY\nYes!")
    assert "PRESS has no ENDPRESS below it" in answer.flat
    assert "Are these your orders" not in answer.flat
    assert "ENDPRESS was missing below it. Whole, it is this" in answer.flat
    assert "\nPRESS TO GERMANY\nYes!\nENDPRESS\n" in answer.text
    assert "body=SIGNON France@alpha\r\nPRESS TO GERMANY\r\nYes!\r\nENDPRESS" in html(answer)


def test_the_sentence_tells_the_whole_form(world: World) -> None:
    mail = pressed(world)
    told = "put one of these lines above your words and ENDPRESS on a line below them"
    assert told in mail.flat.partition("TO ANSWER ")[2].lower().replace("endpress", "ENDPRESS")
    answer = replied(world, mail, "Gladly")
    assert "ENDPRESS goes below your words. Whole, it is this:" in answer.flat


HEADED = (
    "Sure, deal!\n\nOrders:\nA Par - Bur",
    "Sure, deal!\n\nHere are my moves:\nA Par - Bur",
    "Sure, deal!\nSpring 1901 orders\nA Par - Bur",
    "Sure, deal!\n\nFRANCE:\nA Par - Bur",
    "Sure, deal!\nOrders: A Par - Bur",
)


@pytest.mark.parametrize("lines", HEADED)
def test_orders_under_a_heading_are_taken_and_are_no_part_of_the_answer(
    world: World, lines: str
) -> None:
    answer = replied(world, pressed(world), lines)
    assert world.orders("France") == ["A PAR - BUR"]
    assert "\nPRESS TO GERMANY\nSure, deal!\nENDPRESS\n" in answer.text


BARE = (
    "A Par - Bur\nThanks!",
    "Paris to Burgundy",
    "Paris to Burgundy\n\nOn 2 Nov 2026 the judge wrote:\n> Shall we?",
    "Ok: A Par - Bur",
    "I will move Paris to Burgundy",
    "My orders are in your interest\nA Par - Bur",
)


@pytest.mark.parametrize("lines", BARE)
def test_orders_without_a_heading_are_asked_back_and_one_reply_enters_them(
    world: World, lines: str
) -> None:
    answer = replied(world, pressed(world), lines)
    take = f"TAKE {world.receipt(2)}"
    assert "Are these your orders, or part of your answer?" in answer.flat
    assert "1 order may be part of your answer: not used." in head(answer)
    assert f"To do: reply {take} to use it" in head(answer)
    assert answer.subject.endswith("1 order not used")
    assert "anew" not in head(answer)
    assert world.orders("France") == []
    world.order("France", take)
    assert world.orders("France") == ["A PAR - BUR"]


def test_nothing_but_orders_in_notation_is_for_the_judge(world: World) -> None:
    """What programs quote below it does not count."""
    quote = "On Mon, 2 Nov 2026 at 10:00, The Judge wrote:\n> Press from Germany.\n>\n> Hello!"
    answer = replied(world, pressed(world), f"A Par - Bur\nF Bre - Mao\n\n{quote}")
    assert "2 of 3 orders are in." in head(answer)
    assert len(world.orders("France")) == 2


def test_several_orders_are_counted_and_asked_about_once(world: World) -> None:
    answer = replied(world, pressed(world), "Agreed.\nA Par - Bur\nA Mar H\nF Bre - Mao")
    assert "3 orders may be part of your answer: not used." in head(answer)
    assert answer.flat.count("are these your orders".capitalize()) == 1
    assert answer.flat.count("NOT TAKEN") == 3
    assert "not taken" not in answer.subject
    world.order("France", f"TAKE {world.receipt(2)}")
    assert len(world.orders("France")) == 3


def test_orders_in_an_answer_in_html_are_asked_back(world: World) -> None:
    mail = pressed(world)
    headers = [f"In-Reply-To: {mail.message['Message-ID']}", "Content-Type: text/html"]
    answer = world.order("France", "<p>Venice is yours.</p><p>A Par - Bur</p>", headers=headers)
    assert "Are these your orders, or part of your answer?" in answer.flat
    assert "\nPRESS TO GERMANY\nVenice is yours.\n\nA Par - Bur\nENDPRESS\n" in answer.text
    assert "1 order may be part of your answer: not used." in html(answer)
    assert world.orders("France") == []


def test_conditions_and_orders_ahead_in_an_answer_are_asked_back(world: World) -> None:
    mail = pressed(world)
    answer = replied(world, mail, "In fall: A Bur - Mun")
    assert "Is this an order ahead, or part of your answer?" in answer.flat
    assert "line PHASE F1901M" in answer.flat
    assert "waits for" not in answer.flat
    answer = replied(world, mail, "IF NOT German A BUR THEN A Par - Bur")
    assert world.orders("France") == []


@pytest.mark.parametrize("heading", ["PRESS TO France", "BROADCAST"])
@pytest.mark.parametrize(
    "lines", ["ok", "ok deal", "thanks", "Thanks, I agree", "thanks, you too", "Thanks!", "Merci"]
)
def test_thanks_are_an_answer_that_nobody_got(world: World, lines: str, heading: str) -> None:
    answer = replied(world, pressed(world, heading), lines)
    assert "Not sent to anyone. To answer Germany, begin with PRESS TO GERMANY" in answer.flat
    assert f"\nPRESS TO GERMANY\n{lines}\nENDPRESS\n" in answer.text
    assert head(answer).startswith("Your answer was not sent to anyone.")


WHOLE = (
    ("A Ven - Pie, and you A Tri - Alb", "A Ven - Pie, and you A Tri - Alb"),
    ("I suggest you move A Mun - Ruh and I order A Par - Bur",) * 2,
    ("Hello Anna!\nBest regards\nPaolo", "Hello Anna!"),
    ("Hello Anna,\n\nok deal.\nA Par - Bur then?\n\nCheers, Paolo", "ok deal.\nA Par - Bur then?"),
    ("Hi Fritz, fine\n\n\nand thanks\nBest wishes,\nPaolo", "Hi Fritz, fine\n\nand thanks"),
    ("Thanks, Anna, I agree.\nDear Anna, dear Fritz",) * 2,
    ("I'd rather wait.\nWAIT", "I'd rather wait."),
    ("Best\nof luck with all of that\nand more to come",) * 2,
)  # fmt: skip


@pytest.mark.parametrize(("lines", "offered"), WHOLE)
def test_what_is_offered_to_send_is_all_of_it(world: World, lines: str, offered: str) -> None:
    answer = replied(world, pressed(world), lines)
    assert f"\nPRESS TO GERMANY\n{offered}\nENDPRESS\n" in answer.text


def test_what_is_offered_is_sent_as_it_stands(world: World) -> None:
    answer = replied(world, pressed(world), "Thanks, I agree.\n\nA Par - Bur it is")
    ready = answer.text.partition("PRESS TO GERMANY\n")[2].partition("ENDPRESS")[0]
    world.mail(
        "france@players.example", f"PRESS TO GERMANY\n{ready}ENDPRESS", to=world.address("France")
    )
    (got,) = [one for one in world.run() if one.to.startswith("germany")]
    assert "Thanks, I agree. A Par - Bur it is" in got.flat


@pytest.mark.parametrize(
    "lines", ["Orders:\nA Par - Bur", "S1901M\nA Par - Bur", "HLEP", "WAIT\nThanks!"]
)
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
    assert "It is not signed: no answer can be sent to its writer." in mail.flat
    answer = replied(world, mail, "ok deal")
    assert "not signed, so no answer can be sent to its writer" in answer.flat
    assert "put PRESS TO and a name above your words and ENDPRESS below" in answer.flat
    assert "\nok deal\nENDPRESS\n" in answer.text
    assert "GERMANY" not in answer.text.upper().partition("YOUR ORDERS")[0]


def test_an_unsigned_broadcast_is_answered_to_all_or_not_at_all(world: World) -> None:
    mail = pressed(world, "BROADCAST", "press=grey")
    answer = replied(world, mail, "ok deal")
    assert "not signed: its writer can't be answered. To answer all of these" in answer.flat
    assert "\nBROADCAST\nok deal\nENDBROADCAST\n" in answer.text
    assert "ENDBROADCAST on a line below" in mail.flat


@pytest.mark.parametrize("option", ["", "press=both"])
def test_the_master_s_answer_goes_to_nobody_either(world: World, option: str) -> None:
    world.begun("alpha", *filter(None, (option,)))
    world.mail(
        "germany@players.example", "PRESS TO GM\nMay I?\nENDPRESS", to=world.address("Germany")
    )
    (mail,) = [one for one in world.run() if one.to.startswith("gm@") and "press" in one.subject]
    thread = f"In-Reply-To: {mail.message['Message-ID']}"
    answer = world.say("gm@players.example", "ok", to=world.address("GM"), headers=[thread])
    assert "Not sent to anyone. To answer Germany, begin with PRESS TO GERMANY" in answer.flat
    assert "\nPRESS TO GERMANY\nok\nENDPRESS\n" in answer.text


def test_an_observer_s_answer_goes_to_nobody_either(world: World) -> None:
    world.begun()
    world.say("watcher@players.example", "REGISTER Vera, UTC\nOBSERVE alpha")
    world.mail(
        "germany@players.example", "BROADCAST\nHello\nENDBROADCAST", to=world.address("Germany")
    )
    (mail,) = [one for one in world.run() if one.to.startswith("watcher")]
    thread = f"In-Reply-To: {mail.message['Message-ID']}"
    answer = world.say("watcher@players.example", "thanks", to=mail.reply_to, headers=[thread])
    assert "Not sent to anyone." in answer.flat


def test_a_reply_is_known_by_its_subject_too(world: World) -> None:
    pressed(world)
    world.raw(
        f"Received: from there by mx.judge.example; {world.now:%a, %d %b %Y %H:%M:%S +0000}\n"
        f"Delivered-To: {world.address('France')}\nFrom: france@players.example\n"
        f"Subject: Re: [alpha] Spring 1901 movement: press from Germany\n\nok deal\n".encode()
    )
    (answer,) = world.run()
    assert "\nPRESS TO GERMANY\nok deal\nENDPRESS\n" in answer.text
