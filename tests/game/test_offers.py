"""Orders where none count: asked back with a command that gives them, not taken by themselves."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.game.world import DEADLINE, MINUTE, Sent, World, mailbox

Quote = Callable[[str], str]


def marked(text: str) -> str:
    """Quoted as most programs do."""
    lines = "".join(f"> {line}\n" for line in text.splitlines())
    return f"\n\nOn Mon, 2 Nov 2026 at 10:12, The Judge <judge@judge.example> wrote:\n{lines}"


def unmarked(text: str) -> str:
    """Quoted as Outlook does."""
    head = "From: The Judge <judge@judge.example>\nSent: Monday, November 2, 2026 10:12\n"
    return f"\n\n{head}To: Marie\nSubject: RE: [alpha]\n\n{text}"


QUOTES = pytest.mark.parametrize("quote", [marked, unmarked])


def results(world: World) -> str:
    """What France reads when the first phase is over."""
    world.begun()
    world.order("France", "A Par - Bur")
    return next(mail.text for mail in world.run(DEADLINE) if mail.to == mailbox("France"))


def head(answer: Sent) -> str:
    """The first lines of a mail: what happened, until when, what to do."""
    return " ".join(answer.text.split("\n\n")[1].split())


def receipt(answer: Sent) -> str:
    found = re.search(r"Receipt: (R\d+)\.", answer.text)
    assert found
    return found[1]


@QUOTES
def test_a_form_filled_in_inside_the_quote_is_offered(world: World, quote: Quote) -> None:
    form = (
        results(world).replace("A BUR -\n", "A BUR - MUN\n").replace("A MAR -\n", "A MAR - SPA\n")
    )
    assert "A BUR - MUN" in form
    answer = world.order("France", f"Here are my orders.{quote(form)}")
    assert world.orders("France") == []
    number = receipt(answer)
    assert "I found orders in the quoted text: A BUR - MUN, A MAR - SPA." in answer.flat
    assert f"Reply YES {number} to use them" in answer.flat
    assert answer.subject.endswith("no orders in yet, 2 orders not used")
    assert "2 orders stand in the quoted text: not used." in head(answer)
    assert f"To do: reply YES {number} to use them, or send an order" in head(answer)
    assert "anew" not in head(answer)
    given = world.order("France", f"YES {number}")
    assert sorted(world.orders("France")) == ["A BUR - MUN", "A MAR - SPA"]
    assert "\n  A BUR - MUN\n" in given.text


@QUOTES
def test_a_plain_quote_is_not_offered(world: World, quote: Quote) -> None:
    told = results(world)
    answer = world.order("France", f"A Bur - Mun{quote(told)}")
    assert "I found" not in answer.flat
    assert "not taken" not in answer.subject


@QUOTES
def test_orders_that_stand_already_are_not_offered(world: World, quote: Quote) -> None:
    world.begun()
    first = world.order("France", "A Par - Bur\nA Mar H")
    world.order("France", "A Par - Pic")
    answer = world.order("France", f"F Bre - Mao{quote(first.text)}")
    assert "I found" not in answer.flat
    assert sorted(world.orders("France")) == ["A MAR H", "A PAR - PIC", "F BRE - MAO"]


@QUOTES
def test_an_order_changed_in_the_quoted_list_is_offered(world: World, quote: Quote) -> None:
    world.begun()
    first = world.order("France", "A Par - Bur").text.replace("  A PAR - BUR\n", "  A PAR - GAS\n")
    answer = world.order("France", f"see below{quote(first)}")
    assert "I found orders in the quoted text: A PAR - GAS." in answer.flat
    assert world.orders("France") == ["A PAR - BUR"]


def test_a_form_of_a_phase_that_is_over_is_not_offered(world: World) -> None:
    told = results(world).replace("A BUR -\n", "A BUR - MUN\n")
    world.run(world.due())
    answer = world.order("France", f"Hello{marked(told)}")
    assert "I found" not in answer.flat


def test_what_is_typed_below_an_unmarked_quote_is_offered(world: World) -> None:
    told = results(world)
    answer = world.order("France", f"Orders below.{unmarked(told)}\nA Bur - Mun\nF Bre - Mao")
    assert "I found orders in the quoted text: A BUR - MUN, F BRE - MAO." in answer.flat


def test_what_the_mail_itself_orders_needs_no_offer(world: World) -> None:
    form = results(world).replace("A BUR -\n", "A BUR - MUN\n")
    answer = world.order("France", f"A Bur - Ruh{marked(form)}")
    assert "I found" not in answer.flat
    assert world.orders("France") == ["A BUR - RUH"]


SUBJECTS = ("A Par - Bur", "Re: [alpha] A Par - Bur", "orders: A Par - Bur", "AW: WG: A Par - Bur")


@pytest.mark.parametrize("subject", SUBJECTS)
def test_orders_in_the_subject_are_offered(world: World, subject: str) -> None:
    world.begun()
    answer = say_with_subject(world, subject, "Hello judge")
    number = receipt(answer)
    assert "NOT TAKEN       Subject: " in answer.text
    assert "1 order stands in the Subject: not used." in head(answer)
    assert f"To do: reply YES {number} to use it, or send an order" in head(answer)
    assert "I found orders in the Subject: A PAR - BUR. " in answer.flat
    assert world.orders("France") == []
    world.order("France", f"yes {number}")
    assert world.orders("France") == ["A PAR - BUR"]


SUBJECTS_OF_OURS = (
    "Re: [alpha] Spring 1901 movement: results", "Re: [alpha] Fall 1901 movement: 1 of 3 orders in",
    "Re: [alpha] Spring 1901 movement: the game begins", "my orders", "France",
    "Paris to Burgundy?",
)  # fmt: skip


@pytest.mark.parametrize("subject", SUBJECTS_OF_OURS)
def test_other_subjects_are_none(world: World, subject: str) -> None:
    world.begun()
    assert "I found" not in say_with_subject(world, subject, "A Mar H").flat


def test_nobody_says_yes_for_another_nor_twice_for_nothing(world: World) -> None:
    world.begun()
    number = receipt(say_with_subject(world, "A Par - Bur", "Hello judge"))
    assert f"you have no receipt {number} here" in world.order(
        "Turkey", f"YES {number}"
    ).flat.lower().replace(number.lower(), number)
    assert world.orders("France") == []
    plain = receipt(world.order("France", "A Mar H"))
    assert "waits for your word" in world.order("France", f"YES {plain}").flat
    assert "A PAR - BUR" in world.order("France", "YES").flat
    world.run(DEADLINE)
    assert "which is over" in world.order("France", f"YES {number}").flat


def say_with_subject(world: World, subject: str, text: str) -> Sent:
    """Mail as France under a Subject of its own."""
    to, stamp = world.address("France"), f"{world.now:%a, %d %b %Y %H:%M:%S +0000}"
    world.raw(
        f"Received: from there by mx.judge.example; {stamp}\nDelivered-To: {to}\n"
        f"From: {mailbox('France')}\nTo: {to}\nSubject: {subject}\n\n{text}\n".encode()
    )
    (answer,) = world.run()
    return answer


def test_an_offer_of_a_game_that_is_over_is_void(world: World) -> None:
    form = results(world).replace("A BUR -\n", "A BUR - MUN\n")
    number = receipt(world.order("France", f"Here are my orders.{marked(form)}"))
    world.say("gm@players.example", "TERMINATE", to=world.address("GM"))
    told = world.order("France", f"YES {number}")
    assert "1 line was not taken" in told.flat
    assert "Alpha is over" in told.flat


def test_a_yes_after_the_deadline_is_refused_once_for_all_its_orders(world: World) -> None:
    form = (
        results(world).replace("A BUR -\n", "A BUR - MUN\n").replace("A MAR -\n", "A MAR - SPA\n")
    )
    number = receipt(world.order("France", f"Here are my orders.{marked(form)}"))
    world.now = world.due() + MINUTE
    told = world.order("France", f"YES {number}")
    assert "after the deadline" in told.flat
    assert "as said above" not in told.flat
    assert world.orders("France") == []


REQUESTS = (
    ("WAIT", "WAIT"),
    ("[alpha] WAIT", "WAIT"),
    ("[alpha] please WAIT", "WAIT"),
    ("DRAW", "DRAW"),
    ("[alpha] draw please", "draw please"),
    ("[alpha] EXTEND 2d", "EXTEND 2d"),
    ("READY", "READY"),
    ("no points", "no points"),
)


@pytest.mark.parametrize("text", ["", "A Par - Bur", "Thanks!"])
@pytest.mark.parametrize(("subject", "told"), REQUESTS)
def test_a_command_in_the_subject_is_asked_back(
    world: World, subject: str, told: str, text: str
) -> None:
    world.begun()
    answer = say_with_subject(world, subject, text)
    number = receipt(answer)
    asked = f"I found {told} in the Subject. Nothing there counts by itself. Reply YES {number}"
    assert asked in answer.flat
    assert "1 command stands in the Subject: not obeyed." in head(answer)
    assert f"reply YES {number} to use it" in head(answer)
    assert answer.subject.endswith("1 command not obeyed")
    assert "DRAW" not in world.order("France", "STATUS").text.upper().partition("DRAW VOTE")[1]


def test_yes_obeys_the_command_of_a_subject(world: World) -> None:
    world.begun("alpha", "delay=0m")
    number = receipt(say_with_subject(world, "[alpha] please WAIT", "A Par - Bur"))
    answer = world.order("France", f"YES {number}")
    assert "ou keep it open till then (NOWAIT)" in answer.flat
    assert "This phase lasts until its deadline." in answer.flat
    assert world.orders("France") == ["A PAR - BUR"]


def test_yes_obeys_both_the_command_and_the_orders_of_a_subject(world: World) -> None:
    world.begun()
    number = receipt(say_with_subject(world, "EXTEND 2d", "Thanks"))
    assert "extend" in world.order("France", f"YES {number}").flat.lower()
    assert "have no receipt" in world.order("Turkey", f"YES {number}").flat


def test_what_the_mail_itself_asks_for_needs_no_offer(world: World) -> None:
    world.begun()
    assert "I found" not in say_with_subject(world, "wait", "WAIT\nA Par - Bur").flat


QUIET = (
    "Re: [alpha] Spring 1901 movement: the game is paused", "[alpha] Spring 1901 movement:",
    "Re: [alpha] Spring 1901 movement: no orders in yet, 2 lines not taken, look again",
    "Re: [alpha] Spring 1901 movement: 1 of 3 orders in, 1 command not obeyed",
    "waiting for you", "game alpha", "hello", "Press",
)  # fmt: skip


@pytest.mark.parametrize("subject", QUIET)
def test_a_subject_without_a_command_asks_nothing(world: World, subject: str) -> None:
    world.begun()
    assert "I found" not in say_with_subject(world, subject, "A Mar H").flat


def test_a_master_s_command_in_the_subject_is_asked_back(world: World) -> None:
    world.begun()
    to, stamp = world.address("GM"), f"{world.now:%a, %d %b %Y %H:%M:%S +0000}"
    world.raw(
        f"Received: from there by mx.judge.example; {stamp}\nDelivered-To: {to}\n"
        f"From: gm@players.example\nTo: {to}\nSubject: [alpha] PAUSE\n\nplease\n".encode()
    )
    (answer,) = world.run()
    assert "I found PAUSE in the Subject." in answer.flat
    world.say("gm@players.example", f"YES {receipt(answer)}", to=to)
    assert world.game().is_paused


def test_a_vote_in_the_subject_is_nothing_that_the_master_may_read(world: World) -> None:
    world.begun()
    number = receipt(say_with_subject(world, "DRAW", "A Par - Bur"))
    world.order("France", f"YES {number}")
    world.run(DEADLINE)
    audit = world.say("gm@players.example", "AUDIT France", to=world.address("GM"))
    assert "A PAR - BUR" in audit.text
    assert "draw" not in audit.flat.lower()


def test_an_order_ahead_in_the_subject_is_no_order_of_now(world: World) -> None:
    world.begun()
    answer = say_with_subject(world, "Fall 1901: A Bur - Mun", "A Par - Bur")
    assert "I found orders for a later phase in the Subject." in answer.flat
    assert "YES" not in answer.text
    assert world.orders("France") == ["A PAR - BUR"]


def test_orders_below_the_present_phase_s_name_are_given_and_not_offered(world: World) -> None:
    world.begun()
    answer = say_with_subject(world, "A Par - Bur", "PHASE S1901M\nA Par - Bur")
    assert "I found" not in answer.flat


def test_an_example_of_the_judge_in_the_quote_is_not_offered(tmp_path: Path) -> None:
    world = World(tmp_path / "spool")
    world.begun("alpha", variant="1930s-world")
    told = world.order("Japan", "STATUS").text
    assert "as in BID 5 Finland" in told
    assert "I found" not in world.order("Japan", f"Thanks{marked(told)}").flat
