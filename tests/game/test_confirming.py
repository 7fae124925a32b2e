"""Replies to "was it you?": a yes carries out, a no voids, anything else is asked once more."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.mail import body, consent
from judge.mail.consent import Consent
from tests.game.test_strangers import ARMY, FRANCE, LINK, MALLORY, MARIA, ONCE, people, strict
from tests.game.world import DAY, HOUR, JUDGE, MINUTE, Sent, World

__all__ = ["strict"]
EDGES = [
    json.loads(line)
    for line in Path(__file__).with_name("edges_confirm.jsonl").read_text().splitlines()
]
VACATION = "Thank you for your mail. I am on holiday until 3 December and will answer then."
TICKET = "Your message has been received. Ticket #4711 has been opened.\nStatus: open"
BOOKED = ("REGISTER Mallory", "CREATE beta", "JOIN alpha WAITING", "JOIN WAITING", "OBSERVE alpha")


def answer(
    world: World, mail: Sent, lines: str, *headers: str, sender: str = "", named: bool = True
) -> list[Sent]:
    """Reply to a mail as mail programs do; return all mails that come of it."""
    quoted = "".join(f"> {line}\n" for line in mail.text.splitlines())
    thread = [f"In-Reply-To: {mail.head['Message-ID']}"] if named else []
    text = f"{lines}\n\n{quoted}"
    world.mail(sender or mail.to, text, to=mail.reply_to, headers=[*thread, *headers])
    return world.run()


def forged(world: World) -> Sent:
    """The question to France's player about orders that nothing proves to be his."""
    world.begun()
    return world.say(FRANCE, LINK)


def is_question(mail: Sent) -> bool:
    return ONCE.fullmatch(mail.reply_to) is not None


@pytest.mark.parametrize("edge", EDGES, ids=lambda edge: str(edge["id"]))
def test_a_reply_confirms_by_what_it_says(world: World, edge: dict[str, str]) -> None:
    asked = forged(world)
    (told,) = answer(world, asked, edge["reply"])
    assert told.to == FRANCE
    carried_out = edge["expected"] == "carried out"
    assert world.orders("France") == (["A PAR - BUR"] if carried_out else [])
    assert is_question(told) == (edge["expected"] == "asked again")
    assert ("thrown away" in told.subject) == (edge["expected"] == "void")


# --- what is asked


def test_the_question_asks_for_yes_or_no(world: World) -> None:
    asked = forged(world)
    assert asked.subject.endswith("are these orders yours? Yes or No")
    assert "reply with the one word Yes if it was you, or No if it was not." in asked.flat
    assert "nothing in it" not in asked.flat


def test_no_line_of_a_question_says_no_by_itself(world: World) -> None:
    """A quote without marks that holds one is not taken for a mail that says nothing."""
    asked = forged(world)
    (again,) = answer(world, asked, "Who are you?")
    for line in (*asked.text.splitlines(), *again.text.splitlines(), asked.subject, again.subject):
        raw = f"From: {MARIA}\nSubject: {line}\n\n{line}\n".encode()
        letter = body.read_letter(raw, world.now, world.house().ours)
        assert consent.weigh(letter) is not Consent.NO


# --- no


def test_a_no_voids_the_letter_for_good(world: World) -> None:
    asked = forged(world)
    (told,) = answer(world, asked, "No, that was not me!")
    assert told.to == FRANCE
    assert f"The lines for France in alpha that came from {FRANCE} were thrown away" in told.flat
    assert "They changed nothing" in told.flat
    assert told.message["In-Reply-To"] != asked.message["Message-ID"]
    answer(world, asked, "Yes")
    assert world.orders("France") == []


@pytest.mark.parametrize("line", BOOKED)
def test_a_no_writes_nobody_into_a_book(strict: World, line: str) -> None:
    strict.begun()
    before = people(strict)
    asked = strict.say(MARIA, line)
    (told,) = answer(strict, asked, "No, I never wrote this")
    assert told.to == MARIA
    assert "thrown away" in told.subject
    assert people(strict) == before
    assert strict.rows("SELECT name FROM games") == [("alpha",)]
    assert strict.rows(f"SELECT * FROM known WHERE address = '{MARIA}'") == []


def test_orders_below_a_no_are_not_carried_out_and_that_is_said(world: World) -> None:
    (told,) = answer(world, forged(world), "No, that was not me.\nA Mar - Spa")
    assert world.orders("France") == []
    assert "send orders, or what else you want, in a mail of its own" in told.flat


def test_a_no_to_a_substitute_is_told_to_the_player(world: World) -> None:
    world.begun()
    world.say(MARIA, "REGISTER Maria")
    world.order("France", f"SUBSTITUTE {MARIA} from 2 Nov to 6 Nov")
    world.mail(MARIA, LINK)
    (asked,) = (mail for mail in world.run() if is_question(mail))
    assert asked.to == MARIA
    told = answer(world, asked, "Nein, das war ich nicht")
    assert {mail.to for mail in told} == {MARIA, FRANCE}
    assert all("thrown away" in mail.subject for mail in told)
    assert world.orders("France") == []


def test_after_a_no_the_next_question_waits_a_day(world: World) -> None:
    asked = forged(world)
    answer(world, asked, "NO")
    world.mail(FRANCE, f"{LINK}\nF Bre - Eng")
    world.mail(FRANCE, f"{LINK}\nF Bre - Mid")
    assert world.run() == []
    assert world.run(world.now + 23 * HOUR) == []
    (later,) = world.run(world.now + DAY)
    assert is_question(later)
    assert "F BRE - ENG" in later.text
    answer(world, later, "Yes")
    assert world.orders("France") == ["A PAR - BUR", "F BRE - ENG"]


def test_a_stranger_is_told_alike_after_a_no(world: World) -> None:
    world.begun()
    world.mail(MALLORY, LINK)
    first = {mail.to: mail for mail in world.run()}
    answer(world, first[FRANCE], "no")
    world.mail(MALLORY, LINK)
    (again,) = world.run()
    assert again.to == MALLORY
    receipts = [mail.text.partition("Receipt: ")[0] for mail in (first[MALLORY], again)]
    assert receipts[0] == receipts[1]


def test_the_wait_does_not_hold_for_mail_that_proves_itself(strict: World) -> None:
    toml = strict.home / "judge.toml"
    toml.write_text(toml.read_text() + 'authserv = "mx.judge.example"\n')
    strict.begun()
    answer(strict, strict.say(FRANCE, LINK), "No")
    stamp = "Authentication-Results: mx.judge.example; dkim=pass header.d=players.example"
    received = "Received: from x by mx.judge.example; Mon, 02 Nov 2026 10:00:00 +0000"
    strict.raw(f"{stamp}\n{received}\nFrom: {FRANCE}\nTo: {JUDGE}\n\n{LINK}\n".encode())
    strict.run()
    assert strict.orders("France") == ["A PAR - BUR"]
    strict.order("France", "A Par - Pic")
    assert strict.orders("France") == ["A PAR - PIC"]


# --- neither


@pytest.mark.parametrize("text", [VACATION, TICKET, "What is this?", "Yes but cancel", "Hello"])
def test_what_is_neither_is_asked_once_more_and_never_a_third_time(world: World, text: str) -> None:
    asked = forged(world)
    (again,) = answer(world, asked, text)
    assert (again.to, again.reply_to) == (FRANCE, asked.reply_to)
    assert again.subject.endswith("are these orders yours? Yes or No, once more")
    assert "Your reply says neither yes nor no to me, so nothing was done yet." in again.flat
    assert "A PAR - BUR" in again.text
    assert answer(world, again, text) == []
    assert answer(world, asked, f"{text} x") == []
    assert world.orders("France") == []


def test_both_questions_take_a_yes_once(world: World) -> None:
    asked = forged(world)
    (again,) = answer(world, asked, "What is this?")
    answer(world, again, "Ah. Thanks, I see: it was my phone")
    answer(world, asked, "")
    assert world.orders("France") == ["A PAR - BUR"]
    world.order("France", "A Par - Pic")
    answer(world, again, "yes")
    assert world.orders("France") == ["A PAR - PIC"]


def test_a_second_question_takes_a_no(world: World) -> None:
    asked = forged(world)
    (again,) = answer(world, asked, VACATION)
    (told,) = answer(world, again, "No.")
    assert "thrown away" in told.subject


@pytest.mark.parametrize("line", BOOKED)
@pytest.mark.parametrize("text", [VACATION, TICKET])
def test_a_robot_writes_its_master_into_no_book(strict: World, line: str, text: str) -> None:
    strict.begun()
    before = people(strict)
    (again,) = answer(strict, strict.say(MARIA, line), text)
    assert is_question(again)
    assert line in again.text
    assert answer(strict, again, text) == []
    assert people(strict) == before
    assert is_question(strict.say(MARIA, "CREATE gamma"))
    assert people(strict) == before


def test_the_second_question_names_who_wrote_the_first_mail(world: World) -> None:
    world.begun()
    world.mail(MALLORY, LINK)
    (asked,) = (mail for mail in world.run() if mail.to == FRANCE)
    (again,) = answer(world, asked, "Who is that?")
    assert f"came from {MALLORY}" in again.flat


# --- nothing, and what looks like a machine


@pytest.mark.parametrize(
    "headers",
    [
        ["Precedence: bulk"],
        ["X-Auto-Response-Suppress: All"],
        ["List-Id: <x.example>"],
        ["X-Spam-Flag: YES"],
    ],
)
def test_nothing_that_looks_automatic_confirms_by_being_empty(
    world: World, headers: Sequence[str]
) -> None:
    (again,) = answer(world, forged(world), "", *headers)
    assert is_question(again)
    assert world.orders("France") == []


def test_a_yes_that_looks_automatic_is_asked_once_more(world: World) -> None:
    asked = forged(world)
    (again,) = answer(world, asked, "OK", "Precedence: bulk")
    assert is_question(again)
    answer(world, again, "OK")
    assert world.orders("France") == ["A PAR - BUR"]


def test_an_empty_reply_names_the_question(world: World) -> None:
    (again,) = answer(world, forged(world), "", named=False)
    assert is_question(again)
    assert world.orders("France") == []


@pytest.mark.parametrize("text", ["Yes", "A Par - Bur"])
def test_a_reply_that_says_yes_need_not(world: World, text: str) -> None:
    answer(world, forged(world), text, named=False)
    assert world.orders("France") == ["A PAR - BUR"]


def test_references_name_a_question_as_well(world: World) -> None:
    asked = forged(world)
    thread = f"References: <x@new.example> {asked.message['Message-ID']}"
    answer(world, asked, "", thread, named=False)
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_picture_is_not_empty(world: World) -> None:
    asked = forged(world)
    world.mail(
        FRANCE,
        "--b\nContent-Type: text/plain\n\n \n--b\nContent-Type: image/png\n\nxxxx\n--b--",
        to=asked.reply_to,
        headers=[
            f"In-Reply-To: {asked.message['Message-ID']}",
            "Content-Type: multipart/mixed; boundary=b",
        ],
    )
    (again,) = world.run()
    assert is_question(again)
    assert world.orders("France") == []


# --- orders


def test_orders_confirm_and_count_after_those_that_waited(world: World) -> None:
    first, second = answer(world, forged(world), "Here are my orders:\nA Mar - Spa\n\nThanks\nOtto")
    assert world.orders("France") == ["A PAR - BUR", "A MAR - SPA"]
    assert first.to == second.to == FRANCE


def test_orders_amid_talk_are_asked_about(world: World) -> None:
    (again,) = answer(world, forged(world), f"I got this:\n{ARMY}\nWhat does that mean?")
    assert is_question(again)
    assert world.orders("France") == []


def test_the_same_commands_again_confirm(strict: World) -> None:
    asked = strict.say(MARIA, "CREATE beta")
    answer(strict, asked, "CREATE beta")
    assert strict.rows("SELECT name FROM games") == [("beta",)]


def test_a_master_is_asked_as_well(world: World) -> None:
    world.begun()
    due = world.due()
    asked = world.say("gm@players.example", "SIGNON GM@alpha\nDEADLINE 6 Nov 12:00")
    answer(world, asked, VACATION)
    assert world.due() == due
    (told,) = answer(world, asked, "Nee, dat was ik niet")
    assert "thrown away" in told.subject
    assert world.due() == due


def test_a_yes_does_nothing_that_the_question_did_not_show(world: World) -> None:
    """A master's own talk is done where it can be; this is somebody else's."""
    world.begun()
    asked = world.say("gm@players.example", "SIGNON GM@alpha\nSTATUS\neject turkey")
    assert "eject" not in asked.text
    assert len(answer(world, asked, "Yes")) == 1
    assert world.seat("Turkey").person is not None
    world.say("gm@players.example", "eject turkey", to=world.address("GM"))
    assert world.seat("Turkey").person is None


def test_a_yes_sets_no_password(world: World) -> None:
    """No mail shows one: he would not see that it is not his."""
    world.begun()
    asked = world.say(FRANCE, f"SIGNON France@alpha\nPASSWORD sesame7\n{ARMY}")
    (told,) = answer(world, asked, "Yes")
    assert "o password is set" in told.flat
    assert (world.seat("France").password, world.orders("France")) == ("", ["A PAR - BUR"])


def test_a_question_shows_the_words_that_a_yes_sends(world: World) -> None:
    world.begun()
    told = "\n".join(f"Word number {number}" for number in range(45))
    asked = world.say(FRANCE, f"SIGNON France@alpha\nPRESS TO TURKEY\n{told}\nENDPRESS\n{ARMY}")
    assert "PRESS TO TURKEY" in asked.text
    assert "Word number 30" in asked.text
    assert "(and 7 lines more)" in asked.text


# --- answers to what nothing proved


@pytest.mark.parametrize("text", [VACATION, "No, that was not me", "What is this?"])
def test_no_reply_but_a_yes_makes_a_forged_letter_true(world: World, text: str) -> None:
    """RESIGN mails a code where nothing proves who asks; a reply to its answer proves that."""
    world.begun()
    world.say(MARIA, "REGISTER Maria\nOBSERVE alpha")
    world.mail(MARIA, "RESIGN alpha")
    (told,) = (mail for mail in world.run() if is_question(mail))
    answer(world, told, text)
    assert world.rows("SELECT count(*) FROM watchers") == [(1,)]
    answer(world, told, "Yes, please")
    assert world.rows("SELECT count(*) FROM watchers") == [(0,)]


def test_talk_in_answer_to_help_makes_no_address_known(strict: World) -> None:
    answer(strict, strict.say(MARIA, "HELP"), VACATION)
    assert strict.rows("SELECT address FROM known") == []
    assert is_question(strict.say(MARIA, "CREATE beta"))


def test_a_no_is_forgotten_with_its_address(world: World) -> None:
    answer(world, forged(world), "No")
    world.run(world.now + 9 * DAY + MINUTE)
    assert is_question(world.say(FRANCE, LINK))
